"""What the search finds of the game, each with its facts: spells, abilities, profiles, ground, rules and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.army.rules import TOURNAMENT
from tabletop.arcana.catalogue.abilities import ABILITIES, COLUMNS
from tabletop.arcana.catalogue.abilities.ability import ANY
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.spells import HEADER_WORDS, Save, Spell
from tabletop.arcana.catalogue.spells.header import WORDS_OF_KIND, range_words
from tabletop.arcana.catalogue.stat_lines import cells
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.reference.ground import terrain_rows
from tabletop.arcana.reference.rulings import Ruling
from tabletop.arcana.terrain import TERRAIN_KINDS
from tabletop.arcana.terrain.charts import Chart
from tabletop.arcana.terrain.wording import feature_in_words
from tabletop.search import Address, Entry, Fact

SPELLS, PROFILES, REFERENCE, RULINGS = "Spells", "Profiles", "Reference", "Rulings"
SAVES: dict[Save, str] = {
    Save.NONE: "none",
    Save.UNIT: "unit",
    Save.INDIVIDUAL: "individual",
    Save.INDIVIDUAL_SAVES: "each model",
    Save.MULTIPLE: "each hit",
    Save.NONE_BUT_UNIT: "none, enemies unit",
    Save.NONE_BUT_INDIVIDUAL: "none, enemies individual",
    Save.NONE_OR_INDIVIDUAL: "none or individual",
    Save.SPECIAL: "special",
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
            Fact("Range", range_words(spell.range).lower()),
            Fact("Lasts", WORDS_OF_KIND[spell.kind].lower()),
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
            name=any_figure(ability.name),
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


def any_figure(words: str) -> str:
    """An ability's name or text with an X where it can have any figure: `Fly X"`, `X d3 hits`."""
    return words.replace("#d3", "X d3").replace(str(ANY), "X")


def _of_row(row: Row, army: ArmyList) -> Entry:
    """A profile as it is played; of a wizard also the names of the schools."""
    line = cells(row)
    facts = [Fact(label, value) for cell, label in CELLS.items() if (value := getattr(line, cell))]
    return Entry(
        group=PROFILES,
        kind="Profile",
        name=row.name,
        of=army.name,
        facts=(Fact("Points", f"{row.points:,}"), *facts),
        also=" ".join((row.section.replace("-", " "), "profile unit", *map(str, schools_of(row, optional=False)))),
        address=Address("row", tuple(row.slug.split("/"))),
        picture=army.shield,
    )


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
        text=ruling.reading,
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
