"""Schedules that don't ask for points: everybody against everybody, and knock-outs.

A round robin goes round a circle: one stays, the others move on by one place a round, and whoever faces each other
plays (E. Lucas, "Récréations mathématiques" II, 1883). With an odd number an empty place is everybody's bye once. After
as many rounds as it takes it begins again. A knock-out seeds the best so that they meet as late as they can; where a
bracket has places left, the best have byes. In both, who joins later takes no place: late players meet whoever is free.

Hands leave a bracket as it is but for those whom they touch. A pair put by hand plays in the first place that either
has in it; those who lost their opponents so meet each other in the place of the later one, and one of an odd number has
a bye. Who meets whom there, and in which order, follows from who was put by hand alone, not from how: a round is proved
the same after more of it was changed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from tabletop.tournament.event import Event, Outcome, Pairing

Players = tuple[str, ...]


def circle(refs: Sequence[str], number: int) -> list[Players]:
    """The pairs of a round of everybody against everybody, rounds counted from 1; one ref alone has the bye."""
    places: list[str | None] = [*refs, None] if len(refs) % 2 else [*refs]
    if not places:
        return []
    turns = (number - 1) % (len(places) - 1)
    moving = places[1:]
    turned = [places[0], *moving[len(moving) - turns :], *moving[: len(moving) - turns]]
    facing = zip(turned[: len(turned) // 2], reversed(turned), strict=False)
    return [tuple(ref for ref in pair if ref is not None) for pair in facing]


def seeded_places(count: int) -> list[int | None]:
    """The seeds from 0 in the order of their bracket, None for an empty place: 0 and 1 meet in the final at last."""
    order = [0]
    while len(order) < count:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return [seed if seed < count else None for seed in order]


def circle_pairs(event: Event, number: int, free: Sequence[str]) -> list[Players]:
    """A round robin's pairs of those who are free; whose opponent isn't meets another such one, or has a bye."""
    first = sorted((player for player in event.players if player.joined == 1), key=lambda player: player.ref)
    first.sort(key=lambda player: (player.ranking is None, player.ranking or 0))
    there = set(free)
    facing = [pair for pair in circle([player.ref for player in first], number) if len(pair) == 2]
    pairs = [pair for pair in facing if there.issuperset(pair)]
    alone = sorted(there.difference(*pairs))
    return pairs + list(_two_by_two(alone))


def bracket_pairs(
    event: Event, number: int, ranks: Mapping[str, int], *, hands: Sequence[Players] = ()
) -> list[Players]:
    """A knock-out's pairs in the order of the bracket, those put by hand among them; `ranks` has all who are there.

    Seeds meet in the first round, then the winners of neighbours.
    """
    by_bracket = _bracket(event, number, ranks)
    places = {ref: place for place, players in enumerate(by_bracket) for ref in players}
    forced = set(chain.from_iterable(hands))
    paired = {place: players for place, players in enumerate(by_bracket) if not forced.intersection(players)}
    alone = [ref for players in by_bracket if forced.intersection(players) for ref in players if ref not in forced]
    half = len(alone) // 2
    met: list[Players] = list(zip(alone[:half], alone[half : 2 * half], strict=True))
    met += [(ref,) for ref in alone[2 * half :]]
    paired |= {places[players[-1]]: players for players in met}
    end = len(by_bracket)
    for hand in hands:
        own = sorted(places[ref] for ref in hand if ref in places)
        place = next((place for place in (*own, *range(end)) if place not in paired), end)
        paired[place] = hand
        end = max(end, place + 1)
    return [players for _, players in sorted(paired.items())]


def _bracket(event: Event, number: int, ranks: Mapping[str, int]) -> list[Players]:
    """The pairs of a round where nothing is put by hand."""
    if number == 1:
        order = sorted(ranks, key=lambda ref: ranks[ref])
        places = [None if seed is None else order[seed] for seed in seeded_places(len(order))]
    else:
        places = [winner(event, pairing, number) for pairing in event.rounds[number - 2].pairings]
    places = [ref if ref in ranks else None for ref in places] + [None] * (len(places) % 2)
    facing = zip(places[::2], places[1::2], strict=True)
    pairs = [tuple(ref for ref in pair if ref is not None) for pair in facing]
    return [pair for pair in pairs if pair]


def winner(event: Event, pairing: Pairing, number: int) -> str:
    """Who goes on to the round of a number. Without a winner the better ranked one does, of equals the first."""
    result = pairing.result_before(number)
    if len(pairing.players) == 1:
        return pairing.players[0]
    first, second = pairing.players
    if result is not None and result.confirmed and result.outcome in (Outcome.FIRST, Outcome.SECOND):
        return first if result.outcome is Outcome.FIRST else second
    return min(first, second, key=lambda ref: event.by_ref[ref].ranking or float("inf"))


def _two_by_two(refs: Sequence[str]) -> Iterator[Players]:
    for place in range(0, len(refs), 2):
        yield tuple(refs[place : place + 2])
