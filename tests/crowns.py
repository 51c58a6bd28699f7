"""Games of Greyhawk Wars for tests: begun from the house's powers, and played by what is offered."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.battle.dice import NotedDice, RandomDice
from tabletop.battle.events import Actor, RefusalError
from tabletop.battle.log import EventLog, Header
from tabletop.battle.playing import Offer, command_in
from tabletop.battle.views import seen, sentence
from tabletop.cards import Face, Pile, card_of
from tabletop.dice.sources import Seeded
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle.facts import CardsDrawn, GameEnded
from tabletop.greyhawk.battle.fight_facts import CardsLaid
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.rules import GreyhawkBattle, begun_by
from tabletop.greyhawk.battle.state import Counter, Game, Phase, Stack, Stage
from tabletop.greyhawk.battle.view import plain_of, shown_to
from tabletop.greyhawk.battle.whose import whose_turn
from tabletop.greyhawk.desk import begun as start_of
from tabletop.greyhawk.force import Force
from tabletop.greyhawk.pack import Muster, Options, Pack, StartingArmy, read_pack
from tabletop.packs import Packs
from tests.catalogue import PROJECT

RULES = GreyhawkBattle()
AT = "2026-11-28T19:30:05Z"
HOUSE: Pack = read_pack((PROJECT / "fixtures" / "greyhawk" / "house-pack.json").read_bytes())
PACKS = Packs(HOUSE, lambda codes: {})
POWERS = ("norhal", "grimgard", "southmere", "vale")
Log = EventLog[Any, Any, Any]


def sea_packs() -> Packs:
    """The house's with Lorn in Vale, whose ships lie there and marines stand; ships and marines are for hire."""
    areas = tuple(replace(area, country="vale") if area.id == "lorn" else area for area in HOUSE.map.areas)
    hired = {"hired-spears": Muster(troop="marine"), "free-lances": Muster(troop="ship")}
    cards = tuple(replace(card, troops=(hired[card.id], *card.troops)) if card.id in hired else card
                  for card in HOUSE.cards)  # fmt: skip
    (terms,) = HOUSE.scenarios
    *others, vale = terms.players
    ashore = StartingArmy(area="lorn", troops=(Muster(troop="marine", n=2),))
    ships = StartingArmy(area="lorn", troops=(Muster(troop="ship", n=2),))
    players = (*others, replace(vale, armies=(*vale.armies, ashore, ships)))
    board = replace(HOUSE.map, areas=areas)
    return replace(PACKS, house=replace(HOUSE, board=board, cards=cards, scenarios=(replace(terms, players=players),)))


def starts(powers: Sequence[str], packs: Packs) -> list[Force]:
    """The starts of some powers, as the scenario of these packs places them."""
    assert isinstance(packs.house, Pack)
    terms = packs.house.scenarios[0]
    return [replace(start_of(power, ""), armies=terms.power(power).armies) for power in powers]


def by_lot(seed: int, powers: Sequence[str] = POWERS, commands: int = 400, *, packs: Packs = PACKS) -> Log:
    """A game of so many commands by lot: by one seed the same bytes."""
    log = begun(powers, rosters=starts(powers, packs), packs=packs, seed=seed)
    return played(log, Random(seed), commands)


def begun(
    powers: Sequence[str] = POWERS[:2], *, rosters: Sequence[Force] = (), packs: Packs = PACKS, seed: int | None = None
) -> Log:
    """A game of some powers of the house's scenario, before anybody has done anything; by a seed the same one again."""
    source = RandomDice() if seed is None else Seeded(seed)
    found = begun_by("A game", rosters or [start_of(power, "") for power in powers], packs, source)
    log: Log = EventLog(RULES, Header(game=RULES.slug, id="g1", rules_version="1", sides=found.sides))
    return log.append(found.happenings, by=Actor("setup"), cause="g1", at=AT)


def done(log: Log, command: said.GameCommand, seat: str, *faces: int, seed: int = 0) -> Log:
    """The log with a command carried out, by faces as typed or by a seed."""
    dice = NotedDice.typed(faces, sides=100) if faces else NotedDice.seeded(seed)
    happenings = RULES.decide(log.state, command, seat, dice)  # type: ignore[arg-type]
    dice.check_all_taken()
    return log.append(happenings, by=Actor(seat), cause=f"c{log.head + 1}", at=AT)


def in_actions(powers: Sequence[str] = POWERS[:2]) -> Log:
    """A game in the first year's actions, its powers in their order and each with an event card at most."""
    log = done(begun(powers), said.RollOrder(), powers[0], *range(9, 9 - len(powers), -1))
    for command in (said.Done(), said.DrawEvent()):
        for power in powers:
            log = done(log, command, power)
    return log


def stated(offer: Offer, chance: Random) -> said.GameCommand:
    """An offer as a form sends it, with choices by lot."""
    fields: dict[str, list[str]] = {"command": [offer.command]} | {name: [value] for name, value in offer.stated}
    for field in offer.fields:
        values = [choice.value for choice in field.choices]
        if field.kind == "check":
            fields[field.name] = chance.sample(values, _wanted(offer, field.label, values, chance))
        elif field.name.startswith("targets."):
            fields[field.name] = [field.value]
        else:
            fields[field.name] = [chance.choice(values)]
    command: said.GameCommand = command_in(fields, said.AnyCommand)
    return command


def _wanted(offer: Offer, label: str, values: list[str], chance: Random) -> int:
    """How many of a field of ticks are ticked."""
    if offer.command == "give_up":
        return min(int(label.split(maxsplit=1)[0]), len(values))
    if offer.command in ("add", "raise"):
        return min(
            chance.randint(1, 3), len(values), int(label.rsplit(maxsplit=1)[-1]) if label.startswith("Up to") else 5
        )
    if offer.command == "pursue":
        return min(int(label.rsplit(maxsplit=1)[-1]), len(values))
    if offer.command == "divide":
        return min(1, len(values))
    return min(chance.choice((0, 0, 1, 2)), len(values))


def an_offer(game: Game, side: str, chance: Random) -> Offer | None:
    """One of what a side may do, about an area by lot, mostly one in which it has something."""
    places = [stack.area for stack in game.of(side) if stack.area] * 3 + ["", chance.choice(game.board.areas).id]
    offers = [each for each in offers_of(game, side, chance.choice(places)) if not each.why_not]
    offers = [each for each in offers if each.command != "let_pass" or chance.random() < 0.03]
    offers = [each for each in offers if each.command != "disband" or chance.random() < 0.02]
    others = [each for each in offers if each.command != "done"]
    attacks = [
        each for each in others if ("attack", "true") in each.stated or each.command in ("attack_ships", "load", "land")
    ]
    if attacks and chance.random() < 0.6:
        return chance.choice(attacks)
    return chance.choice(others if others and chance.random() < 0.8 else offers) if offers else None


def played(log: Log, chance: Random, commands: int) -> Log:
    """So many commands by lot, or to the end of the game; each of them was offered, so none is refused."""
    for _ in range(commands):
        if log.state.how:
            break
        side = chance.choice(whose_turn(log.state))
        offer = an_offer(log.state, side, chance)
        check_one_army(log.state)
        try:
            log = log if offer is None else done(log, stated(offer, chance), side, seed=chance.randrange(10**6))
        except RefusalError:
            if offer is None or offer.command != "divide":  # of which some ticks mean nothing
                raise
    return log


def check_one_army(game: Game) -> None:
    """No area keeps armies of two players, or their fleets, but for the battle that is fought in it (GW-35)."""
    for area in game.board.by_id:
        for at_sea in (False, True):
            sides = {stack.side for stack in game.armies_at(area) if game.is_fleet(stack) is at_sea}
            assert len(sides) < 2 or (game.fight is not None and game.fight.area == area), (area, sides)


def hidden_from(game: Game, seat: str) -> set[str]:
    """The cards that a seat may not see: other hands, and decks face down."""
    seen = game.piles.seen_by(seat)
    return {card for name, pile in game.piles.by_name.items() if seen[name].cards is None for card in pile.cards}


def check_secrets(log: Log, since: int = 0) -> None:
    """Nobody reads a card of another's hand, of a deck or face down: in pages, values, events, sentences."""
    game: Game = log.state
    for seat in (*game.sides, "watcher", "referee"):
        told = [repr(shown_to(game, seat, {}, lambda look: "?")), repr(plain_of(game, seat))]
        assert [card for card in hidden_from(game, seat) if not game.how and f"'{card}'" in "".join(told)] == [], seat
        for entry in log.entries(max(since, 1)):
            if entry.parent is None or entry.event is None or isinstance(entry.event.fact, GameEnded):
                continue
            hidden = hidden_from(entry.parent.state, seat) & hidden_from(entry.state, seat)
            hidden -= {getattr(entry.event.fact, "card", "")}  # it was shown to all, and taken into a hand
            event = seen(log, entry, seat)
            told = [repr(event.fact), sentence(log, entry, seat)]
            assert [card for card in hidden if f"'{card}'" in "".join(told)] == [], (seat, event.fact)
            is_secret = isinstance(event.fact, CardsDrawn | CardsLaid) and event.fact.side != seat
            assert not (is_secret and (event.fact.cards or event.fact.salt)), (seat, event.fact)


def names_of(cards: Sequence[str]) -> list[str]:
    return [HOUSE.by_card[card_of(card)].name for card in cards]


# States set by hand


def stack(
    ref: str, area: str, *troops: str, heroes: Sequence[str] = (), cargo: Sequence[str] = (), **fields: Any
) -> Stack:
    """A stack of the side of its letter; counters are named by it: `A1` has `a11`, `a12` and so on."""
    side = POWERS["ABCD".index(ref[0])]
    counters = [Counter(f"{ref.lower()}{number}", code) for number, code in enumerate((*troops, *cargo), 1)]
    marker = bool(troops) and not heroes
    return Stack(ref=ref, side=side, area=area, troops=tuple(counters[: len(troops)]), heroes=tuple(heroes),
                 cargo=tuple(counters[len(troops) :]), **({"marker": marker} | fields))  # fmt: skip


def game(*stacks: Stack, powers: Sequence[str] = POWERS[:2], **fields: Any) -> Game:
    """A game in the first player's actions, with these stacks alone."""
    state: Game = begun(powers).state
    started = replace(state, stacks=stacks, order=tuple(powers), mover=powers[0], phase=Phase.ACTIONS)
    return replace(started, **fields)


def with_options(state: Game, **options: bool) -> Game:
    terms = replace(state.terms, options=Options(**options))
    return replace(state, pack=replace(state.data, scenarios=(terms,)))


def act(state: Game, command: said.GameCommand, *faces: int, seat: str = "norhal") -> Game:
    """The state after a command, with faces as typed."""
    dice = NotedDice.typed(faces, sides=100) if faces else NotedDice.seeded(7)
    for happening in RULES.decide(state, command, seat, dice):  # type: ignore[arg-type]
        state = happening.fact.after(state)
    dice.check_all_taken()
    return state


def refused(state: Game, command: said.GameCommand, seat: str = "norhal") -> str:
    with pytest.raises(RefusalError) as error:
        act(state, command, seat=seat)
    return error.value.sentence


def holding(state: Game, side: str, *cards: str) -> Game:
    """The state in which a side holds these cards alone, taken from wherever they lie."""
    piles = state.piles
    for name, pile in piles.by_name.items():
        piles = piles.with_pile(name, replace(pile, cards=tuple(card for card in pile.cards if card not in cards)))
    return replace(state, piles=piles.with_pile(side, Pile(cards, Face.HELD, side, 5)))


def move(ref: str, area: str, attack: bool = False) -> said.MoveStack:
    return said.MoveStack(ref=ref, area=area, attack=attack)


def fought_on(state: Game) -> Game:
    """Neither goes: the next round."""
    state = act(state, said.FightOn())
    return act(state, said.FightOn(), seat="grimgard") if state.battle.stage is Stage.DEFENDER_CHOICE else state
