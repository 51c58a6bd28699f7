"""Units of a situation with their profiles looked up, as the rules take them; what contradicts itself is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Melee, Morale, MoraleKind, Row, Section, Statistics
from tabletop.arcana.odds.situations import Character, Lines, Place, Ranks, Side, Situation, Troops, Unit
from tabletop.arcana.odds.spells import Borne, bewitched, borne_by, cost_of_a_wound, forbids, told, unnerved
from tabletop.arcana.odds.work import check_blows
from tabletop.arcana.rules.formation.legality import is_wide_enough, models_needed
from tabletop.arcana.rules.harm.among import rider_on
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.magic.changes import ANY_MOMENT, Moment
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.melee.mounted import ridden
from tabletop.arcana.rules.melee.turns import Contender, Contenders, least_bold
from tabletop.arcana.rules.melee.vehicles import CREW
from tabletop.arcana.rules.morale.testing import Shaken
from tabletop.arcana.rules.shooting.lone_characters import MOUNTS_WOUNDS
from tabletop.decoding import MalformedError
from tabletop.spelling import closest_word

NOBODY = "nobody"  # what results name who wins where neither side does
TOUCHING_BESIDE = 2  # models that touch an enemy's front from beside it, one on each side
PARTED = "must be false: a die parts hits alone between a rider and its mount, and this is no hit"

NO_LEADER = Left(0)


class Led(Struct, frozen=True):
    """A character with a unit, with its figures under the unit's spells (reading BR99), and what it has lost."""

    stated: Character
    figures: Statistics
    left: Left
    field: str
    printed: Statistics

    @property
    def wounds(self) -> int:
        return self.left.wounds(self.figures.wounds)


class Known(Struct, frozen=True):
    """A unit of a situation with its figures; `field` is its place in the file. The first character is its `leader`.

    `figures` are under the spells that it bears, `printed` without them.
    """

    unit: Unit
    figures: Statistics
    left: Left
    field: str
    name: str
    printed: Statistics
    characters: tuple[Led, ...] = ()
    borne: tuple[Borne, ...] = ()

    @property
    def leader(self) -> Statistics | None:
        return self.characters[0].figures if self.characters else None

    @property
    def leader_left(self) -> Left:
        return self.characters[0].left if self.characters else NO_LEADER

    @property
    def ranks(self) -> int:
        """How wide it stands in rank and file, 0 for a loose one."""
        return self.unit.formation.files if isinstance(self.unit.formation, Ranks) else 0

    @property
    def section(self) -> Section | None:
        """What its models are: as printed, or as stated beside figures."""
        stated: Section | None = self.unit.models[0].section
        return self.figures.section if isinstance(self.figures, Row) else stated

    @property
    def is_war_machine(self) -> bool:
        return self.section is Section.WAR_MACHINES

    @property
    def is_vehicle(self) -> bool:
        return self.section is Section.VEHICLES

    @property
    def is_monster(self) -> bool:
        return self.section is Section.MONSTERS

    @property
    def is_character(self) -> bool:
        return self.section is Section.CHARACTERS

    @property
    def rides(self) -> bool:
        """Whether its characters ride its only model, with which they are one as long as that lives."""
        return self.leader is not None and self.characters[0].stated.rides and self.left.models > 0

    @property
    def led_by(self) -> int:
        """Characters that stand among its models; who rides one stands nowhere else."""
        return 0 if self.rides else len(self.characters)

    @property
    def is_single(self) -> bool:
        """Whether it is one model in no ranks."""
        return self.left.models == 1 and not self.ranks

    @property
    def commanders(self) -> tuple[Led, ...]:
        """Characters that were bought with it, and count in what it began the battle with."""
        return tuple(own for own in self.characters if not own.stated.joined)

    @property
    def fewest_at_first(self) -> int:
        """The models that it must have begun with: the living, and those of this turn."""
        commanders = self.unit.commanders_lost + (0 if self.rides else len(self.commanders))
        return self.left.models + self.unit.fallen + commanders

    @property
    def models_at_first(self) -> int:
        return self.unit.models_at_first or self.fewest_at_first

    @property
    def wounds_at_first(self) -> int:
        """As stated, or of all models unhurt; of commanders that are lost one each."""
        bought = sum(own.figures.wounds for own in self.commanders)
        lost = self.unit.commanders_lost + (0 if self.rides else len(self.commanders))
        troops = (self.models_at_first - lost) * self.figures.wounds
        return self.unit.wounds_at_first or troops + self.unit.commanders_lost + bought

    @property
    def morale(self) -> Morale:
        """That of its troops as long as any live; of who rides and what carries them, of both together."""
        if not self.left.models and self.characters:
            return least_bold([led.figures.morale or Morale(value=0) for led in self.characters])
        own = self.figures.morale or Morale(value=0)
        if not self.rides:
            return own
        return ridden(own, [led.figures.morale for led in self.characters if led.figures.morale])


def known(catalogue: Catalogue, unit: Unit, field: str, *, name: str) -> Known:
    """The unit looked up. MalformedError names what is unknown, or can't be together."""
    troops, place = unit.models[0], f"{field}.models[0]"
    figures = figures_of(catalogue, troops, place)
    if troops.wounds_lost >= figures.wounds:
        reason = f"must be less than {figures.wounds}, the wounds of a model: fallen ones aren't counted"
        raise MalformedError(f"{place}.wounds_lost", reason)
    lost = (troops.wounds_lost, *troops.also_lost) if troops.wounds_lost else ()
    if len(lost) > troops.count or troops.also_lost != lost[1:] or lost != tuple(sorted(lost, reverse=True)):
        reason = "must be of further models than the one of wounds_lost, each at most what the one before has lost"
        raise MalformedError(f"{place}.also_lost", reason)
    borne = borne_by(catalogue, unit.spells, figures, f"{field}.spells")
    costs = cost_of_a_wound(borne)
    left = Left(troops.count, lost, costs)
    characters = tuple(_led(catalogue, unit, field, costs))
    lasting = [own for own in borne if own.holds is None]  # what a die may shake off may be on each of them
    alone = next((own.spell.name for own in lasting if own.becomes or own.spell.target.what == "model"), "")
    if alone and (troops.count > 1 or characters):
        raise MalformedError(f"{field}.spells", f"must not be on a unit: {alone} is on one model that stands alone")
    found = under(Known(unit, figures, left, field, unit.name or name, figures, characters, borne), borne)
    if found.rides and len(characters) > 1 and not found.is_vehicle:
        raise MalformedError(
            f"{field}.characters[1].rides", "must be false: a mount carries one, vehicles carry several"
        )
    _check_formation(found)
    if unit.commanders_lost > unit.characters_lost:
        reason = f"must be at most {unit.characters_lost}, the characters that it lost"
        raise MalformedError(f"{field}.commanders_lost", reason)
    if unit.models_at_first and unit.models_at_first < found.fewest_at_first:
        reason = f"must be at least {found.fewest_at_first}, the living and those that fell this turn"
        raise MalformedError(f"{field}.models_at_first", reason)
    fewest = left.wounds(figures.wounds) + unit.fallen * figures.wounds
    fewest += sum(own.wounds for own in found.commanders)
    if unit.wounds_at_first and unit.wounds_at_first < fewest:
        reason = f"must be at least {fewest}, the wounds of the living and of those that fell this turn"
        raise MalformedError(f"{field}.wounds_at_first", reason)
    return found


def facing(unit: Known, foe: Known, *, shot_at: bool = False) -> Known:
    """The unit with spells counted as they are against this foe; in a melee with those of the foe, too."""
    if not (unit.borne or foe.borne):
        return unit
    return under(unit, unit.borne, Moment(foe=foe.figures, shot_at=shot_at))


def under(unit: Known, borne: tuple[Borne, ...], moment: Moment = ANY_MOMENT) -> Known:
    """The unit and its characters with these spells on them."""
    characters = tuple(replace(own, figures=bewitched(own.printed, borne, moment)) for own in unit.characters)
    return replace(unit, figures=bewitched(unit.printed, borne, moment), characters=characters)


def unnerved_by(unit: Known, borne: tuple[Borne, ...]) -> Known:
    """The unit and its characters in contact with the bearer of these spells."""
    characters = tuple(replace(own, figures=unnerved(own.figures, borne)) for own in unit.characters)
    return replace(unit, figures=unnerved(unit.figures, borne), characters=characters)


def fighting(unit: Known, foe: Known) -> Known:
    """As `facing`, in contact: what a foe bears may be against who fights it."""
    met = facing(unit, foe)
    return unnerved_by(met, foe.borne) if foe.borne else met


def enchantments(catalogue: Catalogue, situation: Situation) -> Iterator[dict[str, Any]]:
    """Every effect of the spells that units of the situation bear, with the figures that it changes, for JSON."""
    for field, unit in units_of(situation):
        if unit.spells:
            figures = figures_of(catalogue, unit.models[0], f"{field}.models[0]")
            yield from told(borne_by(catalogue, unit.spells, figures, f"{field}.spells"), figures, field)


def units_of(situation: Situation) -> Iterator[tuple[str, Unit]]:
    """The units that a situation states, with their fields."""
    for field in ("shooter", "target", "unit", "striker", "struck"):
        unit = getattr(situation, field, None)
        if isinstance(unit, Unit):
            yield field, unit
    for field in ("sides", "enemies", "friends"):
        for place, unit in enumerate(getattr(situation, field, ())):
            if isinstance(unit, Unit):
                yield f"{field}[{place}]", unit
    for place, stray in enumerate(getattr(situation, "strays", ())):
        yield f"strays[{place}].unit", stray.unit


def _led(catalogue: Catalogue, unit: Unit, field: str, costs: int) -> Iterator[Led]:
    """Its characters with what each has lost."""
    for number, character in enumerate(unit.characters):
        place = f"{field}.characters[{number}]"
        if character.count != 1:
            raise MalformedError(f"{place}.count", "must be 1")
        figures = figures_of(catalogue, character, place)
        if character.wounds_lost >= figures.wounds:
            raise MalformedError(f"{place}.wounds_lost", f"must be less than {figures.wounds}, the wounds of a model")
        if character.also_lost:
            raise MalformedError(f"{place}.also_lost", "must be empty: a character is one model")
        if character.rides and unit.models[0].count != 1:
            raise MalformedError(f"{field}.models[0].count", "must be 1: a character rides one model")
        if character.rides != unit.characters[0].rides:
            raise MalformedError(
                f"{place}.rides", "must be that of the unit's first: all are aboard its model, or none"
            )
        left = Left(1, (character.wounds_lost,) if character.wounds_lost else (), costs)
        yield Led(character, figures, left, place, figures)


def figures_of(catalogue: Catalogue, troops: Troops, field: str) -> Statistics:
    """By its profile, or by its own figures."""
    if (troops.profile is None) == (troops.figures is None):
        raise MalformedError(field, "needs either a profile or figures")
    if troops.profile is not None and troops.section is not None:
        raise MalformedError(f"{field}.section", "must be absent: the profile says what its models are")
    if troops.figures is not None:
        figures = troops.figures
    elif troops.profile is not None and troops.profile in catalogue.rows:
        figures = catalogue.in_play(troops.profile)
    else:
        near = closest_word(troops.profile or "", catalogue.rows)
        meant = f" (did you mean “{near}”?)" if near else ""
        raise MalformedError(f"{field}.profile", f"there is no profile “{troops.profile}”{meant}")
    if not figures.wounds:
        raise MalformedError(field, "has no wounds: it's no model")
    return figures


def _check_formation(unit: Known) -> None:
    """Ranks need models enough, and to be wide enough; some units never form any."""
    if not unit.ranks:
        return
    models, place = unit.left.models + unit.led_by, f"{unit.field}.formation"
    printed = unit.printed.morale  # by a spell it stands so from its next movement phase on
    if unit.is_war_machine or (printed and printed.kind is MoraleKind.BERSERK):
        raise MalformedError(place, "berserk units and war machines are always in skirmish")
    if models < (fewest := models_needed(unit.figures.base)):
        raise MalformedError(place, f"rank and file takes {fewest} models of base {unit.figures.base:g}, not {models}")
    if unit.ranks > models or not is_wide_enough(unit.ranks, models):
        raise MalformedError(f"{place}.files", f"{models} models can't stand {unit.ranks} wide")


def shaken(unit: Known, *, engaged: bool) -> Shaken:
    """The unit as its test is named."""
    stated, left, each = unit.unit, unit.left, unit.figures.wounds
    every = (unit.figures, *(own.figures for own in unit.characters))
    values = [figures.morale.value for figures in every if figures.morale]
    return Shaken(
        morale=max(values, default=0),
        kind=unit.morale.kind,
        base=unit.figures.base,
        ranked=bool(unit.ranks),
        models_at_first=unit.models_at_first,
        wounds_at_first=unit.wounds_at_first,
        models=left.models + unit.led_by,
        wounds=left.wounds(each) + sum(own.wounds for own in unit.characters),
        wounds_each=each,
        lost=sum(left.lost),
        fallen=stated.fallen,
        wounded=stated.wounded or stated.fallen > 0,
        frightened=stated.frightened,
        characters_lost=stated.characters_lost,
        leaders_fallen=stated.commanders_lost,
        joined=sum(own.wounds for own in unit.characters if own.stated.joined),
        engaged=engaged,
        modifier=stated.morale_modifier,
    )


def contenders(catalogue: Catalogue, sides: tuple[Side, ...], *, fresh: bool) -> Contenders:
    """Both sides of a melee, `fresh` where they have met this turn."""
    first, second = (known(catalogue, side, f"sides[{place}]", name="ab"[place]) for place, side in enumerate(sides))
    _check_names([first, second])
    for unit in (first, second):
        check_melee(unit)
    return meeting((sides[0], sides[1]), (fighting(first, second), fighting(second, first)), fresh=fresh)


def meeting(
    sides: tuple[Side, Side], units: tuple[Known, Known], *, fresh: bool, contacts: tuple[int, int] | None = None
) -> Contenders:
    """Both sides as they are stated against each other, looked up, and each free to fight by `check_melee`.

    Without `contacts` those models strike who touch, as stated or as two fronts of ranks do.
    """
    first, second = units
    own, theirs = contacts or (None, None)
    pair = (
        contender(sides[0], first, second, fresh=fresh, contact=own),
        contender(sides[1], second, first, fresh=fresh, contact=theirs),
    )
    check_blows(pair)
    return pair


def _check_names(units: list[Known]) -> None:
    """Results are named after both sides, and after nobody."""
    for unit in units:
        if unit.name == NOBODY:
            raise MalformedError(f"{unit.field}.name", f"must not be “{NOBODY}”: this is how results name no winner")
    if units[0].name == units[1].name:
        raise MalformedError("sides[1].name", f"is that of the other side, “{units[1].name}”")


def check_melee(unit: Known) -> None:
    """What this melee doesn't know yet is refused, not guessed: MalformedError names it."""
    place = f"{unit.field}.models[0]"
    if unit.leader and unit.is_character:
        reason = "must be empty: what a unit of characters alone loses by one of them isn't resolved here"
        raise MalformedError(f"{unit.field}.characters", reason)
    if unit.rides and not unit.is_vehicle and unit.figures.wounds < MOUNTS_WOUNDS:
        reason = f"has {unit.figures.wounds} wounds: such a mount and its rider are one model; state its figures"
        raise MalformedError(place, reason)
    if unit.rides and (joined := [own for own in unit.characters if own.stated.joined]):
        raise MalformedError(f"{joined[0].field}.joined", "must be false: it rides the only model")


def _check_hits(stated: Side | Character, figures: Statistics, lines: tuple[int, ...], field: str) -> None:
    """Blows and rams hit once."""
    used = [figures.melee[line] for line in lines]
    if stated.rams and figures.ramming:
        used.append(figures.ramming)
    if any(line.hits_d3 for line in used):
        raise MalformedError(field, "attacks of several hits each aren't resolved in melee")


def _check_aims(side: Side, own: Known, enemy: Known) -> None:
    """Only monsters choose between troops and their character; troops strike at troops as long as there are any."""
    place = f"{own.field}.at_characters"
    if side.at_characters and not enemy.leader:
        raise MalformedError(place, f"must be false: {enemy.name} has no character")
    if side.at_characters and own.section and not own.is_monster:
        raise MalformedError(place, "must be false: only monsters choose to strike at characters before troops")


def _leading(side: Side, own: Known, enemy: Known, *, fresh: bool) -> Iterator[Fighter]:
    """The characters of a side as they fight: each by itself, with what holds for its unit."""
    for number, led in enumerate(own.characters, 1):
        lines = _lines(led.stated.lines, led.figures, led.field)
        _check_hits(led.stated, led.figures, lines, led.field)
        name = f"{own.name}'s character{f' {number}' if number > 1 else ''}"
        if led.stated.rams:
            _check_rams(side.fought_at, led.figures, f"{led.field}.rams", name, fresh=fresh)
        mark = _mark(led, number, enemy)
        yield Fighter(
            name=name,
            figures=led.figures,
            left=led.left,
            contact=1,
            loose=True,
            fresh=fresh,
            rams=led.stated.rams,
            modifier=side.to_hit,
            lines=lines,
            seeks=mark > 0,
            mark=mark or 1,
        )


def _mark(led: Led, number: int, enemy: Known) -> int:
    """Whom of the enemy's characters it strikes at: as stated, else the one of its own number, 0 where there is none.

    Characters who have nobody of their own strike at troops; they may gang up (line 2465).
    """
    most = len(enemy.characters)
    if led.stated.at is None:
        return number if number <= most else 0
    if led.stated.at > most:
        raise MalformedError(f"{led.field}.at", f"must be at most {most}, the characters of {enemy.name}")
    return led.stated.at


def _check_marks(own: Known, enemy: Known) -> None:
    """Nobody gangs up on a character as long as another one is fought by nobody; of who rides one model all are."""
    if enemy.rides:
        return
    marks = [_mark(led, number, enemy) for number, led in enumerate(own.characters, 1)]
    free = set(range(1, len(enemy.characters) + 1)) - set(marks)
    twice = [place for place, mark in enumerate(marks) if mark in (0, *marks[:place])]
    if free and twice:
        field = own.characters[twice[0]].field
        raise MalformedError(f"{field}.at", f"must be {min(free)}: nobody fights that character of {enemy.name}")


def _check_rams(fought_at: Place, figures: Statistics, place: str, name: str, *, fresh: bool) -> None:
    """Who may ram does so as it comes into the melee, and not behind itself."""
    if figures.ramming is None:
        raise MalformedError(place, f"{name} has no ramming attack")
    if not fresh:
        raise MalformedError(place, "must be false in later turns: units ram as they come into a melee")
    if fought_at == "rear":
        raise MalformedError(place, f"must be false: nobody rams who has charged it in the rear, as {name} is")


def contender(side: Side, own: Known, enemy: Known, *, fresh: bool, contact: int | None = None) -> Contender:
    """One side against the other, looked up, however many results there may be; MalformedError for what can't be.

    `contact` is how many strike, where that isn't counted by who touches.
    """
    if side.rams and (spell := forbids(own.borne, "ramming")):
        raise MalformedError(f"{own.field}.rams", f"must be false: {spell.name} keeps {own.name} from it")
    if side.rams:
        _check_rams(side.fought_at, own.figures, f"{own.field}.rams", own.name, fresh=fresh)
    lines, front = _lines(side.lines, own.figures, own.field), side.fought_at == "front"
    _check_hits(side, own.figures, lines, f"{own.field}.models[0]")
    _check_aims(side, own, enemy)
    _check_marks(own, enemy)
    leading = tuple(_leading(side, own, enemy, fresh=fresh))
    counted = contact is not None  # models that stand anywhere: nobody behind them strikes or steps up
    contact = _contact(side, own, enemy) if contact is None else contact
    fighter = Fighter(
        name=own.name,
        figures=own.figures,
        left=own.left,
        contact=contact,
        over=0 if own.ranks or counted else min(contact, own.left.models - contact),  # one behind each
        files=own.ranks if front and not counted else 0,
        loose=not own.ranks,
        fresh=fresh,
        rams=side.rams,
        crewed=tuple(line for line in lines if own.is_vehicle and own.figures.melee[line].name == CREW),
        towed=own.is_vehicle and not side.howdah,
        rider_on=rider_on(own.figures.wounds) if own.rides else 0,
        carries=own.is_war_machine,
        modifier=side.to_hit,
        in_reach=side.in_reach,
        frightened=side.frightened,
        lines=lines,
        leader=leading[0] if leading else None,
        others=leading[1:],
        seeks=own.is_character or own.rides or side.at_characters,
    )
    return Contender(
        fighter=fighter,
        ranks=own.ranks,
        front=front,
        models_at_first=own.models_at_first,
        wounds_at_first=own.wounds_at_first,
        fallen=side.fallen,
        wounded=side.wounded or side.fallen > 0,
        characters_lost=side.characters_lost,
        leaders_fallen=side.commanders_lost,
        commands=not own.characters or not own.characters[0].stated.joined,
        others_command=tuple(not led.stated.joined for led in own.characters[1:]),
        pays=side.pays,
        modifier=side.morale_modifier,
    )


def _contact(side: Side, own: Known, enemy: Known) -> int:
    """Models in contact: as stated; else a single one, or those of the files before an enemy's front and beside it."""
    models = own.left.models
    if side.in_contact is not None:
        if side.in_contact > models:
            raise MalformedError(f"{own.field}.in_contact", f"must be at most {models}, the models that live")
        if own.ranks and side.in_contact > (most := _widest(side, own)):
            reason = f"must be at most {most}, the models along its {side.fought_at}"
            raise MalformedError(f"{own.field}.in_contact", reason)
        return side.in_contact
    wide = enemy.ranks or int(enemy.is_single)
    fronts = own.ranks and wide and side.fought_at == enemy.unit.fought_at == "front"
    if not (own.is_single or fronts):
        raise MalformedError(
            f"{own.field}.in_contact", "is missing: only two fronts of ranks say how many models touch"
        )
    return touching(own, own.ranks, enemy, wide)


def touching(own: Known, across: int, enemy: Known, wide: int) -> int:
    """Models of a front so many `across` that touch an enemy's: those before it, and one beside it on each side.

    MalformedError for more characters than that, who stand among them; a single model touches whoever leads it.
    """
    if own.is_single:
        return 1
    front = int(wide * _width(enemy.figures) / _width(own.figures))
    return beside_characters(own, min(across, front + TOUCHING_BESIDE), what=f"touch {enemy.name}")


def beside_characters(own: Known, room: int, *, what: str) -> int:
    """Models that strike where there is room for so many, characters among them; MalformedError for more characters.

    `what` is what those for whom there is room do, in words.
    """
    if own.led_by > room:
        raise MalformedError(f"{own.field}.characters", f"must be {room} at most, as many as {what}")
    return min(room, own.left.models + own.led_by) - own.led_by


def _widest(side: Side, own: Known) -> int:
    """The models along the side of ranks at which the enemy stands: a file is as deep as there are ranks."""
    if side.fought_at == "flank":
        return -(-(own.left.models + own.led_by) // own.ranks)
    return beside_characters(own, own.ranks, what=f"stand along its {side.fought_at}")


def _width(figures: Statistics) -> float:
    return figures.footprint[0] if figures.footprint else FOOTPRINTS[figures.base][0]


def _lines(stated: Lines | None, figures: Statistics, field: str) -> tuple[int, ...]:
    """Places of the attacks that are used; of those that exclude each other the first unless another is stated."""
    melee: tuple[Melee, ...] = figures.melee
    if stated is None:
        return tuple(place for place, line in enumerate(melee) if not line.alternative)
    for number, line in enumerate(stated):
        if line > len(melee):
            raise MalformedError(f"{field}.lines[{number}]", f"must be at most {len(melee)}, the attacks it has")
        for other in stated[:number]:
            if other != line and _begins(melee, other - 1) == _begins(melee, line - 1):
                reason = f"can't be used together with {other}: they are alternatives"
                raise MalformedError(f"{field}.lines[{number}]", reason)
    return tuple(dict.fromkeys(line - 1 for line in stated))


def _begins(melee: tuple[Melee, ...], place: int) -> int:
    """The place of the first of the attacks that exclude each other."""
    while place and melee[place].alternative:
        place -= 1
    return place
