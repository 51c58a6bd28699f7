"""The search ranks what it finds, understands misspelt words, and never takes long."""

from __future__ import annotations

import pytest

from tabletop.search import (
    LONGEST_QUERY,
    MOST_WORDS,
    Address,
    Answers,
    Entry,
    Fact,
    Rank,
    SearchIndex,
    merged,
    words_of,
)
from tabletop.work import Budget, TooMuchWorkError, limited
from tests.laws import of_each


def entry(name: str, text: str = "", *, group: str = "Things", facts: tuple[Fact, ...] = (), also: str = "") -> Entry:
    return Entry(
        group=group, kind="Thing", name=name, text=text, facts=facts, also=also, address=Address("thing", (name,))
    )


INDEX = SearchIndex(
    [
        entry("Earthquake", "The ground turns to stone."),
        entry("Stone Skin"),
        entry("Great Stone"),
        entry("Stone"),
        entry("Élan", "It doesn’t petrify dwarves’ axes."),
        entry("Long weapon", facts=(Fact("Range", '12"'),)),
        entry("Drake", "Petrifying breath", also="monster"),
    ]
)


def names(query: str, index: SearchIndex = INDEX) -> list[str]:
    return [found.name for found in index.search(query).entries]


def ranks(query: str) -> list[Rank]:
    return [answer.rank for answer in INDEX.search(query).answers]


def test_exact_comes_before_prefix_before_word_before_text() -> None:
    assert names("stone") == ["Stone", "Stone Skin", "Great Stone", "Earthquake"]
    assert ranks("stone") == [Rank.EXACT, Rank.PREFIX, Rank.WORD, Rank.TEXT]


def test_a_near_name_comes_before_a_near_text() -> None:
    assert names("skjn") == ["Stone Skin"]
    assert ranks("skjn") == [Rank.NEAR]
    assert ranks("gruond") == [Rank.NEAR_TEXT]


@pytest.mark.parametrize("query", ["petrify", "petrifies", "petrifying", "PETRIFY", "petrfy", "petrification", "petri"])
def test_endings_and_slips_dont_matter(query: str) -> None:
    assert sorted(names(query)) == ["Drake", "Élan"]


@of_each(
    ("query", "name"),
    [
        ("elan", "Élan"),
        ("longweapon", "Long weapon"),
        ("weapon long", "Long weapon"),
        ("what is a long weapon", "Long weapon"),
        ("12", "Long weapon"),
        ("monster", "Drake"),
        ("dwarf axe", "Élan"),
        ("doesnt", "Élan"),
    ],
)
def test_words_are_found_in_any_order_and_anywhere(query: str, name: str) -> None:
    assert names(query) == [name]


def test_where_nothing_has_every_word_those_with_most_answer() -> None:
    assert names("great stone skin") == ["Stone Skin", "Great Stone"]
    assert names("drake qqqqqq") == ["Drake"]


def test_a_single_letter_is_looked_for_in_names_alone() -> None:
    assert names("d") == ["Drake"]


@pytest.mark.parametrize("query", ["", " ", "?!", "qqqq", "zz", "‘’"])
def test_what_isnt_there_has_no_answer(query: str) -> None:
    assert INDEX.search(query) == Answers(words=INDEX.search(query).words)
    assert names(query) == []


def test_small_words_alone_are_looked_for() -> None:
    assert names("it") == ["Élan"]


def test_only_so_much_of_a_query_is_read() -> None:
    assert names("stone " + "x" * LONGEST_QUERY) == names("stone xxxx")
    assert names(" ".join(["stone"] * MOST_WORDS) + " drake") == names("stone")


def test_answers_say_by_which_beginnings_they_were_found() -> None:
    assert "petrif" in INDEX.search("petrifies").words
    assert INDEX.search("skjn").words == ("skin",)


def test_the_shorter_name_comes_first_and_then_the_order_given() -> None:
    index = SearchIndex([entry("Fire of the deep"), entry("Fire storm"), entry("Fire charm"), entry("Fire axe")])
    assert names("fire", index) == ["Fire axe", "Fire storm", "Fire charm", "Fire of the deep"]


def test_groups_are_counted_and_picked() -> None:
    index = SearchIndex(
        [entry("Fire", group="Spells"), entry("Fire wall", group="Spells"), entry("Firm", group="Units")]
    )
    found = index.search("fir")
    assert list(found.groups.items()) == [("Spells", 2), ("Units", 1)]
    assert [each.name for each in found.of_group("Units").entries] == ["Firm"]
    assert found.of_group("Units").words == found.words


def test_several_indexes_are_merged_by_rank() -> None:
    one, two = (
        SearchIndex([entry("Fire wall"), entry("Smoke", "fire")]),
        SearchIndex([entry("Fire"), entry("Fire eye")]),
    )
    found = merged(one.search("fire"), two.search("fire"))
    assert [each.name for each in found.entries] == ["Fire", "Fire wall", "Fire eye", "Smoke"]
    assert found.words == one.search("fire").words


def test_words_are_filed_without_accents_case_and_apostrophes() -> None:
    assert words_of("Élan’s  DON'T-stop, T61") == ["elans", "dont", "stop", "t61"]


def test_a_used_up_budget_stops_the_search() -> None:
    now = iter([0.0, *[9.0] * 100])
    with limited(Budget(1.0, clock=lambda: next(now))), pytest.raises(TooMuchWorkError):
        INDEX.search("stone")
