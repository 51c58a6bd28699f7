"""The words of a stat line: every field is explained, with its figures, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, inspect

from tabletop.arcana.catalogue.abilities import ABILITIES, COLUMNS, Ability, abilities_of
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import (
    BASE_SIZES,
    Armour,
    Defence,
    Melee,
    Missile,
    MissileSkill,
    Morale,
    Movement,
    Printed,
    Row,
    Spellcasting,
    Statistics,
)
from tabletop.arcana.catalogue.vehicle_parts import VehicleParts
from tests.catalogue import printed_catalogue
from tests.laws import law_of, of_each

LONGEST = 320
MOST_SENTENCES = 3

# What a field says beyond its column's plain figure; a field that stands in neither table fails the tests.
SLUGS = {
    "movement.fly": "flying",
    "movement.swim": "swimming",
    "armour.fixed": "fixed",
    "second_armour": "second-armour",
    "second_armour.fixed": "fixed",
    "defence.magic_resistance": "magic-resistance",
    "defence.evasion": "evasion",
    "defence.shield": "shield",
    "defence.missile_armour": "missile-armour",
    "defence.missile_immune": "missile-immune",
    "defence.regeneration": "regeneration",
    "defence.slow": "slow",
    "defence.sensitive": "sensitive",
    "defence.immune": "immune",
    "defence.negates_long_weapons": "negates-long-weapons",
    "defence.testudo": "testudo",
    "defence.charmer": "charmer",
    "morale.disciplined": "disciplined",
    "melee.per_wound": "per-wound",
    "melee.magical": "magical",
    "melee.element": "element",
    "melee.first_strike": "first-strike",
    "melee.last_strike": "last-strike",
    "melee.long_weapon": "long-weapon",
    "melee.phalanx": "phalanx",
    "melee.hits_d3": "hits-d3",
    "melee.wounds_d3": "wounds-d3",
    "melee.sweep": "sweep",
    "melee.alternative": "alternative",
    "missile.min_range": "minimum-range",
    "missile.magical": "magical",
    "missile.element": "element",
    "missile.natural": "natural",
    "missile.artillery": "artillery",
    "missile.hits_d3": "hits-d3",
    "missile.wounds_d3": "wounds-d3",
    "missile.reloads": "reloads",
    "missile.alternative": "alternative",
    "ramming": "ramming",
    "fearsome": "fearsome",
    "base": "base",
    "footprint": "base",
    "missile_skill": "missile-skill",
    "elite": "elite",
    "spellcaster": "spellcaster",
    "infiltrate_cost": "infiltrate",
    "infiltrates": "infiltrate",
    "phalanx_cost": "phalanx",
    "cargo": "cargo",
    "other_base": "other-base",
}
OF_SECTIONS = {
    "vehicles": {"vehicle", "half-wrecked"},
    "war-machines": {"war-machine", "shared-crews", "stands-its-ground"},
}
PLAIN = {
    *("slug", "name", "points", "printed", "notes", "format", "kind", "wounds"),
    *("movement", "armour", "defence", "morale", "melee", "missile"),
    *("movement.ground", "armour.value", "second_armour.value", "morale.value"),
    *("melee.name", "melee.attacks", "melee.skill", "melee.sweeps"),
    *("missile.name", "missile.attacks", "missile.skill"),
    *("missile_skill.attacks", "missile_skill.skill", "spellcaster.schools", "spellcaster.cost"),
    *("room", "carried_by", "cannot_mount", "cannot_lead_phalanx"),  # said in its name or its notes
    *("vehicle_type", "mounted", "horse_like", "parts"),
}


def meant(path: str, value: Any, holder: Any) -> set[str]:
    """The abilities that a field which isn't at its default stands for."""
    match path:
        case "section":
            return OF_SECTIONS.get(value, set())
        case "drawn_by":
            return {"towed", "repair"}
        case "movement.abilities":
            return set(value)
        case "morale.kind":
            return {"fearless"} if value == "fearless" else {"berserk", "berserk-morale"}
        case "melee.strength" | "missile.strength":
            return {value} if isinstance(value, str) else {"strength"}
        case "missile.range":
            return set() if holder.min_range else {"range"}
    return set() if path in PLAIN else {SLUGS[path]}


def stated(struct: Struct, path: str = "") -> Iterator[set[str]]:
    """What each field that isn't at its default means, however deep it stands."""
    for field in msgspec.structs.fields(struct):
        value, name = getattr(struct, field.name), f"{path}{field.name}"
        if value == field.default:
            continue
        yield meant(name, value, struct)
        within = f"{name}.".replace("ramming.", "melee.")
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Struct) and not isinstance(part, Printed | VehicleParts):
                yield from stated(part, within)


VALUES: dict[type[inspect.Type], Callable[[Any], st.SearchStrategy[Any]]] = {
    inspect.IntType: lambda of: st.integers(of.ge or 0, of.le),
    inspect.BoolType: lambda _: st.booleans(),
    inspect.StrType: lambda _: st.just("list/row"),
    inspect.FloatType: lambda _: st.sampled_from(BASE_SIZES),
    inspect.LiteralType: lambda of: st.sampled_from(of.values),
    inspect.EnumType: lambda of: st.sampled_from(list(of.cls)),
    inspect.NoneType: lambda _: st.none(),
    inspect.Metadata: lambda of: values(of.type),
    inspect.UnionType: lambda of: st.one_of([values(each) for each in of.types]),
    inspect.TupleType: lambda of: st.tuples(*(st.integers(5, each.le) for each in of.item_types)),  # any base fits
    inspect.VarTupleType: lambda of: st.lists(values(of.item_type), max_size=2).map(tuple),
    inspect.StructType: lambda of: st.builds(of.cls, **{field.name: values(field.type) for field in of.fields}),
}


def values(of: inspect.Type) -> st.SearchStrategy[Any]:
    """Anything a field of this type may hold."""
    return VALUES[type(of)](of)


MODELS = st.one_of([values(inspect.type_info(kind)) for kind in (Statistics, Row, Design)])


def printed_rows() -> list[Row]:
    return list(printed_catalogue().rows.values())


PRINTED = printed_rows()


def slugs(abilities: tuple[Ability, ...]) -> list[str]:
    return [ability.slug for ability in abilities]


def row(**fields: Any) -> Row:
    return Row(slug="list/row", name="Row", section="troops", points=9, printed=Printed(name="Row"), **fields)


@given(MODELS)
def test_every_field_off_its_default_is_explained_and_nothing_else(model: Statistics) -> None:
    assert set(slugs(abilities_of(model))) == set().union(*stated(model))


def test_every_printed_row_is_explained_and_nothing_else() -> None:
    assert len(PRINTED) > 300
    wrong = [each.slug for each in PRINTED if set(slugs(abilities_of(each))) != set().union(*stated(each))]
    assert wrong == []


@given(MODELS)
def test_explanations_come_once_each_in_the_books_order(model: Statistics) -> None:
    abilities = abilities_of(model)
    places = [slugs(ABILITIES).index(slug) for slug in slugs(abilities)]
    assert places == sorted(places)
    assert len(set(abilities)) == len(abilities)


@given(MODELS)
def test_every_explanation_is_short_and_has_its_figures(model: Statistics) -> None:
    for ability in abilities_of(model):
        assert is_a_short_text(ability.text), ability
        assert "#" not in ability.name + ability.text


@law_of([*ABILITIES, *COLUMNS], lambda entry: f"{type(entry).__name__}-{entry.slug}")
def test_every_entry_is_short_and_cites_its_section(entry: Any) -> None:
    assert is_a_short_text(entry.text)
    assert entry.name
    assert entry.citation.document == BOOK.title
    assert entry.citation.section


def is_a_short_text(text: str) -> bool:
    sentences = re.findall(r"[.](?= |$)", text)
    return text.endswith(".") and len(text) <= LONGEST and len(sentences) <= MOST_SENTENCES


def test_no_two_entries_share_a_slug_or_a_text() -> None:
    assert len(set(slugs(ABILITIES))) == len(ABILITIES)
    texts = [entry.text for entry in (*ABILITIES, *COLUMNS)]
    assert len(set(texts)) == len(texts)


def test_every_ability_of_the_glossary_is_one_that_a_row_can_have() -> None:
    read_from_values = {"forestwalker", "swimmer", "rock-climber", "ignores-terrain", "fearless", "berserk"}
    read_from_values |= {"towed", "repair"}.union(*OF_SECTIONS.values())
    read_from_values |= {"berserk-morale", "strength", "weak", "eldritch", "range"}
    assert set(slugs(ABILITIES)) == set(SLUGS.values()) | read_from_values


def test_columns_are_those_of_the_printed_tables() -> None:
    assert [column.slug for column in COLUMNS] == list(Printed.__struct_fields__[1:])


BOW = Missile(name="Bow", range=21, attacks=1, skill=3)


@of_each(
    ("model", "name", "says"),
    [
        (Statistics(movement=Movement(fly=15)), 'Fly 15"', 'fly 15"'),
        (Statistics(defence=Defence(evasion=2)), "Evasion (2)", "2 less skill"),
        (Statistics(defence=Defence(missile_armour=4)), "Missile +4", "4 better"),
        (Statistics(defence=Defence(sensitive=("fire",))), "Sensitive (fire)", "hit of fire"),
        (Statistics(defence=Defence(magic_resistance=4)), "Magic resistance (4)", "d6 of 4 or less"),
        (Statistics(armour=Armour(value=3, fixed=True)), "Fixed (3)", "below 3"),
        (Statistics(second_armour=Armour(value=2, fixed=True)), "Second armour (2)", "armour of 2"),
        (Statistics(morale=Morale(value=9, kind="fearless")), "Fearless", "15 wounds"),
        (Statistics(melee=(Melee(attacks=1, skill=2, strength=2),)), "Strength (2)", "2 lower"),
        (Statistics(melee=(Melee(attacks=1, skill=2, wounds_d3=1),)), "d3 wounds", "d3 wounds"),
        (Statistics(melee=(Melee(attacks=1, skill=2, wounds_d3=2),)), "2d3 wounds", "2d3 wounds"),
        (Statistics(melee=(Melee(attacks=10, skill=3, sweep=True),)), "Sweep (10)", "up to 10 enemies"),
        (Statistics(melee=(Melee(attacks=10, skill=3, sweep=True, sweeps=2),)), "2 sweeps (10)", "each of 2 sweeps"),
        (Statistics(ramming=Melee(attacks=12, skill=3)), "Ram (12/3)", "12/3"),
        (Statistics(missile=(BOW,)), 'Bow (21")', 'within 7", normally up to 21", and at -1 from there to 28"'),
        (Statistics(missile=(msgspec.structs.replace(BOW, range=10),)), 'Bow (10")', '3⅓", normally up to 10"'),
        (Statistics(missile=(msgspec.structs.replace(BOW, range=2),)), 'Bow (2")', 'within ⅔", normally up to 2"'),
        (Statistics(missile=(msgspec.structs.replace(BOW, range=2),)), 'Bow (2")', 'to 2⅔"'),
        (
            Statistics(missile=(msgspec.structs.replace(BOW, range=36, min_range=12),)),
            'Range (12" to 36")',
            '12" to 36"',
        ),
        (Statistics(base=0.5), "Base ½", '25 by 12.5 mm, 1" wide and ½" deep, as 1 base unit.'),
        (Statistics(base=2), "Base 2", '25 by 50 mm, 1" wide and 2" deep, as 2 base units.'),
        (Statistics(base=6), "Base 6", '50 by 75 mm, 2" wide and 3" deep, as 4 base units.'),
        (Statistics(base=15), "Base 15", '75 by 125 mm, 3" wide and 5" deep, as 9 base units.'),
        (row(other_base=2), "Or base 2", "25 by 50 mm"),
        (row(infiltrate_cost=29), "Infiltrate (29)", "29 points"),
        (row(phalanx_cost=31), "Phalanx (31)", "31 points"),
        (row(cargo=5), "Cargo (5)", "10 bases"),
        (row(missile_skill=MissileSkill(attacks=1, skill=4)), "(1/4)", "1/4"),
        (row(spellcaster=Spellcasting(schools=("fire", "earth", "life"))), "Spellcaster", "Fire, Earth or Life"),
        (row(spellcaster=Spellcasting(schools=("earth",))), "Spellcaster", "General spells and Earth."),
        (row(spellcaster=Spellcasting(schools=("general",))), "Spellcaster", "General spells only"),
        (row(spellcaster=Spellcasting(schools=("death",), cost=250)), "Spellcaster", "250 points"),
        (Design(name="Mage", spellcaster="general"), "Spellcaster", "General spells only"),
        (Design(name="Mage", spellcaster="schools"), "Spellcaster", "one school"),
    ],
)
def test_an_ability_says_its_figures(model: Statistics, name: str, says: str) -> None:
    found = [ability.text for ability in abilities_of(model) if ability.name == name]
    assert len(found) == 1
    assert says in found[0]


def test_a_plain_trooper_has_no_abilities() -> None:
    plain = row(movement=Movement(ground=5), wounds=2, armour=Armour(value=3), morale=Morale(value=8))
    assert abilities_of(plain) == ()
