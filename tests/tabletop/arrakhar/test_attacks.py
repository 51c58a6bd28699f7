"""The odds of attacks, AW-80 to AW-83: every worked case, and the law behind them."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tabletop.arrakhar.attacks import COLUMNS, bonus, odds_of_attack, strength, what_ifs
from tabletop.arrakhar.catalogue import PROFILES, UnitType
from tabletop.arrakhar.pack import odds_of
from tests.laws import law_of

# The digest's number, who attacks, who defends, and the column, or the rule by which it isn't allowed.
WORKED: list[tuple[int, dict[str, int], dict[str, int], str]] = [
    (1, {"elf": 2}, {"ghoul": 2}, "2:1"),
    (2, {"ghoul": 2}, {"elf": 2}, "1:1"),
    (3, {"elf": 1, "dwarf": 1}, {"ghoul": 2}, "1:1"),
    (4, {"barbarian": 3}, {"sorcerer": 3}, "4:1"),
    (5, {"barbarian": 2}, {"sorcerer": 3}, "2:1"),
    (6, {"wizard": 4}, {"orc": 1}, "AW-80"),
    (7, {"dwarf": 1}, {"ghoul": 3}, "AW-82"),
    (8, {"barbarian": 4}, {"orc": 1}, "6:1"),
    (9, {"orc": 3}, {"elf": 2}, "1:1"),
    (10, {"demon": 2}, {"dwarf": 1}, "4:1"),
    (11, {"demon": 1}, {"wizard": 2}, "2:1"),
    (12, {"demon": 1}, {"barbarian": 2}, "1:2"),
    (13, {"dwarf": 4}, {"orc": 3}, "2:1"),
    (14, {"barbarian": 1}, {"demon": 2}, "1:1"),
    (15, {"elf": 1}, {"ghoul": 3}, "AW-82"),
    (17, {"elf": 4}, {"ghoul": 1}, "5:1"),
    (18, {"dwarf": 7}, {"orc": 1}, "6:1"),
    (19, {"barbarian": 4, "dwarf": 2}, {"demon": 1}, "5:1"),
]


def units(plain: dict[str, int]) -> dict[UnitType, int]:
    return {UnitType(unit): count for unit, count in plain.items()}


@law_of(WORKED)
def test_aw_82_and_83_worked_cases(case: tuple[int, dict[str, int], dict[str, int], str]) -> None:
    _, attackers, defenders, wanted = case
    odds = odds_of_attack(units(attackers), units(defenders))
    assert (odds.ratio or (odds.refused and odds.refused.code)) == wanted
    assert (odds.ratio is None) == (odds.refused is not None)


# Who can't attack whom, and the rule.
IMPOSSIBLE = [
    ({"sorcerer": 1}, {"elf": 1}, "AW-80"),
    ({"elf": 1, "orc": 1}, {"ghoul": 1}, "AW-80"),
    ({"elf": 2}, {"dwarf": 1}, "AW-80"),
    ({"elf": 2}, {"orc": 1, "ghoul": 1}, "AW-57"),
    ({"elf": 9}, {"orc": 5}, "AW-81"),
    ({"elf": 20, "dwarf": 8}, {"orc": 1}, "AW-81"),
]


@law_of(IMPOSSIBLE)
def test_aw_80_and_81_who_attacks_whom_and_aw_57_who_stands_together(
    case: tuple[dict[str, int], dict[str, int], str],
) -> None:
    attackers, defenders, rule = case
    odds = odds_of_attack(units(attackers), units(defenders))
    assert odds.refused
    assert (odds.refused.code, odds.ratio) == (rule, None)
    assert odds.refused.reason.endswith(".")


def test_aw_82_is_explained_step_by_step() -> None:
    assert odds_of_attack(units({"dwarf": 4}), units({"orc": 3})).explained == (
        "4 dwarves attack with 4.", "3 orcs defend with 3.", "4 to 3 is rounded down to 1:1.",
        "Dwarves have a bonus against orcs, one column better: 2:1.",
    )  # fmt: skip
    assert odds_of_attack(units({"barbarian": 2}), units({"sorcerer": 3})).explained[1:] == (
        "3 sorcerers defend with 1½.", "4 to 1½ is rounded down to 2:1.",
    )  # fmt: skip
    assert odds_of_attack(units({"dwarf": 7}), units({"orc": 1})).explained[2:] == (
        "7 to 1 counts as 6:1, the best.", "Dwarves have a bonus against orcs, but 6:1 is the best column.",
    )  # fmt: skip
    refused = odds_of_attack(units({"elf": 1}), units({"ghoul": 3})).refused
    assert refused
    assert refused.reason == "1 to 3 is below 1:2, and no bonus changes that."


def test_one_dwarf_more_is_told() -> None:
    changes = {change.change: change.ratio for change in what_ifs(units({"elf": 2}), units({"ghoul": 2}))}
    assert changes == {
        "one barbarian more": "2:1", "one dwarf more": "1:1", "one elf more": "2:1", "one elf fewer": "1:1",
        "one ghoul fewer": "3:1", "one ghoul more": "1:1",
    }  # fmt: skip
    assert "one elf fewer" not in {change.change for change in what_ifs(units({"elf": 1}), units({"ghoul": 1}))}


counts = st.integers(1, 20)


@given(st.sampled_from(list(UnitType)), counts, st.sampled_from(list(UnitType)), st.integers(1, 4))
def test_aw_82_and_83_law(hunter: UnitType, many: int, prey: UnitType, few: int) -> None:
    """The best column not above the ratio, one better with the bonus; stronger attacks are never worse."""
    attackers, defenders = {hunter: many}, {prey: few}
    odds = odds_of_attack(attackers, defenders)
    if PROFILES[hunter].side is PROFILES[prey].side or not PROFILES[hunter].attacks:
        assert odds.ratio is None
        return
    ratio = strength(attackers) / strength(defenders)
    assert (odds.ratio is None) == (ratio < Fraction(1, 2))
    if odds.ratio is None:
        return
    plain = max(place for place, column in enumerate(COLUMNS) if odds_of(column) <= ratio)
    better = bool(bonus(attackers, defenders))
    assert COLUMNS.index(odds.ratio) == min(plain + better, len(COLUMNS) - 1)
    more = odds_of_attack({hunter: many + 1}, defenders).ratio if many < 20 else odds.ratio
    assert more
    assert COLUMNS.index(more) >= COLUMNS.index(odds.ratio)
