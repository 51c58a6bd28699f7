"""How an army is led, as a value: when it charges, whom it shoots, when it holds; a few with names.

A file of an experiment names one of these, or states its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from tabletop.values import Text, Value


class Charging(StrEnum):
    """When a unit charges whom it reaches."""

    WHEN_IT_PAYS = "when-it-pays"
    ALWAYS = "always"
    NEVER = "never"


class Aiming(StrEnum):
    """Whom shooters choose of those in range."""

    NEAREST = "nearest"
    BEST = "best"


class Holding(StrEnum):
    """Who doesn't come nearer."""

    SHOOTERS = "shooters"
    EVERYBODY = "everybody"
    NOBODY = "nobody"


class Casting(StrEnum):
    """Which spells a wizard casts, if it casts at all: the best that it can at any time, or its largest alone."""

    AT_ONCE = "at-once"
    LARGEST = "largest"


class Deployment(StrEnum):
    """Who stands where in the line: the middle's units first, the others by turns to its right and left."""

    AS_LISTED = "as-listed"
    STRONG_MIDDLE = "strong-middle"
    SHOOTERS_MIDDLE = "shooters-middle"


class Policy(Value, frozen=True, kw_only=True):
    """What an army does where its player may choose.

    `margin` is by how much the first round of a charge that pays has to cost the enemy more than oneself, in hundredths
    of the points of the unit that charges. `charging`, `aiming` and `holding` speak for themselves; shooters hold once
    an enemy is in range. `deployment` puts units down from left to right in the order of their refs, with the dearest
    in the middle, or with those that shoot there and the others on the wings. Chargers that `pursue` follow whoever
    breaks; who has shot `stands_and_fires` at chargers. Whoever `casts` chooses by `casting`: as soon as
    there is power for any spell, the one that costs the enemy most, on a table the largest; or it saves power for the
    largest of those it knows, and casts no other.
    """

    name: Text = ""
    deployment: Deployment = Deployment.AS_LISTED
    charging: Charging = Charging.WHEN_IT_PAYS
    margin: Annotated[int, Meta(ge=-100, le=100)] = 0
    aiming: Aiming = Aiming.BEST
    holding: Holding = Holding.SHOOTERS
    pursues: bool = True
    stands_and_fires: bool = True
    casts: bool = True
    casting: Casting = Casting.AT_ONCE


STEADY = Policy(name="steady")
BOLD = Policy(name="bold", charging=Charging.ALWAYS, aiming=Aiming.NEAREST, holding=Holding.NOBODY)
WARY = Policy(name="wary", margin=5, pursues=False)
STANDING = Policy(name="standing", charging=Charging.NEVER, holding=Holding.EVERYBODY)
MASSED = Policy(name="massed", deployment=Deployment.STRONG_MIDDLE)
NAMED: dict[str, Policy] = {policy.name: policy for policy in (STEADY, BOLD, WARY, STANDING, MASSED)}

SAID: dict[str, str] = {
    "steady": "charges when the first round pays, shooters hold and shoot where it costs most, always pursues",
    "bold": "everybody goes forward, charges whoever is in reach, shoots the nearest, always pursues",
    "wary": "charges only where it pays clearly, and never pursues",
    "standing": "holds its line, shoots, and lets the enemy come",
    "massed": "as steady, with its dearest units in the middle of the line",
}


def from_left(deployment: Deployment, points: Sequence[int], shoots: Sequence[bool]) -> list[int]:
    """The places of units, of so many points each, in the order in which they stand from left to right."""
    places = range(len(points))
    if deployment is Deployment.AS_LISTED:
        return list(places)
    shooters_first = deployment is Deployment.SHOOTERS_MIDDLE
    ranked = sorted(places, key=lambda place: (shooters_first and not shoots[place], -points[place], place))
    return ranked[2::2][::-1] + ranked[:2] + ranked[3::2]
