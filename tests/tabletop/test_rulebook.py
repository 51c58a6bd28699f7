"""Rulebooks are ordered values: made longer, made shorter, and read as sentences."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabletop.arcana.army.rules import CORE
from tabletop.citations import Document
from tabletop.findings import Culprit, Finding, Report, Severity
from tabletop.rulebook import Breach, Pass, Rule, Rulebook, rule
from tests.laws import law_of

BOOK = Document("Book")
NUMBERS = BOOK.section("Numbers")


@rule("EVEN-01", NUMBERS)
def even(subject: int) -> Iterator[Breach | Pass]:
    """A number is even,
    and that's all.
    """  # noqa: D205
    yield Breach("It's odd.", Culprit("number", "n"), actual=subject, limit=2) if subject % 2 else Pass("It's even.")


@rule("SMALL-01", NUMBERS, Severity.WARNING)
def small(subject: int) -> Iterator[Breach | Pass]:
    """A number is small."""
    if subject > 9:
        yield Breach("It's large.")


RULES = Rulebook("numbers", "1", (even, small))


def codes(rulebook: Rulebook) -> list[str]:
    return [each.code for each in rulebook.rules]


def test_a_docstring_is_the_rules_statement_on_one_line() -> None:
    assert even.statement == "A number is even, and that's all."


def test_findings_carry_their_rules_code_severity_and_citation() -> None:
    assert RULES.review(11).findings == (
        Finding(
            code="EVEN-01",
            severity=Severity.ERROR,
            message="It's odd.",
            culprit=Culprit("number", "n"),
            actual=11,
            limit=2,
            citation=NUMBERS,
        ),
        Finding(
            code="SMALL-01",
            severity=Severity.WARNING,
            message="It's large.",
            culprit=Culprit("roster"),
            citation=NUMBERS,
        ),
    )


def test_findings_stand_in_the_rulebooks_order() -> None:
    backwards = Rulebook("numbers", "1", (small, even))
    assert [finding.code for finding in backwards.review(11).findings] == ["SMALL-01", "EVEN-01"]


def test_a_met_rule_explains_itself_or_says_nothing() -> None:
    report = RULES.review(2)
    assert report.findings == ()
    assert [(each.code, each.message, each.citation) for each in report.passes] == [("EVEN-01", "It's even.", NUMBERS)]


def test_only_errors_are_illegal() -> None:
    assert RULES.review(2).is_legal
    assert RULES.review(12).is_legal
    assert not RULES.review(3).is_legal


@pytest.mark.parametrize(
    ("subject", "worst"), [(2, None), (12, Severity.WARNING), (3, Severity.ERROR), (11, Severity.ERROR)]
)
def test_the_worst_finding_weighs_most(subject: int, worst: Severity | None) -> None:
    assert RULES.review(subject).worst is worst


def test_findings_are_looked_up_by_their_culprit() -> None:
    report: Report = RULES.review(11)
    assert [finding.code for finding in report.about("n")] == ["EVEN-01"]
    assert report.about("m") == ()


def test_without_leaves_a_rule_out_and_plus_adds_one_at_the_end() -> None:
    less = RULES.without("EVEN-01")
    assert codes(less) == ["SMALL-01"]
    assert codes(less.plus(even)) == ["SMALL-01", "EVEN-01"]
    assert codes(RULES) == ["EVEN-01", "SMALL-01"]
    assert (less.name, less.version) == (RULES.name, RULES.version)


def test_a_rulebook_can_only_leave_out_what_it_has() -> None:
    with pytest.raises(KeyError, match="ODD-01"):
        RULES.without("EVEN-01", "ODD-01")


@law_of(CORE.rules, lambda each: each.code)
def test_every_core_rule_is_a_sentence_with_a_citation(each: Rule) -> None:
    assert each.statement.endswith(".")
    assert each.citation.section
    assert str(each.citation).startswith("Armies of Arcana")


def test_core_codes_are_unique() -> None:
    assert len(set(codes(CORE))) == len(CORE.rules)


def test_what_core_doesnt_check_is_said_with_a_reason() -> None:
    assert CORE.unchecked
    assert all(each.statement.endswith(".") and each.reason and each.citation.section for each in CORE.unchecked)
