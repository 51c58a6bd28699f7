"""What the resolvers need to know of a unit in a battle: the situations whose odds can be asked, made of the state.

What is played and what is counted beforehand is one description: a command resolves the situation that it would show
the odds of.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tabletop.arcana.battle.kinds import kinds_of
from tabletop.arcana.battle.state import MOUNT, BattleUnit, Body, State
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.odds.situations import BorneSpell, Character, Loose, Mount, Ranks, Troops, Unit

LONGEST_NAME = 40


def troops_of(body: Body) -> Troops:
    """A body's living models; by their profile, or by figures where no printed list has them."""
    stated: dict[str, Any] = {"profile": body.profile}
    if body.figures:
        stated = {"figures": body.statistics(), "section": body.section}
    first, *others = body.lost or (0,)
    return Troops(**stated, count=body.left, wounds_lost=first, also_lost=tuple(others))


class Entry(Struct, frozen=True):
    """A character as a situation states it, with its body and what carries it among others."""

    character: Character
    body: Body
    mount: Body | None = None


class Stated(Struct, frozen=True):
    """A unit's bodies as a situation has them: its troops, none of characters alone, and its characters as they stand.

    `bodies` are characters and what carries them in the order in which the resolvers take them, and `rides` by place
    where what carries each of them is, from 1, 0 of who is on foot.
    """

    troops: Body | None
    entries: tuple[Entry, ...]
    bodies: tuple[Body, ...]
    rides: tuple[int, ...]


def stated(unit: BattleUnit) -> Stated:
    """The bodies of a unit of which somebody lives; a rider that has fallen, as long as its mount fights on alone."""
    main = unit.main
    ridden = [body for body in unit.characters if body.left and unit.mount_of(body) == main]
    others = [body for body in unit.characters if body.ref != main.ref and body not in ridden and _stands(unit, body)]
    alone = bool(others) and (main.character or bool(ridden))
    bodies = [main] if alone and main.character else []
    rides = [0] * len(bodies)
    entries: list[Entry] = []
    carrying: dict[Ref, tuple[int, int]] = {}  # of mounts the number of their first rider, and their place
    for number, body in enumerate((*ridden, *others), len(bodies) + 1):
        mount = unit.mount_of(body)
        bodies.append(body)
        if mount is None or (mount == main and not alone):
            entries.append(Entry(_character(body, rides=mount is not None), body))
            rides.append(0)
        elif mount.ref in carrying:
            first, place = carrying[mount.ref]
            aboard = None if mount == main else first
            entries.append(Entry(_character(body, rides=mount == main, aboard=aboard), body))
            rides.append(place)
        else:
            bodies.append(mount)
            carrying[mount.ref] = number, len(bodies)
            own = None if mount == main else mount
            entries.append(Entry(_character(body, rides=mount == main, mount=own), body, mount))
            rides += [len(bodies), 0]
    return Stated(None if alone else main, tuple(entries), tuple(bodies), tuple(rides))


def _stands(unit: BattleUnit, body: Body) -> bool:
    """Whether a character lives, or at least its mount does, which nobody rides any more."""
    mount = unit.mount_of(body)
    if body.left or mount is None or mount == unit.main:
        return bool(body.left)
    ridden = any(other.left and unit.mount_of(other) == mount for other in unit.characters)
    return not ridden and mount.ref == f"{body.ref}{MOUNT}"


def models_beside(unit: BattleUnit, *, bought: bool = False) -> int:
    """How many models its characters are beside its troops, or those bought with it; who rides these is none."""
    known = stated(unit)
    if known.troops is not None and any(entry.character.rides for entry in known.entries):
        return 0
    joined = {known.rides[place] or place + 1 for place, body in enumerate(known.bodies) if not body.commands}
    afoot = [place for place, ridden in enumerate(known.rides, 1) if not ridden]
    return sum(not (bought and place in joined) for place in afoot)


def unit_in(state: State, ref: str) -> Unit:
    """A unit as a situation states it, with what this turn has done to it."""
    return Unit(**fields_of(state.unit(ref)))


def fields_of(unit: BattleUnit) -> dict[str, Any]:
    """The fields that all units of situations have."""
    main, turn, troops, known = unit.main, unit.turn, unit.troops, stated(unit)
    fallen = turn.fallen
    if main.character and troops:  # who is left of a unit that has fallen: as many as have its wounds
        fallen = -(-fallen * troops.wounds // main.wounds)
    kinds = kinds_of(unit) if known.troops else ()
    own = sum(body.left for body in kinds)
    bought = [body for body in known.bodies if body.commands]
    models = own + fallen + turn.commanders_lost + models_beside(unit, bought=True)
    wounds = sum(body.left * body.wounds for body in kinds) + fallen * main.wounds
    wounds += sum(body.wounds_left for body in bought)
    return {
        "name": unit.name[:LONGEST_NAME],
        "models": tuple(troops_of(body) for body in kinds or (main,)),
        "characters": tuple(entry.character for entry in known.entries),
        "formation": Ranks(files=unit.files) if unit.files else Loose(),
        "models_at_first": max(unit.models_at_first, models) if unit.models_at_first else None,
        "wounds_at_first": max(unit.wounds_at_first, wounds) if unit.wounds_at_first else None,
        "fallen": fallen,
        "wounded": turn.wounded,
        "frightened": turn.frightened,
        "characters_lost": turn.characters_lost,
        "commanders_lost": turn.commanders_lost,
        "mounts_lost": turn.mounts_lost,
        "spells": tuple(
            BorneSpell(spell=own.spell, line=own.line, weapon=own.weapon, holds=own.holds)
            for own in unit.spells
            if not own.by_hand
        ),
    }


def _character(body: Body, *, rides: bool = False, mount: Body | None = None, aboard: int | None = None) -> Character:
    known = troops_of(body)
    return Character(
        profile=known.profile,
        figures=known.figures,
        section=known.section,
        wounds_lost=known.wounds_lost if body.left else 0,
        joined=not body.commands and not rides,
        rides=rides,
        mount=_mount(mount) if mount else None,
        aboard=aboard,
        fallen=not body.left,
    )


def _mount(body: Body) -> Mount:
    known = troops_of(body)
    return Mount(profile=known.profile, figures=known.figures, section=known.section, wounds_lost=known.wounds_lost)
