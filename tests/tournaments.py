"""Events made up for tests and benchmarks, with drops, late entries, byes and clubs, and the laws asked of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from msgspec.structs import replace

from tabletop.tournament.event import (
    Band,
    Correction,
    Event,
    FirstRound,
    Level,
    Method,
    Outcome,
    Player,
    Result,
    Scoring,
)
from tabletop.tournament.file import write_event
from tabletop.tournament.matching import least_matching
from tabletop.tournament.pairings import ByHand, pair_round, paired
from tests.second_pairings import SecondRound, least_by_bound, least_by_trying, paired_by_networkx

LEVELS = (
    Level(slug="total", name="Total", win=5),
    Level(slug="major", name="Major", win=4),
    Level(slug="minor", name="Minor", win=3),
    Level(slug="pyrrhic", name="Pyrrhic", win=2),
)
SMALL = 8  # players up to whom every pairing is tried
FOR_NETWORKX = 24  # and up to whom the second program pairs; above, the bound is added up
LADDERS = 0.25  # of the events
SCORINGS = (
    Scoring(),
    Scoring(win=1, draw=0, bye=1),
    Scoring(levels=LEVELS, bye=3),
    Scoring(win=10, draw=5, bands=(Band(at_least=500, bonus=1), Band(at_least=1500, bonus=4)), bye=8),
)


def field_of(size: int, random: Random) -> tuple[Player, ...]:
    """Players of some clubs, some of whom travel together, some ranked, in no order."""
    clubs = ["", *(f"Club {number}" for number in range(random.randint(1, max(2, size // 4))))]
    players = [
        Player(
            ref=f"p{number}",
            name=f"Player {number}",
            club=random.choice(clubs),
            travels_with="Bus" if random.random() < 0.1 else "",
            ranking=random.randint(1, size) if random.random() < 0.7 else None,
        )
        for number in range(size)
    ]
    random.shuffle(players)
    return tuple(players)


def an_event(size: int, rounds: int, random: Random) -> Event:
    """An event before its first round."""
    players = field_of(size, random)
    refs = [player.ref for player in players]
    return Event(
        format="muster-event/1",
        name="Made up",
        method=Method.LADDER if random.random() < LADDERS else Method.SWISS,
        planned_rounds=rounds,
        clubs_apart=random.randint(0, 3),
        first_round=random.choice(list(FirstRound)),
        scoring=random.choice(SCORINGS),
        players=players,
        challenges=tuple(zip(refs[:4:2], refs[1:4:2], strict=False)),
    ).check()


def with_comings_and_goings(event: Event, random: Random) -> Event:
    """Some have left after the last round, somebody comes late, a result was entered wrongly."""
    event = with_a_correction(event, random) if random.random() < 0.2 else event
    number = len(event.rounds)
    players = [
        replace(player, dropped_after=number) if player.plays_in(number + 1) and random.random() < 0.06 else player
        for player in event.players
    ]
    away = random.choice(players)
    if random.random() < 0.2 and away.plays_in(number + 1):
        players[players.index(away)] = replace(away, sits_out=(*away.sits_out, number + 1))
    if random.random() < 0.2:
        players.append(Player(ref=f"late{number}", name="Late", joined=number + 1))
    return replace(event, players=tuple(players))


def with_a_correction(event: Event, random: Random) -> Event:
    """A result of any round before, entered again."""
    number = random.randrange(len(event.rounds))
    pairings = list(event.rounds[number].pairings)
    place = random.randrange(len(pairings) or 1)
    if pairings and pairings[place].result is not None:
        old = Correction(was=pairings[place].result, after=len(event.rounds), reason="Typing error")
        corrections = (*pairings[place].corrections, old)
        pairings[place] = replace(pairings[place], result=a_result(event, random), corrections=corrections)
    rounds = list(event.rounds)
    rounds[number] = replace(rounds[number], pairings=tuple(pairings))
    return replace(event, rounds=tuple(rounds))


def a_result(event: Event, random: Random) -> Result:
    outcome = random.choices(list(Outcome), weights=[9, 9, 3, 1])[0]
    won = outcome in (Outcome.FIRST, Outcome.SECOND)
    level = random.choice(event.scoring.levels).slug if won and event.scoring.levels else None
    return Result(outcome=outcome, level=level, destroyed=(random.randrange(2001), random.randrange(2001)))


def played(event: Event, random: Random) -> Event:
    """The event with results for the games of its last round."""
    last = event.rounds[-1]
    pairings = tuple(
        replace(pairing, result=a_result(event, random)) if len(pairing.players) == 2 else pairing
        for pairing in last.pairings
    )
    return replace(event, rounds=(*event.rounds[:-1], replace(last, pairings=pairings)))


def some_hands(event: Event, random: Random) -> ByHand:
    """Now and then a pair or a bye by hand."""
    refs = [player.ref for player in event.playing(len(event.rounds) + 1)]
    random.shuffle(refs)
    pairs = ((refs[0], refs[1]),) if len(refs) > 3 and random.random() < 0.15 else ()
    return ByHand(pairs=pairs, byes=(refs[2],) if len(refs) > 3 and random.random() < 0.1 else ())


def a_played_event(size: int, rounds: int, seed: int) -> Event:
    """A Swiss event or a ladder of so many players, played to its end."""
    random = Random(seed)
    event = an_event(size, rounds, random)
    for number in range(1, rounds + 1):
        if number > 1:
            event = with_comings_and_goings(event, random)
        event = played(paired(event, f"seed-{seed}-{number}", by_hand=some_hands(event, random)), random)
    return event


def faults_of(event: Event) -> list[str]:
    """What the second program has against an event's rounds: a law that is broken, or pairs other than its own."""
    plain = json.loads(write_event(event))
    found = []
    for number in range(1, len(event.rounds) + 1):
        second = SecondRound(plain, number)
        found += [f"round {number}: {says}" for says in second.presence_faults()]
        found += [f"round {number}: {says}" for says in second.rematch_faults()]
        found += [f"round {number}: {says}" for says in price_faults(second)]
    return found


def price_faults(second: SecondRound) -> Iterator[str]:
    """Of few players the second program's own pairs, of fewer all that there are; of many the bound of their prices."""
    refs, weights = sorted(second.free()), second.weights()
    if len(refs) <= FOR_NETWORKX:
        pairs = paired_by_networkx(weights) if refs else set()
        yield from second.price_faults(weights, sum(weights[pair] for pair in pairs))
        if pairs != {(min(pair), max(pair)) for pair in second.found()}:
            yield f"other pairs than those of the second program: {sorted(pairs)}"
        if len(refs) <= SMALL:
            yield from second.price_faults(weights, least_by_trying(refs, weights))
        return
    found = least_matching([[weights.get((min(one, two), max(one, two)), 0) for two in refs] for one in refs])
    yield from second.price_faults(weights, least_by_bound(refs, weights, found.prices, found.odd_sets))


def renamed(event: Event, seed: int) -> Event:
    """Other names for players and clubs, and another order in the file."""
    players = [
        replace(
            player,
            name=f"{player.ref.upper()} of Elsewhere",
            club=player.club and f"The {player.club}",
            travels_with=player.travels_with and "Tram",
        )
        for player in event.players
    ]
    Random(seed).shuffle(players)
    return replace(event, name="Renamed", players=tuple(players))


def same_again(event: Event) -> bool:
    """Whether the first and the last round come out the same under other names and in another order."""
    other = renamed(event, len(event.players))
    for number in {1, len(event.rounds)}:
        stated = event.rounds[number - 1]
        kept = [pairing.players for pairing in stated.pairings if pairing.by_hand]
        again = pair_round(other, number, stated.seed, kept=kept)
        shown = [(pairing.players, pairing.table) for pairing in stated.pairings]
        if [(pairing.players, pairing.table) for pairing in again.pairings] != shown:
            return False
        if again.certificate != stated.certificate:
            return False
    return True


def spoilt_at(whole: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A file's plain values with another one in a place, as in `players.0.ref`."""
    plain: Any = deepcopy(whole)
    spot = plain
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))
    for key in parents:
        spot = spot[key]
    spot[last] = value
    return plain  # type: ignore[no-any-return]
