"""Two armies that meet, as arrays: what each unit is, and what every attack does to every body of the other side.

Everything that doesn't change in a battle is looked up here once for all battles of a batch. Saves and numbers to hit
are those of the rules (`rules/harm`, `rules/melee/counting.py`, `rules/shooting/tohit.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tabletop.arcana.catalogue.profiles import Melee, Missile, MoraleKind, OddStrength, Section
from tabletop.arcana.catalogue.spells import Save, Spell
from tabletop.arcana.catalogue.spells.effects import Hits
from tabletop.arcana.rules.formation.legality import MODELS_FOR_A_BONUS, models_needed
from tabletop.arcana.rules.harm.hitting import chance_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import HEALS_ON
from tabletop.arcana.rules.harm.saving import Save as Saved
from tabletop.arcana.rules.harm.saving import save_from_blow, save_from_missile
from tabletop.arcana.rules.melee import counting
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.shooting.tohit import THIRD
from tabletop.arcana.simulation.deaths import PRECISION, worth_of
from tabletop.arcana.simulation.line.chances import NOTHING, Chances, Throws, both, hit_or_not, mean, mixture, several
from tabletop.arcana.simulation.line.forces import Body, Force, Squad, bolts_of
from tabletop.arcana.simulation.seeds import Bools, Floats, Ints, Keys, mixed, purpose
from tabletop.dice import Dice, parse_dice

SHARING = Section.WAR_MACHINES, Section.VEHICLES  # whose units suffer all of several wounds
LOWEST, HIGHEST = -4, 3  # what a number to hit may be changed by: range, a move, a mass of targets
FIRST, NORMAL, LAST = 0, 1, 2
ONE: Chances = (0.0, 1.0)  # wound for certain
MEETINGS = 128  # looked up and kept: two for each opponent of a field, some 100 kB each
RAM = "ram"


class Side(NamedTuple):
    """One army's figures. Of units: (units,). Of bodies: (bodies,), which stand in the order of their units."""

    points: Ints
    files: Ints
    across: Ints
    width: Floats
    base: Floats
    move: Floats
    loose_step: Ints  # models for a bonus
    ranks_from: Ints  # models that keep ranks
    wounds_at_first: Ints
    models_at_first: Ints
    worth: Ints  # thousandths of a point for each wound
    natural: Bools
    berserk: Bools
    pays: Bools
    disciplined: Bools
    casters: Ints
    starts: Ints  # the first body of each unit
    unit_of: Ints  # of each body
    counts: Ints
    each: Ints
    morale: Ints
    led: Bools
    shares: Bools
    regenerates: Bools
    purposes: Keys  # of each unit


def side_of(force: Force) -> Side:
    squads = force.squads
    bodies = [body for squad in squads for body in squad.bodies]
    sizes = [len(squad.bodies) for squad in squads]
    widths = [squad.troops.figures.stands_on[0] for squad in squads]
    wounds = [squad.wounds for squad in squads]
    kinds = [squad.troops.morale.kind for squad in squads]
    return Side(
        points=np.array([squad.points for squad in squads]),
        files=np.array([squad.files for squad in squads]),
        across=np.array([squad.across for squad in squads]),
        width=np.array(widths, float),
        base=np.array([squad.troops.figures.base for squad in squads], float),
        move=np.array([squad.move for squad in squads], float),
        loose_step=np.array([MODELS_FOR_A_BONUS[squad.troops.figures.base] for squad in squads]),
        ranks_from=np.array([models_needed(squad.troops.figures.base) for squad in squads]),
        wounds_at_first=np.array(wounds),
        models_at_first=np.array([sum(body.count for body in squad.bodies) for squad in squads]),
        worth=np.array([worth_of(squad.points, own) for squad, own in zip(squads, wounds, strict=True)]),
        natural=np.array([kind is MoraleKind.NATURAL for kind in kinds]),
        berserk=np.array([kind is MoraleKind.BERSERK for kind in kinds]),
        pays=np.array(
            [
                squad.troops.section is Section.WAR_MACHINES or kind is not MoraleKind.NATURAL
                for squad, kind in zip(squads, kinds, strict=True)
            ]
        ),
        disciplined=np.array([squad.troops.morale.disciplined for squad in squads]),
        casters=np.array([squad.casters for squad in squads]),
        starts=np.array([0, *accumulate(sizes)][:-1]),
        unit_of=np.repeat(np.arange(len(squads)), sizes),
        counts=np.array([body.count for body in bodies]),
        each=np.array([body.figures.wounds for body in bodies]),
        morale=np.array([body.morale.value for body in bodies]),
        led=np.array([body.led for body in bodies]),
        shares=np.array([body.section is Section.WAR_MACHINES for body in bodies]),
        regenerates=np.array([body.figures.defence.regeneration for body in bodies]),
        purposes=np.array([purpose(squad.ref) for squad in squads], np.uint64),
    )


def places(side: Side, from_left: Sequence[int]) -> Floats:
    """The middles of their fronts, in inches to the right of the middle of the line, an inch between neighbours."""
    fronts = (side.across * side.width)[list(from_left)]
    ends = np.cumsum(fronts + 1) - 1
    found = np.zeros(len(fronts))
    found[list(from_left)] = ends - fronts / 2 - ends[-1] / 2
    return found


class Blows(NamedTuple):
    """All lines with which a side strikes, in the order of its bodies; (lines,), and (lines, bodies of the enemy)."""

    first: Ints  # line of each unit
    number: Ints  # of lines of each unit
    body: Ints
    attacks: Ints
    when: Ints
    long_weapon: Bools
    reach: Ints  # ranks
    sweeps: Ints  # 0 of what is no sweep
    per_wound: Bools
    fearsome: Bools
    is_ram: Bools
    troops: Bools  # struck by those who stand in files and not by one who leads them
    chances: Ints  # numbers of distributions: of models in their places
    stepped_up: Ints
    caught: Ints  # of a hit without a roll on who flees, saved by fixed armour alone
    purposes: Keys


class Shots(NamedTuple):
    """All weapons with which a side shoots; (weapons,), and (weapons, bodies of the enemy, ranked or not, change)."""

    first: Ints
    number: Ints
    body: Ints
    attacks: Ints
    normal: Floats  # inches
    short: Floats
    long: Floats
    least: Floats
    natural: Bools
    artillery: Bools
    reloads: Bools
    chances: Ints
    purposes: Keys


class Bolts(NamedTuple):
    """All spells that a side casts here; (spells,), and (spells, bodies of the enemy, ranked or not)."""

    first: Ints
    number: Ints
    level: Ints
    range: Floats
    chances: Ints
    worth: Floats  # (spells, units of the enemy), in points
    purposes: Keys


Seated = TypeVar("Seated", Side, Blows, Shots, Bolts)


class Meeting(NamedTuple):
    """Both sides with what they do to each other.

    `gains[side]` is what the first round of a charge brings on average, `shot_worth[side]` a volley, both in points.
    """

    sides: tuple[Side, Side]
    blows: tuple[Blows, Blows]
    shots: tuple[Shots, Shots]
    bolts: tuple[Bolts, Bolts]
    negates: tuple[Bools, Bools]
    gains: tuple[Floats, Floats]
    shot_worth: tuple[Floats, Floats]
    throws: Throws
    healing: int  # the number of the distribution of a die that heals
    seats: tuple[Any, Any]


def meeting(forces: tuple[Force, Force], seats: tuple[int, int]) -> Meeting:
    """Two armies looked up against each other; who sits in seat 0 throws its dice."""
    found = _looked_up(forces)
    return found._replace(
        sides=(seated(found.sides[0], seats[0]), seated(found.sides[1], seats[1])),
        blows=(seated(found.blows[0], seats[0]), seated(found.blows[1], seats[1])),
        shots=(seated(found.shots[0], seats[0]), seated(found.shots[1], seats[1])),
        bolts=(seated(found.bolts[0], seats[0]), seated(found.bolts[1], seats[1])),
        seats=(np.uint64(seats[0]), np.uint64(seats[1])),
    )


def seated(table: Seated, seat: int) -> Seated:
    """With purposes of its own for each seat."""
    return table._replace(purposes=mixed(table.purposes + np.uint64(seat)))


@lru_cache(maxsize=MEETINGS)
def _looked_up(forces: tuple[Force, Force]) -> Meeting:
    throws = Throws()
    sides = side_of(forces[0]), side_of(forces[1])
    blows, dealt, shots, shot_worth, bolts = [], [], [], [], []
    for own, its in ((0, 1), (1, 0)):
        lines, means = _blows(forces[own], forces[its], throws)
        blows.append(lines)
        dealt.append(means * sides[its].worth[None, :] / PRECISION)
        weapons, worth = _shots(forces[own], forces[its], sides, own, throws)
        shots.append(weapons)
        shot_worth.append(worth)
        bolts.append(_bolts(forces[own], forces[its], sides[its], throws))
    most = max(int((side.counts * side.each).max()) for side in sides)
    healing = throws.number((1 - HEALS_ON / 6, HEALS_ON / 6), most)
    throws.close()
    return Meeting(
        sides=sides,
        blows=(blows[0], blows[1]),
        shots=(shots[0], shots[1]),
        bolts=(bolts[0], bolts[1]),
        negates=(_negates(forces[0]), _negates(forces[1])),
        gains=(dealt[0] - dealt[1].T, dealt[1] - dealt[0].T),
        shot_worth=(shot_worth[0], shot_worth[1]),
        throws=throws,
        healing=healing,
        seats=(np.uint64(0), np.uint64(1)),
    )


def _negates(force: Force) -> Bools:
    return np.array([squad.troops.figures.defence.negates_long_weapons for squad in force.squads])


def _fighter(body: Body) -> Fighter:
    """As the rules count numbers to hit and saves: who stands at first, in a melee that isn't new."""
    carries = body.section in SHARING
    return Fighter(name="", figures=body.figures, left=Left(body.count), contact=1, lines=body.lines, carries=carries)


def wounds_of(save: Saved, line: Melee | Missile, body: Body, *, most: int | None = None) -> Chances:
    """The wounds of one hit: none if it is saved, one, or d3s as many as count (reading BR22)."""
    if line.wounds_d3 and (body.section in SHARING or body.figures.wounds > 1):
        each = body.figures.wounds * (body.count if body.section in SHARING else 1)
        odds = Dice(line.wounds_d3, 3, most=most or each).odds()
        wounds = tuple(float(odds.chance(number)) for number in range(max(odds.weights) + 1))
    else:
        wounds = ONE
    saved = float(save.chance)
    return mixture([(saved, NOTHING), (1 - saved, wounds)])


def _struck(line: Melee, own: Fighter, enemy: Fighter, body: Body, *, stepped_up: bool) -> Chances:
    save = counting.save(line, enemy)
    needed = counting.needed(line, own, enemy, stepped_up=stepped_up)
    return hit_or_not(float(chance_of(needed.number)), wounds_of(save, line, body), times=save.times)


def _caught(line: Melee, body: Body) -> Chances:
    """A wound without a roll: only fixed armour saves, and not from what is magical or eldritch (reading BR3)."""
    figures = body.figures
    fixed = [armour.value for armour in (figures.armour, figures.second_armour) if armour and armour.fixed]
    helps = not line.magical and line.strength != OddStrength.ELDRITCH
    chance = min(max(fixed), 6) / 6 if fixed and helps else 0.0
    return mixture([(chance, NOTHING), (1 - chance, ONE)])


def _blows(force: Force, enemy: Force, throws: Throws) -> tuple[Blows, Floats]:
    """The lines of an army, and the mean wounds of a first round of each unit on the troops of each enemy."""
    foes = [(_fighter(body), body) for squad in enemy.squads for body in squad.bodies]
    firsts = [0, *accumulate(len(squad.bodies) for squad in enemy.squads)]
    rows: list[dict[str, Any]] = []
    means = np.zeros((len(force.squads), len(enemy.squads)))
    numbers = []
    for unit, place, squad, body in _bodies_of(force):
        lines = _strikes_of(body)
        for name, line in lines:
            found = [_by_line(line, _fighter(body), its, foe) for its, foe in foes]
            rows.append(
                _blow_row(line, body, found, throws) | {"body": place, "purposes": purpose(squad.ref, body.ref, name)}
            )
            for its, theirs in enumerate(enemy.squads):
                dice = _dice_of_a_round(line, body, squad, theirs)
                means[unit, its] += dice * mean(found[firsts[its]][0])
        numbers.append(len(lines))
    return Blows(**_gathered(rows, _by_squad(force, numbers), Blows)), means


def _bodies_of(force: Force) -> Iterator[tuple[int, int, Squad, Body]]:
    """Every body with the places of its unit and of itself."""
    every = [(unit, squad, body) for unit, squad in enumerate(force.squads) for body in squad.bodies]
    return ((unit, place, squad, body) for place, (unit, squad, body) in enumerate(every))


def _by_squad(force: Force, numbers: Sequence[int]) -> list[int]:
    """The sums of numbers of bodies by their units."""
    left = iter(numbers)
    return [sum(islice(left, len(squad.bodies))) for squad in force.squads]


def _strikes_of(body: Body) -> list[tuple[int | str, Melee]]:
    """The lines with which a body strikes, its ram as the last, each with its name."""
    lines: list[tuple[int | str, Melee]] = [(place, body.figures.melee[place]) for place in body.lines]
    if body.figures.ramming:
        lines.append((RAM, body.figures.ramming))
    return [(name, line) for name, line in lines if not line.hits_d3]


def _by_line(line: Melee, own: Fighter, enemy: Fighter, body: Body) -> tuple[Chances, Chances, Chances]:
    """What one attack brings in its place, stepped up, and on who is caught as it flees."""
    ways = (_struck(line, own, enemy, body, stepped_up=stepped_up) for stepped_up in (False, True))
    return (*ways, _caught(line, body))  # type: ignore[return-value]


def _blow_row(
    line: Melee, body: Body, found: Sequence[tuple[Chances, Chances, Chances]], throws: Throws
) -> dict[str, Any]:
    is_ram, most = line is body.figures.ramming, most_attacks(line, body)
    chances, stepped_up, caught = ([throws.number(own, most) for own in way] for way in zip(*found, strict=True))
    return {
        "attacks": line.attacks,
        "when": FIRST if line.first_strike else LAST if line.last_strike else NORMAL,
        "long_weapon": line.long_weapon,
        "reach": counting.ranks_reached(line),
        "sweeps": line.sweeps if line.sweep else 0,
        "per_wound": line.per_wound,
        "fearsome": body.figures.fearsome and not line.sweep and not is_ram,
        "is_ram": is_ram,
        "troops": not body.led,
        "chances": chances,
        "stepped_up": stepped_up,
        "caught": caught,
    }


def _dice_of_a_round(line: Melee, body: Body, squad: Squad, enemy: Squad) -> int:
    """The dice of a line in a first round front to front, when both are whole."""
    models = 1 if body.led else min(squad.across, body.count, _touching(squad, enemy))
    each = min(line.attacks, enemy.troops.count) * line.sweeps if line.sweep else line.attacks
    each *= body.figures.wounds if line.per_wound else 1
    ranks = counting.ranks_reached(line) if squad.files and not body.led else 1
    return min(models * ranks, body.count) * each


def _touching(own: Squad, enemy: Squad) -> int:
    width, its = own.troops.figures.stands_on[0], enemy.troops.figures.stands_on[0]
    return int(enemy.across * its / width) + 2


def most_attacks(line: Melee, body: Body) -> int:
    """The most dice of all its models at once."""
    each = line.attacks * (line.sweeps if line.sweep else body.figures.wounds if line.per_wound else 1)
    return body.count * each


def _shots(force: Force, enemy: Force, sides: tuple[Side, Side], which: int, throws: Throws) -> tuple[Shots, Floats]:
    """The weapons of an army, and the mean of what a volley of each unit costs each enemy unit, in points."""
    foes, its = [body for squad in enemy.squads for body in squad.bodies], sides[1 - which]
    rows: list[dict[str, Any]] = []
    worth = np.zeros((len(force.squads), len(enemy.squads)))
    numbers = []
    for unit, place, squad, body in _bodies_of(force):
        shots = [(name, line) for name, line in enumerate(body.figures.missile) if not line.alternative]
        shooters = min(2 * squad.files, body.count) if squad.files and not body.led else body.count
        for name, line in shots:
            chances = [[_volleys(line, foe, ranked=ranked) for ranked in (False, True)] for foe in foes]
            row = _shot_row(line, body, chances, throws)
            rows.append(row | {"body": place, "purposes": purpose(squad.ref, body.ref, "shot", name)})
            for number, theirs in enumerate(enemy.squads):
                ways = chances[its.starts[number]][bool(theirs.files)]
                worth[unit, number] += shooters * line.attacks * mean(ways[-LOWEST]) * its.worth[number]
        numbers.append(len(shots))
    return Shots(**_gathered(rows, _by_squad(force, numbers), Shots)), worth / PRECISION


def _shot_row(
    line: Missile, body: Body, chances: Sequence[Sequence[Sequence[Chances]]], throws: Throws
) -> dict[str, Any]:
    most = body.count * line.attacks
    return {
        "attacks": line.attacks,
        "short": 0.0 if line.min_range else float(line.range * THIRD),
        "normal": float(line.range),
        "long": float(line.range if line.min_range else line.range * (1 + THIRD)),
        "least": float(line.min_range),
        "natural": line.natural,
        "artillery": line.artillery and not line.natural,
        "reloads": line.reloads or line.artillery,
        "chances": [[[throws.number(each, most) for each in way] for way in ways] for ways in chances],
    }


@lru_cache(maxsize=4096)
def _volleys(line: Missile, body: Body, *, ranked: bool) -> tuple[Chances, ...]:
    """The wounds of one shot, by how much the number to hit is changed, from the lowest on."""
    figures = body.figures
    shares = body.section in SHARING
    most = figures.wounds * (body.count if shares else 1)
    save = save_from_missile(line, figures, ranked=ranked, most=most)
    wounds = wounds_of(save, line, body)
    skill = line.skill - figures.defence.evasion + int(figures.defence.slow)
    halvings = int(not ranked and body.section is not Section.VEHICLES)
    return tuple(
        _shot(line, skill + change, wounds, times=save.times, halvings=halvings)
        for change in range(LOWEST, HIGHEST + 1)
    )


def _shot(line: Missile, needed: int, wounds: Chances, *, times: int, halvings: int) -> Chances:
    """One shot that needs a number: an area attack brings d3s of hits, and half of them where it misses by one."""
    if not line.hits_d3:
        return hit_or_not(float(chance_of(needed)), wounds, times=times)
    struck = several(wounds, times)
    full, half = (_area(line.hits_d3, halvings + more, struck) for more in (0, 1))
    chance = float(chance_of(needed))
    near = 1 / 6 if 0 < needed < 6 else 0.0
    return mixture([(chance, full), (near, half), (1 - chance - near, NOTHING)])


def _area(dice: int, halvings: int, struck: Chances) -> Chances:
    odds = Dice(dice, 3, halvings=halvings).odds()
    return mixture([(float(chance), several(struck, hits)) for hits, chance in odds.chances().items()])


def _bolts(force: Force, enemy: Force, its: Side, throws: Throws) -> Bolts:
    foes = [(squad, body) for squad in enemy.squads for body in squad.bodies]
    rows: list[dict[str, Any]] = []
    for squad in force.squads:
        for spell in squad.spells:
            chances = [[struck_by(spell, theirs, body, ranked=way) for way in (False, True)] for theirs, body in foes]
            ways = [chances[first][bool(theirs.files)] for first, theirs in zip(its.starts, enemy.squads, strict=True)]
            rows.append(
                {
                    "level": spell.level,
                    "range": float(spell.range) if isinstance(spell.range, int) else 0.0,
                    "chances": [[throws.number(way, 1) for way in ways_of] for ways_of in chances],
                    "worth": [mean(way) * worth / PRECISION for way, worth in zip(ways, its.worth, strict=True)],
                    "purposes": purpose(squad.ref, spell.slug),
                }
            )
    return Bolts(**_gathered(rows, [len(squad.spells) for squad in force.squads], Bolts))


@lru_cache(maxsize=4096)
def struck_by(spell: Spell, target: Squad, body: Body, *, ranked: bool) -> Chances:
    """The wounds of a spell that isn't countered: its hits, each with its save, unless a save of the unit stops all."""
    found = NOTHING
    for effect in bolts_of(spell):
        odds = (parse_dice(effect.hits) if "d" in effect.hits else Dice(0, 6, int(effect.hits))).odds()
        hit = _one_hit(effect, body, ranked=ranked)
        halved = bool(effect.halved) and not ranked and body.count > 1
        parts = [
            (float(chance), several(hit, -(-hits // 2) if halved else hits)) for hits, chance in odds.chances().items()
        ]
        found = both(found, mixture(parts))
    if spell.save is Save.UNIT:
        resistance = max(own.figures.defence.magic_resistance for own in target.bodies)
        stopped = min(resistance, 6) / 6
        found = mixture([(stopped, NOTHING), (1 - stopped, found)])
    return found


def _one_hit(effect: Hits, body: Body, *, ranked: bool) -> Chances:
    """One hit of a spell, saved as its manner is: as a missile, or as a blow (reading BR28)."""
    strength, magical, element = effect.strength, effect.magical, effect.element
    if effect.manner == "missile":
        missile = Missile(range=1, attacks=1, skill=6, strength=strength, magical=magical, element=element)
        save = save_from_missile(missile, body.figures, ranked=ranked, most=1)
        return several(wounds_of(save, missile, body), save.times)
    blow = Melee(attacks=1, skill=6, strength=strength, magical=magical, element=element)
    save = save_from_blow(blow, body.figures, most=1)
    return several(wounds_of(save, blow, body), save.times)


def _gathered(rows: list[dict[str, Any]], numbers: list[int], table: Any) -> dict[str, Any]:
    """Rows as arrays by the names of a table's columns; where there is none, nobody ever looks into them."""
    found: dict[str, Any] = {
        name: np.array([row[name] for row in rows]) for name in table._fields if rows and name in rows[0]
    }
    found = {name: np.zeros(0, np.int64) for name in table._fields} | found
    found["purposes"] = found["purposes"].astype(np.uint64)
    number = np.array(numbers)
    return found | {"first": np.cumsum(number) - number, "number": number}
