"""Battles on two phones over the wire: commands by the API, sent again with their id where no answer came."""

from __future__ import annotations

import json
import re
import secrets
from typing import Any

from msgspec import Struct

from benchmarks.serving import Answer, Person, Site

SEATS = re.compile(r"/b/([A-Za-z0-9_-]+)/")
LATE, REFUSED = 409, 422
RED, BLUE = "red", "blue"


class Told(Struct, frozen=True):
    """What a phone was told of its command: its events as the answer has them, none where it was refused."""

    token: str
    command: str
    events: tuple[dict[str, Any], ...]


class Phone:
    """A seat of a battle, which plays one side. RuntimeError for an answer that nothing explains."""

    def __init__(self, site: Site, token: str, side: str) -> None:
        self.person, self.token, self.side = Person(site), token, side
        self.head = 0
        self.acknowledged: list[Told] = []
        self.under_way: dict[str, Any] | None = None
        self.tries = 0

    @property
    def address(self) -> str:
        return f"/api/battles/{self.token}/"

    def look(self) -> None:
        """Learn which event is the last."""
        self.head = _read(self.person.get(f"{self.address}after/{self.head}/"), 200)["head"]

    def send(self, **command: Any) -> Told:
        """A command decided on what this phone knows; one that had no answer goes first, with its own id."""
        if self.under_way is not None:
            self._deliver(self.under_way)
        return self._deliver({"id": secrets.token_hex(8), "on": self.head, "side": self.side, "command": command})

    def _deliver(self, sent: dict[str, Any]) -> Told:
        self.under_way = sent
        answer = self.person.send_json(f"{self.address}commands/", sent)
        if answer.status in (LATE, REFUSED):
            told = Told(self.token, sent["id"], ())
            self.look()
        else:
            found = _read(answer, 200)
            self.head = found["head"]
            told = Told(self.token, sent["id"], tuple(found["events"]))
            self.acknowledged.append(told)
        self.under_way = None
        return told

    def write(self) -> None:
        """One command more: set everybody up, say something, take it all back."""
        self.tries += 1
        self.look()
        match self.tries % 3:
            case 1:
                self.send(command="deploy")
            case 2:
                self.send(command="note", text=f"{self.side} {self.tries}")
            case _:
                self.send(command="undo", to=1)


def _read(answer: Answer, status: int) -> Any:
    if answer.status != status:
        raise RuntimeError(f"answered by {answer.status}: {answer.text[:300]}")
    return json.loads(answer.text)


def begun(site: Site, red: str = "sample.dwarves", blue: str = "sample.orcs") -> tuple[Phone, Phone]:
    """A new battle in which nobody asks before an undo, on a phone for each side."""
    owner = Person(site)
    owner.get("/battle/new/")
    made = owner.post("/battle/new/", {"red": red, "blue": blue, "undo": "free"})
    first = _token(made)
    owner.post(f"/b/{first}/seats/", {"role": "blue"})
    page = owner.get(f"/b/{first}/?seats=open").text
    (second,) = set(SEATS.findall(page)) - {first}
    return Phone(site, first, RED), Phone(site, second, BLUE)


def _token(answer: Answer) -> str:
    found = SEATS.search(answer.location)
    if found is None:
        raise RuntimeError(f"a new battle was answered by {answer.status}")
    return found[1]
