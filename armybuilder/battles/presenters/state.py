"""What a table's page shows besides the table: the chosen unit, what is asked about it, against whom."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import asdict, replace

LOOKS = {
    "move": "Distances",
    "sight": "Sight",
    "shoot": "Shooting",
    "charge": "Charge",
    "template": "Template",
    "flight": "Flight",
    "melee": "Melee",
    "wounds": "Wounds",
}
ABOUT_ENEMIES = ("sight", "shoot", "charge", "flight")
ASK, ALL = "ask", "all"  # a typed question; every distance and sight at once
USUAL_TEMPLATE = "circle 5; at 36,24; range 24"
USUAL_WOUNDS = "wounds 3"
LONGEST_WORDS = 200


class State(Struct, frozen=True):
    """From an address or a form; what isn't on the table asks for nothing."""

    unit: str = ""
    look: str = "move"
    to: str = ""
    words: str = ""

    @property
    def query(self) -> str:
        return urlencode({name: value for name, value in asdict(self).items() if value})

    def with_unit(self, ref: str) -> State:
        return replace(self, unit=ref, to="", words="" if self.look == "charge" else self.words)

    def with_look(self, look: str) -> State:
        return replace(self, look=look, words="")

    def with_question(self, words: str) -> State:
        return replace(self, look=ASK, to="", words=words)

    def with_target(self, ref: str) -> State:
        return replace(self, to="" if ref == self.to else ref)


def state_of(query: QueryDict, refs: Any) -> State:
    """The state that an address asks for, as far as these refs are on the table."""
    unit, to, look, words = (query.get(name, "") for name in ("unit", "to", "look", "words"))
    return State(
        unit=unit if unit in refs else "",
        look=look if look in (*LOOKS, ASK, ALL) else "move",
        to=to if to in refs and to != unit else "",
        words=words[:LONGEST_WORDS],
    )
