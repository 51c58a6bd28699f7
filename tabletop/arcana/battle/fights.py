"""Fights of any number of units: who touches whom with how many, and how each strikes, by choice or as usual.

A fight is a connected group of engaged units. A unit fights as one with its characters and what carries them; models of
five wounds and more fight each by itself, and so do the characters with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battle.kinds import kinds_of, models_of_kinds
from tabletop.arcana.battle.resolving import figures_of
from tabletop.arcana.battle.situations import fields_of, models_beside, stated, troops_of
from tabletop.arcana.battle.state import Aim, BattleUnit, Body, Contact, State
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, Section, Statistics
from tabletop.arcana.odds.situations import Character, Loose, MeleeTurn, Place, Ranks, Side
from tabletop.arcana.odds.spells import borne_by, forbids

PLACES: dict[Facing, Place] = {
    Facing.FRONT: "front",
    Facing.LEFT: "flank",
    Facing.RIGHT: "flank",
    Facing.REAR: "rear",
}
FIGURE_BY_FIGURE = 5  # wounds
BESIDE = 2  # models that touch a front from beside it
HOWDAH = "howdah"


def fight_of(state: State, ref: Ref) -> tuple[Contact, ...]:
    """The contacts of everybody who is in a fight with the unit, or with one of these; in the battle's order."""
    found = {ref}
    while True:
        touched = {unit for contact in state.contacts if found & set(contact.units) for unit in contact.units}
        if touched <= found:
            return tuple(contact for contact in state.contacts if found & set(contact.units))
        found |= touched


def units_of(contacts: Sequence[Contact]) -> tuple[Ref, ...]:
    """Everybody in these contacts, once."""
    return tuple(dict.fromkeys(ref for contact in contacts for ref in contact.units))


def melee_of(state: State, catalogue: Catalogue, contact: Contact) -> MeleeTurn:
    """A pair's blows of this turn as their odds are asked."""
    first, second = (side_of(state, catalogue, contact, ref) for ref in contact.units)
    second = named_apart(second, first, contact.units[1])
    turn = "first" if any(is_fresh(state, contact, ref) for ref in contact.units) else "later"
    return MeleeTurn(format="muster-situation/1", game="arcana", sides=(first, second), turn=turn)  # type: ignore[arg-type]


def named_apart(side: Side, other: Side, ref: Ref) -> Side:
    """A side whose name isn't the other's."""
    return replace(side, name=f"{side.name[:30]} {ref}") if side.name == other.name else side


def is_fresh(state: State, contact: Contact, ref: Ref) -> bool:
    """Whether a unit has come into its fight this turn: who was in one before hasn't (reading BR14).

    Nor has who covers a retreat, and who pursued upon it only rams (`rams_cover`; B18).
    """
    turn = state.unit(ref).turn
    came = contact.since == state.clock.turn and not turn.was_engaged
    return came and not turn.covered and not rams_cover(state, contact, ref)


def rams_cover(state: State, contact: Contact, ref: Ref) -> bool:
    """Whether a unit has come upon one that covers a retreat: it may ram, but has no other blows of a first round."""
    foe = state.unit(contact.foe(ref))
    return contact.since == state.clock.turn and foe.turn.covered and state.unit(ref).turn.pursued


class Part(Struct, frozen=True):
    """Who of a unit fights as one: a body, its unit's character with it, or one of its larger models by its place."""

    ref: Ref
    body: Ref
    place: int | None = None


def fights_by_models(unit: BattleUnit) -> bool:
    """Whether attacks are shared out among its models before they are rolled (B46)."""
    main = unit.main
    return models_of_kinds(unit) > 1 and main.wounds >= FIGURE_BY_FIGURE and main.section is not Section.WAR_MACHINES


def led(unit: BattleUnit) -> tuple[Body, ...]:
    """The characters, and what carries them, that fight with its troops as one: those of large models don't."""
    alone = unit.main.section is Section.WAR_MACHINES or fights_by_models(unit)
    return () if alone else stated(unit).bodies


def side_of(state: State, catalogue: Catalogue, contact: Contact, ref: Ref) -> Side:
    """A unit against one of its enemies, by its player's choices, or as anybody would choose."""
    unit, foe = state.unit(ref), state.unit(contact.foe(ref))
    aim, leads = aim_of(unit, foe.ref), leading_at(state, unit) == foe.ref
    characters, known = list[Character](), stated(unit)
    for entry in known.entries if led(unit) else ():
        rams = _may_ram(state, catalogue, contact, ref, figures_of(catalogue, entry.body))
        if aim.character_rams is not None:
            rams = aim.character_rams
        lines = aim.character_lines if not characters else None
        aimed = aim.aboard if aim.aboard in aboard_vehicles(foe) else None
        character = replace(entry.character, lines=lines if leads else (), rams=rams and leads, at_aboard=aimed)
        if character.mount and entry.mount:
            may_ram = _may_ram(state, catalogue, contact, ref, figures_of(catalogue, entry.mount))
            howdah = _has_howdah(figures_of(catalogue, entry.mount))
            chosen = replace(character.mount, lines=None if leads else (), rams=may_ram and leads, howdah=howdah)
            character = replace(character, mount=chosen)
        characters.append(character)
    side = _body_side(state, catalogue, contact, ref, unit.main)
    strikes = known.troops is not None or leads
    return replace(
        side,
        models=tuple(troops_of(body) for body in kinds_of(unit)) if known.troops else side.models,
        characters=tuple(characters),
        in_contact=shared_out(state, catalogue, ref)[foe.ref] if known.troops else None,
        formation=Ranks(files=unit.files) if unit.files else Loose(),
        lines=aim.lines if strikes else (),
        rams=side.rams and strikes,
    )


def _body_side(state: State, catalogue: Catalogue, contact: Contact, ref: Ref, body: Body) -> Side:
    """One body of a unit against an enemy, by itself: all its models, one in contact."""
    unit, foe = state.unit(ref), state.unit(contact.foe(ref))
    aim, own = aim_of(unit, foe.ref), figures_of(catalogue, body)
    rams = _may_ram(state, catalogue, contact, ref, own) if aim.rams is None else aim.rams
    return Side(
        **(fields_of(unit) | {"models": (troops_of(body),), "characters": (), "formation": Loose()}),
        fought_at=PLACES[contact.sides[contact.of(ref)]],
        in_contact=1,
        in_reach=aim.in_reach,
        to_hit=aim.to_hit - int(unit.turn.failed_to_fall_back) + int(bool(foe.turn.charmed)),
        rams=rams,
        at_characters=aim.at_characters and bool(led(foe)),
        at_aboard=aim.aboard if aim.aboard in aboard_vehicles(foe) else None,
        howdah=_has_howdah(own),
    )


def aboard_vehicles(unit: BattleUnit) -> dict[int, Body]:
    """The characters of a unit who are aboard a vehicle, by their numbers as situations count them."""
    heads = enumerate((body for body in stated(unit).bodies if body not in unit.mounts), 1)
    mounts = ((number, body, unit.mount_of(body)) for number, body in heads)
    return {number: body for number, body, mount in mounts if mount and mount.section is Section.VEHICLES}


def _has_howdah(figures: Statistics) -> bool:
    return isinstance(figures, Row) and HOWDAH in (figures.vehicle_type or "")


def sides_of(state: State, catalogue: Catalogue, contact: Contact, ref: Ref) -> tuple[list[PartSide], list[PartSide]]:
    """Those of a unit who fight an enemy, each as one; then characters by themselves, whom nobody strikes."""
    unit, foe = state.unit(ref), contact.foe(ref)
    leads = leading_at(state, unit) == foe and not led(unit)
    leading = [body for body in stated(unit).bodies if body.left and body != unit.main] if leads else []
    further = [(Part(ref, body.ref), _alone(_body_side(state, catalogue, contact, ref, body))) for body in leading]
    if fights_by_models(unit):
        return list(_models(state, catalogue, contact, ref)), further
    return [(Part(ref, unit.main.ref), side_of(state, catalogue, contact, ref))], further


def _models(state: State, catalogue: Catalogue, contact: Contact, ref: Ref) -> Iterator[PartSide]:
    """The large models of a unit who touch an enemy, the most wounded first; one at least who is struck."""
    foe = contact.foe(ref)
    every = [(body, place) for body in kinds_of(state.unit(ref)) for place in range(body.left)]
    before, number = 0, 0
    for each, number in shared_out(state, catalogue, ref).items():
        if each == foe:
            break
        before += number
    places = range(before, before + number) if number else range(max(before - 1, 0), max(before, 1))
    for body, place in every[places.start : places.stop]:
        side = _body_side(state, catalogue, contact, ref, body)
        lost = body.lost[place] if place < len(body.lost) else 0
        troops = replace(side.models[0], count=1, wounds_lost=lost, also_lost=())
        yield Part(ref, body.ref, place), _alone(replace(side, models=(troops,), in_contact=min(number, 1)))


PartSide = tuple[Part, Side]


def _alone(side: Side) -> Side:
    """Without what its unit began with: nothing of its morale is asked."""
    return replace(side, models_at_first=None, wounds_at_first=None, fallen=0, characters_lost=0, commanders_lost=0)


def aim_of(unit: BattleUnit, foe: Ref) -> Aim:
    """What its player has chosen against an enemy, if anything."""
    return next((aim for aim in unit.aims if aim.at == foe), Aim(at=foe))


def leading_at(state: State, unit: BattleUnit) -> Ref | None:
    """The enemy that a unit's character strikes: as chosen, else the first with a character, else the first."""
    foes = state.foes_of(unit.ref)
    chosen = next((aim.at for aim in unit.aims if aim.leads), None)
    led = (foe.ref for foe in foes if any(body.left for body in foe.characters))
    return chosen or next(led, foes[0].ref if foes else None)


def _may_ram(state: State, catalogue: Catalogue, contact: Contact, ref: Ref, figures: Statistics) -> bool:
    """Whether it rams unless its player doesn't want to: as it comes in, not behind it, not who flew in (B48)."""
    unit, foe = state.unit(ref), state.unit(contact.foe(ref))
    comes = is_fresh(state, contact, ref) or rams_cover(state, contact, ref)
    if figures.ramming is None or unit.turn.rammed or not comes:
        return False
    spells = borne_by(catalogue, fields_of(unit)["spells"], figures_of(catalogue, unit.main), ref)
    if forbids(spells, "ramming"):
        return False
    flew_in = foe.turn.charged == ref and figures_of(catalogue, foe.main).movement.fly
    return contact.sides[contact.of(ref)] is not Facing.REAR and (not flew_in or bool(figures.movement.fly))


def shared_out(state: State, catalogue: Catalogue, ref: Ref) -> dict[Ref, int]:
    """How many of a unit's troops strike at each enemy that it touches.

    As its player has chosen; else as many as touch, as the players say, or as two fronts of these widths have it.
    Models that touch two enemies strike at one: where there are too few for all, each enemy gets its share.
    """
    unit = state.unit(ref)
    touching = {contact.foe(ref): _touching(state, catalogue, contact, ref) for contact in state.contacts_of(ref)}
    chosen = {aim.at: aim.touching for aim in unit.aims if aim.touching is not None and aim.at in touching}
    by_side: dict[Facing | None, list[Ref]] = {}
    for contact in state.contacts_of(ref):
        side = contact.sides[contact.of(ref)] if unit.files else None
        by_side.setdefault(side, []).append(contact.foe(ref))
    found: dict[Ref, int] = {}
    for side, foes in by_side.items():
        most = along(unit, side or Facing.FRONT)
        most -= sum(min(chosen.get(foe, 0), most) for foe in foes)
        free = [foe for foe in foes if foe not in chosen]
        found |= dict(zip(free, shares([touching[foe] for foe in free], max(most, 0)), strict=True))
    left = models_of_kinds(unit)  # who touches on two sides strikes at one
    said = dict(zip(chosen, shares([min(number, left) for number in chosen.values()], left), strict=True))
    others = shares(list(found.values()), left - sum(said.values()))
    return dict(zip(found, others, strict=True)) | said


def shares(wanted: Sequence[int], most: int) -> list[int]:
    """Whole shares of at most so many, in the proportions wanted, the greatest remainders rounded up."""
    total = sum(wanted)
    if total <= most:
        return list(wanted)
    parts = [number * most // total for number in wanted]
    by_rest = sorted(range(len(wanted)), key=lambda place: (-(wanted[place] * most % total), place))
    for place in by_rest[: most - sum(parts)]:
        parts[place] += 1
    return parts


def along(unit: BattleUnit, side: Facing) -> int:
    """How many of its troops stand along a side: of ranks those of its edge, of a loose unit all."""
    troops = models_of_kinds(unit)
    if not unit.files:
        return troops
    characters = models_beside(unit)
    ranks = -(-(troops + characters) // unit.files)
    return min(
        ranks if side in (Facing.LEFT, Facing.RIGHT) else min(unit.files, troops + characters) - characters, troops
    )


def _touching(state: State, catalogue: Catalogue, contact: Contact, ref: Ref) -> int:
    """The troops of a unit that touch an enemy: as it was said, or those before its side, and one beside each end."""
    unit, foe, own = state.unit(ref), state.unit(contact.foe(ref)), contact.of(ref)
    most = along(unit, contact.sides[own])
    stated = contact.touching[own]
    if stated is not None:
        return min(stated, most)
    width = _width(catalogue, unit, contact.sides[own])
    before = along(foe, contact.sides[1 - own]) * _width(catalogue, foe, contact.sides[1 - own])
    return min(most, int(before / width) + BESIDE)


def _width(catalogue: Catalogue, unit: BattleUnit, side: Facing) -> float:
    width, depth = figures_of(catalogue, unit.main).stands_on
    return depth if unit.files and side in (Facing.LEFT, Facing.RIGHT) else width
