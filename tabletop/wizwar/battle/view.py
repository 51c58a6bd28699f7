"""What a seat sees of a game: the labyrinth, who reaches and sees what, what may be done; of hands only its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.battle.playing import Group, Link, Look, Shown, Tally, Told
from tabletop.boards.drawn_squares import squares_svg
from tabletop.boards.marked import Counter, Mark
from tabletop.boards.walled_squares import Square, in_words, square_name
from tabletop.cards import SeenPile
from tabletop.wizwar.battle.facts.telling import aim_in_words, cast_name, treasure_in_words
from tabletop.wizwar.battle.forecast import attacks_told, cast_told
from tabletop.wizwar.battle.judging import (
    answers,
    walks,
)
from tabletop.wizwar.battle.offers import offers_of, there
from tabletop.wizwar.battle.state import Game, Kept, Made, Phase, Wizard, gone_of, whose
from tabletop.wizwar.catalogue import OPTION_WORDS, CardType
from tabletop.wizwar.play.labyrinth import square_of, steps_between
from tabletop.wizwar.words import kind_line, text_of_card

MOST_COUNTERS = 4  # drawn in a square


def plain_of(game: Game, seat: str) -> dict[str, Any]:
    """What stands as a seat may see it, as JSON values."""
    if game.pack is None:
        return {}
    return {
        "name": game.name, "turn": game.turn, "phase": game.phase, "active": game.active,
        "figures_from": game.data.meta.sentence, "names": dict(game.names), "acts": list(whose(game)),
        "goal": game.goal, "options": list(game.options), "how": game.how, "winner": game.winner,
        "rows": list(game.ground.board.rows), "homes": {side: game.home(side) for side in game.sides},
        "wizards": [_plain_wizard(game, wizard) for wizard in game.wizards],
        "treasures": [
            {
                "ref": each.ref, "owner": each.owner, "at": None if each.carrier else each.at,
                "carrier": each.carrier or None,
            }
            for each in game.treasures
        ],
        "things": [{"ref": each.ref, "kind": each.kind, "place": each.place} for each in game.things],
        "cracks": dict(game.cracks), "gone": sorted(game.gone), "held": dict(game.held), "lying": dict(game.lying),
        "kept": [
            {"card": each.card, "owner": each.owner, "on": each.on, "tokens": each.tokens} for each in game.kept
        ],
        "stack": [{"card": each.card, "by": each.by, "on": each.on, "energy": each.energy} for each in game.stack],
        "piles": {name: _plain_pile(pile) for name, pile in seen_piles(game, seat).items()},
        "by_hand": list(game.work), "paper": dict(game.paper), "noted": list(game.notes.get(seat, ())),
        "may": [offer.plain for offer in offers_of(game, seat, "") if not offer.why_not],
    }  # fmt: skip


def seen_piles(game: Game, seat: str) -> dict[str, SeenPile]:
    """All piles of cards as a seat may know them."""
    return game.piles.seen_by(seat, open_to_all=bool(game.how))


def _plain_pile(pile: SeenPile) -> dict[str, Any]:
    return {"count": pile.count} | ({} if pile.cards is None else {"cards": list(pile.cards)})


def _plain_wizard(game: Game, wizard: Wizard) -> dict[str, Any]:
    return {
        "side": wizard.side, "at": wizard.at, "life": wizard.life, "stun": wizard.stun, "dead": wizard.dead,
        "movement": wizard.left if wizard.side == game.active else None, "points": game.points(wizard.side),
        "cards": game.held_cards(wizard.side), "most_cards": game.most_cards(wizard.side),
    }  # fmt: skip


def shown_to(game: Game, seat: str, look: Look, link: Link) -> Shown:
    """What a seat's page shows; `at` of its address is the square that was chosen."""
    if game.pack is None:
        return Shown(title="Wiz-War", says="the game has not begun")
    at = look.get("at", "")
    chosen = at if game.ground.has_square(at) else ""
    plays = seat in game.sides
    return Shown(
        title=f"Turn {game.turn}: {game.names[game.active]}" + (", over" if game.how else ""),
        says=_says(game),
        whose=whose(game),
        explains=_explains(game, seat),
        offers=tuple(offers_of(game, seat, chosen)) if plays and not game.how else (),
        tallies=tuple(_tallies(game)),
        picture=_picture(game, seat, chosen, link),
        caption=_caption(chosen),
        groups=tuple(_groups(game, seat, chosen, link)),
        result=f"{game.names[game.winner]} wins: {game.how}" if game.winner else game.how,
        figures_from=game.data.meta.sentence,
    )


def _says(game: Game) -> str:
    if game.shedding:
        return f"{game.names[game.shedding]} has {game.excess(game.shedding)} cards too many and discards"
    if game.stack:
        cast = game.stack[-1]
        at = f" at {aim_in_words(game, cast.on)}" if cast.on and cast.on not in ("punch", cast.by) else ""
        asked = game.next_to_answer()
        waits = f": {game.names[asked]} may answer" if asked else ""
        return f"{game.names[cast.by]}, {cast_name(game, cast)}{at}{waits}"
    if game.phase is Phase.DRAW:
        return f"{game.names[game.active]} discards and draws"
    wizard = game.wizard(game.active)
    points = f"{wizard.left} movement points left".replace("-", "−")
    return f"{game.names[game.active]} moves and casts, {points}"


def _explains(game: Game, seat: str) -> str:
    if seat not in game.sides or game.how:
        return ""
    if game.stack:
        return "What was cast last happens first. Whoever passes lets it happen."
    if game.paper and seat == game.active and not game.cards_of(seat):
        return "Your cards are on paper: say which one you play under Your cards on paper; the others stay unknown."
    if seat == game.active and game.turn <= len(game.sides):
        return "In your first turn you don't attack. Fetch enemy treasures to your home square: two win."
    return ""


def _tallies(game: Game) -> Iterator[Tally]:
    for wizard in game.wizards:
        value = "dead" if wizard.dead else f"{wizard.life} life, {game.points(wizard.side)} of {game.goal} points"
        stunned = f", {wizard.stun} stun" if wizard.stun else ""
        cards = f"{game.held_cards(wizard.side)} of {game.most_cards(wizard.side)} cards"
        if game.is_uncounted(wizard.side):
            cards = "cards not counted"
        yield Tally(game.names[wizard.side], value, f"in {wizard.at}, {cards}{stunned}")


# The board and what stands in words


def _picture(game: Game, seat: str, chosen: str, link: Link) -> str:
    """The labyrinth: squares that the wizard reaches are framed, those that the chosen square sees are bright."""
    ground = game.ground
    reach = set(walks(game, seat)) if seat in whose(game) and not game.stack else set()
    seen = ground.seen_from(square_of(chosen), game.opened) if chosen else frozenset()
    marks = {square: _mark(game, square, chosen, reach, seen, link) for square in ground.board.signs}
    return squares_svg(ground.board, "The labyrinth: each square is a link", marks)


def _mark(game: Game, square: Square, chosen: str, reach: set[str], seen: frozenset[Square], link: Link) -> Mark:
    name = square_name(square)
    owner = game.maze.owner_of_home(square)
    sector = game.maze.at(square).owner
    css = [f"of-{sector}"]
    css += ["lit"] if name in reach else []
    css += ["chosen"] if name == chosen else []
    css += ["seen"] if square in seen else ["unseen-square"] if chosen else []
    words = [name]
    words += [f"home of {game.names[owner]}"] if owner else []
    words += ["you reach it"] if name in reach else []
    words += ["seen from the chosen square"] if square in seen and name != chosen else []
    counters: list[Counter] = []
    for wizard in game.living:
        if wizard.at == name:
            counters.append(Counter(game.names[wizard.side][0], f"wizard {wizard.side}"))
            words.append(f"{game.names[wizard.side]}, {wizard.life} life")
    for treasure in game.treasures:
        if treasure.at == name and not treasure.carrier:
            counters.append(Counter(f"◆{game.names[treasure.owner][0]}", f"treasure {treasure.owner}"))
            words.append(treasure_in_words(game, treasure.ref))
    for item, at in game.lying.items():
        if at == name:
            counters.append(Counter("i", "item"))
            words.append(game.card(item).name)
    standing = [made for made in game.things if made.place == name]
    things = [game.kind(made).name for made in standing if not game.kind(made).is_creature]
    for made in standing:
        if game.kind(made).is_creature:
            counters.append(Counter(f"c{game.names[made.owner][0]}", f"item {made.owner}"))
            words.append(f"{game.kind(made).name} of {game.names[made.owner]}")
    words += things
    return Mark(
        words="; ".join(words), href=link({"at": name}), css=tuple(css),
        label=things[0][:10] if things else "home" if owner else "", counters=tuple(counters[:MOST_COUNTERS]),
    )  # fmt: skip


def _caption(chosen: str) -> str:
    marks = (
        "Letters are wizards, ◆ treasures with whose they are, i items on the floor, c creatures. "
        "Framed squares are in your reach."
    )
    return (
        f"{marks} Bright squares are seen from {chosen}." if chosen else f"{marks} Choose a square to see what it sees."
    )


def _groups(game: Game, seat: str, at: str, link: Link) -> Iterator[Group]:
    if len(game.stack) > 1:
        yield Group("Cast and not yet done, the last one first", tuple(_stack_told(game)))
    if at:
        yield Group(f"From {at}", tuple(_sight_told(game, at)))
    yield from _forecasts(game, seat, at)
    if seat in game.sides:
        hand = "Your cards, as far as you said" if seat in game.paper else "Your hand"
        yield Group(hand, tuple(_hand_told(game, seat)), is_folded=seat in whose(game))
        against = tuple(_counters_told(game, seat))
        if against:
            yield Group("What you can counter with", against, is_folded=True)
    yield Group("On the table", tuple(_table_told(game, link)))
    if game.options:
        told = tuple(Told(name=OPTION_WORDS[each][0], about=OPTION_WORDS[each][1]) for each in game.options)
        yield Group("Agreed on", told, is_folded=True)


def _forecasts(game: Game, seat: str, at: str) -> Iterator[Group]:
    """What the attack that waits would do, or one's own attacks from where one stands."""
    if seat not in game.sides or game.how or game.wizard(seat).dead:
        return
    if game.stack:
        told = tuple(cast_told(game, seat))
        yield from (Group("What it would do", told),) if told else ()
    elif told := tuple(attacks_told(game, seat, at)):
        yield Group("What your attacks would do", told, is_folded=not at)


def _stack_told(game: Game) -> Iterator[Told]:
    for cast in reversed(game.stack):
        said = "cancelled" if cast.fails else f"{cast.less} damage less" if cast.less else ""
        yield Told(name=cast_name(game, cast), about=", ".join(filter(None, (f"by {game.names[cast.by]}", said))))


def _sight_told(game: Game, at: str) -> Iterator[Told]:
    """Whom a square sees and who sees it, and what is in the way; sight goes both ways."""
    for wizard in game.living:
        if wizard.at == at:
            yield Told(name=game.names[wizard.side], about="is here")
            continue
        blocks = game.ground.in_the_way(square_of(at), wizard.square, game.opened)
        if not blocks:
            near = game.ground.is_near(square_of(at), wizard.square, game.opened)
            apart = "next to it" if near else f"{steps_between(square_of(at), wizard.square)} squares over walls"
            yield Told(name=game.names[wizard.side], about=f"seen, and sees it; {apart}", is_lit=True)
        else:
            yield Told(name=game.names[wizard.side], about=f"not seen: behind {in_words(blocks[0])}")
    lying = there(game, at).removeprefix(", ")
    if lying:
        yield Told(name="Here", about=lying)
    count = len(game.ground.seen_from(square_of(at), game.opened))
    yield Told(name=f"{count} squares are seen from here")


def _hand_told(game: Game, seat: str) -> Iterator[Told]:
    for ref in game.cards_of(seat):
        card = game.card(ref)
        yield Told(name=card.name, about=f"{kind_line(card)}. {text_of_card(card, game.data)}")


def _counters_told(game: Game, seat: str) -> Iterator[Told]:
    for ref in game.cards_of(seat):
        card = game.card(ref)
        if card.type is CardType.COUNTER:
            fits = bool(game.stack) and answers(game, seat, card)
            yield Told(
                name=card.name, about=f"{kind_line(card)}. {text_of_card(card, game.data)}", is_lit=fits,
                reasons=() if fits or not game.stack else ("It doesn't answer what was cast last.",),
            )  # fmt: skip


def _table_told(game: Game, link: Link) -> Iterator[Told]:
    for wizard in game.wizards:
        side = wizard.side
        if wizard.dead:
            yield Told(name=game.names[side], about="dead")
            continue
        carried = game.carried(side)
        parts = [_hand_counted(game, side), f"base speed {game.speed(side)}"]
        parts += [f"carries {treasure_in_words(game, carried.ref)}"] if carried else []
        parts += [f"carries {game.card(ref).name}" for ref in game.items(side)]
        parts += ["the next spell may go around a corner"] if wizard.bends else []
        parts += [_creature_told(game, made) for made in game.creatures(side)]
        parts += [kept_in_words(game, each) for each in game.spells(side)]
        yield Told(name=game.names[side], about="; ".join(parts), href=link({"at": wizard.at}))
    for deck in dict.fromkeys(game.decks.values()):
        gone = game.piles.cards(gone_of(deck))
        top = f", {game.card(gone[0]).name} on top" if gone else ""
        name = "Deck" if len(set(game.decks.values())) == 1 else f"Deck {deck.rpartition('-')[2]}"
        lying = f"{len(game.piles.cards(deck))} cards"
        lying += " that nobody has seen, in it or in hands" if game.paper else ""
        yield Told(name=name, about=f"{lying}, {len(gone)} discarded{top}")


def _hand_counted(game: Game, side: str) -> str:
    if game.is_uncounted(side):
        return "hand on paper, not counted"
    return f"hand of {len(game.hand(side)) + game.unseen(side)}" + (", on paper" if side in game.paper else "")


def _creature_told(game: Game, made: Made) -> str:
    borne = [treasure_in_words(game, each.ref) for each in game.treasures if each.carrier == made.ref]
    return f"{game.kind(made).name} in {made.place}" + (f" carries {borne[0]}" if borne else "")


def kept_in_words(game: Game, kept: Kept) -> str:
    tokens = f", {kept.tokens} token{'' if kept.tokens == 1 else 's'}" if kept.tokens is not None else ""
    on = "" if kept.on in ("", kept.owner) else f" on {aim_in_words(game, kept.on)}"
    return f"maintains {game.card(kept.card).name}{on}{tokens}"
