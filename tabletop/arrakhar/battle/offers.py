"""What the side whose segment it is may do now: each command with its choices, or with every reason against it.

Some of it is about the hex that was tapped, `at`: which units move from there, what is placed there. Nothing here
depends on what the other side keeps secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tabletop.arrakhar.attacks import COLUMNS
from tabletop.arrakhar.battle.picture import in_words, stacks_of
from tabletop.arrakhar.battle.rules import ratio_of, refused_set_up, refused_wandering, targets_of
from tabletop.arrakhar.battle.state import OF_SORCERER, Battle, Declared, in_a_row, named
from tabletop.arrakhar.catalogue import COUNTERS, MOST_IN_A_HEX, PROFILES, SUMMONED, Side, UnitType, profiles_of
from tabletop.arrakhar.ground import (
    Refusal,
    blocked_summons,
    entries_of,
    haunts_of,
    is_clear,
    refused_by_hex,
    refused_sorcerers,
    sorcerer_hexes,
    written,
)
from tabletop.arrakhar.pack import Pack
from tabletop.arrakhar.play.casting import RANGE, refused_fireball, refused_haste, refused_summons
from tabletop.arrakhar.play.combat import odds_of, refused_advance, wandering_hexes
from tabletop.arrakhar.play.movement import reachable, refused_end, stays_too_many
from tabletop.arrakhar.play.valley import FieldedUnit, Segment, Valley
from tabletop.battle.playing import Choice, Field, Offer
from tabletop.boards.hex import Hex

Offers = Iterator[Offer]
ENDS = {
    None: "Set-up is done",
    Segment.WANDERING: "On to summoning",
    Segment.SUMMON: "On to movement",
    Segment.HASTE: "On to movement",
    Segment.MOVE: "On to fireballs",
    Segment.FIREBALL: "On to combat",
    Segment.HAUNTS: "Check the haunts and end the turn",
}


def offers_of(battle: Battle, seat: str, at: Hex | None = None, to: Hex | None = None) -> tuple[Offer, ...]:
    """What a seat may do; `to` is where it is asked to, of the units at `at`."""
    if battle.winner or seat not in set(Side):
        return ()
    side = Side(seat)
    found: list[Offer] = []
    if side not in battle.forces:
        found.append(_force(battle, side))
    elif side is battle.side:
        found += _of_segment(battle, at, to)
    if side is battle.side:
        found.append(_end(battle, any(offer.primary for offer in found)))
    return tuple(found)


def _of_segment(battle: Battle, at: Hex | None, to: Hex | None) -> Offers:
    yield from (_resolve(battle, number, each) for number, each in enumerate(battle.declared))
    match battle.now:
        case None if battle.segment == OF_SORCERER:
            yield from _sorcerers_set_up(battle, at)
        case None:
            yield from _wizards_set_up(battle, at)
        case Segment.WANDERING:
            yield from _wandering(battle)
        case Segment.SUMMON:
            yield from _summons(battle)
        case Segment.HASTE:
            yield from _hastes(battle)
        case Segment.MOVE:
            yield from _moves(battle, at, to)
        case Segment.FIREBALL:
            yield from _fireballs(battle)
        case Segment.COMBAT:
            yield from _attacks(battle)
            yield from _advances(battle)


def _force(battle: Battle, side: Side) -> Offer:
    """The force by type, from the scenario's minimum on."""
    fields = tuple(
        Field(
            name=f"counts.{profile.unit}",
            label=f"{profile.plural.capitalize()}, {_points(battle.pack, profile.unit)}",
            kind="number",
            value=str(least_of(battle, side)),
            most=COUNTERS,
        )
        for profile in profiles_of(side)
    )
    return Offer(
        command="bring_force",
        label="Seal my force",
        title=f"The {side}'s force",
        about=f"{points_of(battle, side)} points at most. The other side learns only the seal, until units are placed.",
        fields=fields,
        primary=True,
    )


def _points(pack: Pack, unit: UnitType) -> str:
    cost = pack.costs.get(unit)
    return "cost not entered" if cost is None else f"{cost} {'point' if cost == 1 else 'points'} each"


def points_of(battle: Battle, side: Side) -> int:
    """Points at most: those agreed on, or the scenario's."""
    return battle.limits.get(side) or battle.terms(side).points


def least_of(battle: Battle, side: Side) -> int:
    return 0 if battle.advanced else battle.terms(side).least


def _end(battle: Battle, is_second: bool) -> Offer:
    if battle.now is Segment.COMBAT:
        label = "End the phase" if battle.side is Side.SORCERER else "On to the haunt check"
    else:
        label = ENDS[battle.now]
    why = [_capital(error.sentence) for error in refused_set_up(battle)]
    if battle.declared:
        why.append("What is declared is rolled for first.")
    if battle.now is Segment.MOVE:
        why += _sentences(refused_end(battle.valley))
    return Offer(command="end_segment", label=label, primary=not is_second, why_not=tuple(why))


def _sorcerers_set_up(battle: Battle, at: Hex | None) -> Offers:
    placed = [haunt.name for haunt in battle.valley.haunts]
    wanted = haunts_of(battle.scenario)
    missing = [name for name in wanted if name not in placed]
    others = [haunt for haunt in battle.valley.haunts if missing or haunt.name != wanted[0]]
    refused = refused_by_hex(battle.valley.board, others)
    free = [place for place, refusals in refused.items() if not refusals]
    why = refused[at] if missing and at else ()
    no_room = () if free else ("No hex is left that is far enough from entries and haunts: take some of these back.",)
    names = [Choice(name, f"{name}{'' if name in missing else ', placed'}") for name in (*missing, *placed)]
    yield Offer(
        command="place_haunt",
        label="Place the haunt",
        title="Haunts",
        about=f"{len(placed)} of {len(wanted)} are placed. T is a temple, R a ruin, C a crypt.",
        fields=(
            Field(name="haunt", label="Haunt", choices=tuple(names), value=(missing or wanted)[0]),
            _hex_field("place", "Hex", free, at),
        ),
        primary=bool(missing),
        why_not=(*_sentences(why), *no_room),
    )
    if placed and not missing:
        choices = tuple(Choice(name, name) for name in placed)
        yield Offer(
            command="hide_wand",
            label="Hide it there" if not battle.hidden_in else "Hide it there instead",
            title="The wand",
            about="In one of the haunts. The wizard sees only a seal, which proves it at the end.",
            fields=(Field(name="haunt", label="Haunt", choices=choices, value=battle.hidden_in or placed[0]),),
            primary=not battle.hidden_in,
        )
    if left := battle.left_to_place(Side.SORCERER).get(UnitType.SORCERER):
        places = sorcerer_hexes(battle.valley.board)
        why = refused_sorcerers(battle.valley.board, at, len(battle.valley.at(at)) + 1) if at and not missing else ()
        blocked = [blocked_summons(haunt, at) for haunt in battle.valley.haunts if at]
        yield Offer(
            command="place_units",
            label="Place them",
            title="Sorcerers",
            about=" ".join((f"{left} still to be placed.", *filter(None, blocked))),
            stated=(("unit", UnitType.SORCERER.value),),
            fields=(
                Field(name="count", label="How many", kind="number", value="1", least=1, most=min(left, MOST_IN_A_HEX)),
                _hex_field("place", "Hex", places, at),
            ),
            primary=bool(battle.hidden_in),
            why_not=tuple(_sentences(why)),
        )


def _wizards_set_up(battle: Battle, at: Hex | None) -> Offers:
    entries = entries_of(battle.valley.board)
    for number, (unit, left) in enumerate(battle.left_to_place(Side.WIZARD).items()):
        yield Offer(
            command="place_units",
            label="Place them",
            title=PROFILES[unit].plural.capitalize(),
            about=f"{left} still to be placed at an entry.",
            stated=(("unit", unit.value),),
            fields=(
                Field(name="count", label="How many", kind="number", value=str(left), least=1, most=left),
                _hex_field("place", "Entry", entries, at),
            ),
            primary=not number,
        )


def _wandering(battle: Battle) -> Offers:
    if battle.rolled:
        return
    if no_table := _no_table(battle, "wandering"):
        yield Offer(command="wander", label="Roll for orcs", title="Wandering orcs", why_not=no_table)
        return
    places = sorted(wandering_hexes(battle.valley, battle.pack))
    free = [place for place in places if not any(refused_wandering(battle, place))]
    why = _sentences(each for place in places for each in refused_wandering(battle, place))
    table = battle.pack.wandering
    assert table is not None
    faces = in_a_row([str(face) for face in table.faces or ()])
    yield Offer(
        command="wander",
        label="Roll for orcs",
        title="Wandering orcs",
        about=f"On {faces or 'no face'}: {PROFILES[UnitType.ORC].counted(table.count or 0)}.",
        fields=(_hex_field("place", "Where they would come", free, None),),
        dice=True,
        primary=True,
        why_not=() if free else tuple(why or ["There is no place left where orcs could come."]),
    )


def _summons(battle: Battle) -> Offers:
    valley, why_no_table = battle.valley, _no_table(battle, "summon")
    sorcerers = [unit for unit in valley.units if unit.unit is UnitType.SORCERER]
    for haunt in valley.haunts:
        beside = [unit for unit in sorcerers if valley.board.distance(unit.place, haunt.place) == 1]
        refused = {unit.ref: refused_summons(valley, unit, haunt) for unit in beside}
        able = [unit for unit in beside if not refused[unit.ref]]
        why = dict.fromkeys(_sentences(each for refusals in refused.values() for each in refusals))
        if not beside:
            why = {f"No sorcerer stands beside {haunt.name} in {written(haunt.place)}.": None}
        plural = PROFILES[SUMMONED[haunt.kind]].plural
        yield Offer(
            command="summon",
            label=f"Summon {plural}",
            title=f"{haunt.kind.capitalize()} {haunt.name} in {written(haunt.place)}",
            about=f"{valley.pool.get(SUMMONED[haunt.kind], 0)} {plural} are left in the pool.",
            stated=(("haunt", haunt.name),),
            fields=(
                Field(name="caster", label="Who casts", choices=_units(able), value=able[0].ref if able else ""),
                Field(
                    name="most",
                    label="At most",
                    choices=tuple(Choice(str(most), str(most)) for most in range(MOST_IN_A_HEX, -1, -1)),
                    value=str(MOST_IN_A_HEX),
                ),
            ),
            dice=True,
            why_not=why_no_table or (() if able else tuple(why)),
        )


def _hastes(battle: Battle) -> Offers:
    if battle.rolled:
        return
    valley, why = battle.valley, _no_table(battle, "haste")
    wizards = [unit for unit in valley.units if unit.unit is UnitType.WIZARD and not unit.cast]
    for place, units in stacks_of(battle).items():
        for unit, group in _by_type(units).items():
            refs = tuple(each.ref for each in group[:MOST_IN_A_HEX])
            able = [each for each in wizards if not refused_haste(valley, each, place, refs)]
            if not able or group[0].side is not Side.WIZARD:
                continue
            yield Offer(
                command="declare_haste",
                label=f"Haste {PROFILES[unit].plural if len(group) > 1 else unit}",
                title=f"{PROFILES[unit].counted(len(group)).capitalize()} in {written(place)}",
                fields=(
                    Field(name="caster", label="Who casts", choices=_units(able), value=able[0].ref),
                    _who("refs", "Up to four that are hasted", group, refs),
                ),
                why_not=why,
            )


def _moves(battle: Battle, at: Hex | None, to: Hex | None) -> Offers:
    """The units in the hex that was tapped, by type, with what the fastest of them reaches."""
    valley = battle.valley
    units = valley.at(at) if at else ()
    for unit, group in _by_type(unit for unit in units if unit.side is battle.side).items():
        assert at is not None
        able = [each for each in group if not each.moved]
        title = f"{PROFILES[unit].counted(len(group)).capitalize()} in {written(at)}"
        if not able:
            yield Offer(command="move", label="Move", title=title, why_not=("They have moved this turn.",))
            continue
        costs = reach_of(valley, able)
        words = {place: cost_in_words(valley, place, costs[place]) for place in sorted(costs, key=costs.__getitem__)}
        yield Offer(
            command="move",
            label=f"Move {PROFILES[unit].plural if len(able) > 1 else unit}",
            title=title,
            about=f"Up to {max(each.allowance for each in able)} hexes.",
            fields=(
                _who("refs", "Who moves", able, tuple(each.ref for each in able[:MOST_IN_A_HEX])),
                _hex_field("to", "To", list(words), to, words),
                *_wand_field(valley, able[0].side, at),
            ),
            primary=to in costs,
            why_not=() if costs else ("There is no hex that they may enter.",),
        )


def cost_in_words(valley: Valley, place: Hex, cost: int) -> str:
    """`3 hexes, out of the valley`."""
    return f"{cost} {'hex' if cost == 1 else 'hexes'}{', out of the valley' if valley.is_entry(place) else ''}"


def reach_of(valley: Valley, units: Sequence[FieldedUnit]) -> dict[Hex, int]:
    """What any of these units reaches, with what it costs: where the one with the highest allowance may end."""
    fastest = max(units, key=lambda unit: unit.allowance)
    return {
        place: cost
        for place, cost in reachable(valley, fastest).items()
        if valley.is_entry(place) or not any(stays_too_many(valley, (fastest,), place))
    }


def _wand_field(valley: Valley, side: Side, place: Hex) -> tuple[Field, ...]:
    """A tick, set where the units stand with it."""
    if valley.wand is None or side is not Side.WIZARD or valley.wand_carried:
        return ()
    label, is_held = f"Take the wand along, in {written(valley.wand)}", valley.wand == place
    return (Field(name="takes_wand", label=label, kind="check", value="true" if is_held else ""),)


def _fireballs(battle: Battle) -> Offers:
    if battle.rolled:
        return
    valley, enemies = battle.valley, sorted(battle.valley.enemies_of(battle.side))
    ours = [unit for unit in valley.units if unit.side is battle.side and unit.profile.spells]
    for by_wand in (False, True):
        why = _no_table(battle, "wand" if by_wand else "fireball")
        for target in enemies:
            near = [unit for unit in ours if valley.board.distance(unit.place, target) <= RANGE]
            able = [unit for unit in near if not refused_fireball(valley, unit, target, by_wand=by_wand)]
            if not able:
                continue
            yield Offer(
                command="declare_fireball",
                label="Throw the wand's fireball" if by_wand else "Throw a fireball",
                title=f"Into {written(target)}: {in_words(valley.at(target))}",
                stated=(("target", written(target)), *([("by_wand", "true")] * by_wand)),
                fields=(Field(name="caster", label="Who casts", choices=_units(able), value=able[0].ref),),
                why_not=why,
            )


def _attacks(battle: Battle) -> Offers:
    if battle.rolled:
        return
    valley, why = battle.valley, _no_table(battle, "combat")
    ours = [
        unit
        for unit in valley.units
        if unit.side is battle.side and unit.profile.attacks and not unit.attacked and not valley.is_entry(unit.place)
    ]
    for target in sorted(valley.enemies_of(battle.side)):
        near = [unit for unit in ours if valley.board.distance(unit.place, target) == 1]
        if not near:
            continue
        theirs = valley.at(target)
        odds = odds_of(tuple(near), theirs, battle.pack.combat.columns if battle.pack.combat else COLUMNS)
        explained = odds.explained if odds.refused is None else (odds.refused.reason,)
        yield Offer(
            command="declare_attack",
            label="Attack",
            title=f"{in_words(theirs).capitalize()} in {written(target)}",
            about=f"All of them: {' '.join(explained)}",
            fields=(
                _who("attackers", "Who attacks", near, tuple(unit.ref for unit in near), where=True),
                _who("defenders", "Who is attacked", theirs, tuple(unit.ref for unit in theirs)),
            ),
            why_not=why,
        )


def _advances(battle: Battle) -> Offers:
    valley = battle.valley
    fought = {valley.board.hex(name): refs for name, refs in battle.fought.items()}
    for place in sorted({*fought, *valley.emptied}):
        if valley.at(place) or not is_clear(valley.board, place):
            continue
        attacked = frozenset(fought.get(place, ()))
        near = [unit for unit in valley.units if unit.side is battle.side]
        able = [unit for unit in near if not refused_advance(valley, (unit.ref,), place, attacked=attacked)]
        for unit, group in _by_type(able).items():
            yield Offer(
                command="advance",
                label=f"Advance with {PROFILES[unit].plural}",
                title=f"Into {written(place)}, which is empty",
                stated=(("to", written(place)),),
                fields=(_who("refs", "Up to four that advance", group, (), where=True),),
            )


def _resolve(battle: Battle, number: int, declared: Declared) -> Offer:
    return Offer(
        command="resolve",
        label="Roll",
        title=_capital(in_a_sentence(battle, declared)),
        about=dice_of(battle, declared),
        stated=(("number", str(number)),),
        dice=True,
        primary=not number,
    )


def in_a_sentence(battle: Battle, declared: Declared) -> str:
    """What is declared: `elf 1 against ghouls 1 and 2`."""
    left = targets_of(battle, declared)
    match declared.what:
        case "haste":
            return f"{named(declared.by)}: haste for {named(declared.refs)}"
        case "attack":
            return f"{named(declared.by)} against {named(left)}"
    assert declared.target is not None
    what = "the wand's fireball" if declared.what == "wand" else "a fireball"
    return f"{named(declared.by)}: {what} into {written(declared.target)}"


def dice_of(battle: Battle, declared: Declared) -> str:
    """How many dice fall, and what they need."""
    match declared.what:
        case "haste":
            return "One die, by the pack's haste table."
        case "attack":
            return f"One die, at {ratio_of(battle, declared)}."
    left = targets_of(battle, declared)
    unit = battle.valley.by_ref[left[0]].unit
    faces = battle.pack.killing_faces(battle.side, unit, by_wand=declared.what == "wand")
    dice = "One die" if len(left) == 1 else f"{len(left)} dice"
    return f"{dice}; each kills on {in_a_row([str(face) for face in faces]) or 'no face'}."


def _hex_field(
    name: str,
    label: str,
    places: Sequence[Hex],
    value: Hex | None,
    words: Mapping[Hex, str] | None = None,
) -> Field:
    """One of several hexes, with a word about each where there is one."""
    choices = tuple(Choice(written(place), written(place), (words or {}).get(place, "")) for place in places)
    return Field(name=name, label=label, choices=choices, value=written(value) if value in places and value else "")


def _who(name: str, label: str, units: Sequence[FieldedUnit], chosen: Sequence[str], *, where: bool = False) -> Field:
    """A tick for each unit."""
    return Field(name=name, label=label, kind="check", choices=_units(units, where=where), value=" ".join(chosen))


def _units(units: Sequence[FieldedUnit], *, where: bool = True) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            unit.ref,
            _capital(named((unit.ref,))) + (f" in {written(unit.place)}" if where else ""),
            f"{unit.allowance} hexes" if unit.haste and not where else "",
        )
        for unit in units
    )


def _by_type(units: Iterable[FieldedUnit]) -> dict[UnitType, list[FieldedUnit]]:
    groups: dict[UnitType, list[FieldedUnit]] = {}
    for unit in units:
        groups.setdefault(unit.unit, []).append(unit)
    return groups


def _no_table(battle: Battle, field: str) -> tuple[str, ...]:
    flaw = battle.pack.disabling.get(field)
    return (f"The pack's {flaw.field} {flaw.reason}.",) if flaw else ()


def _sentences(refusals: Iterable[Refusal]) -> list[str]:
    return [f"{refusal.code}: {refusal.sentence}" for refusal in refusals]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
