"""The rules page is what the code would write today, and reads as sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from armybuilder.management.commands.write_rulebook import described, written
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.army.rules import CORE, TOURNAMENT
from tabletop.rulebook import Rule, Rulebook, rule
from tests.catalogue import SAMPLES, printed_catalogue

PAGE: Path = settings.ROOT / "docs" / "rules.md"


def test_the_page_is_fresh(tmp_path: Path) -> None:
    call_command("write_rulebook", tmp_path / "rules.md", verbosity=0)
    assert PAGE.read_text() == (tmp_path / "rules.md").read_text(), "run manage.py write_rulebook"


@pytest.mark.parametrize("each", TOURNAMENT.rules, ids=lambda each: each.code)
def test_every_rule_has_its_section_with_two_examples(each: Rule) -> None:
    section = PAGE.read_text().partition(f"## {each.code}\n")[2].partition("\n# ")[0].partition("\n## ")[0]
    assert f"**{each.statement}**" in section
    assert str(each.citation) in section
    assert section.count("\n- ") == 2


def test_what_isnt_checked_is_listed_with_its_reason() -> None:
    listed = PAGE.read_text().partition("# Not checked\n")[2]
    assert all(each.statement in listed and each.reason in listed for each in CORE.unchecked)
    assert listed.count("\n- ") == len(CORE.unchecked)


def test_a_rule_without_cases_is_named() -> None:
    lonely = Rulebook("x", "1", (rule("NONE-01", CORE.rules[0].citation)(CORE.rules[0].check),))
    with pytest.raises(CommandError, match="NONE-01"):
        written(lonely, lonely)


@pytest.mark.parametrize(
    ("sample", "text"),
    [
        ("dwarf-raiding-party", "Dwarves, 834 points: 17 Axemen led by Dwarf Champion; 8 Berserkers; 5 Handgunners"),
        (
            "giant-kings",
            "Giant Kings, 2,000 points: 2 Adult Giants (1 Lobbers each); 3 Young Giants (1 Rollers each); "
            "1 Elder Giant; Marshall",
        ),
    ],
)
def test_an_army_is_described_on_one_line(sample: str, text: str) -> None:
    roster = read_roster((SAMPLES / f"{sample}.json").read_bytes())
    assert described(resolve(roster, printed_catalogue())) == text
