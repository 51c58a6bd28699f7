"""What players do in a game; areas are named as on the map, stacks, counters and heroes by their names."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from tabletop.boards.area_graph import AreaName
from tabletop.cards import CardRef
from tabletop.decoding import allowing
from tabletop.greyhawk.pack import Word
from tabletop.values import Value

A_NAME = allowing("a name of the game, as a7, A2 or ah1")
Ref = Annotated[str, Meta(pattern=r"^[a-dA-D]h?[1-9][0-9]{0,2}$(?!\n)", max_length=5, extra=A_NAME)]
Refs = Annotated[tuple[Ref, ...], Meta(max_length=40)]
Cards = Annotated[tuple[CardRef, ...], Meta(max_length=20)]


class GameCommand(Value, frozen=True, kw_only=True, tag_field="command"):
    """What every command of this game is made of."""


class RollOrder(GameCommand, frozen=True, kw_only=True, tag="roll_order"):
    """A die for each side; equal ones again among themselves (GW-20)."""


class PlaceHero(GameCommand, frozen=True, kw_only=True, tag="place_hero"):
    """A hero to any area without another player's army (GW-21)."""

    hero: Ref
    area: AreaName


class Done(GameCommand, frozen=True, kw_only=True, tag="done"):
    """The marker that moves has done, or the player with the step."""


class DrawEvent(GameCommand, frozen=True, kw_only=True, tag="draw_event"):
    """The event of this year (GW-22)."""


class MoveStack(GameCommand, frozen=True, kw_only=True, tag="move"):
    """A stack to an area, by the cheapest way; into another player's army only as an attack."""

    ref: Ref
    area: AreaName
    attack: bool = False


class Divide(GameCommand, frozen=True, kw_only=True, tag="divide"):
    """Counters and a hero of a stack stay where it is, under that hero or a marker (GW-50)."""

    ref: Ref
    troops: Refs = ()
    hero: Ref | None = None


class Join(GameCommand, frozen=True, kw_only=True, tag="join"):
    """A stack under the marker of another one of the same side in its area (GW-51)."""

    ref: Ref
    into: Ref


class Load(GameCommand, frozen=True, kw_only=True, tag="load"):
    """An army on board of a fleet (GW-42)."""

    fleet: Ref
    ref: Ref


class Land(GameCommand, frozen=True, kw_only=True, tag="land"):
    """What a fleet carries goes ashore, under a hero of the fleet or a free marker (GW-42, GW-43).

    `troops` are those that go, all of them where none are named.
    """

    fleet: Ref
    area: AreaName
    troops: Refs = ()
    hero: Ref | None = None
    attack: bool = False


class AttackShips(GameCommand, frozen=True, kw_only=True, tag="attack_ships"):
    """The marines of an army against ships in the island area where they stand (GW-60, G-20)."""

    ref: Ref


class Fortify(GameCommand, frozen=True, kw_only=True, tag="fortify"):
    ref: Ref


class Disband(GameCommand, frozen=True, kw_only=True, tag="disband"):
    ref: Ref


class AskAlliance(GameCommand, frozen=True, kw_only=True, tag="ask_alliance"):
    """Diplomacy in a capital, with treasures as gifts, and other stacks whose heroes speak for it (GW-86)."""

    ref: Ref
    gifts: Cards = ()
    helpers: Refs = ()


class Speak(GameCommand, frozen=True, kw_only=True, tag="speak"):
    """Another player's hero in that capital, for it, against it, or saying nothing."""

    says: Literal["for", "against", "nothing"] = "nothing"
    gifts: Cards = ()


class Search(GameCommand, frozen=True, kw_only=True, tag="search"):
    ref: Ref


class Hire(GameCommand, frozen=True, kw_only=True, tag="hire"):
    """Mercenaries, in a mercenary area (GW-88)."""

    ref: Ref


class Heal(GameCommand, frozen=True, kw_only=True, tag="heal"):
    ref: Ref


class AddTroops(GameCommand, frozen=True, kw_only=True, tag="add"):
    """New counters for a stack (GW-90, GW-91)."""

    ref: Ref
    troops: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=5)]


class RaiseArmy(GameCommand, frozen=True, kw_only=True, tag="raise"):
    """A new army of a country, in one of its areas (GW-92)."""

    country: Word
    area: AreaName
    troops: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=5)]


class PlaceAlly(GameCommand, frozen=True, kw_only=True, tag="place_ally"):
    """The army of a new ally, anywhere in its country, and its ships in a sea where they have one (GW-86, G-19)."""

    country: Word
    area: AreaName
    sea: AreaName | None = None


class PlayCard(GameCommand, frozen=True, kw_only=True, tag="play_card"):
    """A card whose effect needs no battle, on a stack where it needs one."""

    card: CardRef
    ref: Ref | None = None


class GiveUp(GameCommand, frozen=True, kw_only=True, tag="give_up"):
    """What is too many: counters, or cards."""

    troops: Refs = ()
    cards: Cards = ()


class LetPass(GameCommand, frozen=True, kw_only=True, tag="let_pass"):
    """Whether another side's stacks may pass one's armies (GW-34)."""

    side: Word
    lets: bool = False


class LayCards(GameCommand, frozen=True, kw_only=True, tag="lay_cards"):
    """Cards face down for the battle, none too; `stronger` is the counter that gains strength (GW-61)."""

    cards: Cards = ()
    stronger: Ref | None = None


class Fire(GameCommand, frozen=True, kw_only=True, tag="fire"):
    """A volley: whom each counter attacks, as usual where nothing is said, and by which counter each hero stands."""

    targets: Annotated[dict[Ref, Ref], Meta(max_length=40)] = field(default_factory=dict)
    heroes: Annotated[dict[Ref, Ref], Meta(max_length=20)] = field(default_factory=dict)


class FightOn(GameCommand, frozen=True, kw_only=True, tag="fight_on"):
    """No retreat; after the third round, a fourth is wished where a hero leads and `fourth` says so (GW-62)."""

    fourth: bool = False


class Retreat(GameCommand, frozen=True, kw_only=True, tag="retreat"):
    """Out of a battle: the attacker whence it came, the defender to an area (GW-75)."""

    area: AreaName | None = None


class Pursue(GameCommand, frozen=True, kw_only=True, tag="pursue"):
    """Free attacks of cavalry on those who retreat, one for each name (GW-77)."""

    targets: Refs = ()


AnyCommand = (
    RollOrder | PlaceHero | Done | DrawEvent | MoveStack | Divide | Join | Load | Land | AttackShips | Fortify | Disband
    | AskAlliance | Speak | Search | Hire | Heal | AddTroops | RaiseArmy | PlaceAlly | PlayCard | GiveUp | LetPass
    | LayCards | Fire | FightOn | Retreat | Pursue
)  # fmt: skip
