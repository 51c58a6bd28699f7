"""What a side is offered in a battle: cards, volleys, to go or to stay, with chances and with reasons against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.battle.playing import Choice, Field, Offer
from tabletop.cards import card_of
from tabletop.dice.words import per_cent, tenths
from tabletop.greyhawk.battle.fighting import (
    CARD_STAGES,
    CHOICES,
    aims,
    goals,
    pursuers,
    refused_card_here,
    refused_fourth,
    unplaced_heroes,
    ways_out,
)
from tabletop.greyhawk.battle.state import Game, Stage
from tabletop.greyhawk.catalogue import DIE, ROUNDS
from tabletop.greyhawk.pack import MoreStrength
from tabletop.greyhawk.play.lines import Side, hits_on
from tabletop.greyhawk.play.odds import GAMES, Ends, hits_of_volley, odds_of
from tabletop.greyhawk.play.refusals import Refusal

QUICK = 20_000  # work of exact odds that a page takes
MOST_REASONS = 6  # against one thing, where each stack has its own


def against(*refusals: Refusal | None) -> tuple[str, ...]:
    """Reasons against as sentences with their rules, each once."""
    reasons = (f"{each.sentence[:1].upper()}{each.sentence[1:]} ({each.code})." for each in refusals if each)
    return tuple(dict.fromkeys(reasons))[:MOST_REASONS]


def area_choice(game: Game, area: str, about: str = "") -> Choice:
    return Choice(area, game.area_name(area), about)


def card_choices(game: Game, cards: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(
        Choice(card, game.data.by_card[card_of(card)].name, game.data.by_card[card_of(card)].text) for card in cards
    )


def fight_offers(game: Game, side: str) -> Iterator[Offer]:
    fight = game.battle
    if fight.stage in CARD_STAGES:
        yield from _laying(game, side)
    elif fight.stage is Stage.VOLLEY:
        yield _volley(game)
    elif fight.stage is Stage.PURSUIT:
        riders, prey = pursuers(game)
        choices = tuple(Choice(each.ref, f"{each.row.name} {each.ref}") for each in prey)
        fields = (Field(name="targets", label=f"Up to {len(riders)}", kind="check", choices=choices),)
        yield Offer(
            command="pursue",
            label="Pursue",
            title="Free attacks of cavalry",
            fields=fields,
            dice=True,
            die=DIE,
            primary=True,
        )
    else:
        yield from _choosing(game, CHOICES[fight.stage])


def _laying(game: Game, side: str) -> Iterator[Offer]:
    """The cards that fit, and each other one with its reason against."""
    mine = Side.ATTACKER if side == game.battle.attacker else Side.DEFENDER
    refused = {card: refused_card_here(game, game.data.by_card[card_of(card)], mine) for card in game.hand(side)}
    fits = [card for card, why_not in refused.items() if why_not is None]
    line = tuple(Choice(each.ref, f"{each.row.name} {each.ref}") for each in game.fighters(mine))
    fields: tuple[Field, ...] = (
        Field(name="cards", label="Face down: those ticked, or none", kind="check", choices=card_choices(game, fits)),
    ) if fits else ()  # fmt: skip
    if any(isinstance(game.data.by_card[card_of(card)].effect, MoreStrength) for card in fits):
        fields += (Field(name="stronger", label="More strength for", choices=line),)
    about = "" if fits else "None of your cards is for this round."
    title = "Cards for the battle"
    label = "Lay cards" if fits else "No cards"
    yield Offer(command="lay_cards", label=label, title=title, about=about, fields=fields, primary=True)
    for card, why_not in refused.items():
        if why_not is not None:
            name = game.data.by_card[card_of(card)].name
            stated = (("cards", card),)
            yield Offer(
                command="lay_cards", label=f"Lay {name}", title=title, stated=stated, why_not=against(why_not)
            )  # fmt: skip


def _volley(game: Game) -> Offer:
    """Whom each counter attacks, with the highest face that hits; heroes are placed with it."""
    volley = game.next_volley
    assert volley is not None
    lines = game.lines
    usual = aims(game, volley, {})
    enemies = tuple(Choice(each.ref, f"{each.row.name} {each.ref}") for each in lines.targets(volley))
    fields = [
        Field(
            name=f"targets.{each.ref}", value=usual[each.ref], choices=enemies,
            label=f"{each.row.name} {each.ref}, hits on {hits_on(each, volley.side, lines.ground)} or less, at",
        )
        for each in lines.shooters(volley)
    ]  # fmt: skip
    own = tuple(Choice(each.ref, f"{each.row.name} {each.ref}") for each in game.fighters(volley.side))
    fields += [
        Field(name=f"heroes.{hero}", label=f"Hero {hero} stands by", choices=own)
        for hero in unplaced_heroes(game, volley.side)
    ]
    odds = hits_of_volley(lines, volley)
    mean = sum((count * chance for count, chance in odds.items()), start=odds[0] * 0 if 0 in odds else 0)
    what = {None: "fire", True: "scouts fire", False: "others fire"}[volley.scouts]
    about = f"On average {tenths(mean)} hits, none in {per_cent(odds.get(0, 0 * mean))}. "  # type: ignore[arg-type]
    about += "Then hits are applied." if volley.applies else "Hits wait until the others have fired."
    title = f"Round {game.battle.round}: {game.side_name(game.battle.side_of(volley.side))}'s {what}"
    return Offer(
        command="fire",
        label="Roll for hits",
        title=title,
        about=about.strip(),
        fields=tuple(fields),
        dice=True,
        die=DIE,
        primary=True,
    )


def _choosing(game: Game, side: Side) -> Iterator[Offer]:
    """To go or to stay, with what staying leads to."""
    fight = game.battle
    about = ends_in_words(game, ends_of(game))
    title = f"After round {fight.round}"
    if fight.round == ROUNDS:
        why, fourth = against(refused_fourth(game, side)), (("fourth", "true"),)
        yield Offer(
            command="fight_on", label="A fourth round", title=title, about="" if why else about, stated=fourth,
            primary=not why, why_not=why,
        )  # fmt: skip
        label = "No fourth round" if side is Side.DEFENDER else "Go no further"
        yield Offer(command="fight_on", label=label, title=title)
    else:
        yield Offer(command="fight_on", label="Fight on", title=title, about=about, primary=True)
    if areas := tuple(area_choice(game, area) for area in goals(game, side)):
        fields = (Field(name="area", label="Where to", choices=areas),)
        stays = areas[0].value == fight.area
        yield Offer(command="retreat", label="Break off" if stays else "Retreat", title=title, fields=fields)
    for area, why_not in ways_out(game, side).items():
        if why_not is not None:
            label, stated = f"Retreat to {game.area_name(area)}", (("area", area),)
            yield Offer(command="retreat", label=label, title=title, stated=stated, why_not=against(why_not))


def ends_of(game: Game, games: int = GAMES) -> Ends:
    """How the battle may end if nobody goes: exact, or of so many played by a seed where there are too many ways."""
    fight = game.battle
    begun = fight.stage is Stage.ATTACKER_CHOICE or fight.stage is Stage.DEFENDER_CHOICE
    lines = game.lines
    fresh = type(lines)(
        attackers=lines.attackers, defenders=lines.defenders, ground=lines.ground, round=fight.round + begun
    )
    return odds_of(fresh, last=max(game.most_rounds, fresh.round), most=QUICK, games=games)


def ends_in_words(game: Game, ends: Ends) -> str:
    """`If nobody retreats: Norhal wins 31 %, …`."""
    fight = game.battle
    about = "about " if ends.games else ""
    return (
        f"If nobody goes before the end: {game.side_name(fight.attacker)} wins {about}{per_cent(ends.win)}, "
        f"loses everything {per_cent(ends.loss)}, has to retreat {per_cent(ends.retreat)}; left on average "
        f"{tenths(ends.left[Side.ATTACKER])} against {tenths(ends.left[Side.DEFENDER])}."
    )
