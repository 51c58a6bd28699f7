"""What a table's page shows besides the table: the chosen unit, what is asked about it, against whom."""

from __future__ import annotations

from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import asdict, replace


class Look(StrEnum):
    """What is asked about the chosen unit, by the word in the address."""

    MOVE = "move"
    SIGHT = "sight"
    SHOOT = "shoot"
    CHARGE = "charge"
    TEMPLATE = "template"
    FLIGHT = "flight"
    MELEE = "melee"
    WOUNDS = "wounds"
    ASK = "ask"  # a typed question
    ALL = "all"  # every distance and sight at once


LOOKS = {
    Look.MOVE: "Distances",
    Look.SIGHT: "Sight",
    Look.SHOOT: "Shooting",
    Look.CHARGE: "Charge",
    Look.TEMPLATE: "Template",
    Look.FLIGHT: "Flight",
    Look.MELEE: "Melee",
    Look.WOUNDS: "Wounds",
}
ABOUT_ENEMIES = (Look.SIGHT, Look.SHOOT, Look.CHARGE, Look.FLIGHT)
USUAL_TEMPLATE = "circle 5; at 36,24; range 24"
USUAL_WOUNDS = "wounds 3"
LONGEST_WORDS = 200


class State(Struct, frozen=True):
    """From an address or a form; what isn't on the table asks for nothing."""

    unit: str = ""
    look: Look = Look.MOVE
    to: str = ""
    words: str = ""

    @property
    def query(self) -> str:
        return urlencode({name: value for name, value in asdict(self).items() if value})

    def with_unit(self, ref: str) -> State:
        return replace(self, unit=ref, to="", words="" if self.look is Look.CHARGE else self.words)

    def with_look(self, look: Look) -> State:
        return replace(self, look=look, words="")

    def with_question(self, words: str) -> State:
        return replace(self, look=Look.ASK, to="", words=words)

    def with_target(self, ref: str) -> State:
        return replace(self, to="" if ref == self.to else ref)


def state_of(query: QueryDict, refs: Any) -> State:
    """The state that an address asks for, as far as these refs are on the table."""
    unit, to, look, words = (query.get(name, "") for name in ("unit", "to", "look", "words"))
    return State(
        unit=unit if unit in refs else "",
        look=Look(look) if look in set(Look) else Look.MOVE,
        to=to if to in refs and to != unit else "",
        words=words[:LONGEST_WORDS],
    )
