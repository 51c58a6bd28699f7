"""What cards do, as data: a Struct for each simple thing, and words for players where it isn't simple.

Amounts are written `3`, `E` (the spell's energy), `E+2`, `2E`, `d4` or `d4+1`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.cards import ByHand
from tabletop.decoding import allowing
from tabletop.packs import PackId
from tabletop.values import Value
from tabletop.wizwar.catalogue import Harm, Trait

AN_AMOUNT = allowing("a number, E, E+2, 2E, d4 or d4+1")
AMOUNT = re.compile(r"^(?:(?P<number>\d{1,2})|(?P<times>[2-9])?E(?P<more>[+-]\d)?|d4(?P<plus>\+\d)?)$")
Amount = Annotated[str, Meta(pattern=r"^(\d{1,2}|[2-9]?E([+-]\d)?|d4(\+\d)?)$(?!\n)", extra=AN_AMOUNT)]


class Effect(Value, frozen=True, kw_only=True, tag_field="op"):
    """One thing that a card does."""


class Damage(Effect, frozen=True, kw_only=True, tag="damage"):
    """To whom or what the card is cast at; with `splash` to everybody beside it too, through walls.

    `separate` damage comes in so many sources of 1, which armour reduces one by one. `maintained` damage comes whenever
    time passes for the caster.
    """

    amount: Amount
    harm: Harm = Harm.PHYSICAL
    splash: bool = False
    separate: bool = False
    maintained: bool = False


class Stun(Effect, frozen=True, kw_only=True, tag="stun"):
    amount: Amount


class Heal(Effect, frozen=True, kw_only=True, tag="heal"):
    amount: Amount


class Draw(Effect, frozen=True, kw_only=True, tag="draw"):
    amount: Amount


class Discard(Effect, frozen=True, kw_only=True, tag="discard"):
    """The target loses cards of the hand by lot; with `taken` the caster gets them."""

    amount: Amount
    taken: bool = False


class Push(Effect, frozen=True, kw_only=True, tag="push"):
    """The target is moved straight away from the caster, as far as nothing is in the way.

    Out of the caster's own square it goes where the caster says.
    """

    amount: Amount


class Stagger(Effect, frozen=True, kw_only=True, tag="stagger"):
    """The target is moved a square at a time in directions of the die, where nothing is in the way (WW-35)."""

    amount: Amount


class Create(Effect, frozen=True, kw_only=True, tag="create"):
    """A wall or a door on the target line, or an object of the pack on the line or in the square."""

    object: PackId


class Destroy(Effect, frozen=True, kw_only=True, tag="destroy"):
    """The target wall, door or object is gone."""


class Crack(Effect, frozen=True, kw_only=True, tag="crack"):
    """Cracks in the target wall, door or object."""

    amount: Amount


class Open(Effect, frozen=True, kw_only=True, tag="open"):
    """The target door is held open by the caster while beside it."""


class Speed(Effect, frozen=True, kw_only=True, tag="speed"):
    """The base speed of whom the card works on, while it does."""

    base: Annotated[int, Meta(ge=0, le=9)]


class Move(Effect, frozen=True, kw_only=True, tag="move"):
    """More movement points in this turn."""

    amount: Amount


class Leap(Effect, frozen=True, kw_only=True, tag="leap"):
    """The caster appears in the target square, at most so many squares away, counted over walls; 0 is any number."""

    amount: Amount


class Cross(Effect, frozen=True, kw_only=True, tag="cross"):
    """The caster steps through the target wall or door, being beside it."""


class Swap(Effect, frozen=True, kw_only=True, tag="swap"):
    """Caster and target change places."""


class Turn(Effect, frozen=True, kw_only=True, tag="turn"):
    """The target sector is turned by quarters that the caster names; with `swap` it and the caster's change places."""

    swap: bool = False


class Drop(Effect, frozen=True, kw_only=True, tag="drop"):
    """The target drops a treasure or else the first item."""


class Fetch(Effect, frozen=True, kw_only=True, tag="fetch"):
    """The target treasure or object comes to the caster's square."""


class Dispel(Effect, frozen=True, kw_only=True, tag="dispel"):
    """The target spell ends."""


class Quench(Effect, frozen=True, kw_only=True, tag="quench"):
    """Spells of these traits on the target end; `everywhere` all such spells, and what they have made for good."""

    traits: tuple[Trait, ...]
    everywhere: bool = False


class Lock(Effect, frozen=True, kw_only=True, tag="lock"):
    """While it works on a door nobody but its caster opens or holds it, with or without keys."""


class Fill(Effect, frozen=True, kw_only=True, tag="fill"):
    """While it works nobody else enters the square of whom it works on; whoever is there already may leave."""


class Tread(Effect, frozen=True, kw_only=True, tag="tread"):
    """While it works what lies in squares doesn't strike whoever walks over it."""


class Bend(Effect, frozen=True, kw_only=True, tag="bend"):
    """The caster's next spell in this turn sees its target from any square that the caster sees."""


class Evade(Effect, frozen=True, kw_only=True, tag="evade"):
    """While it works an attack on the wizard misses on so much or less of the die."""

    upto: Annotated[int, Meta(ge=1, le=3)]


class Punch(Effect, frozen=True, kw_only=True, tag="punch"):
    """What a punch does while it works; with `more` added to what it does anyway."""

    amount: Amount
    more: bool = False


class Armour(Effect, frozen=True, kw_only=True, tag="armour"):
    """So much less of each damage while it works."""

    amount: Annotated[int, Meta(ge=1, le=9)]


class Bonus(Effect, frozen=True, kw_only=True, tag="bonus"):
    """More of something while it works: energy of cards, hand size, draws, life as a turn begins, speed; or keys."""

    of: Literal["energy", "hand", "draw", "life", "speed", "keys"]
    amount: Annotated[int, Meta(ge=1, le=9)] = 1


class Cancel(Effect, frozen=True, kw_only=True, tag="cancel"):
    """A counter: what it answers doesn't happen; with `taken` its card comes to the hand of whoever counters."""

    what: Literal["attack", "neutral", "counter", "spell"]
    taken: bool = False


class Reduce(Effect, frozen=True, kw_only=True, tag="reduce"):
    """A counter: so much less damage of the attack that it answers."""

    amount: Amount


class Backfire(Effect, frozen=True, kw_only=True, tag="backfire"):
    """A counter: the attack that it answers strikes whoever cast it."""


AnyEffect = (
    Damage
    | Stun
    | Heal
    | Draw
    | Discard
    | Push
    | Stagger
    | Create
    | Destroy
    | Crack
    | Open
    | Speed
    | Move
    | Leap
    | Cross
    | Swap
    | Turn
    | Drop
    | Fetch
    | Dispel
    | Quench
    | Lock
    | Fill
    | Tread
    | Bend
    | Evade
    | Punch
    | Armour
    | Bonus
    | Cancel
    | Reduce
    | Backfire
    | ByHand
)
LASTING = (Speed, Evade, Punch, Armour, Bonus, Fill, Tread)


def has_die(amount: str) -> bool:
    return amount.startswith("d4")


def amount_of(amount: str, energy: int, face: int = 0) -> int:
    """An amount as a number, by the spell's energy and the face of its die; never below 0."""
    match = AMOUNT.match(amount)
    assert match is not None
    if match["number"]:
        return int(match["number"])
    if has_die(amount):
        return face + int(match["plus"] or 0)
    return max(0, int(match["times"] or 1) * energy + int(match["more"] or 0))


def through(sources: Sequence[int], armour: int, less: int) -> int:
    """The damage that comes through: armour takes off each source, counters off the whole."""
    return max(0, sum(max(0, source - armour) for source in sources) - less)


def amount_in_words(amount: str) -> str:
    """`3`, `its energy`, `its energy and 2`, `a die`."""
    match = AMOUNT.match(amount)
    assert match is not None
    if match["number"]:
        return match["number"]
    if has_die(amount):
        return f"a die and {match['plus'][1:]}" if match["plus"] else "a die"
    words = f"{match['times']} times its energy" if match["times"] else "its energy"
    if not match["more"]:
        return words
    return f"{words} {'and' if match['more'][0] == '+' else 'less'} {match['more'][1:]}"


def dice_wanted(effects: Sequence[AnyEffect]) -> bool:
    """Whether any of these throws a die."""
    return any(
        has_die(getattr(effect, "amount", "") or "") for effect in effects if not isinstance(effect, Armour | Bonus)
    )
