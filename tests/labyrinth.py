"""Games of Wiz-War for tests: the house's pack, games begun by a seed or set up by hand, played by what is offered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor
from tabletop.battle.log import EventLog, Header
from tabletop.battle.playing import Field, Offer, command_in
from tabletop.battle.views import sentence, view
from tabletop.cards import Face, Pile, Piles, card_of
from tabletop.dice.sources import Seeded
from tabletop.packs import Packs
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle.beginning import begun_by
from tabletop.wizwar.battle.facts import CardsDrawn, CardsNoted, DeckLaid, GameBegun, HandTaken
from tabletop.wizwar.battle.offers import offers_of
from tabletop.wizwar.battle.rules import WizWarBattle
from tabletop.wizwar.battle.state import BOARD, STACK, Game, Phase, Treasure, Wizard, order_of, whose
from tabletop.wizwar.battle.view import plain_of, shown_to
from tabletop.wizwar.catalogue import LIFE, Option
from tabletop.wizwar.desk import begun as book_begun
from tabletop.wizwar.pack import Pack, read_pack
from tabletop.wizwar.play.labyrinth import Labyrinth, Laid, square_of
from tabletop.wizwar.spellbook import Spellbook
from tests.catalogue import PROJECT

RULES = WizWarBattle()
AT = "2026-11-28T19:30:05Z"
HOUSE_FILE = (PROJECT / "fixtures" / "wiz-war" / "house-pack.json").read_bytes()
Log = EventLog[Any, Any, Any]


@cache
def house() -> Pack:
    return read_pack(HOUSE_FILE)


@cache
def packs() -> Packs:
    return Packs(house(), lambda codes: {})


def book(slug: str = "first", **fields: Any) -> Spellbook:
    return replace(book_begun(slug, ""), **fields)


def begun(seed: int = 0, players: int = 2, books: Sequence[Spellbook] = (), **fields: Any) -> Log:
    """A game by a seed, before anybody has done anything."""
    rosters = books or [book(**fields)] * players
    found = begun_by("A game", rosters, packs(), Seeded(seed))
    log: Log = EventLog(RULES, Header(game=RULES.slug, id="w1", rules_version="1", sides=found.sides))
    return log.append(found.happenings, by=Actor("setup"), cause="w1", at=AT)


def in_a_line(players: int = 2, **fields: Any) -> Game:
    """The house's first sectors side by side as they are printed, in the second turn of red; hands are empty."""
    sides = order_of(players)
    laid = tuple(
        Laid(sector.id, side, sector.rows, 0, (0, column))
        for column, (side, sector) in enumerate(zip(sides, house().sectors, strict=False))
    )
    piles: dict[str, Pile] = {STACK: Pile(face=Face.UP), BOARD: Pile(face=Face.UP), "deck-1": Pile(DECK)}
    piles["gone-deck-1"] = Pile(face=Face.UP)
    for side in sides:
        piles |= {f"hand-{side}": Pile(face=Face.HELD, owner=side), f"items-{side}": Pile(face=Face.UP, owner=side)}
        piles[f"kept-{side}"] = Pile(face=Face.UP, owner=side)
    treasures = (
        Treasure("red-1", "red", "1,4"), Treasure("red-2", "red", "3,2"),
        Treasure("blue-1", "blue", "4,5"), Treasure("blue-2", "blue", "4,9"),
    )  # fmt: skip
    game = Game(
        name="A line", pack=house(), labyrinth=Labyrinth(laid), names={side: side.capitalize() for side in sides},
        decks=dict.fromkeys(sides, "deck-1"), piles=Piles(piles), treasures=treasures, turn=3, active="red",
        wizards=(
            Wizard(side="red", at="2,2", life=LIFE, left=3, turns=2),
            Wizard(side="blue", at="2,7", life=LIFE, left=3, turns=1),
            *(Wizard(side="green", at="2,12", life=LIFE, left=3, turns=1) for _ in range(players - 2)),
        ),
    )  # fmt: skip
    return replace(game, **fields)


DECK = tuple(f"weather-four.{number}" for number in range(3, 43))  # more than there are: nothing else happens by them


def with_hand(game: Game, side: str, *cards: str) -> Game:
    """The game with these cards in a hand, their first copies where no number is named."""
    refs = tuple(card if "." in card else f"{card}.1" for card in cards)
    name = f"hand-{side}"
    return replace(game, piles=game.piles.with_pile(name, Pile(refs, Face.HELD, side)))


def with_items(game: Game, side: str, *cards: str) -> Game:
    refs = tuple(card if "." in card else f"{card}.1" for card in cards)
    return replace(game, piles=game.piles.with_pile(f"items-{side}", Pile(refs, Face.UP, side)))


def after(game: Game, command: said.GameCommand, seat: str = "red", *faces: int, seed: int | None = None) -> Game:
    """What stands after a command, by faces as typed, or by a seed."""
    dice = NotedDice.typed(faces) if seed is None else NotedDice.seeded(seed)
    for happening in RULES.decide(game, command, seat, dice):  # type: ignore[arg-type]
        game = RULES.apply(game, happening.fact)
    dice.check_all_taken()
    return game


def and_passed(game: Game, *faces: int, seed: int | None = None) -> Game:
    """What stands once everybody has let happen what was cast."""
    while game.stack:
        game = after(game, said.Pass(), game.next_to_answer(), *faces, seed=seed)
    return game


def done(log: Log, command: said.GameCommand, seat: str, seed: int = 0) -> Log:
    """The log with a command carried out, its dice by a seed."""
    dice = NotedDice.seeded(seed)
    happenings = RULES.decide(log.state, command, seat, dice)  # type: ignore[arg-type]
    dice.check_all_taken()
    return log.append(happenings, by=Actor(seat), cause=f"c{log.head + 1}", at=AT)


def stated(offer: Offer, chance: Random) -> said.AnyCommand:
    """An offer as a form sends it, with choices by lot."""
    fields: dict[str, list[str]] = {"command": [offer.command]} | {name: [value] for name, value in offer.stated}
    for field in offer.fields:
        fields[field.name] = chosen(offer, field, chance)
    command: said.AnyCommand = command_in(fields, said.AnyCommand)
    return command


def chosen(offer: Offer, field: Field, chance: Random) -> list[str]:
    values = [choice.value for choice in field.choices]
    if field.kind != "check":
        return [chance.choice(values)] if values else [""]
    wanted = re.match(r"These (\d+) go", field.label)
    if wanted:
        return chance.sample(values, int(wanted[1]))
    return chance.sample(values, chance.choice((0, 0, 1))) if values else []


def an_offer(game: Game, side: str, chance: Random) -> Offer:
    """One of what a side may do: attacks and treasures rather than the end of a turn, home with a treasure."""
    wanted = _square_wanted(game, side, chance)
    offers = [each for each in offers_of(game, side, wanted) if not each.why_not]
    if wanted and chance.random() < 0.8:
        offers = [_nearer(game, side, each, wanted) if each.command == "walk" else each for each in offers]
    first = [each for each in offers if each.command in ("punch", "use", "take", "counter")]
    first += [each for each in offers if each.command == "drop" and each.primary]
    first += [each for each in offers if each.command == "walk" and each.primary]
    if first and chance.random() < 0.7:
        return chance.choice(first)
    late = ["done", "drop", "end_spell", "hold", "set", "count", "shuffle_in", "unlisted"]
    late += ["note"] if game.notes.get(side) else []
    others = [each for each in offers if each.command not in late]
    return chance.choice(others if others and chance.random() < 0.8 else offers)


def _nearer(game: Game, side: str, offer: Offer, wanted: str) -> Offer:
    """A walk as it leads nearest to a square, if it leads any nearer."""
    away = game.ground.board.reach(square_of(wanted), 100, game.opens(side))
    names = [choice.value for field in offer.fields for choice in field.choices]
    best = min(names, key=lambda name: away.get(square_of(name), 100), default="")
    if not best or away.get(square_of(best), 100) >= away.get(game.wizard(side).square, 100):
        return offer
    return replace(offer, fields=(), stated=(("to", best),), primary=True)


def _square_wanted(game: Game, side: str, chance: Random) -> str:
    """Where a wizard would go: home with a treasure, else to a treasure of somebody else or to an enemy."""
    if game.phase is Phase.DRAW or game.active != side:
        return ""
    if game.carried(side):
        return game.home(side)
    goals = [each.at for each in game.treasures if each.owner != side and not each.carrier]
    goals += [wizard.at for wizard in game.living if wizard.side != side]
    return chance.choice([*goals, ""])


def played(log: Log, chance: Random, commands: int) -> Log:
    """So many commands by lot, or to the end of the game; each was offered, so none is refused."""
    for _ in range(commands):
        if log.state.how:
            break
        (side,) = whose(log.state)
        log = done(log, stated(an_offer(log.state, side, chance), chance), side, seed=chance.getrandbits(62))
    return log


# Secrets


def secrets_of(log: Log, side: str, seat: str) -> set[str]:
    """What a seat may not read: salts, and cards of a side's hand it has never seen, by name where it knows none."""
    game = log.state
    facts = [event.fact for event in log.events() if not isinstance(event.fact, GameBegun)]
    known_facts = [fact for fact in facts if is_told(fact, seat)]
    known = set(re.findall(CARD, msgspec.json.encode([*known_facts, game.hand(seat)]).decode()))
    hidden = [ref for ref in game.hand(side) if ref not in known]
    names = {game.card(ref).name for ref in known if card_of(ref) in game.data.cards}
    words = set(hidden) | {name for ref in hidden if (name := game.card(ref).name) not in names}
    return words | {fact.salt for fact in facts if not is_told(fact, seat)}


def is_told(fact: Any, seat: str) -> bool:
    """Whether a seat may know the whole of a fact: a deck's order nobody, cards whoever draws, takes or loses them."""
    match fact:
        case DeckLaid():
            return False
        case CardsDrawn(side=side) | CardsNoted(side=side):
            return side == seat
        case HandTaken(side=side, giver=giver):
            return seat in (side, giver)
    return True


CARD = r"(?<![a-z0-9-])[a-z0-9-]++\.[0-9]+"


def leaving(log: Log, seat: str) -> str:
    """All that leaves for a seat: its page by some squares, what programs get, its events and their sentences.

    But for the first event, in which the pack stands that everybody has.
    """
    places = ["", log.state.wizards[0].at]
    pages = [msgspec.json.encode(shown(log.state, seat, place)).decode() for place in places]
    events = [event for event in view(log, seat) if not isinstance(event.fact, GameBegun)]
    told = [sentence(log, entry, seat) for entry in log.entries()]
    plain = msgspec.json.encode(plain_of(log.state, seat)).decode()
    return "\n".join([*pages, plain, msgspec.json.encode(events).decode(), *told])


def check_secrets(log: Log) -> None:
    """AssertionError where what leaves for a seat has a hidden card of another side, of a deck, or a salt."""
    if log.state.how:
        return
    game = log.state
    for seat in (*game.sides, "referee", "watcher"):
        told = leaving(log, seat)
        for side in game.sides:
            secrets = secrets_of(log, side, seat)
            assert not {word for word in secrets if has_word(told, word)}, (seat, side)
            assert side != seat or all(has_word(told, ref) for ref in game.hand(side))
        if game.paper:  # what nobody has seen is known to all: what a side has noted of it changes no other's page
            others = replace(game, notes={side: cards for side, cards in game.notes.items() if side == seat})
            assert shown(others, seat) == shown(game, seat)
            assert plain_of(others, seat) == plain_of(game, seat)
            continue
        in_decks = {ref for deck in game.decks.values() for ref in game.piles.cards(deck)}
        facts = [event.fact for event in log.events()][1:]
        seen = set(re.findall(CARD, msgspec.json.encode([fact for fact in facts if is_told(fact, seat)]).decode()))
        assert not {ref for ref in re.findall(CARD, told) if ref in in_decks} - seen


def has_word(text: str, word: str) -> bool:
    return word in text and re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", text) is not None


def shown(game: Game, seat: str, at: str = "") -> Any:
    return shown_to(game, seat, {"at": at}, lambda look: f"?at={look.get('at', '')}")


def all_options() -> Iterator[tuple[Option, ...]]:
    """Each option alone, but for those that change the deck and are begun otherwise."""
    yield ()
    for option in Option:
        if option not in (Option.CUSTOM, Option.GIANT):
            yield (option,)
