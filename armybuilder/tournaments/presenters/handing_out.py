"""An event's file as somebody may have it: staff the whole, others what their pages show them of it.

Others get who plays where names show, the lists that were approved where lists show, and rounds where standings show,
for what a round's certificate says would tell them. Who has done what, and what judges write, stays with staff.
"""

from __future__ import annotations

from msgspec.structs import replace

from armybuilder.tournaments.presenters.places import Place
from armybuilder.tournaments.snapshots import whole_event
from tabletop.tournament.event import Pairing, Player
from tabletop.tournament.file import HandedIn, WholeEvent
from tabletop.tournament.sealing import Thing, sees

NARROWED = ("players", "challenges", "rounds")
SHOWN_OF_ROW = ("legal", "name", "army", "points", "limit", "rules", "code", "figures_from")


def event_for(place: Place) -> WholeEvent:
    """The event as this link may have it."""
    whole = whole_event(place.row)
    if place.participant.is_staff:
        return whole
    may = {thing: sees(place.sealing, place.who, thing, place.now) for thing in Thing}
    rounds = whole.rounds if may[Thing.STANDINGS] else ()
    return WholeEvent(
        **{name: getattr(whole, name) for name in place.event.__struct_fields__ if name not in NARROWED},
        players=() if not may[Thing.NAMES] else whole.players if rounds else tuple(map(_named, whole.players)),
        challenges=whole.challenges if may[Thing.NAMES] and may[Thing.PAIRINGS] else (),
        rounds=tuple(replace(paired, pairings=tuple(map(_confirmed, paired.pairings))) for paired in rounds),
        lists=tuple(map(_bare, _approved(whole))) if may[Thing.LISTS] else (),
        published=whole.published if rounds else (),
    )


def _named(player: Player) -> Player:
    """What the field says of a player."""
    return Player(ref=player.ref, name=player.name, club=player.club)


def _confirmed(pairing: Pairing) -> Pairing:
    """A game with its result only where that counts."""
    return pairing if pairing.result is None or pairing.result.confirmed else replace(pairing, result=None)


def _approved(whole: WholeEvent) -> list[HandedIn]:
    return [each for each in whole.lists if each.state == "approved"]


def _bare(each: HandedIn) -> HandedIn:
    """A list without what was written about it: its choices and whether they are legal."""
    row = {name: each.judged["row"].get(name) for name in SHOWN_OF_ROW if name in each.judged["row"]}
    judged = {"ref": each.judged["ref"], "row": row | {"file": ""}, "given": {"file": ""}}
    return replace(each, comment="", judged=judged)
