"""The audit of the printed rows: its figures, and that each explanation does give the printed price."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from tabletop.arcana.creation.points import BOOK_FORMULA, price
from tabletop.arcana.creation.points.audit import Audited, audit, audit_row, by_parts, design_in, receipt_of
from tabletop.arcana.creation.points.audit_summary import as_tables, figures_of
from tabletop.arcana.creation.points.changes import with_changes
from tabletop.arcana.creation.points.errata_search import explanations, fits
from tabletop.arcana.creation.points.pricing import tally_of
from tabletop.arcana.creation.points.printed_vehicles import MADE_OF
from tabletop.arcana.creation.points.rows import design_of
from tests.catalogue import PROJECT, printed_catalogue
from tests.laws import law_of, of_each

FIGURES = PROJECT / "docs" / "points.md"
WAGON = "vehicles/war-wagon-with-2-ballistae-and-2-beasts"
CAUSES = ("erratum", "reading", "one change", "two changes", "parts", "none")


@cache
def audits() -> dict[str, Audited]:
    return {each.slug: each for each in audit(printed_catalogue())}


def test_the_audit_reaches_its_bars() -> None:
    figures = figures_of(tuple(audits().values()))
    assert figures.rows == 399
    assert max(figures.rounded_up, figures.to_nearest) >= 317
    assert figures.agree + figures.explained >= 383
    assert figures.agree + figures.explained + figures.left == 399
    assert figures.differ == figures.explained + figures.left == sum(number for _, number in figures.causes)


def test_figures_count_every_row_by_what_it_says_of_itself() -> None:
    rows = tuple(audits().values())
    figures = figures_of(rows)
    assert figures.rounded_up == sum(row.points == row.printed for row in rows)
    assert figures.to_nearest == sum(row.nearest == row.printed for row in rows)
    assert figures.agree == sum(not row.cause for row in rows)
    assert dict(figures.causes) == dict.fromkeys(CAUSES, 0) | Counter(row.cause for row in rows if row.cause)


def test_tables_in_the_documentation_are_the_audits() -> None:
    assert f"\n{as_tables(figures_of(tuple(audits().values())))}\n" in FIGURES.read_text(encoding="utf-8")


def test_only_the_wagon_with_ballistae_needs_its_parts() -> None:
    assert [slug for slug, row in audits().items() if row.cause in ("parts", "none")] == [WAGON]


def test_the_wagons_parts_are_printed_rows() -> None:
    rows = printed_catalogue().rows
    aboard = with_changes(design_of(rows[WAGON]), MADE_OF[WAGON].changes)
    ballista, warg = rows["war-machines/ballista"], rows["monsters/warg"]
    [alone] = ballista.missile
    assert aboard.missile == (replace(alone, name="Ballista", attacks=2 * alone.attacks, natural=True),)
    assert aboard.melee[1] == replace(warg.melee[0], name="Beasts", attacks=2 * warg.melee[0].attacks)
    assert aboard.morale == ballista.morale
    assert price(aboard).exact == 614
    assert "may be others" in audits()[WAGON].note


def test_what_the_parts_dont_explain_is_said_plainly() -> None:
    dearer = audit_row(replace(printed_catalogue().rows[WAGON], points=630), printed_catalogue())
    plain = by_parts(dearer, design_of(printed_catalogue().rows[WAGON]), BOOK_FORMULA)
    assert (plain.cause, plain.is_explained) == ("none", False)
    assert plain.note == "Nothing found: no change of one or two cells gives 630."


def test_rows_that_agree_need_no_note_and_misfits_have_one() -> None:
    for row in audits().values():
        assert bool(row.note) is bool(row.cause) is not row.agrees, row.slug
        assert row.is_explained is (row.cause not in ("", "none")), row.slug


@law_of(lambda: [slug for slug, row in audits().items() if row.cause in ("reading", "one change")])
def test_each_explanation_gives_the_printed_price(slug: str) -> None:
    row = printed_catalogue().rows[slug]
    design = design_in(row, printed_catalogue())
    for explanation in explanations(design, row.points, BOOK_FORMULA):
        changes = [change for suspicion in explanation.suspicions for change in suspicion.changes]
        exact = tally_of(with_changes(design, changes), BOOK_FORMULA).total
        assert exact == explanation.exact
        assert fits(exact, row.points)
    assert explanation.words


@law_of(lambda: [slug for slug, row in audits().items() if row.cause == "two changes"])
def test_two_changes_are_named_where_one_isnt_enough(slug: str) -> None:
    assert " and " in audits()[slug].note
    assert audits()[slug].changes >= 2


@of_each(
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
        ("vehicles/light-chariot-with-spearman-and-2-horses", "reading", "with the ram's skill left out (57)"),
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
    row = audit_row(printed_catalogue().rows["daemons/eyes-of-chaos"], printed_catalogue())
    assert (row.list, row.printed, row.points, row.nearest, row.agrees) == ("daemons", 95, 96, 95, True)


def receipt(slug: str) -> tuple:  # type: ignore[type-arg]
    return receipt_of(printed_catalogue().rows[slug], printed_catalogue()).lines
