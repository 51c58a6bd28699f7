"""What a seat sees of a game: the map, stacks, countries, its own hand, what may be done; never another's cards.

Stacks lie open. Hands, decks and cards laid face down are hidden from everybody but their holder; referees and watchers
see no more than players see of each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.battle.playing import Group, Link, Look, Shown, Tally, Told
from tabletop.boards.area_pictures import AreaMark, areas_svg, caption
from tabletop.cards import card_of
from tabletop.dice.words import per_cent, tenths
from tabletop.greyhawk.battle.fight_facts import stage_words
from tabletop.greyhawk.battle.fight_offers import against, ends_in_words, ends_of
from tabletop.greyhawk.battle.fighting import bystanders, ways_out, why_hero_stays, why_idle, why_outside, why_spared
from tabletop.greyhawk.battle.moving import points_left, ways
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.state import LETTERS, Game, Phase, Stack, Stage
from tabletop.greyhawk.battle.whose import whose_turn
from tabletop.greyhawk.catalogue import HAND, Deck
from tabletop.greyhawk.pack import HoldCapitals, HoldCountries, LastStanding, MostCapitals, OwnWords, Victory
from tabletop.greyhawk.play.lines import Fighter, Side, strength, strength_lines
from tabletop.greyhawk.play.odds import Ends, hits_of_volley
from tabletop.rosters.comparison import signed

SAYS = {
    Phase.ORDER: "roll for the turn order",
    Phase.HEROES: "place heroes",
    Phase.EVENTS: "draw an event",
    Phase.ACTIONS: "act with armies and heroes",
    Phase.FINAL: "heal, and raise troops",
    Phase.ALLIES: "place the armies of new allies",
}
EXPLAINS = {
    Phase.ORDER: "Each side throws a ten-sided die, on which 0 is 10. The highest goes first this year.",
    Phase.HEROES: "A hero goes to any area without another player's army, one of yours to an area: to a capital to win "
    "an ally, to a magic area for treasure, to a mercenary area for troops.",
    Phase.EVENTS: "A card each: it is carried out at once, or you keep it for later.",
    Phase.ACTIONS: "Choose an area with a thick frame, then where to go. One army or hero does all that it does before "
    "the next begins.",
    Phase.FINAL: "Armies and heroes that haven't acted heal, or get new troops; one new army may be raised.",
    Phase.ALLIES: "The army on the card of a new ally comes to its country.",
}
CARDS = "Cards are laid face down and shown together; then the round begins. You needn't lay any."
GOING = "After each round first the attacker may retreat, then the defender."
FIGHT_EXPLAINS = {
    Stage.ATTACKER_CARDS: CARDS,
    Stage.DEFENDER_CARDS: CARDS,
    Stage.VOLLEY: "Each counter throws a ten-sided die, and hits on its strength or less. Every enemy is attacked once "
    "before any is twice.",
    Stage.ATTACKER_CHOICE: GOING,
    Stage.DEFENDER_CHOICE: GOING,
    Stage.PURSUIT: "Cavalry attacks those who retreat, by its bare strength; nobody strikes back.",
}


def plain_of(game: Game, seat: str) -> dict[str, Any]:
    """What stands as a seat may see it, as JSON values."""
    if game.pack is None:
        return {}
    fight = game.fight
    return {
        "name": game.name, "scenario": game.scenario, "year": game.turn, "phase": game.phase, "mover": game.mover,
        "order": list(game.order), "acts": list(whose_turn(game)), "figures_from": game.data.meta.sentence,
        "names": {side: game.side_name(side) for side in game.sides}, "how": game.how, "winners": list(game.winners),
        "stacks": [_plain_stack(game, stack) for stack in game.stacks],
        "holders": dict(game.holders), "forts": list(game.forts),
        "countries": {country: {"side": side, "tie": tie} for country, (side, tie) in game.ties.items()},
        "capitals": {side: game.capitals(side) for side in game.sides},
        "piles": {
            name: {"count": pile.count, "cards": None if pile.cards is None else list(pile.cards)}
            for name, pile in game.piles.seen_by(seat, open_to_all=bool(game.how)).items()
        },
        "fight": None if fight is None else {
            "area": fight.area, "attacker": fight.attacker, "defender": fight.defender, "round": fight.round,
            "stage": fight.stage, "laid": {side: len(cards) for side, cards in fight.laid.items()},
            "odds": _plain_ends(ends_of(game)) if _has_lines(game) else None,
        },
        "owed": [{"side": owed.side, "what": owed.kind, "count": owed.count, "ref": owed.ref} for owed in game.owed],
        "may": [offer.plain for offer in offers_of(game, seat, "") if not offer.why_not],
    }  # fmt: skip


def _plain_stack(game: Game, stack: Stack) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "ref": stack.ref, "side": stack.side, "area": stack.area or None, "kind": game.kind(stack),
        "heroes": list(stack.heroes), "active": stack.active, "marker": stack.marker,
        "troops": [{"ref": each.ref, "troop": each.troop, "flipped": each.flipped} for each in stack.troops],
    }  # fmt: skip
    if stack.cargo:
        plain["cargo"] = [{"ref": each.ref, "troop": each.troop, "flipped": each.flipped} for each in stack.cargo]
    return plain


def _plain_ends(ends: Ends) -> dict[str, Any]:
    chances = {name: getattr(ends, name) for name in ("win", "loss", "both", "retreat")}
    return {name: {"exact": str(chance), "decimal": round(float(chance), 5)} for name, chance in chances.items()} | {
        "games": ends.games
    }


def _has_lines(game: Game) -> bool:
    return (
        bool(game.fighters(Side.ATTACKER) and game.fighters(Side.DEFENDER)) and game.battle.stage is not Stage.PURSUIT
    )


def shown_to(game: Game, seat: str, look: Look, link: Link) -> Shown:
    """What a seat's page shows; `at` of its address is the area that was chosen, `to` where a stack is to go."""
    if game.pack is None:
        return Shown(title="Greyhawk Wars", says="the game has not begun")
    at, to = _chosen(game, seat, look)
    whose = whose_turn(game)
    return Shown(
        title=f"{game.name}: year {game.turn} of {game.terms.length}",
        says=_says(game),
        whose=whose,
        explains=_explains(game),
        offers=tuple(offers_of(game, seat, at, to)) if seat in game.sides and not game.how else (),
        tallies=tuple(_tallies(game)),
        picture=areas_svg(game.board, f"The map, {game.board.name or 'areas'}: each area is a link",
                          dict(_marks(game, seat, at, to, link))),
        caption=_caption(game),
        groups=tuple(_groups(game, seat, at, link)),
        result=_result(game),
        figures_from=game.data.meta.sentence,
    )  # fmt: skip


def _explains(game: Game) -> str:
    """What is done in this phase; as a year begins also what wins."""
    if game.how or game.owed or game.parley:
        return ""
    if game.fight is not None:
        return FIGHT_EXPLAINS.get(game.fight.stage, "")
    said = EXPLAINS[game.phase]
    if game.phase is Phase.ORDER:
        said = " ".join((said, *(f"{victory_words(each).capitalize()} wins." for each in game.terms.victory)))
    return said


def _caption(game: Game) -> str:
    """What the marks of the map mean: shapes, strokes and letters, none of them by its colour alone."""
    letters = ", ".join(f"{letter} {game.side_name(side)}'s" for letter, side in zip(LETTERS, game.sides, strict=False))
    return (
        f"A number is an army or a fleet with its counters, a star a hero: {letters}. Yours are filled, dashed ones "
        "have acted. Thick frames have something that may act, or may be reached; the dashed frame is what you chose, "
        "and a line below a name says that the area is yours. Double lines are rivers, barred ones spines that nobody "
        "crosses, dots ferries."
    )


def _chosen(game: Game, seat: str, look: Look) -> tuple[str, str]:
    at, to = (name if (name := look.get(key, "")) in game.board.by_id else "" for key in ("at", "to"))
    if game.move is not None and not at and (moving := game.stack(game.move.ref)) and moving.side == seat:
        at = moving.area
    return at, to


def _result(game: Game) -> str:
    if not game.how:
        return ""
    return f"{game.how}: {' and '.join(map(game.side_name, game.winners)) or 'nobody'} won"


def _says(game: Game) -> str:
    if game.owed:
        return "give up what is too many"
    fight = game.fight
    if fight is not None:
        return f"battle in {game.area_name(fight.area)}, round {fight.round}: {stage_words(game)}"
    if game.parley is not None:
        return f"an alliance with {game.data.by_country[game.parley.country].name} is asked for"
    return SAYS[game.phase]


def _tallies(game: Game) -> Iterator[Tally]:
    for side in game.sides:
        hand = len(game.hand(side))
        markers = game.free_markers(side)
        capitals = game.capitals(side)
        value = f"{capitals} capital{'' if capitals == 1 else 's'}"
        yield Tally(game.side_name(side), value, f"{hand} of {HAND} cards, {markers} army markers free")


def _marks(game: Game, seat: str, at: str, to: str, link: Link) -> Iterator[tuple[str, AreaMark]]:
    reached = _reached(game, seat, at)
    acting = _acting_areas(game, seat)
    for area in game.board.areas:
        holder = game.holders.get(area.id, "")
        css = [f"held-{'mine' if holder == seat else 'theirs'}"] if holder else []
        css += ["lit"] if area.id in (reached or acting) else []
        css += ["chosen"] if area.id in (at, to) else []
        words = [area.name, caption(area), f"{game.side_name(holder)}'s" if holder else "nobody's"]
        words += ["fortified"] if game.is_fort(area.id) else []
        words += [_stack_words(game, stack) for stack in game.at(area.id)]
        words += [f"reached with {reached[area.id]} left"] if area.id in reached else []
        address = {"at": at, "to": area.id} if area.id in reached else {"at": area.id}
        counters = tuple(_counters(game, area.id, seat))
        yield area.id, AreaMark(words="; ".join(words), href=link(address), css=tuple(css), counters=counters)


def _reached(game: Game, seat: str, at: str) -> dict[str, int]:
    """Areas to which a stack of the chosen area may go now."""
    if not at or game.phase is not Phase.ACTIONS or seat != game.mover or game.fight:
        return {}
    found: dict[str, int] = {}
    for stack in game.at(at):
        if stack.side == seat:
            for area, (_, left) in ways(game, stack).items():
                found[area] = max(left, found.get(area, 0))
    return found


def _acting_areas(game: Game, seat: str) -> set[str]:
    if game.phase is not Phase.ACTIONS or seat != game.mover or game.fight:
        return set()
    return {stack.area for stack in game.of(seat) if points_left(game, stack)}


def _counters(game: Game, area: str, seat: str) -> Iterator[tuple[str, str]]:
    mine_side = seat if seat in game.sides else game.sides[0]
    for stack in game.at(area):
        whose, letter = "mine" if stack.side == mine_side else "theirs", LETTERS[game.sides.index(stack.side)]
        acted = " acted" if stack.active else ""
        if stack.troops:
            yield f"{len(stack.all_troops)}{letter}", f"{whose}{acted}"
        if stack.heroes:
            yield f"★{letter}", f"{whose}{acted}"
    if game.is_fort(area):
        yield "▣", "fort"


def _stack_words(game: Game, stack: Stack) -> str:
    troops = ", ".join(counter_words(game, stack))
    heroes = f"{len(stack.heroes)} hero{'' if len(stack.heroes) == 1 else 'es'}" if stack.heroes else ""
    done = "has acted" if stack.active else ""
    parts = ", ".join(filter(None, (troops, heroes, done)))
    return f"{game.side_name(stack.side)}'s {game.kind(stack)} {stack.ref}: {parts}"


def counter_words(game: Game, stack: Stack) -> Iterator[str]:
    """`Heavy infantry a1 5/3`, those on board after the ships."""
    for each in stack.troops:
        yield f"{game.row(each).name} {each.ref}{' flipped' if each.flipped else ''}"
    for each in stack.cargo:
        yield f"on board {game.row(each).name} {each.ref}"


def _groups(game: Game, seat: str, at: str, link: Link) -> Iterator[Group]:
    if game.fight is not None:
        yield from _fight_groups(game)
    if at:
        there = tuple(Told(name=_stack_words(game, stack)) for stack in game.at(at))
        known = game.board.by_id[at]
        holder = game.holders.get(at)
        about = f"{caption(known)}, {game.side_name(holder) if holder else 'nobody'}'s"
        yield Group(f"In {known.name}", (Told(name=about), *there))
    if seat in game.sides:
        hand = tuple(_card_told(game, card) for card in game.hand(seat))
        yield Group(f"Your cards, {len(hand)} of {HAND}", hand or (Told(name="No cards yet"),))
        stacks = tuple(
            Told(name=_stack_words(game, stack), about=game.area_name(stack.area),
                 href=link({"at": stack.area}) if stack.area else "", is_lit=bool(points_left(game, stack)))
            for stack in game.of(seat)
        )  # fmt: skip
        yield Group("Your stacks", stacks, is_folded=True)
        yield Group("Whose armies you may pass", tuple(_passage(game, seat)), is_folded=True)
    yield Group("Countries", tuple(_countries(game, link)), is_folded=True)
    yield Group("What wins", tuple(Told(name=victory_words(each)) for each in game.terms.victory), is_folded=True)


def _fight_groups(game: Game) -> Iterator[Group]:
    fight = game.battle
    for side in Side:
        name = game.side_name(fight.side_of(side))
        fighting = tuple(_fighter_told(game, each, side) for each in game.fighters(side))
        others = tuple(
            Told(name=f"{game.row(each).name} {each.ref}", reasons=against(why_outside(game, each)))
            for each in bystanders(game, side)
        )
        line = {each.ref for each in game.fighters(side)}
        bereft = tuple(
            Told(name=f"Hero {hero}", reasons=against(why_hero_stays(game, hero, side)))
            for hero in game.fight_heroes(side)
            if fight.heroes.get(hero, hero) not in {hero, *line}
        )
        yield Group(f"{name}, {side}", (*fighting, *bereft, *others))
    yield Group("Ways out of the battle", tuple(_ways_out_told(game)), is_folded=True)
    volley = game.next_volley
    if volley is not None and _has_lines(game):
        odds = hits_of_volley(game.lines, volley)
        chances = ", ".join(f"{count}: {per_cent(chance)}" for count, chance in odds.items())
        mean = sum(count * chance for count, chance in odds.items())
        lines = (Told(name=f"hits {chances}", about=f"on average {tenths(mean)}"),  # type: ignore[arg-type]
                 Told(name=ends_in_words(game, ends_of(game))))  # fmt: skip
        yield Group("What to expect", lines)


def _ways_out_told(game: Game) -> Iterator[Told]:
    """Where each side may retreat to, and why not elsewhere."""
    for side in Side:
        name = game.side_name(game.battle.side_of(side))
        for area, why_not in ways_out(game, side).items():
            yield Told(name=f"{name} to {game.area_name(area)}", reasons=against(why_not))


def _fighter_told(game: Game, fighter: Fighter, side: Side) -> Told:
    ground = game.battle.ground
    parts = ", ".join(f"{line.label} {signed(line.amount)}" for line in strength_lines(fighter, side, ground))
    heroes = [hero for hero, ref in game.battle.heroes.items() if ref == fighter.ref]
    hit = game.battle.hits.get(fighter.ref, 0)
    more = [f"hero {hero}" for hero in heroes] + (
        [f"{hit} hit to come" if hit == 1 else f"{hit} hits to come"] if hit else []
    )
    name = f"{fighter.row.name} {fighter.ref}: {strength(fighter, side, ground)}"
    reasons = against(why_idle(game, fighter, side), why_spared(game, fighter, side))
    return Told(name=name, about="; ".join((parts, *more)), reasons=reasons, is_lit=bool(hit))


def _card_told(game: Game, card: str) -> Told:
    known = game.data.by_card[card_of(card)]
    deck = {Deck.EVENT: "event", Deck.MERCENARY: "mercenaries", Deck.TREASURE: "treasure"}[known.deck]
    troops = ", ".join(f"{muster.n} × {game.data.troop(muster.troop).name}" for muster in known.troops)
    return Told(name=known.name, about="; ".join(filter(None, (deck, troops, known.text))))


def _passage(game: Game, seat: str) -> Iterator[Told]:
    for other in game.sides:
        if other != seat:
            told = "lets you pass" if (other, seat) in game.lets else "doesn't let you pass: you would have to attack"
            yield Told(name=game.side_name(other), about=told)


def _countries(game: Game, link: Link) -> Iterator[Told]:
    for country in game.data.countries:
        held = game.ties.get(country.id)
        whose = f"{game.side_name(held[0])}, {held[1]}" if held else "on nobody's side"
        roster = ", ".join(f"{muster.n} × {game.data.troop(muster.troop).name}" for muster in country.roster)
        ratings = f"good {country.good}, evil {country.evil}"
        capital = game.data.capital(country.id)
        href = link({"at": capital.id}) if capital else ""
        yield Told(name=country.name, about=f"{whose}; {ratings}; {roster}", href=href)


def victory_words(victory: Victory) -> str:
    """What wins, as a line."""
    match victory:
        case HoldCapitals(count=count):
            return f"who holds {count} capitals at the end of a year"
        case HoldCountries(count=count):
            return f"who holds {count} countries at the end of a year"
        case LastStanding():
            return "who alone has troops or a country left"
        case MostCapitals():
            return "who holds most capitals after the last year"
        case OwnWords(text=text):
            return text
