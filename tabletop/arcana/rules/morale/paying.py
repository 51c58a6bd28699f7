"""What a unit loses instead of breaking: its troops first, then its characters, who save as from missiles.

What is beyond the troops is on their characters at random; what kills one and is more than it has is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.rules.harm.among import Among, Body, Found, at_random
from tabletop.arcana.rules.harm.blows import saves_of
from tabletop.arcana.rules.harm.saving import save_from_payment
from tabletop.arcana.rules.morale.testing import TESTS
from tabletop.dice import Sifted, Step

WOUNDS_FOR_A_POINT = 15  # or part of them: a wound more for each point by which the test has failed

State = TypeVar("State")


class Payment(Struct, frozen=True):
    """Wounds of troops, and those beyond, from which their character saves."""

    troops: int = 0
    character: int = 0


def payment(points: int, *, troops: int, character: int = 0) -> Payment:
    """What a test that fails by so many points costs a unit with so many wounds left, no more than all of them."""
    wounds = troops + character
    lost = min(points * -(-wounds // WOUNDS_FOR_A_POINT), wounds)
    return Payment(min(lost, troops), max(lost - troops, 0))


def paying_step(
    name: str, character: Statistics, owed: Callable[[State], Payment], after: Callable[[State, int], State]
) -> Step[State]:
    """The saves of a character from its part of a payment; `after` takes how many wounds it hasn't saved."""
    sieves = saves_of(save_from_payment(character).number)

    def roll(state: State) -> Sifted | None:
        count = owed(state).character
        return Sifted(count, sieves, TESTS) if count else None

    return Step(f"{name}, paying", TESTS, roll, after)


def paying_among(
    name: str,
    characters: Sequence[Statistics],
    owed: Callable[[State], tuple[Payment, Sequence[int]]],
    after: Callable[[State, dict[int, int]], State],
    *,
    rides: Sequence[int] = (),
) -> Step[State]:
    """The same of several characters: `owed` says who of them live, `after` takes what each of these hasn't saved.

    `rides` are by character the place, from 1, of what carries it, 0 of who is on foot.
    """
    bodies = [Body(save_from_payment(figures).number, 1) for figures in characters]
    carried, wounds = rides or (0,) * len(bodies), [figures.wounds for figures in characters]

    def shared(living: Sequence[int]) -> tuple[tuple[Found, ...], tuple[int, ...]]:
        return at_random({place + 1: bodies[place] for place in living}, carried, wounds)

    def roll(state: State) -> Among | None:
        payment, living = owed(state)
        if not payment.character:
            return None
        return Among(payment.character, None, shared(living)[0], TESTS)

    def taken(state: State, unsaved: tuple[int, ...]) -> State:
        places = (place - 1 for place in shared(owed(state)[1])[1])
        return after(state, dict(zip(places, unsaved, strict=True)))

    return Step(f"{name}, paying", TESTS, roll, taken)
