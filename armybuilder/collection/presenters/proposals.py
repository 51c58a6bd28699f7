"""What can be fielded of a collection, as its page asks for it and shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import QueryDict
from msgspec import Struct

from armybuilder.core.forms import whole_number
from tabletop.arcana.army.fielding import Answer, Hindrance, Kept, Proposal, Style, Wish, armies_at_home
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.arcana.catalogue.profiles import Section
from tabletop.decoding import MalformedError, converted
from tabletop.rosters.collection import Collection
from tabletop.rosters.document import write_roster

USUAL_POINTS = 2000
STYLES = {
    Style.EVEN: "A bit of everything",
    Style.PAINTED: "What is painted first",
    Style.SPECIAL: "As many special troops as may be",
    Style.NORMAL: "Mostly normal troops",
    Style.FEW: "Few kinds, in strength",
}


class AskedRow(Struct, frozen=True):
    """A profile at home that may have to come along, or to stay at home."""

    slug: str
    name: str
    count: int
    chosen: str


class ShownUnit(Struct, frozen=True):
    """A unit of a proposal in words, with the shield of the list that it is of."""

    name: str
    army: ArmyList


class Shown(Struct, frozen=True):
    """A proposal with its units and the file that makes a roster of it."""

    proposal: Proposal
    title: str
    army: ArmyList
    units: tuple[ShownUnit, ...]
    file: str


def wish_in(asked: QueryDict) -> Wish:
    """What an address asks for; MalformedError names the field that can't be read."""
    plain: dict[str, Any] = {"points": asked.get("points") or "0", "army": asked.get("army", "")}
    plain |= {name: asked[name] for name in ("rules", "general", "smallest", "largest") if asked.get(name)}
    chosen = [value.partition(" ") for value in asked.getlist("of")]
    plain["leave"] = [slug for word, _, slug in chosen if word == "leave"]
    keep = [(word, slug) for word, _, slug in chosen if word.startswith("keep")]
    plain["keep"] = [{"profile": slug, "count": _count(word)} for word, slug in keep]
    wish: Wish = converted(plain, Wish, strict=False)
    return wish


def _count(word: str) -> int:
    number = whole_number(word.removeprefix("keep"))
    if not number:
        raise MalformedError("of", "says no number")
    return number


def asked_rows(collection: Collection, wish: Wish | None, catalogue: Catalogue) -> list[AskedRow]:
    """The profiles at home that the army of a wish may field, in the book's order."""
    counts: dict[str, int] = {}
    for owned in collection.models:
        counts[owned.profile] = counts.get(owned.profile, 0) + owned.count
    army = catalogue.lists.get(wish.army) if wish else None
    keep = {kept.profile: kept for kept in wish.keep} if wish else dict[str, Kept]()
    leave = wish.leave if wish else ()
    return [
        AskedRow(
            slug,
            row.name,
            counts[slug],
            "leave" if slug in leave else f"keep{keep[slug].count}" if slug in keep else "",
        )
        for slug, row in catalogue.rows.items()
        if counts.get(slug)
        and row.section not in (Section.MOUNTS, Section.EQUIPMENT)
        and (army is None or army.may_field(row))
    ]


def generals_of(rows: Sequence[AskedRow], catalogue: Catalogue) -> list[AskedRow]:
    """The characters among these profiles."""
    return [row for row in rows if catalogue.rows[row.slug].section == Section.CHARACTERS]


def armies_to_choose(collection: Collection, catalogue: Catalogue) -> list[tuple[ArmyList, int]]:
    """The army lists that there are models of, with how many."""
    return [(catalogue.lists[slug], count) for slug, count in armies_at_home(collection, catalogue).items()]


def shown_proposals(answers: Sequence[Answer], catalogue: Catalogue) -> Iterator[Shown]:
    """The proposals of all answers, the nearest first."""
    proposals = [(proposal, answer.army) for answer in answers for proposal in answer.proposals]
    for proposal, army in sorted(proposals, key=lambda pair: -pair[0].points):
        units = tuple(_units(proposal, catalogue))
        file = write_roster(proposal.roster).decode()
        yield Shown(proposal, STYLES[proposal.style], catalogue.lists[army], units, file)


def _units(proposal: Proposal, catalogue: Catalogue) -> Iterator[ShownUnit]:
    for unit in proposal.roster.units:
        rows = catalogue.rows
        words = [counted(rows[models.profile].name, models.count) for models in unit.models]
        led = [rows[character.profile].name for character in unit.characters]
        name = f"{words[0]} led by {' and '.join(led)}" if words and led else (words or led)[0]
        first = unit.models[0].profile if unit.models else unit.characters[0].profile
        yield ShownUnit(name, catalogue.list_of(first))


def said_of(answer: Answer, wish: Wish, catalogue: Catalogue) -> str:
    """How sure the answer is, or why there is no army."""
    name = catalogue.lists[answer.army].name
    if answer.proposals:
        nearest = answer.proposals[0].points
        how = f"{answer.looked:,} combinations looked at, {answer.proved} armies judged whole"
        if answer.is_exact:
            exact = f"Exact: no legal army of these models is nearer to {wish.points:,}"
            return f"{name}: {nearest:,} points. {exact} ({how})."
        more = f"{answer.gap:,} point{'s' if answer.gap != 1 else ''}"
        return f"{name}: {nearest:,} points. Bounded: {how}; no army can come nearer by more than {more}."
    return f"{name}: {_hindered(answer, wish)}"


def _hindered(answer: Answer, wish: Wish) -> str:
    match answer.hindrance:
        case Hindrance.NOT_AT_HOME:
            return f"what has to come along isn't at home, or this army can't field it: {answer.words}."
        case Hindrance.NO_TROOPS:
            return "there are no normal troops of it at home."
        case Hindrance.TOO_FEW_NORMAL:
            needs = f"a game of {wish.points:,} needs {answer.needs:,}, {answer.needs - answer.has:,} more"
            return f"normal troops at home come to {answer.has:,} points; {needs}."
        case Hindrance.AGAINST_THE_RULES:
            return f"no army of these models is legal. {answer.words}"
    more = "" if answer.nearest is None else " With smaller units there may be one."
    return f"no sum of these models keeps to the 60/40 rule at {wish.points:,} points.{more}"
