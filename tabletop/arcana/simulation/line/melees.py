"""Blows of a turn: who touches, who strikes in which step, what it costs (B35 to B50).

Counts are those of `rules/melee/counting.py`; a front that fights two enemies is parted between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tabletop.arcana.simulation.line.state import State, expanded, occurrence
from tabletop.arcana.simulation.line.tables import FIRST, LAST, NORMAL
from tabletop.arcana.simulation.line.volleys import first_living, ranks_of
from tabletop.arcana.simulation.seeds import Bools, Ints

BESIDE = 2  # models that touch a front from beside it


@dataclass(slots=True)
class Strikes:
    """All lines with which a side strikes in a turn: in which battle, by whose unit at whom, and when."""

    side: int
    battles: Ints
    units: Ints
    foes: Ints
    lines: Ints
    when: Ints
    touching: Ints  # models in contact
    files: Ints  # 0 of who is loose
    begun: Ints  # models of the body as the phase began
    leaders: Ints


def melees(state: State) -> None:
    """First strikes of both sides together, then everything else with rams, then last strikes by who is left."""
    battles, *units = np.nonzero(state.contact)
    if not len(battles):
        return
    both = [_strikes(state, side, battles, units[side], units[1 - side]) for side in (0, 1)]
    for step in (FIRST, NORMAL, LAST):
        troops = [state.models(side)[:, state.meeting.sides[side].starts] for side in (0, 1)]
        afraid = [_strike(state, strikes, step) for strikes in both]
        state.settle()
        for side in (0, 1):
            now = state.models(side)[:, state.meeting.sides[side].starts]
            state.frightened[side] |= afraid[1 - side] & (now < troops[side])


def _strikes(state: State, side: int, battles: Ints, units: Ints, foes: Ints) -> Strikes:
    own, its, blows = state.meeting.sides[side], state.meeting.sides[1 - side], state.meeting.blows[side]
    models = state.models(side)
    every = state.by_unit(side, models)
    troops = models[:, own.starts]
    ranked = ranks_of(state, side)
    fights = state.contact.sum(axis=2 - side)[battles, units]
    number = occurrence(battles * len(own.points) + units)
    leaders = (every - troops)[battles, units]
    front = np.where(ranked[battles, units], own.files[units], own.across[units])
    front = np.minimum(front, every[battles, units])
    opposite = _fronts(state, 1 - side)[battles, foes] * its.width[foes]
    touching = np.minimum(front, (opposite / own.width[units]).astype(np.int64) + BESIDE)
    touching = np.minimum(touching, front // fights + (number < front % fights))
    touching = np.minimum(np.maximum(touching - np.where(number == 0, leaders, 0), 0), troops[battles, units])
    whose, line = expanded(blows.first, blows.number, units)
    b, unit, foe = battles[whose], units[whose], foes[whose]
    fresh = state.fresh[side][b, unit]
    when = np.where(blows.long_weapon[line] & fresh & ~state.meeting.negates[1 - side][foe], FIRST, blows.when[line])
    strikes = (fresh | ~blows.is_ram[line]) & (blows.troops[line] | (number[whose] == 0))
    kept = np.flatnonzero(strikes)
    files = np.where(ranked[battles, units], own.files[units], 0)[whose]
    begun = models[b, blows.body[line]]
    return Strikes(
        side, b[kept], unit[kept], foe[kept], line[kept], when[kept], touching[whose][kept], files[kept], begun[kept],
        leaders[whose][kept],
    )  # fmt: skip


def _fronts(state: State, side: int) -> Ints:
    """The models of each unit's front."""
    own = state.meeting.sides[side]
    every = state.by_unit(side, state.models(side))
    found: Ints = np.minimum(np.where(ranks_of(state, side), own.files, own.across), every)
    return found


def _strike(state: State, strikes: Strikes, step: int) -> Bools:
    """The blows of a step, under way; which of the other side's units have a wound of a fearsome one."""
    side = strikes.side
    own, its, blows = state.meeting.sides[side], state.meeting.sides[1 - side], state.meeting.blows[side]
    at = np.flatnonzero(strikes.when == step)
    b, unit, foe, line = strikes.battles[at], strikes.units[at], strikes.foes[at], strikes.lines[at]
    kept, stepped = _strikers(state, strikes, at)
    struck = np.where(blows.troops[line], first_living(state, 1 - side)[b, foe], _led_first(state, 1 - side)[b, foe])
    body = blows.body[line]
    enemies = state.models(1 - side)[b, struck]
    each = np.where(
        blows.sweeps[line] > 0, blows.sweeps[line] * np.minimum(blows.attacks[line], enemies), blows.attacks[line]
    )
    wounds_left = state.wounds[side][b, body]
    dice = np.where(blows.per_wound[line], each * np.minimum(kept * own.each[body], wounds_left), kept * each)
    halved = blows.is_ram[line] & ~ranks_of(state, 1 - side)[b, foe] & (enemies > 1)
    dice = np.where(halved, -(-dice // 2), dice)
    name = blows.purposes[line], its.purposes[foe]
    throws = state.meeting.throws
    wounds = throws.drawn(blows.chances[line, struck], dice, state.uniforms(b, *name, "blows"))
    up = np.flatnonzero(stepped > 0)
    if len(up):
        of = line[up], struck[up]
        more = state.uniforms(b[up], name[0][up], name[1][up], "stepped up")
        wounds[up] += throws.drawn(blows.stepped_up[of], (stepped * each)[up], more)
    state.suffers(1 - side, b, struck, wounds, unit)
    afraid = np.zeros(state.gone[1 - side].shape, bool)
    fearsome = blows.fearsome[line] & (wounds > 0)
    afraid[b[fearsome], foe[fearsome]] = True
    return afraid


def _strikers(state: State, strikes: Strikes, at: Ints) -> tuple[Ints, Ints]:
    """Models that strike in their places, and those who have stepped up for the fallen, in ranks alone (B43)."""
    side = strikes.side
    own, blows = state.meeting.sides[side], state.meeting.blows[side]
    b, unit, line = strikes.battles[at], strikes.units[at], strikes.lines[at]
    touching, begun, files, leaders = strikes.touching[at], strikes.begun[at], strikes.files[at], strikes.leaders[at]
    left = state.models(side)[b, blows.body[line]]
    gaps = np.minimum(begun - left, touching)
    kept, stepped, reach = touching - gaps, np.zeros(len(at), np.int64), blows.reach[line]
    for rank in (1, 2, 3):
        behind = np.where(files > 0, np.clip(begun + leaders - rank * files, 0, touching + leaders), 0)
        filled = np.minimum(gaps, behind)
        kept = kept + np.where(reach > rank, behind - filled, 0)
        stepped = stepped + np.where(reach >= rank, filled, 0)
    kept = np.minimum(kept, left)
    stepped = np.minimum(stepped, left - kept)
    others = blows.body[line] != own.starts[unit]
    kept = np.where(others, np.where(own.led[blows.body[line]], left, np.minimum(left, touching)), kept)
    is_ram = blows.is_ram[line]
    kept = np.where(is_ram, np.minimum(begun, np.maximum(touching, others)), kept)
    return kept, np.where(others | is_ram, 0, stepped)


def _led_first(state: State, side: int) -> Ints:
    """The body at which characters strike: a character while one lives, else whoever lives."""
    own = state.meeting.sides[side]
    bodies = len(own.unit_of)
    places = np.where((state.wounds[side] > 0) & own.led, np.arange(bodies), bodies)
    led = np.minimum.reduceat(places, own.starts, axis=1)
    found: Ints = np.where(led < bodies, led, first_living(state, side))
    return found
