"""A result as a form: what stands in it, and what was typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tabletop.decoding import MalformedError, converted
from tabletop.tournament.event import Event, Outcome, PointType, Result, Scoring

MOST_DIGITS = 7


class OwnField(Struct, frozen=True):
    """Points of the organiser's own for one of the two, as a field."""

    name: str
    label: str
    least: int
    most: int
    value: str


class ResultForm(Struct, frozen=True, kw_only=True):
    """The fields of a result; pairs are of the first and the second player."""

    outcome: str = ""
    level: str = ""
    destroyed: tuple[str, str] = ("", "")
    own: tuple[OwnField, ...] = ()
    levels: tuple[tuple[str, str], ...] = ()
    outcomes: tuple[tuple[str, str], ...] = ()


def form_of(event: Event, names: tuple[str, str], result: Result | None, typed: Mapping[str, str] = {}) -> ResultForm:
    """The form with what was typed, else with a result that is known."""
    stated = dict(typed) or (_stated(result) if result else {})
    scoring = event.scoring
    return ResultForm(
        outcome=stated.get("outcome", ""),
        level=stated.get("level", ""),
        destroyed=(stated.get("destroyed_1", ""), stated.get("destroyed_2", "")),
        own=tuple(_own_fields(scoring, names, stated)),
        levels=tuple((level.slug, level.name) for level in scoring.levels),
        outcomes=(
            (Outcome.FIRST, f"{names[0]} won"),
            (Outcome.SECOND, f"{names[1]} won"),
            (Outcome.DRAW, "A draw"),
            (Outcome.NEITHER, "Nobody won"),
        ),
    )


def _stated(result: Result) -> dict[str, str]:
    own = result.own_points or ({}, {})
    return {
        "outcome": result.outcome,
        "level": result.level or "",
        "destroyed_1": str(result.destroyed[0]),
        "destroyed_2": str(result.destroyed[1]),
        **{f"own_{side}_{slug}": str(points) for side, of in enumerate(own, 1) for slug, points in of.items()},
    }


def _own_fields(scoring: Scoring, names: tuple[str, str], stated: Mapping[str, str]) -> list[OwnField]:
    return [
        OwnField(name, f"{kind.name} of {names[side - 1]}", kind.least, kind.most, stated.get(name, ""))
        for kind in scoring.point_types
        for side in (1, 2)
        for name in [f"own_{side}_{kind.slug}"]
    ]


def result_from(post: Mapping[str, str], scoring: Scoring) -> Result:
    """What a form states; MalformedError names the field as the form has it."""
    outcome = post.get("outcome", "")
    if outcome not in set(Outcome):
        raise MalformedError("outcome", "is missing: say who won")
    stated: dict[str, Any] = {
        "outcome": outcome,
        "destroyed": [_points(post, f"destroyed_{side}") for side in (1, 2)],
        "level": (post.get("level", "") or None) if outcome in (Outcome.FIRST, Outcome.SECOND) else None,
    }
    if scoring.point_types:
        stated["own_points"] = [_own(post, side, scoring.point_types) for side in (1, 2)]
    return converted(stated, Result)


def _own(post: Mapping[str, str], side: int, kinds: tuple[PointType, ...]) -> dict[str, int]:
    typed = {kind.slug: post.get(f"own_{side}_{kind.slug}", "").strip() for kind in kinds}
    return {slug: _whole(text, f"own_{side}_{slug}") for slug, text in typed.items() if text}


def _points(post: Mapping[str, str], name: str) -> int:
    text = post.get(name, "").strip().replace(",", "")
    return _whole(text, name) if text else 0


def _whole(text: str, name: str) -> int:
    digits = text.removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise MalformedError(name, f"isn't a whole number: “{text[:30]}”")
    return int(digits) if digits == text else -int(digits)
