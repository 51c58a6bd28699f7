"""Write the rules page of the documentation from the rulebook and its test cases."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import yaml
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from msgspec import Struct

from armybuilder.catalogue.loaders.printed import printed_catalogue
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, Contingent, FieldedCharacter, FieldedModels, FieldedUnit, resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.army.rules import CORE, TOURNAMENT, review, rulebook_of
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.findings import Report, Severity
from tabletop.rulebook import Rule, Rulebook, Unchecked

HEAD = """# The rules that are checked

Written by `manage.py write_rulebook` from the code; a test keeps it fresh. Version {version}.
Every sentence below is what a player reads on the site. An error makes a roster illegal; a warning needs the
opponent's agreement or is probably a slip; a note is advice.
"""
ON_TOP = "On top of the core rules, for rosters whose rules are `tournament`. Event packs may set other figures.\n"
CONTRARY = {Severity.ERROR: "Not legal", Severity.WARNING: "Needs agreement", Severity.NOTE: "With a note"}


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """An army of the tests and the findings it must have, as in `COMP-01 army dwarves`."""

    name: str
    kind: Literal["legal", "illegal", "boundary"]
    roster: Roster
    findings: tuple[str, ...]


class CaseFile(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    cases: tuple[Case, ...]


class Command(BaseCommand):
    help = "Write docs/rules.md from the core rulebook, with an example of each rule from tests/cases."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", nargs="?", type=Path, default=settings.ROOT / "docs" / "rules.md")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["path"]
        path.write_text(written(CORE, TOURNAMENT), encoding="utf-8")
        self.stdout.write(f"wrote {path}")


def written(core: Rulebook, tournament: Rulebook) -> str:
    """The whole page as Markdown: the core rules, then what tournaments add to them."""
    catalogue = printed_catalogue()
    added = tournament.rules[len(core.rules) :]
    parts = [HEAD.format(version=core.version), "# Core rules\n", *(_rule(rule, catalogue) for rule in core.rules)]
    parts += ["# Tournament rules\n", ON_TOP, *(_rule(rule, catalogue) for rule in added)]
    parts += ["# Not checked\n", *(_unchecked(rule) for rule in core.unchecked)]
    return "\n".join(parts) + "\n"


def _rule(rule: Rule, catalogue: Catalogue) -> str:
    legal, illegal = _examples(rule.code)
    army = resolve(illegal.roster, catalogue)
    return (
        f"## {rule.code}\n\n"
        f"**{rule.statement}**\n\n"
        f"{rule.citation}. {rule.severity.name.capitalize()}.\n\n"
        f"- Legal ({legal.name}): {described(resolve(legal.roster, catalogue))}.\n"
        f"- {CONTRARY[rule.severity]} ({illegal.name}): {described(army)}. "
        f"*{_message(review(army, price(army)), rule.code)}*\n"
    )


def _examples(code: str) -> tuple[Case, Case]:
    """The first legal case of a rule and the first that breaks it, alone if there is such a case."""
    path = settings.ROOT / "tests" / "cases" / f"{code}.yaml"
    try:
        cases = msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), CaseFile).cases
        legal = next(case for case in cases if case.kind == "legal")
        illegal = min((case for case in cases if case.kind == "illegal"), key=_errors)
    except (OSError, msgspec.ValidationError, StopIteration, ValueError) as error:
        raise CommandError(f"{path}: a legal case and one that breaks {code} are needed: {error}") from error
    return legal, illegal


def _errors(case: Case) -> int:
    """How many kinds of error a case has."""
    severities = {rule.code: rule.severity for rule in rulebook_of(case.roster.rules).rules}
    codes = {finding.partition(" ")[0] for finding in case.findings}
    return sum(severities[code] == Severity.ERROR for code in codes)


def _message(report: Report, code: str) -> str:
    return next(finding.message for finding in report.findings if finding.code == code)


def _unchecked(each: Unchecked) -> str:
    return f"- {each.statement} ({each.citation.section}) {each.reason}"


def described(army: Army) -> str:
    """A roster on one line: `Dwarves, 1,000 points: 30 Axemen led by Dwarf Lord`."""
    size = "no size agreed" if army.points_limit is None else f"{army.points_limit:,} points"
    agreed = ", cheap monsters agreed to be normal" if army.options.cheap_monsters_as_normal else ""
    parts = [f"{army.own.army.name}, {size}{agreed}: {_units(army.own)}"]
    parts += [
        f"allied {ally.army.name}, {ally.points:,} of the points: {_units(ally)}" for ally in army.contingents[1:]
    ]
    return "; ".join(parts)


def _units(contingent: Contingent) -> str:
    return "; ".join(_unit(unit) for unit in contingent.units) or "no units"


def _unit(unit: FieldedUnit) -> str:
    leaders = " and ".join(_character(character) for character in unit.characters)
    models = " with ".join(_models(line) for line in unit.models)
    text = " led by ".join(part for part in (models, leaders) if part) or "a unit without models"
    return f"{text}, infiltrating" if unit.choice.infiltrating else text


def _models(models: FieldedModels) -> str:
    reinforced = [f"{models.choice.reinforced} reinforced"] if models.choice.reinforced else []
    learned = [f"school of {models.choice.school.capitalize()}"] if models.choice.school else []
    phalanx = ["phalanx"] * models.choice.phalanx
    extras = [
        *reinforced,
        *phalanx,
        *learned,
        *(f"{counted(upgrade.row.name, upgrade.count)} each" for upgrade in models.upgrades),
    ]
    return counted(models.row.name, models.count) + _in_brackets(extras)


def _character(character: FieldedCharacter) -> str:
    return character.row.name + _in_brackets(_bought(character))


def _bought(character: FieldedCharacter) -> Iterator[str]:
    choice = character.choice
    if character.mount:
        yield f"{'aboard' if character.rides_along else 'on'} {character.mount.name}"
    if choice.mount and choice.mount.school:
        yield f"the mount's school of {choice.mount.school.capitalize()}"
    if choice.weapon:
        yield choice.weapon.replace("-", " ")
    if choice.counterspell:
        yield "counterspell"
    if choice.school:
        yield f"school of {choice.school.capitalize()}"
    yield from (counted(upgrade.row.name, upgrade.count) for upgrade in character.upgrades)


def _in_brackets(extras: Iterator[str] | list[str]) -> str:
    text = ", ".join(extras)
    return f" ({text})" if text else ""
