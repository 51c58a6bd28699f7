"""Structured facts in words: every effect has some, and every figure of a spell is told."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest

from tabletop.arcana.catalogue.profiles import Element
from tabletop.arcana.catalogue.spells import HEADER_WORDS, Spell, header, header_words
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.catalogue.spells.spellfile import creatures_of
from tabletop.arcana.catalogue.spells.words import WORDS, Fact, facts
from tests.catalogue import printed_catalogue
from tests.laws import law_of, of_each

SPELLS = list(printed_catalogue().spells.values())
every_spell = law_of(SPELLS, lambda spell: spell.slug)


def told(spell: Spell) -> str:
    return " ".join(f"{fact.label} {fact.text}" for fact in facts(spell))


def lines(slug: str) -> list[tuple[str, str]]:
    return [(fact.label, fact.text) for fact in facts(printed_catalogue().spells[slug])]


def figures(value: Any, key: str = "") -> list[str]:
    """Every dice roll and number of plain effects, but those that are words."""
    if isinstance(value, dict):
        return [each for name, part in value.items() for each in figures(part, name)]
    if isinstance(value, list):
        return [each for part in value for each in figures(part, key)]
    if key in ("effect", "creature", "cumulative", "at_once", "rolls") or isinstance(value, bool):
        return []
    return [str(value)] if isinstance(value, int) or re.fullmatch(r"\d*d?\d+", str(value)) else []


def test_every_kind_of_effect_has_words() -> None:
    assert {*WORDS, fx.DieTable} == {*get_args(fx.SpellEffect)}


@every_spell
def test_every_figure_of_the_effects_is_told(spell: Spell) -> None:
    text = told(spell)
    plain = msgspec.to_builtins(spell.effects)
    assert [each for each in figures(plain) if each.lstrip("-") not in text] == []


@every_spell
def test_facts_have_a_label_and_words_and_no_loose_ends(spell: Spell) -> None:
    for fact in facts(spell):
        assert fact.label
        assert fact.text == fact.text.strip(" ,;")
        assert ", ," not in fact.text
        assert "{" not in fact.text
        assert fact.text or fact.creature


@every_spell
def test_the_creatures_told_are_those_that_come(spell: Spell) -> None:
    assert tuple(fact.creature for fact in facts(spell) if fact.creature) == creatures_of(spell)


def test_every_element_of_a_spell_is_one_that_rows_know() -> None:
    known = {
        element
        for row in printed_catalogue().rows.values()
        for element in (*row.defence.immune, *row.defence.sensitive)
    }
    used = {element for spell in SPELLS for element in Element if f'"{element}"' in written(spell)}
    assert used == {"fire", "water"}
    assert used <= known


def written(spell: Spell) -> str:
    return "".join(re.findall(r'"element":"[a-z]+"', msgspec.json.encode(spell.effects).decode()))


@of_each(
    ("slug", "expected"),
    [
        ("general/dispel", ("Target", "a persistent spell")),
        ("chaos/steal-enchantment", ("Target", "an enemy's persistent spell")),
        ("general/scrying", ("Target", "one unit, enemy, infiltrating")),
        ("death/raise-dead", ("Summons", "× 3, may join a unit of their kind")),
        ("death/raise-dead", ("Each extra power", "3 more creatures")),
        ("nature/summon-treeman", ("Summons", "")),
        ("chaos/chaos-vortex", ("On 1–2", "nothing")),
        ("chaos/chaos-vortex", ("Moves", '2d6" in a random direction, as each turn ends')),
        ("fire/fire-wall", ("Template", "rectangle, 6 × 1 bases, stops sight")),
        ("nature/create-forest", ("Template", "rectangle, at most 5 × 5 or 4 × 6 inches, stops sight")),
        (
            "earth/geyser",
            ("Hits", "3d3 hits, Str (0), water, half on skirmishers and on those in melee with the target"),
        ),
        ("water/desiccate", ("Hits", "4d3 hits, eldritch, in full on skirmishers")),
        (
            "nature/gaias-march",
            ("Hits", "1 attack at skill 3, Str (2), melee, on enemy models it touches, unless it makes a unit save"),
        ),
        ("death/motivate-dead", ("Changes", 'Movement +4", not yet this phase')),
        ("chaos/corrupt-armour", ("Changes", "Armour −2")),
        ("air/wind-walk", ("Gives", 'Flying 15"')),
        ("fire/flaming-weapons", ("Lies on the table", "a marker beside its target")),
        ("air/tornado", ("Lies on the table", "its template")),
    ],
)
def test_some_facts_word_by_word(slug: str, expected: tuple[str, str]) -> None:
    assert expected in lines(slug)


def test_what_leaves_nothing_behind_says_nothing_of_the_table() -> None:
    assert [label for label, _ in lines("fire/flamestrike")] == ["Target", "Hits"]
    assert Fact("Summons", "", "monsters/treeman") in facts(printed_catalogue().spells["nature/summon-treeman"])


def test_a_created_pond_is_as_difficult_in_short_as_in_its_text() -> None:
    pond = printed_catalogue().spells["water/create-pond"]
    assert "makes water, difficult ground" in told(pond)
    assert "difficult terrain" in pond.text


@pytest.mark.parametrize("slug", ["death/vortex-of-souls", "chaos/chaos-vortex", "air/tornado", "fire/flamestrike"])
def test_damage_that_scatters_reaches_those_who_fight_the_target(slug: str) -> None:
    spell = printed_catalogue().spells[slug]
    assert "half on skirmishers and on those in melee with the target" in told(spell)
    assert "in melee" in spell.text


@every_spell
def test_every_word_of_a_header_is_explained(spell: Spell) -> None:
    words = header_words(spell)
    assert words[0].name.lower() in header(spell)
    assert len(words) == 2 + (spell.save == "none-or-individual") + bool(spell.template) * (1 + wanders(spell))
    assert {word.slug for word in words} <= {word.slug for word in HEADER_WORDS}


def wanders(spell: Spell) -> bool:
    return bool(spell.template and spell.template.drift and spell.template.drift.towards == "random")


def test_every_header_word_is_met_somewhere() -> None:
    assert {word for spell in SPELLS for word in header_words(spell)} == set(HEADER_WORDS)
