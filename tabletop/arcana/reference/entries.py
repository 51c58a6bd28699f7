"""What the search finds of the game, each with its facts: spells, abilities, profiles, ground, rules and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.army.rules import TOURNAMENT
from tabletop.arcana.catalogue.abilities import ABILITIES, COLUMNS, Ability, abilities_of
from tabletop.arcana.catalogue.abilities.ability import ANY
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.spells import HEADER_WORDS, Save, Spell
from tabletop.arcana.catalogue.spells.header import WORDS_OF_KIND, range_words
from tabletop.arcana.catalogue.stat_lines import StatLine, cells
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.reference.chapters import CHAPTERS, Chapter, Section, without_links
from tabletop.arcana.reference.ground import terrain_rows
from tabletop.arcana.reference.rulings import Ruling
from tabletop.arcana.reference.short import Part
from tabletop.arcana.terrain import TERRAIN_KINDS
from tabletop.arcana.terrain.charts import Chart
from tabletop.arcana.terrain.wording import feature_in_words
from tabletop.search import Address, Entry, Fact

SPELLS, PROFILES, REFERENCE, RULINGS = "Spells", "Profiles", "Reference", "Rulings"
SAVES: dict[Save, str] = {
    Save.NONE: "none",
    Save.UNIT: "unit",
    Save.INDIVIDUAL: "own",
    Save.INDIVIDUAL_SAVES: "each model",
    Save.MULTIPLE: "each hit",
    Save.NONE_BUT_UNIT: "unit, enemies only",
    Save.NONE_BUT_INDIVIDUAL: "own, enemies only",
    Save.NONE_OR_INDIVIDUAL: "none, or own",
    Save.SPECIAL: "of its own kind",
}
GROUND_LABELS = ("An inch in ranks", "An inch loose", "Shots at it", "Sight")
CELLS = {
    "move": "Move",
    "wounds": "Wounds",
    "armour": "Armour",
    "magic": "Magic",
    "morale": "Morale",
    "melee": "Melee",
    "missile": "Missile",
    "special": "Special",
}


def entries_of(catalogue: Catalogue, charts: Iterable[Chart], rulings: Iterable[Ruling]) -> tuple[Entry, ...]:
    """Everything to look up; where two answer as well as each other, the one named first here comes first."""
    return (
        *map(_of_spell, catalogue.spells.values()),
        *(entry for chapter in CHAPTERS.values() for entry in _of_chapter(chapter)),
        *_of_abilities(),
        *(_of_row(catalogue.in_play(slug), catalogue.list_of(slug)) for slug in catalogue.rows),
        *_of_ground(),
        *(entry for chart in charts for entry in _of_chart(chart)),
        *map(_of_ruling, rulings),
        *_of_checks(),
    )


def _of_spell(spell: Spell) -> Entry:
    schools = [listing.school for listing in spell.schools]
    names = " and ".join(school.capitalize() for school in schools)
    return Entry(
        group=SPELLS,
        kind="Spell",
        name=spell.name,
        of=f"{'school' if len(schools) == 1 else 'schools'} of {names}",
        facts=(
            Fact("Level", str(spell.level)),
            Fact("Range", range_words(spell.range)),
            Fact("Lasts", WORDS_OF_KIND[spell.kind]),
            Fact("Save", SAVES[spell.save]),
        ),
        text=spell.text,
        also="magic spell template" if spell.template else "magic spell",
        address=Address("spell", tuple(spell.slug.split("/"))),
        picture=SCHOOL_TINCTURES[schools[0]],
    )


def _of_abilities() -> Iterator[Entry]:
    for ability in ABILITIES:
        yield Entry(
            group=REFERENCE,
            kind="Ability",
            name=name_of(ability),
            of=ability.citation.section,
            text=any_figure(ability.text),
            address=Address("abilities", part=ability.slug),
        )
    for column in COLUMNS:
        address = Address("abilities", part=f"column-{column.slug}")
        yield Entry(group=REFERENCE, kind="Column of a profile", name=column.name, text=column.text, address=address)
    for word in HEADER_WORDS:
        address = Address("spell-words", part=word.slug)
        yield Entry(group=REFERENCE, kind="Word of spells", name=word.name, text=word.text, address=address)


def name_of(ability: Ability) -> str:
    """What an ability is called for any figure that it can have: `Fly X"`, `Missile skill (X/X)`."""
    name = any_figure(ability.name)
    return name if name[0].isalpha() else f"{ability.slug.replace('-', ' ').capitalize()} {name}"


def any_figure(words: str) -> str:
    """An ability's words with an X where they can have any figure."""
    return words.replace("#d3", "X d3").replace(str(ANY), "X")


def _of_row(row: Row, army: ArmyList) -> Entry:
    """A profile as it is played, found by its abilities and a wizard's schools, too."""
    abilities = (ability.slug for ability in abilities_of(row))
    return Entry(
        group=PROFILES,
        kind="Profile",
        name=row.name,
        of=army.name,
        facts=figures_of(cells(row), row.points),
        also=" ".join((row.section, "profile unit", *schools_of(row, optional=False), *abilities)),
        address=Address("row", tuple(row.slug.split("/"))),
        picture=army.shield,
    )


def figures_of(line: StatLine, points: int | None = None) -> tuple[Fact, ...]:
    """The price and the cells of a stat line that have something to say, each under its heading."""
    figures = (Fact(label, value) for cell, label in CELLS.items() if (value := getattr(line, cell)))
    return (*([] if points is None else [Fact("Points", f"{points:,}")]), *figures)


def _of_chapter(chapter: Chapter) -> Iterator[Entry]:
    """The chapter, its sections and its short rules."""
    yield Entry(
        group=REFERENCE,
        kind="Reference",
        name=chapter.title,
        of=f"phase {chapter.number}" if chapter.number else "",
        facts=tuple(Fact(label, value) for label, value in chapter.keys),
        text=chapter.lead,
        address=Address("chapter", (chapter.slug,)),
    )
    for section in chapter.sections:
        parts = (*section.text, *section.points, *_rows(section))
        yield Entry(
            group=REFERENCE,
            kind="Reference",
            name=section.title,
            of=chapter.title,
            text=without_links(" ".join(parts)),
            address=Address("chapter", (chapter.slug,), section.slug),
        )
    yield from (entry for part in chapter.parts for entry in _of_part(chapter, part))


def _of_part(chapter: Chapter, part: Part) -> Iterator[Entry]:
    """The short rules one by one; those without a name of their own, as steps of a roll are, together."""
    named = [line for line in part.entries if line.lead[0].isalpha()]
    steps = " ".join(f"{line.lead}: {line.text}" for line in part.entries if line not in named)
    texts = [(part.title, steps), *((line.lead, line.text[:1].upper() + line.text[1:]) for line in named)]
    for name, text in texts:
        if text:
            yield Entry(
                group=REFERENCE,
                kind="Reference",
                name=name,
                of=f"{chapter.title}, in short",
                text=text,
                address=Address("chapter", (chapter.slug,), "short"),
            )


def _rows(section: Section) -> Iterator[str]:
    """Its table row by row, as `Difficult: 2″, 1⅓″.` is."""
    for name, *rest in section.table.rows if section.table else ():
        yield f"{name}: {', '.join(rest)}."


def _of_ground() -> Iterator[Entry]:
    for kind, row in zip(TERRAIN_KINDS.values(), terrain_rows(TERRAIN_KINDS.values()), strict=True):
        figures = zip(GROUND_LABELS, row[1:], strict=True)
        yield Entry(
            group=REFERENCE,
            kind="Terrain",
            name=kind.name,
            of="Kinds of ground",
            facts=tuple(Fact(label, value) for label, value in figures if value),
            text=f"For example {', '.join(kind.examples)}."
            + " The book leaves it to the players: these figures are our proposal." * kind.ours,
            address=Address("terrain", part="kinds"),
        )


def _of_chart(chart: Chart) -> Iterator[Entry]:
    for feature in chart.features:
        yield Entry(
            group=REFERENCE,
            kind="Terrain",
            name=feature.name,
            of=f"chart of {chart.name}",
            text=" ".join(feature_in_words(feature)),
            address=Address("terrain", part=chart.slug),
        )


def _of_ruling(ruling: Ruling) -> Entry:
    return Entry(
        group=RULINGS,
        kind="Ruling",
        name=ruling.code,
        of=ruling.chapter,
        facts=(Fact("Question", ruling.question),),
        text=f"{ruling.reading[:1].upper()}{ruling.reading[1:]}." if ruling.reading else "",
        also=ruling.why,
        address=Address("rulings", part=ruling.code),
    )


def _of_checks() -> Iterator[Entry]:
    for rule in TOURNAMENT.rules:
        yield Entry(
            group=REFERENCE,
            kind="Rule that is checked",
            name=rule.code,
            of=rule.citation.section,
            text=rule.statement,
            address=Address("checked", part=rule.code),
        )
