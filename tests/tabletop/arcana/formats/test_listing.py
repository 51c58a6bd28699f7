"""Lists as people write and mangle them: forgiven where only one thing can be meant, else told."""

from __future__ import annotations

import pytest

from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Upgrade, new_roster
from tabletop.arcana.formats.listing.reader import read_listing
from tabletop.arcana.formats.listing.writer import write_markdown, write_text
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.tabletop.arcana.formats.test_round_trips import sample

CATALOGUE = printed_catalogue()
CHAMPION = "dwarves/dwarf-champion"
EAGLE = Mount(profile="monsters/giant-eagle")


def read(text: str) -> Roster:
    roster, problems = read_listing(text, CATALOGUE)
    assert problems == ()
    assert roster is not None
    return roster


def part(line: str) -> Models | Character:
    """What one line of a dwarf unit is."""
    (unit,) = read(f"Roster: A\nArmy: Dwarves\nUnit: B\n{line}\n").units
    (found,) = unit.models + unit.characters
    return found


@of_each(
    "line",
    [
        "17 Axemen", "- 17 Axemen", "-   17 axemen  ", "• 17 Axemen", "* 17 AXEMEN", "– 17 Axemen", "> - 17 Axemen",
        "1. 17 Axemen", "17x Axemen", "17 x Axemen", "17 × Axemen", "17xAxemen", "**17 Axemen**", "17 dwarves/axemen",
        "17 Axemen [306 points]", "17 Axemen (306 pts)", "17 Axemen (306)", "17 Axemen - 306 pts", "17 Axemen: 306 VP",
        "17 Axemen = 306 points", "17 Axemen [9,999 points]", "\ufeff\u200b17\xa0Axemen\u3000", "Models: 17 Axemen",
        "17   Axemen;",
    ],
)  # fmt: skip
def test_models_are_read_in_any_dress_and_prices_are_not_believed(line: str) -> None:
    assert part(line) == Models(profile="dwarves/axemen", count=17)


@pytest.mark.parametrize(
    "line",
    [
        "Dwarf Champion: crossbow; counterspell; on Giant Eagle",
        "dwarf champion, crossbow, counterspell, on giant eagle",
        "- 1 Dwarf Champion; Crossbow; COUNTERSPELL; riding Giant Eagle [151 points]",
        "1x Dwarf Champion: on Giant Eagle, crossbow, counterspell",
        "Character: Dwarf Champion: crossbow; counterspell; mounted on monsters/giant-eagle {c1}",
    ],
)
def test_characters_are_read_in_any_dress(line: str) -> None:
    assert part(line) == Character(ref="c1", profile=CHAMPION, weapon="crossbow", counterspell=True, mount=EAGLE)


@pytest.mark.parametrize("school", ["school of earth", "School of Earth", "school earth"])
def test_schools_are_read_in_any_case(school: str) -> None:
    assert part(f"Dwarf Wizard: {school}") == Character(ref="c1", profile="dwarves/dwarf-wizard", school="earth")


def test_names_with_commas_stand_among_commas() -> None:
    expected = Character(ref="c1", profile=CHAMPION, mount=Mount(profile="monsters/dragon-young"), weapon="crossbow")
    assert part("Dwarf Champion, on Dragon, Young, crossbow") == expected


def test_crews_and_upgrades_are_counted() -> None:
    expected = Models(
        profile="war-machines/cannon",
        count=2,
        reinforced=1,
        upgrades=(Upgrade(profile="giant-kings/rollers", count=3),),
    )
    assert part("2 Cannon; 1 reinforced; with 3 giant-kings/rollers") == expected


@of_each(
    ("written", "name"),
    [
        ("The Old Guard", "The Old Guard"), ("“The Old Guard”", "The Old Guard"), ('"The [Old] G"', "The [Old] G"),
        ("«Гномы»", "Гномы"), (" 矮人 ", "矮人"), ('"a\\u00a0b"', "a\xa0b"), ('"a \\"b\\""', 'a "b"'), ("", ""),
        ('"\\[x\\]" [300 points]', "[x]"), ("The Old Guard (306 pts)", "The Old Guard"),
    ],
)  # fmt: skip
def test_unit_names_are_read_with_and_without_marks(written: str, name: str) -> None:
    assert read(f"Roster: A\nArmy: Dwarves\nUnit: {written}\n").units[0].name == name


@pytest.mark.parametrize(
    "head",
    [
        "Unit: B (infiltrating)", "unit: B (Infiltrating) [5 points]", "UNIT 3: B [5 points] (infiltrators)",
        "Unit： B [infiltrating]", "## B (infiltrating)", "**Unit:** B (infiltrating)",
    ],
)  # fmt: skip
def test_infiltrators_say_so(head: str) -> None:
    (unit,) = read(f"Roster: A\nArmy: Dwarves\n{head}\n").units
    assert (unit.name, unit.infiltrating) == ("B", True)


@pytest.mark.parametrize(
    "line",
    [
        "Notes: Hold it",
        "notes: “Hold it”",
        "- **Notes:** Hold it",
        "NOTE: Hold it ",
        '> Notes: "Hold it"',
        "* Note： Hold it",
    ],
)
def test_notes_are_the_units_above_or_the_rosters(line: str) -> None:
    roster = read(f"Roster: A\nArmy: Dwarves\n{line}\nUnit: B\n17 Axemen\nUnit: C\n{line}\n")
    assert (roster.notes, [unit.notes for unit in roster.units]) == ("Hold it", ["", "Hold it"])


@pytest.mark.parametrize("notes", ['"Hold" it', '"Hold it', "“", "17 Axemen [5 points]", "x" * 1000, "Unit: B {u7}"])
def test_notes_say_what_they_say(notes: str) -> None:
    assert read(f"Roster: A\nArmy: Dwarves\nNotes: {notes}\n").notes == notes


@pytest.mark.parametrize("limit", ["4000", "4,000", "4 000", "4.000", "4000 points", "4,000 pts", "4000pts"])
def test_a_limit_is_read_as_people_write_numbers(limit: str) -> None:
    assert read(f"Roster: A\nArmy: Dwarves\nLimit: {limit}\n").points_limit == 4000


def test_the_head_may_stand_in_any_order_and_say_little() -> None:
    assert read("army: dwarves\r\n\r\nROSTER: A\r\n") == new_roster(name="A", army="dwarves")
    roster = read("Options: Optional Schools, cheap monsters as normal\nRules: Tournament\nArmy: Dwarves\nName: A\n")
    assert (roster.rules, roster.options.optional_schools, roster.options.cheap_monsters_as_normal) == (
        "tournament", True, True,
    )  # fmt: skip


def test_a_packs_code_keeps_its_case() -> None:
    assert read("Roster: A\nArmy: Dwarves\nRules: pack/aBc-1\n").rules == "pack/aBc-1"


def test_units_after_an_ally_are_the_allys() -> None:
    text = "Roster: A\nArmy: Dwarves\nUnit: B\nAlly: Orcs, 500 points [480 points]\nUnit: C\n12 Greater Orc\n"
    roster = read(text)
    (ally,) = roster.allies
    assert (ally.army, ally.points, [unit.ref for unit in ally.units]) == ("orcs", 500, ["u2"])
    assert ally.units[0].models == (Models(profile="orcs/greater-orc", count=12),)
    assert [unit.name for unit in roster.units] == ["B"]


def test_a_design_may_have_its_quotation_marks_curled() -> None:
    roster = read("Roster: A\nArmy: Dwarves\nUnit: B\n3 Young Dragon\nDesign: {“name”:“Young Dragon”,“wounds”:5}\n")
    assert roster.units[0].models == (Models(profile="designs/young-dragon", count=3),)
    assert roster.designs[0].wounds == 5


def test_refs_that_are_stated_are_kept_and_the_others_given_out_around_them() -> None:
    roster = read("Roster: A\nArmy: Dwarves\nUnit: B {u2}\nUnit: C\nDwarf Champion\nDwarf Champion {c1}\n")
    (first, second) = roster.units
    assert first.ref == "u2"
    assert len({first.ref, second.ref, *(character.ref for character in second.characters)}) == 4
    assert second.characters[1].ref == "c1"


@pytest.mark.parametrize("write", [write_text, write_markdown])
def test_a_quoted_mail_reads_as_what_was_sent(write: object) -> None:
    assert callable(write)
    roster = sample("ratmen")
    mail = "".join(f"> {line}  \r\n" for line in write(roster, CATALOGUE).splitlines())
    assert read(mail) == roster


def test_a_name_in_two_lists_is_never_guessed() -> None:
    _, problems = read_listing("Roster: A\nArmy: Nobody\nUnit: B\n- 17 Pikemen\n", CATALOGUE)
    assert [problem.line for problem in problems] == [2, 4]
    assert "dwarves/pikemen or dark-elves/pikemen or high-elves/pikemen" in problems[1].reason
