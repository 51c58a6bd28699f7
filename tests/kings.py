"""Games of Wizard Kings for tests: begun from the forces that the game begins with, and played by what is offered."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor
from tabletop.battle.log import EventLog, Header
from tabletop.battle.playing import Offer, command_in
from tabletop.battle.views import sentence, view
from tabletop.wizardkings.battle import commands as said
from tabletop.wizardkings.battle.facts import BattleOpened, GameBegun
from tabletop.wizardkings.battle.judging import whose_turn
from tabletop.wizardkings.battle.rules import KingsBattle
from tabletop.wizardkings.battle.state import SIDES, Game
from tabletop.wizardkings.battle.view import offers_of, plain_of, shown_to
from tabletop.wizardkings.catalogue import Size
from tabletop.wizardkings.force import Force
from tabletop.wizardkings.game import WIZARD_KINGS
from tests.bay import PACKS

RULES = KingsBattle()
AT = "2026-11-28T19:30:05Z"
Log = EventLog[Any, Any, Any]


def force_of(size: Size, army: str = "tidewall", **fields: Any) -> Force:
    """A legal force of the house's pack."""
    force = WIZARD_KINGS.begun(size)
    for edit in ({"verb": "set_army", "army": army}, {"verb": "fill_up"}) if force.army != army else ():
        force = WIZARD_KINGS.edited(force, WIZARD_KINGS.read_edit(edit), PACKS)
    return msgspec.structs.replace(force, name=f"{army} force", **fields)


def begun(size: Size = Size.SMALL, *, rosters: tuple[Force, Force] | None = None) -> Log:
    """A game of two of the house's armies, before anybody has done anything."""
    found = RULES.begun("A game", rosters or (force_of(size), force_of(size, "ashkar")), PACKS)
    log: Log = EventLog(RULES, Header(game=RULES.slug, id="k1", rules_version="1", sides=found.sides))
    return log.append(found.happenings, by=Actor("setup"), cause="k1", at=AT)


def done(log: Log, command: said.GameCommand, seat: str, *faces: int, seed: int = 0) -> Log:
    """The log with a command carried out, by faces as typed or by a seed."""
    dice = NotedDice.typed(faces) if faces else NotedDice.seeded(seed)
    happenings = RULES.decide(log.state, command, seat, dice)  # type: ignore[arg-type]
    dice.check_all_taken()
    return log.append(happenings, by=Actor(seat), cause=f"c{log.head + 1}", at=AT)


def stated(offer: Offer, chance: Random) -> said.GameCommand:
    """An offer as a form sends it, with choices by lot."""
    fields: dict[str, list[str]] = {"command": [offer.command]} | {name: [value] for name, value in offer.stated}
    for field in offer.fields:
        fields[field.name] = [chance.choice(field.choices).value]
    command: said.GameCommand = command_in(fields, said.AnyCommand)
    return command


def an_offer(game: Game, side: str, chance: Random) -> Offer | None:
    """One of what a side may do, about a hex by lot: where blocks stand, cities are or henges."""
    places = [block.place for block in game.blocks if block.place] * 2 + [city.hex for city in game.ground.cities]
    chosen = chance.choice([*places, *game.ground.henges, ""])
    offers = [each for each in offers_of(game, side, chosen) if not each.why_not]
    others = [each for each in offers if each.command != "ready"]
    return chance.choice(others if others and chance.random() < 0.9 else offers) if offers else None


def played(log: Log, chance: Random, commands: int) -> Log:
    """So many commands by lot, or to the end of the game; each of them was offered, so none is refused."""
    for _ in range(commands):
        if log.state.how:
            break
        side = chance.choice(whose_turn(log.state))
        offer = an_offer(log.state, side, chance)
        if offer is not None:
            log = done(log, stated(offer, chance), side, seed=chance.randrange(10**6))
    return log


def markers(log: Log, side: str) -> set[str]:
    """Words that tell what a side hides: ids and names of units of its army alone, but for those seen in battle."""
    army, seen = log.state.armies[side], {known.unit for fact in facts_of(log, BattleOpened) for known in fact.blocks}
    rows = [row for row in log.state.data.units if row.army == army and row.id not in seen]
    return {row.id for row in rows} | {row.name for row in rows}


def facts_of(log: Log, kind: type[Any]) -> list[Any]:
    return [event.fact for event in log.events() if isinstance(event.fact, kind)]


def salts_of(log: Log, side: str) -> set[str]:
    """The salts of what a side hides."""
    facts = [event.fact for event in log.events()]
    return {fact.salt for fact in facts if getattr(fact, "salt", "") and getattr(fact, "side", "") == side}


def leaving(log: Log, seat: str) -> str:
    """All that leaves for a seat: its page by some hexes, what programs get, its events with their sentences.

    But for the first event, in which the pack stands that everybody has.
    """
    places = ["", *{block.place for block in log.state.blocks if block.place}][:4]
    pages = [msgspec.json.encode(shown(log.state, seat, place)).decode() for place in places]
    events = [event for event in view(log, seat) if not isinstance(event.fact, GameBegun)]
    said_of_it = [sentence(log, entry, seat) for entry in log.entries()]
    plain = msgspec.json.encode(plain_of(log.state, seat)).decode()
    return "\n".join([*pages, plain, msgspec.json.encode(events).decode(), *said_of_it])


def check_secrets(log: Log) -> None:
    """AssertionError where anything that leaves for a seat has a word of what another side hides, or its salt."""
    if log.state.how:
        return
    for seat in (*SIDES, "referee", "watcher"):
        told = leaving(log, seat)
        for side in SIDES:
            words = markers(log, side) | salts_of(log, side)
            found = {word for word in words if word in told}
            assert found == set() if seat != side else found, (seat, side, found)
        for block in plain_of(log.state, seat)["blocks"]:
            fights = log.state.fight is not None and block["place"] == log.state.fight.place
            assert ("steps" in block) is (block["side"] == seat) or fights, block


def shown(game: Game, seat: str, at: str = "") -> Any:
    return shown_to(game, seat, {"at": at}, lambda look: f"?at={look.get('at', '')}")


def mid_game() -> Log:
    """A small game in the movement of its second turn: some of the first mover's blocks may recruit, others not."""
    log = done(begun(), said.RollInitiative(), "red", 6, 6, 1, 1)
    for side, row in (("red", 6), ("blue", 0)):
        refs = [block.ref for block in log.state.of(side)]
        log = done(log, said.MoveBlocks(refs=tuple(refs[:3]), place=f"{row},1"), side)
        log = done(log, said.MoveBlocks(refs=tuple(refs[3:6]), place=f"{row},{2 if row else 3}"), side)
        log = done(log, said.Ready(), side)
    for side in SIDES:
        log = done(log, said.Ready(), side)
    return done(log, said.RollInitiative(), "blue", 6, 6, 1, 1)
