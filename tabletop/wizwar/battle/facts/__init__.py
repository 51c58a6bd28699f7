"""What happens in a game, fact by fact: each knows what stands after it, how it is told, and what of it is hidden.

None judges or rolls. A fact that says what is in a deck or a hand carries a salt: the log's digests are public, and
nobody finds a card by trying them all.
"""

from __future__ import annotations

from tabletop.wizwar.battle.facts.board import (
    Cracked,
    CreatureWalked,
    DoorHeld,
    GameBegun,
    GameEnded,
    LineMended,
    SectorsSwapped,
    SectorTurned,
    ThingGone,
    ThingMade,
)
from tabletop.wizwar.battle.facts.cards import (
    CardsDrawn,
    DeckLaid,
    Discarded,
    HandTaken,
    Shedding,
)
from tabletop.wizwar.battle.facts.casting import (
    Answered,
    CardCast,
    Evaded,
    HandWork,
    Passed,
    Resolved,
    SetAside,
    SightBent,
    SpellEnded,
    SpellKept,
    TokenSpent,
)
from tabletop.wizwar.battle.facts.fact import GameFact
from tabletop.wizwar.battle.facts.paper import (
    CardShown,
    CardsNoted,
    DeckShuffled,
    HandCounted,
    PaperDrawn,
    PaperLost,
    UnlistedPlayed,
)
from tabletop.wizwar.battle.facts.wizards import (
    CameToNothing,
    Died,
    DrawBegun,
    Harmed,
    Healed,
    ItemDropped,
    ItemLost,
    ItemMoved,
    ItemPlayed,
    ItemTaken,
    MovedTo,
    PointsMoved,
    Stunned,
    TreasurePut,
    TreasureTaken,
    TurnBegun,
    Walked,
)

AnyFact = (
    GameBegun
    | DeckLaid
    | CardsDrawn
    | HandTaken
    | PaperDrawn
    | PaperLost
    | HandCounted
    | CardShown
    | UnlistedPlayed
    | CardsNoted
    | DeckShuffled
    | TurnBegun
    | TokenSpent
    | SpellEnded
    | Stunned
    | Walked
    | MovedTo
    | PointsMoved
    | Discarded
    | CardCast
    | Passed
    | Answered
    | Resolved
    | Evaded
    | SpellKept
    | SightBent
    | Harmed
    | CameToNothing
    | Healed
    | Died
    | ThingMade
    | ThingGone
    | Cracked
    | CreatureWalked
    | DoorHeld
    | ItemPlayed
    | ItemTaken
    | ItemDropped
    | ItemMoved
    | ItemLost
    | TreasureTaken
    | TreasurePut
    | SectorTurned
    | SectorsSwapped
    | DrawBegun
    | Shedding
    | HandWork
    | SetAside
    | LineMended
    | GameEnded
)

__all__ = [
    "Answered",
    "AnyFact",
    "CameToNothing",
    "CardCast",
    "CardShown",
    "CardsDrawn",
    "CardsNoted",
    "Cracked",
    "CreatureWalked",
    "DeckLaid",
    "DeckShuffled",
    "Died",
    "Discarded",
    "DoorHeld",
    "DrawBegun",
    "Evaded",
    "GameBegun",
    "GameEnded",
    "GameFact",
    "HandCounted",
    "HandTaken",
    "HandWork",
    "Harmed",
    "Healed",
    "ItemDropped",
    "ItemLost",
    "ItemMoved",
    "ItemPlayed",
    "ItemTaken",
    "LineMended",
    "MovedTo",
    "PaperDrawn",
    "PaperLost",
    "Passed",
    "PointsMoved",
    "Resolved",
    "SectorTurned",
    "SectorsSwapped",
    "SetAside",
    "Shedding",
    "SightBent",
    "SpellEnded",
    "SpellKept",
    "Stunned",
    "ThingGone",
    "ThingMade",
    "TokenSpent",
    "TreasurePut",
    "TreasureTaken",
    "TurnBegun",
    "UnlistedPlayed",
    "Walked",
]
