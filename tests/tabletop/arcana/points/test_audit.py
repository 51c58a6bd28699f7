"""The audit of the printed rows: its figures, and that each explanation does give the printed price."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tabletop.arcana.points import BOOK_FORMULA
from tabletop.arcana.points.audit import Audited, audit, audited, design_in, receipt_of
from tabletop.arcana.points.changes import with_changes
from tabletop.arcana.points.misfits import explanations, fits
from tabletop.arcana.points.pricing import total
from tests.catalogue import PROJECT, printed_catalogue

FIGURES = PROJECT / "docs" / "points.md"


@cache
def audits() -> dict[str, Audited]:
    return {each.slug: each for each in audit(printed_catalogue())}


def counted() -> dict[str, int]:
    rows = audits().values()
    return {
        "rows": len(rows),
        "rounded up": sum(row.points == row.printed for row in rows),
        "to the nearest": sum(row.nearest == row.printed for row in rows),
        "either": sum(row.agrees for row in rows),
        "explained": sum(row.is_explained for row in rows),
        "unexplained": sum(row.cause == "none" for row in rows),
    }


def test_the_audit_reaches_its_bars() -> None:
    figures = counted()
    assert figures["rows"] == 399
    assert max(figures["rounded up"], figures["to the nearest"]) >= 317
    assert figures["either"] + figures["explained"] >= 383
    assert figures["either"] + figures["explained"] + figures["unexplained"] == 399


def test_figures_in_the_documentation_are_the_audits() -> None:
    text = FIGURES.read_text(encoding="utf-8")
    causes = Counter(row.cause for row in audits().values() if row.cause)
    for what, figure in (counted() | dict(causes)).items():
        assert f"| {what} | {figure} |" in text, what


def test_only_the_wagon_with_ballistae_is_unexplained() -> None:
    unexplained = [row.slug for row in audits().values() if row.cause == "none"]
    assert unexplained == ["vehicles/war-wagon-with-2-ballistae-and-2-beasts"]


def test_rows_that_agree_need_no_note_and_misfits_have_one() -> None:
    for row in audits().values():
        assert bool(row.note) is bool(row.cause) is not row.agrees, row.slug
        assert row.is_explained is (row.cause not in ("", "none")), row.slug


@pytest.mark.parametrize("slug", [slug for slug, row in audits().items() if row.cause in ("reading", "one change")])
def test_each_explanation_gives_the_printed_price(slug: str) -> None:
    row = printed_catalogue().rows[slug]
    design = design_in(row, printed_catalogue())
    for explanation in explanations(design, row.points, BOOK_FORMULA):
        changes = [change for suspicion in explanation.suspicions for change in suspicion.changes]
        exact = total(with_changes(design, changes), BOOK_FORMULA).total
        assert exact == explanation.exact
        assert fits(exact, row.points)
    assert explanation.words


@pytest.mark.parametrize("slug", [slug for slug, row in audits().items() if row.cause == "two changes"])
def test_two_changes_are_named_where_one_isnt_enough(slug: str) -> None:
    assert " and " in audits()[slug].note
    assert audits()[slug].changes >= 2


@pytest.mark.parametrize(
    ("slug", "cause", "words"),
    [
        ("monsters/basilisk", "reading", "both melee alternatives charged in full (188)"),
        ("monsters/roc", "reading", "both melee alternatives charged in full (327)"),
        ("monsters/unicorn", "erratum", "melee 1 magical yes instead of none (63)"),
        ("monsters/forest-titan", "erratum", "melee 2 attacks 10 instead of 1"),
        ("monsters/wyvern-young", "two changes", "and with both melee alternatives charged in full (136.5)"),
        ("daemons/imps", "erratum", "movement fly none instead of 12 (13)"),
        ("lizardmen/tyrosaur-warrior", "reading", "Bite charged as an alternative, the lesser at half (20)"),
        ("lizardmen/amphidian-archer", "two changes", "and with Bite charged as an alternative"),
        ("giant-kings/ballista", "erratum", "missile 1 reloads none instead of yes (162)"),
        ("vehicles/light-chariot-with-spearman-and-2-horses", "reading", "with the ram’s skill left out (57)"),
        ("ratmen/rat-avatar", "one change", "without evasion (178)"),
        ("graccans/phalangite", "one change", "if 20.5 was rounded down"),
        ("orcs/orc-chieftain", "one change", "with magic resistance 2 instead of 3 (208)"),
    ],
)
def test_misfits_are_explained_concretely(slug: str, cause: str, words: str) -> None:
    assert audits()[slug].cause == cause
    assert words in audits()[slug].note


def test_list_wide_abilities_are_paid_for() -> None:
    labels = [line.label for line in receipt("sylvan-elves/warrior")]
    assert "Forestwalker at 7″" in labels
    assert "Negates long weapons" in [line.label for line in receipt("giant-kings/young-giant")]
    assert audits()["sylvan-elves/warrior"].agrees
    assert audits()["giant-kings/young-giant"].agrees


@pytest.mark.parametrize(
    ("slug", "exact", "first"),
    [
        ("giant-kings/rollers", 35, "Ground 6″ instead of 8″"),
        ("giant-kings/lobbers", 72, "Lobber: strength 1"),
        ("monsters/hydra-head", 54.5, "Armour 4"),
    ],
)
def test_equipment_is_priced_as_what_it_adds(slug: str, exact: float, first: str) -> None:
    assert audits()[slug].exact == exact
    assert audits()[slug].agrees
    assert receipt(slug)[0].label == first


def test_row_knows_its_list_and_both_roundings() -> None:
    row = audited(printed_catalogue().rows["daemons/eyes-of-chaos"], printed_catalogue())
    assert (row.list, row.printed, row.points, row.nearest, row.agrees) == ("daemons", 95, 96, 95, True)


def receipt(slug: str) -> tuple:  # type: ignore[type-arg]
    return receipt_of(printed_catalogue().rows[slug], printed_catalogue()).lines
