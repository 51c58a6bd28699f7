"""How an army is led, as a value: when it charges, whom it shoots, when it holds; a few with names.

A file of an experiment names one of these, or states its own.
"""

from __future__ import annotations

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


class Policy(Value, frozen=True, kw_only=True):
    """What an army does where its player may choose.

    `margin` is by how much the first round of a charge that pays has to cost the enemy more than oneself, in hundredths
    of the points of the unit that charges. `charging`, `aiming` and `holding` speak for themselves; shooters hold once
    an enemy is in range. Chargers that `pursue` follow whoever breaks; who has shot `stands_and_fires` at chargers.
    """

    name: Text = ""
    charging: Charging = Charging.WHEN_IT_PAYS
    margin: Annotated[int, Meta(ge=-100, le=100)] = 0
    aiming: Aiming = Aiming.BEST
    holding: Holding = Holding.SHOOTERS
    pursues: bool = True
    stands_and_fires: bool = True
    casts: bool = True


STEADY = Policy(name="steady")
BOLD = Policy(name="bold", charging=Charging.ALWAYS, aiming=Aiming.NEAREST, holding=Holding.NOBODY)
WARY = Policy(name="wary", margin=5, pursues=False)
STANDING = Policy(name="standing", charging=Charging.NEVER, holding=Holding.EVERYBODY)
NAMED: dict[str, Policy] = {policy.name: policy for policy in (STEADY, BOLD, WARY, STANDING)}

SAID: dict[str, str] = {
    "steady": "charges when the first round pays, shooters hold and shoot where it costs most, always pursues",
    "bold": "everybody goes forward, charges whoever is in reach, shoots the nearest, always pursues",
    "wary": "charges only where it pays clearly, and never pursues",
    "standing": "holds its line, shoots, and lets the enemy come",
}
