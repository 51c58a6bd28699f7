"""Choices made in secret and shown at once: each side hands in a commitment, and opens it when all are in.

A commitment is the SHA-256 of the battle, the window, the seat, a long random salt and the choice, so that it can
neither be guessed nor copied. The log holds commitments; choices lie elsewhere until they are opened, so that a log
can be shown to anybody and its chain holds.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tabletop.battle.events import RefusalCode, RefusalError, Word
from tabletop.battle.lines import Digest
from tabletop.decoding import allowing
from tabletop.values import Value

SALT_BYTES = 32
Salt = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", extra=allowing("64 hexadecimal digits"))]


class SealRefusal(RefusalCode):
    """Why a commitment or its opening is refused."""

    NOT_ASKED = "{seat} has no choice to make here"
    ALREADY_IN = "{seat} has chosen already"
    STILL_OPEN = "{seats} must choose first"
    OTHER_CHOICE = "this isn't what {seat} has chosen"


class Commitment(Value, frozen=True):
    """That a seat has chosen, and no more."""

    seat: Word
    digest: Digest


class Opening(Value, frozen=True):
    """What a seat has chosen, with the salt that proves it."""

    seat: Word
    salt: Salt
    value: str


class Window(Value, frozen=True):
    """A choice that these seats make in secret. `name` is used once a battle: `turn 3, penalties`."""

    name: Word
    seats: tuple[Word, ...]
    sealed: tuple[Commitment, ...] = ()

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The seats whose choice is not in."""
        chosen = {commitment.seat for commitment in self.sealed}
        return tuple(seat for seat in self.seats if seat not in chosen)

    def with_choice(self, commitment: Commitment) -> Window:
        """The window with a choice in; RefusalError for a seat that isn't asked, and for a second choice."""
        if commitment.seat not in self.seats:
            raise RefusalError(SealRefusal.NOT_ASKED, seat=commitment.seat)
        if commitment.seat not in self.waits_for:
            raise RefusalError(SealRefusal.ALREADY_IN, seat=commitment.seat)
        return replace(self, sealed=(*self.sealed, commitment))

    def check(self, battle: str, openings: Sequence[Opening]) -> None:
        """RefusalError unless all are in, and each opening is what its seat has committed to, one for each seat."""
        if self.waits_for:
            raise RefusalError(SealRefusal.STILL_OPEN, seats=", ".join(self.waits_for))
        opened = {opening.seat: opening for opening in openings}
        for commitment in self.sealed:
            opening = opened.pop(commitment.seat, None)
            if opening is None or not self._fits(battle, commitment, opening):
                raise RefusalError(SealRefusal.OTHER_CHOICE, seat=commitment.seat)
        for seat in opened:
            raise RefusalError(SealRefusal.NOT_ASKED, seat=seat)

    def _fits(self, battle: str, commitment: Commitment, opening: Opening) -> bool:
        return hmac.compare_digest(sealed(opening, battle=battle, window=self.name).digest, commitment.digest)


def chosen(seat: str, value: str) -> Opening:
    """A choice with a new salt."""
    return Opening(seat, new_salt(), value)


def new_salt() -> str:
    """A salt that nobody can guess."""
    return secrets.token_hex(SALT_BYTES)


def sealed(opening: Opening, *, battle: str, window: str) -> Commitment:
    """What may be shown of a choice before all are in."""
    content = msgspec.json.encode([battle, window, opening.seat, opening.salt, opening.value])
    return Commitment(opening.seat, hashlib.sha256(content).hexdigest())
