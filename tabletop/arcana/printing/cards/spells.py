"""Spell cards: level on the school's hatched band, what is asked in play as signs and words, the effect in large type.

Every spell is one card of any size, its type as large for its role as on all others; a larger card enlarges the whole.
Only the band touches the cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.counted_names import straight
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import MoraleKind, Row
from tabletop.arcana.catalogue.spells import Save, Spell, SpellKind, Target, Template, header_words
from tabletop.arcana.catalogue.spells.effects import Becomes, Revives, Summons
from tabletop.arcana.catalogue.spells.glossary import (
    INSTANT,
    NO_SAVE,
    NO_SAVE_BUT_INDIVIDUAL,
    NO_SAVE_BUT_UNIT,
    SPECIAL_SAVE,
)
from tabletop.arcana.catalogue.spells.spell import Marker, TemplateMeasure, TemplateShape, TemplateSight
from tabletop.arcana.catalogue.spells.words import size_of
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.printing.cards.figures import Attack, attacks_of
from tabletop.arcana.printing.cutouts.shapes import INCH, MM_A_BASE, base_size
from tabletop.arcana.printing.parts import FINE, HEAVY, NAME, READ, SMALL, Footprint, boxes
from tabletop.arcana.printing.prose import set_prose
from tabletop.arcana.printing.signs import Sign, draw_sign
from tabletop.arcana.printing.tincture_bands import paint_band
from tabletop.arcana.reference.spell_cards import SPELL_WORDS
from tabletop.heraldry import Picture, Tincture, roundel
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Stack, TableRow, cell
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import GLUE, INK, Style, measure, wrap

Size = tuple[float, float]

POKER: Size = (63.5, 88.9)
LARGEST = 1.4
SAFE = 3.0
BAND = 8.0
DISC = 12.0
HEAD, HEAD_LEFT, NAME_TOP = 15.6, 13.5, 5.8
FACT_ROW, FACT_SIGN, FACT_LEFT = 6.6, 5.0, 6.4
FOOT_SIGN, FOOT_LEFT, FOOT_ROOM = 5.0, 6.8, 1.0
TEMPLATE_ROOM: Size = (18.0, 9.0)
SCALES = (5, 10)
BOX = 5.0
REMINDER_GAP = 3.0

LEVEL = Style(24, "bold")
SCHOOLS = Style(8.5, leading=1.0)
FACT = Style(10.5, "bold", leading=1.0)
EFFECT = Style(15, "bold", leading=1.05)
TEXT = Style(10, leading=1.13)
FOOT = Style(9, leading=1.08)
FOOT_LEAD = Style(9, "bold", leading=1.08)
FIGURE = Style(11, "bold")

RANGES = {"line-of-sight": "in sight", "contact": "touch", "self": "self", "none": "anywhere"}
LASTING: dict[SpellKind, tuple[Sign, str]] = {
    SpellKind.INSTANT: (Sign.BOLT, "at once"),
    SpellKind.PERSISTENT: (Sign.LASTS, "stays in play"),
    SpellKind.SUMMONING: (Sign.COMES, "stays all game"),
}
SAVES: dict[Save, tuple[Sign, str]] = {
    Save.NONE: (Sign.NO_DIE, "no save"),
    Save.UNIT: (Sign.DIE, "unit save"),
    Save.INDIVIDUAL: (Sign.DIE, "its own save"),
    Save.INDIVIDUAL_SAVES: (Sign.DIE, "a save each"),
    Save.MULTIPLE: (Sign.DIE, "save each hit"),
    Save.NONE_BUT_UNIT: (Sign.DIE, "unit save*"),
    Save.NONE_OR_INDIVIDUAL: (Sign.DIE, "own save*"),
    Save.NONE_BUT_INDIVIDUAL: (Sign.DIE, "own save*"),
    Save.SPECIAL: (Sign.DIE, "special*"),
}
TARGETS: dict[str, tuple[Sign, str]] = {
    "unit": (Sign.UNIT, "unit"),
    "model": (Sign.MODEL, "model"),
    "caster": (Sign.WIZARD, "wizard"),
    "caster-and-unit": (Sign.WIZARD, "wizard + unit"),
    "place": (Sign.PLACE, "place"),
    "spell": (Sign.MAGIC, "spell"),
    "terrain": (Sign.PLACE, "ground"),
}
REQUIRED = {
    "undead": "undead", "not-undead": "living", "flying": "flying", "broken": "broken", "infiltrating": "hidden",
    "lone": "lone",
}  # fmt: skip
GROUND = {"forest": "a wood", "water": "water"}
BESIDE = {"unit": "the unit", "model": "the model", "caster": "the wizard", "caster-and-unit": "the unit"}
MORE = {"wounds": "wounds", "creatures": "creatures", "roll": "on your roll", "templates": "more, touching one"}
SIGHT = {TemplateSight.BLOCKED: ", stops sight", TemplateSight.OPEN: ", open to sight", TemplateSight.UNSAID: ""}
SAID = (
    INSTANT,
    NO_SAVE,
    NO_SAVE_BUT_UNIT,
    NO_SAVE_BUT_INDIVIDUAL,
    SPECIAL_SAVE,
)
"""What the signs say, and the lines with a star."""
KINDS = {MoraleKind.NATURAL: "", MoraleKind.FEARLESS: ", fearless", MoraleKind.BERSERK: ", berserk"}


class Shape(Struct, frozen=True):
    """A template as it lies on the table, in millimetres of paper."""

    size: Size
    is_round: bool

    def draw(self, surface: Surface, x: float, y: float) -> None:
        pen = Pen(0.4, INK, dashes=(1.4, 0.8))
        wide, deep = self.size
        if self.is_round:
            surface.circle((x + wide / 2, y + wide / 2), wide / 2, pen)
        else:
            surface.rectangle(Box(x, y, wide, deep), pen)


class FootRow(Struct, frozen=True):
    """A sign with a bold lead and what follows it, on one line or two; a template's shape at the right."""

    sign: Sign
    lead: str
    text: str
    below: str = ""
    shape: Shape | None = None


class Called(Struct, frozen=True):
    """A creature that the spell brings or makes: how many, its row, its base in millimetres, and whether it is new."""

    count: int
    row: Row
    base: Size
    is_new: bool


class SpellCard(Struct, frozen=True, kw_only=True):
    """What a spell's card says; `draw` and `spare` set it for a size. Its back names its schools."""

    title: str
    subtitle: str
    back: str
    level: int
    tinctures: tuple[Tincture, ...]
    tinted: bool
    facts: tuple[tuple[Sign, str], ...]
    effect: str
    lines: tuple[str, ...]
    reminders: tuple[str, ...]
    rows: tuple[FootRow, ...]
    called: Called | None

    @property
    def emblem(self) -> Picture:
        return roundel(self.tinctures[0], hatched=True)

    def draw(self, surface: Surface, place: Box) -> None:
        scale = scale_of((place.width, place.height))
        body, foot = self._body(place.width, scale), self._foot(place.width, scale)
        inner = place.inset(SAFE)
        self._head(surface, place, scale)
        body.draw(surface, inner.x, inner.y + HEAD * scale)
        room = place.height - 2 * SAFE - (HEAD * scale + body.height + foot.height)
        reminders = self._reminders(inner.width, room, scale)
        reminders.draw(surface, inner.x, inner.bottom - foot.height - reminders.height - 0.4 * scale)
        foot.draw(surface, inner.x, inner.bottom - foot.height)

    def spare(self, size: Size) -> float:
        """Millimetres between its words and its foot; less than 0 where a card of this size is too small for it."""
        scale = scale_of(size)
        used = HEAD * scale + self._body(size[0], scale).height + self._foot(size[0], scale).height
        return size[1] - 2 * SAFE - used

    def _head(self, surface: Surface, place: Box, scale: float) -> None:
        paint_band(surface, self.tinctures, Box(place.x, place.y, place.width, BAND * scale), tinted=self.tinted)
        x, y, radius = place.x + SAFE, place.y + SAFE, DISC * scale / 2
        surface.circle((x + radius, y + radius), radius, HEAVY, "#ffffff")
        level = enlarged(LEVEL, scale)
        with surface.furniture():  # said again below
            surface.text((x + radius, y + radius + level.size * 0.117), str(self.level), level, "centre")
        left, name, schools = x + HEAD_LEFT * scale, enlarged(NAME, scale), enlarged(SCHOOLS, scale)
        top = y + NAME_TOP * scale
        surface.text((left, top + name.baseline), self.title, name)
        surface.text((left, top + name.line_height + 0.7 * scale + schools.baseline), self.subtitle, schools)

    def _body(self, width: float, scale: float) -> Stack:
        inner = width - 2 * SAFE
        effect, text = enlarged(EFFECT, scale), enlarged(TEXT, scale)
        paragraphs = (
            set_prose(line, text, inner, above=(0.9 if number else 1.2) * scale)
            for number, line in enumerate(self.lines)
        )
        facts = Facts(self.facts, inner, scale)
        return Stack((facts, TableRow((cell(Column(0, inner), self.effect, effect),), above=1.6 * scale), *paragraphs))

    def _foot(self, width: float, scale: float) -> Stack:
        inner = width - 2 * SAFE
        rows = [SetRow(row, inner, scale) for row in self.rows]
        called = tuple(_creature(self.called, inner, scale)) if self.called else ()
        return Stack((*rows, *called))

    def _reminders(self, width: float, room: float, scale: float) -> Stack:
        """What the words of its header mean, as many as there is room for."""
        reminder = enlarged(READ, scale)
        kept: list[Block] = []
        left = room - REMINDER_GAP * scale
        for text in self.reminders:
            block = set_prose(text, reminder, width, above=0.5 * scale)
            if block.height <= left:
                kept.append(block)
                left -= block.height
        return Stack(tuple(kept))


@lru_cache(maxsize=200)
def enlarged(style: Style, scale: float) -> Style:
    return replace(style, size=style.size * scale)


def scale_of(size: Size) -> float:
    """How much larger than on a poker card all is set."""
    return min(size[0] / POKER[0], size[1] / POKER[1], LARGEST)


class Facts(Struct, frozen=True):
    """Range, lasting, save and target between heavy lines, two by two; the left column as wide as its words want."""

    facts: tuple[tuple[Sign, str], ...]
    width: float
    scale: float

    @property
    def height(self) -> float:
        return (2 * FACT_ROW + 1.2) * self.scale

    def draw(self, surface: Surface, x: float, y: float) -> None:
        scale, style = self.scale, enlarged(FACT, self.scale)
        row = FACT_ROW * scale
        middle = x + self._left(style)
        surface.line((x, y + 0.25), (x + self.width, y + 0.25), HEAVY)
        surface.line((x, y + self.height - 0.25), (x + self.width, y + self.height - 0.25), HEAVY)
        surface.line((x, y + self.height / 2), (x + self.width, y + self.height / 2), FINE)
        surface.line((middle, y + 0.5), (middle, y + self.height - 0.5), FINE)
        for number, (sign, words) in enumerate(self.facts):
            left = x if number % 2 == 0 else middle + 1.4 * scale
            top = y + (0.5 + number // 2 * (FACT_ROW + 0.2)) * scale
            draw_sign(surface, sign, (left, top + 0.8 * scale), FACT_SIGN * scale)
            surface.text((left + FACT_LEFT * scale, top + row / 2 + style.size * 0.117), words, style)

    def _left(self, style: Style) -> float:
        """Half of the width, but for what the other column needs more."""
        needs = [
            max(measure(words, style) for _, words in self.facts[side::2]) + (FACT_LEFT + 0.5) * self.scale
            for side in (0, 1)
        ]
        return max(needs[0], min(self.width / 2, self.width - needs[1] - 1.4 * self.scale))


class SetRow(Struct, frozen=True):
    """A row of the foot below a fine line."""

    row: FootRow
    width: float
    scale: float

    @property
    def height(self) -> float:
        shape = self.row.shape.size[1] if self.row.shape else 0.0
        lines = len(self._lines()) * enlarged(FOOT, self.scale).line_height
        return max(FOOT_SIGN * self.scale, lines, shape) + 2 * FOOT_ROOM * self.scale

    def _lines(self) -> tuple[tuple[str, str], ...]:
        """A bold and a plain part for each line."""
        lead, text = enlarged(FOOT_LEAD, self.scale), enlarged(FOOT, self.scale)
        room = self.width - FOOT_LEFT * self.scale
        room -= self.row.shape.size[0] + 2 if self.row.shape else 0.0
        below = tuple(("", line) for line in wrap(self.row.below, text, room)) if self.row.below else ()
        if measure(self.row.lead, lead) + measure(self.row.text, text) <= room:
            return ((self.row.lead, self.row.text), *below)
        rest = tuple(("", line) for line in wrap(self.row.text.strip(), text, room))
        return ((self.row.lead, ""), *rest, *below)

    def draw(self, surface: Surface, x: float, y: float) -> None:
        scale, lead, text = self.scale, enlarged(FOOT_LEAD, self.scale), enlarged(FOOT, self.scale)
        top, room = y + FOOT_ROOM * scale, self.height - FOOT_ROOM * scale
        surface.line((x, top), (x + self.width, top), FINE)
        draw_sign(surface, self.row.sign, (x, top + (room - FOOT_SIGN * scale) / 2 + 0.4), FOOT_SIGN * scale)
        lines = self._lines()
        left, baseline = x + FOOT_LEFT * scale, top + 0.4 + (room - len(lines) * text.line_height) / 2 + text.baseline
        with surface.paragraph():
            for number, (bold, plain) in enumerate(lines):
                at = baseline + number * text.line_height
                surface.text((left, at), bold, lead)
                surface.text((left + measure(bold, lead), at), plain, text)
        if shape := self.row.shape:
            shape.draw(surface, x + self.width - shape.size[0] - 0.3, top + (room - shape.size[1]) / 2 + 0.5)


def spell_cards(
    spells: Iterable[Spell], catalogue: Catalogue, scale: int, *, tinted: bool = False
) -> tuple[SpellCard, ...]:
    """A card each; the catalogue has the creatures that spells call, `scale` is the models' in millimetres."""
    return tuple(_card(spell, catalogue, scale, tinted=tinted) for spell in spells)


def _card(spell: Spell, catalogue: Catalogue, scale: int, *, tinted: bool) -> SpellCard:
    words = SPELL_WORDS[spell.slug]
    fits = measure(spell.name, NAME) <= POKER[0] - 2 * SAFE - HEAD_LEFT
    calls = spell.name if fits else spell.name.removeprefix("Summon ")
    schools = " and ".join(listing.school.capitalize() for listing in spell.schools)
    rest = " The whole text is on the reference sheet." if words.abridged else ""
    return SpellCard(
        title=calls,
        subtitle=f"{'Summon · ' * (calls != spell.name)}{schools} · level {spell.level}",
        back=schools,
        level=spell.level,
        tinctures=tuple(SCHOOL_TINCTURES[listing.school] for listing in spell.schools),
        tinted=tinted,
        facts=_facts(spell),
        effect=words.effect,
        lines=(*words.lines[:-1], words.lines[-1] + rest),
        reminders=tuple(f"**{word.name}:** {word.short}" for word in header_words(spell) if word not in SAID),
        rows=tuple(_rows(spell, scale)),
        called=_called(spell, catalogue, scale),
    )


def _facts(spell: Spell) -> tuple[tuple[Sign, str], ...]:
    reach = f'{spell.range}"' if isinstance(spell.range, int) else RANGES[spell.range]
    return ((Sign.RANGE, reach), LASTING[spell.kind], SAVES[spell.save], _target(spell.target))


def _target(target: Target) -> tuple[Sign, str]:
    sign, what = TARGETS[target.what]
    if target.what == "terrain":
        return sign, GROUND[target.only[0]]
    kind = REQUIRED[target.only[0]] if target.only else "enemy" if target.side == "enemy" else ""
    if kind:
        return sign, f"{kind} {what}"
    article = {"unit": "one ", "model": "one ", "place": "a ", "spell": "a "}.get(target.what, "")
    return sign, f"{article}{what}"


def _rows(spell: Spell, scale: int) -> Iterator[FootRow]:
    if extra := spell.extra_power:
        words = "one" if extra.to == "templates" else f"{extra.adds} more"
        yield FootRow(Sign.POWER, "Each extra power:", f" {words} {MORE[extra.to]}")
    if any(isinstance(effect, Summons) for effect in spell.effects):
        return
    if any(isinstance(effect, Revives) for effect in spell.effects):
        yield FootRow(Sign.COMES, "Models", " are back in their unit")
    elif spell.marker == Marker.TEMPLATE and spell.template:
        yield _template(spell.template, scale)
    elif spell.marker == Marker.COUNTER:
        ground = "the wood" if spell.target.only == ("forest",) else "the water"
        yield FootRow(Sign.MARKER, "Marker", f" beside {BESIDE.get(spell.target.what, ground)}")
    else:
        yield FootRow(Sign.NO, "", "Leaves nothing on the table")


def _template(template: Template, scale: int) -> FootRow:
    unit = MM_A_BASE[scale] if template.measured_in == TemplateMeasure.BASES else INCH
    wide, deep = (length * unit for length in max(template.sizes, key=lambda size: size[0]))
    room = TEMPLATE_ROOM
    part = next((part for part in SCALES if wide / part <= room[0] and deep / part <= room[1]), SCALES[-1])
    shape = Shape((wide / part, deep / part), template.shape == TemplateShape.CIRCLE)
    size = size_of(template).partition(", ")[2]
    return FootRow(Sign.PLACE, "Template", SIGHT[template.sight], f"{size}, 1{GLUE}:{GLUE}{part}", shape)


def _called(spell: Spell, catalogue: Catalogue, scale: int) -> Called | None:
    for effect in spell.effects:
        if isinstance(effect, Summons | Becomes):
            row = catalogue.rows[effect.creature]
            count = effect.count if isinstance(effect, Summons) else 1
            return Called(count, row, base_size(row.stands_on, scale), isinstance(effect, Summons))
    return None


def _creature(called: Called, width: float, scale: float) -> Iterator[Block]:
    """The creature's figures in words, its boxes and its base, below a fine line."""
    row, text, lead = called.row, enlarged(FOOT, scale), enlarged(FOOT_LEAD, scale)
    yield Gap(FOOT_ROOM * scale)
    yield Hairline(width, FINE)
    name = f"{called.count} × {straight(row.name)}" if called.count > 1 else straight(row.name)
    yield TableRow((cell(Column(0, width), name, lead),), above=1.0)
    for number, line in enumerate(_figures(row)):
        yield set_prose(line, text, width, strong=enlarged(FIGURE, scale), above=0.2 if number else 0.4)
    if called.is_new:
        yield Tail(called, Footprint(called.base), width, scale)


class Tail(Struct, frozen=True):
    """Boxes for wounds at the left, the base at a fifth of its size at the right with its measures."""

    called: Called
    base: Footprint
    width: float
    scale: float

    @property
    def height(self) -> float:
        return max(self.base.height, BOX) + 0.8

    def draw(self, surface: Surface, x: float, y: float) -> None:
        bottom = y + self.height
        ticks = boxes(self.called.count, self.called.row.wounds, self.width / 2, size=BOX)
        ticks.draw(surface, x, bottom - ticks.height)
        self.base.draw(surface, x + self.width - self.base.width, bottom - self.base.height)
        right = x + self.width - self.base.width - 1.5
        surface.text((right, bottom - 0.3), self.base.measures, enlarged(SMALL, self.scale), "right")


def _figures(row: Row) -> Iterator[str]:
    """`move 8" · armour 3 fixed · magic 3`, its morale, its attacks, what it is immune to; figures bold."""
    move, armour, defence = row.movement, row.armour, row.defence
    ways = [f'move **{move.ground}"**' if move.ground is not None else ""]
    ways += [f'flies **{move.fly}"**' if move.fly is not None else "", *move.abilities]
    parts = [", ".join(filter(None, ways))]
    parts += [f"armour **{armour.value}**{' fixed' * armour.fixed}"] if armour else []
    parts += [f"magic **{defence.magic_resistance}**"]
    parts += [f"morale **{row.morale.value}**{KINDS[row.morale.kind]}"] if row.morale else []
    yield " · ".join(parts)
    yield ", ".join(map(_in_words, attacks_of(row))).replace(", or", " or")
    immune = [*defence.immune, *["plain shots"] * defence.missile_immune]
    traits = [f"evasion **{defence.evasion}**"] if defence.evasion else []
    traits += [f"immune to {' and '.join(immune)}"] if immune else []
    traits += [f"sensitive to {' and '.join(defence.sensitive)}"] if defence.sensitive else []
    if traits:
        yield ", ".join(traits)


def _in_words(attack: Attack) -> str:
    strength = f"strength **{attack.strength}**" if isinstance(attack.strength, int) else str(attack.strength)
    words = f"**{attack.dice}** {attack.unit} at **{attack.at}**"
    return "or " * attack.alternative + ", ".join((words, strength, *attack.qualities))
