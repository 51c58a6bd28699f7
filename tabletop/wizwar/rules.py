"""The rules of a spellbook: which schools make its deck, and options that go together (WW-13, optional rules)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.findings import Culprit, Remedy, Severity
from tabletop.rulebook import Breach, Pass, Rulebook, rule
from tabletop.wizwar.catalogue import BOOK, LONGER, SCHOOLS_CHOSEN, VICTORY, Option
from tabletop.wizwar.edits import FillSchools, SetOption, SetPack, SetPoints, SetSchool
from tabletop.wizwar.pricing import PricedBook

Outcomes = Iterator[Breach | Pass]
SETUP, OPTIONS = BOOK.section("Set-up"), BOOK.section("Optional rules")


def _counted(count: int) -> str:
    return f"{count} school{'' if count == 1 else 's'}"


@rule("WW-13", SETUP)
def three_schools_are_chosen(priced: PricedBook) -> Outcomes:
    """A deck is the cantrip and three schools, each once; a giant book has all six."""
    book = priced.book
    if book.has(Option.GIANT):
        yield Pass(f"A giant book has every school: {priced.count} cards.")
        return
    known = {school.id for school in priced.pack.chosen}
    chosen = [name for name in dict.fromkeys(book.schools) if name in known]
    if len(chosen) == SCHOOLS_CHOSEN and len(book.schools) == SCHOOLS_CHOSEN:
        yield Pass(f"The cantrip and {_counted(SCHOOLS_CHOSEN)} are {priced.count} cards.")
    else:
        ways = (Remedy("Choose the next schools", FillSchools()),) if len(known) >= SCHOOLS_CHOSEN else ()
        yield Breach(
            f"The spellbook has {_counted(len(chosen))}, and needs {SCHOOLS_CHOSEN}.",
            actual=len(chosen), limit=SCHOOLS_CHOSEN, remedies=ways,
        )  # fmt: skip


@rule("WW-13P", SETUP)
def schools_are_the_packs(priced: PricedBook) -> Outcomes:
    """Each school of a spellbook is one that its data pack has."""
    known = {school.id for school in priced.pack.chosen}
    for name in dict.fromkeys((*priced.book.schools, *priced.book.theirs)):
        if name not in known:
            remedy = Remedy("Take it off", SetSchool(school=name, whose="nobody"))
            yield Breach(f"The pack has no school “{name}”.", Culprit("school", name), remedies=(remedy,))


@rule("WW-13D", SETUP)
def the_named_pack_is_here(priced: PricedBook) -> Outcomes:
    """A spellbook that names a data pack is looked up in it; where it isn't here, the house pack stands in."""
    if priced.is_missing:
        remedy = Remedy("Use the house pack", SetPack())
        yield Breach(f"There is no data pack “{priced.book.pack}” of this game.", remedies=(remedy,))


@rule("WW-CUSTOM", OPTIONS)
def drafted_schools_are_one_groups(priced: PricedBook) -> Outcomes:
    """With custom spellbooks two groups draft in turn; no school is in both books, and neither has more than three."""
    book = priced.book
    if not book.has(Option.CUSTOM):
        return
    if book.has(Option.GIANT):
        remedy = Remedy("Play without the giant book", SetOption(option=Option.GIANT, on=False), by_agreement=True)
        yield Breach("A custom spellbook is drafted, a giant book has every school: choose one.", remedies=(remedy,))
    for name in dict.fromkeys(book.schools):
        if name in book.theirs:
            remedy = Remedy("Leave it to them", SetSchool(school=name, whose="theirs"))
            yield Breach(f"{priced.name(name)} is in both books.", Culprit("school", name), remedies=(remedy,))
    if len(book.theirs) > SCHOOLS_CHOSEN:
        extra = book.theirs[-1]
        remedy = Remedy(f"Take {priced.name(extra)} off them", SetSchool(school=extra, whose="nobody"))
        yield Breach(
            f"The others have drafted {_counted(len(book.theirs))}, and may draft {SCHOOLS_CHOSEN}.",
            actual=len(book.theirs), limit=SCHOOLS_CHOSEN, remedies=(remedy,),
        )  # fmt: skip


@rule("WW-2", OPTIONS)
def points_are_agreed_on(priced: PricedBook) -> Outcomes:
    """A game is for two points; for three or four where extended play is agreed on."""
    book = priced.book
    if book.has(Option.EXTENDED) and book.points not in LONGER:
        remedy = Remedy(f"Play for {LONGER[0]} points", SetPoints(points=LONGER[0]), by_agreement=True)
        yield Breach(f"Extended play is for {LONGER[0]} or {LONGER[1]} points.", actual=book.points, remedies=(remedy,))
    elif not book.has(Option.EXTENDED) and book.points != VICTORY:
        ways = (
            Remedy("Agree on extended play", SetOption(option=Option.EXTENDED, on=True), by_agreement=True),
            Remedy(f"Play for {VICTORY} points", SetPoints(points=VICTORY), by_agreement=True),
        )
        yield Breach(f"{book.points} points are extended play.", actual=book.points, limit=VICTORY, remedies=ways)
    else:
        yield Pass(f"The game is for {book.points} points.")


@rule("WW-13C", SETUP, Severity.WARNING)
def schools_have_their_cards(priced: PricedBook) -> Outcomes:
    """The cantrip has 12 cards and each school 24; a pack that is being typed in may have other numbers."""
    wanted = {school.id: 12 if school.cantrip else 24 for school in priced.schools}
    for school in priced.schools:
        if school.count != wanted[school.id]:
            yield Breach(
                f"{school.name} has {school.count} cards, the printed game {wanted[school.id]}.",
                Culprit("school", school.id), actual=school.count, limit=wanted[school.id],
            )  # fmt: skip


RULEBOOK = Rulebook(
    "Wiz-War",
    "1",
    (
        three_schools_are_chosen,
        schools_are_the_packs,
        the_named_pack_is_here,
        drafted_schools_are_one_groups,
        points_are_agreed_on,
        schools_have_their_cards,
    ),
)
