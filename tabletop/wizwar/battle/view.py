"""What a seat sees of a game: the labyrinth, who reaches and sees what, what may be done; of hands only its own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tabletop.battle.playing import Choice, Field, Group, Link, Look, Offer, Shown, Tally, Told
from tabletop.boards.drawn_squares import squares_svg
from tabletop.boards.marked import Counter, Mark
from tabletop.boards.walled_squares import STEPS, Square, in_words, square_name
from tabletop.cards import SeenPile, card_of
from tabletop.dice.words import per_cent
from tabletop.wizwar.battle.facts.telling import aim_in_words, cast_name, counted, is_blow, treasure_in_words
from tabletop.wizwar.battle.forecast import attacks_told, cast_told
from tabletop.wizwar.battle.judging import (
    FIST,
    UNNAMED,
    aims,
    answers,
    creature_ways,
    doors_beside,
    lifted_by,
    limit_of,
    may_attack,
    may_cast,
    may_walk,
    room_for_cards,
    shed_from,
    standing_at,
    takes,
    unnamed,
    walks,
)
from tabletop.wizwar.battle.state import Game, Kept, Made, Phase, Wizard, gone_of, whose
from tabletop.wizwar.catalogue import CRACK, DIE, OPTION_WORDS, CardType, Option
from tabletop.wizwar.effects import Punch, Push, Turn, dice_wanted, has_die
from tabletop.wizwar.pack import Spell
from tabletop.wizwar.play.labyrinth import line_in_words, square_of, steps_between
from tabletop.wizwar.words import kind_line, text_of_card

MOST_COUNTERS = 4  # drawn in a square
QUARTERS = (("1", "a quarter clockwise"), ("2", "half around"), ("3", "a quarter anticlockwise"))


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
    chosen = at if _is_square(game, at) else ""
    plays = seat in game.sides
    return Shown(
        title=f"Turn {game.turn}: {game.names[game.active]}" + (", over" if game.how else ""),
        says=_says(game),
        whose=whose(game),
        explains=_explains(game, seat),
        offers=tuple(offers_of(game, seat, chosen)) if plays and not game.how else (),
        tallies=tuple(_tallies(game)),
        picture=_picture(game, seat, chosen, link),
        caption=_caption(game, chosen),
        groups=tuple(_groups(game, seat, chosen, link)),
        result=f"{game.names[game.winner]} wins: {game.how}" if game.winner else game.how,
        figures_from=game.data.meta.sentence,
    )


def _is_square(game: Game, name: str) -> bool:
    row, _, column = name.partition(",")
    digits = all(part.isascii() and part.isdecimal() and len(part) < 3 for part in (row, column))
    return digits and square_of(name) in game.ground.board.signs


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


# What may be done


def offers_of(game: Game, seat: str, at: str) -> Iterator[Offer]:
    """What a side may do, about the square that was chosen where there is one."""
    if seat not in game.sides or game.how or game.wizard(seat).dead:
        return
    if game.work:
        yield Offer(
            command="by_hand", label="It is done", title="To be done by hand", about=" ".join(game.work), primary=True
        )
    if whose(game) == (seat,):
        if game.shedding:
            yield from _shedding(game, seat)
        elif game.stack:
            yield from _answers(game, seat)
        elif game.phase is Phase.CAST:
            yield from _walking(game, seat, at)
            yield from _lifting(game, seat)
            yield from _creatures(game, seat, at)
            yield from _fighting(game, seat)
            yield from _casting(game, seat, at)
            yield from _paper(game, seat)
            yield from _unlisted(game, seat)
            yield from _ending(game, seat)
            yield from _by_hand(game, seat, at)
            return
        else:
            yield from _items_down(game, seat)
            yield from _spells_ended(game, seat)
            yield from _ending(game, seat)
    yield from _paper(game, seat)
    yield from _by_hand(game, seat, at)


def _shedding(game: Game, seat: str) -> Iterator[Offer]:
    count = game.excess(seat)
    choices = tuple(Choice(ref, _card_name(game, ref)) for ref in shed_from(game, seat))
    fields = (Field(name="cards", label=f"These {count} go", kind="check", choices=choices),)
    yield Offer(command="discard", label=f"Discard {count}", title="Too many cards", fields=fields, primary=True)


def _answers(game: Game, seat: str) -> Iterator[Offer]:
    name = cast_name(game, game.stack[-1])
    cast = game.stack[-1]
    throws = _throws(game, game.card(cast.card) if cast.card else FIST, cast.on)
    yield Offer(command="pass", label=f"Let {name} happen", title=f"Answer {name}?", dice=throws, die=DIE, primary=True)
    for ref in game.cards_of(seat):
        card = game.card(ref)
        if card.type is CardType.COUNTER and answers(game, seat, card):
            yield Offer(
                command="counter", label=f"Counter with {card.name}", title=f"Answer {name}?",
                about=text_of_card(card, game.data), fields=tuple(_boosting(game, seat, ref, card)),
                stated=(("card", ref),),
            )  # fmt: skip
    noted = game.noted(seat)
    fitting = [ref for ref in game.may_show(seat) if ref not in noted and answers(game, seat, game.card(ref))]
    if fitting:
        yield Offer(
            command="counter", label="Counter with it", title=f"Answer {name}?",
            about="A counter that you hold on paper.",
            fields=(
                Field(name="card", label="Which", choices=tuple(Choice(ref, game.card(ref).name) for ref in fitting)),
                *_boosting(game, seat, "", game.card(fitting[0])),
            ),
        )  # fmt: skip


def _throws(game: Game, card: Spell, on: str) -> bool:
    """Whether a die may fall for a card: for an amount of it, for its punch, or because its target may evade."""
    evades = on in game.sides and bool(game.evades(on))
    return (
        dice_wanted(card.effects) or evades or (card is FIST and any(has_die(each.amount) for each in _punches(game)))
    )


def _punches(game: Game) -> list[Punch]:
    return list(game.punches(game.active))


def _walking(game: Game, seat: str, at: str) -> Iterator[Offer]:
    wizard = game.wizard(seat)
    found = walks(game, seat)
    if at and at in found:
        steps = len(found[at]) - 1
        yield Offer(
            command="walk", label=f"Walk to {at}, {steps} of {wizard.left} movement points", title="Move",
            stated=(("to", at),), primary=True,
        )  # fmt: skip
    elif found:
        choices = tuple(
            Choice(name, name, f"{len(way) - 1} step{'s' if len(way) > 2 else ''}{_there(game, name)}")
            for name, way in sorted(found.items(), key=lambda each: (len(each[1]), square_of(each[0])))
        )
        yield Offer(
            command="walk", label="Walk", title="Move", about="Or choose a square on the board.",
            fields=(Field(name="to", label="To", choices=choices),),
        )  # fmt: skip
    else:
        yield Offer(command="walk", label="Walk", title="Move", why_not=(_why_no_walk(game, seat),))
    energies = _boosters(game, seat)
    if energies and not wizard.boosted:
        yield Offer(
            command="boost", label="Boost your speed", title="Move",
            about="Once a turn: discard a card, and have its energy in movement points.",
            fields=(Field(name="card", label="Discard", choices=tuple(_energies(game, seat, energies))),),
        )  # fmt: skip
    for line in doors_beside(game, seat):
        verb = "Let go of" if game.held.get(line) == seat else "Hold"
        yield Offer(
            command="hold", label=f"{verb} the door {line_in_words(game.ground, line)}", title="Move",
            stated=(("line", line),),
        )  # fmt: skip


def _there(game: Game, name: str) -> str:
    """What lies in a square, after its name in a list."""
    lying = [treasure_in_words(game, each.ref) for each in game.treasures if each.at == name and not each.carrier]
    lying += [game.card(ref).name for ref, at in game.lying.items() if at == name]
    return f", {', '.join(lying)}" if lying else ""


def _why_no_walk(game: Game, seat: str) -> str:
    wizard = game.wizard(seat)
    if wizard.left <= 0:
        return "WW-32: no movement points left"
    return (
        "WW-45: stunned, you move or attack" if not may_walk(game, seat) else "WW-30: walls and locked doors all around"
    )


def _energies(game: Game, seat: str, refs: list[str]) -> Iterator[Choice]:
    for ref in refs:
        yield Choice(ref, game.card(ref).name, f"energy {game.energy(seat, ref)}")


def _lifting(game: Game, seat: str) -> Iterator[Offer]:
    for what, reason in takes(game, seat):
        name = aim_in_words(game, what)
        is_treasure = any(each.ref == what for each in game.treasures)
        about = "Ends moving and casting." if is_treasure or game.has(Option.HEAVY) else "1 movement point."
        yield Offer(
            command="take", label=f"Pick up {name}", title="Pick up and put down", about=about,
            stated=(("what", what),), why_not=(reason,) if reason else (), primary=is_treasure,
        )  # fmt: skip
    carried = game.carried(seat)
    if carried:
        yield Offer(
            command="drop", label=f"Put {aim_in_words(game, carried.ref)} down", title="Pick up and put down",
            stated=(("what", carried.ref),), primary=_at_home(game, seat),
        )  # fmt: skip
    yield from _items_down(game, seat)


def _items_down(game: Game, seat: str) -> Iterator[Offer]:
    """Carried items may be put down at any time in one's turn (WW-71)."""
    for item in game.items(seat):
        yield Offer(
            command="drop", label=f"Put {game.card(item).name} down", title="Pick up and put down",
            stated=(("what", item),),
        )  # fmt: skip


def _creatures(game: Game, seat: str, at: str) -> Iterator[Offer]:
    """What a wizard's creatures may do: walk, lift a treasure, put it down."""
    for made in game.creatures(seat):
        name = game.kind(made).name
        title = f"{name}, in {made.place}"
        found = creature_ways(game, made)
        if at and at in found:
            yield Offer(
                command="send", label=f"Send {name} to {at}", title=title, stated=(("creature", made.ref), ("to", at))
            )
        elif found:
            choices = tuple(
                Choice(to, to, f"{counted(len(way) - 1, 'step')}{_there(game, to)}")
                for to, way in sorted(found.items(), key=lambda each: (len(each[1]), square_of(each[0])))
            )
            yield Offer(
                command="send", label=f"Send {name}", title=title, stated=(("creature", made.ref),),
                fields=(Field(name="to", label="To", choices=choices),),
            )  # fmt: skip
        for what in lifted_by(game, made):
            yield Offer(
                command="take", label=f"{name} picks up {aim_in_words(game, what)}", title=title,
                stated=(("what", what), ("creature", made.ref)),
            )  # fmt: skip
        for treasure in game.treasures:
            if treasure.carrier == made.ref:
                yield Offer(
                    command="drop", label=f"{name} puts {aim_in_words(game, treasure.ref)} down", title=title,
                    stated=(("what", treasure.ref),), primary=made.place == game.home(seat),
                )  # fmt: skip


def _at_home(game: Game, seat: str) -> bool:
    return game.wizard(seat).at == game.home(seat)


def _fighting(game: Game, seat: str) -> Iterator[Offer]:
    reason = may_attack(game, seat)
    found = [] if reason else list(aims(game, seat, FIST))
    if found:
        yield Offer(
            command="punch", label="Punch", title="Attack", about="1 physical damage, no card.",
            fields=(Field(name="target", label="At", choices=tuple(_aim_choices(game, seat, found))),),
        )  # fmt: skip
    for ref in game.items(seat):
        card = game.card(ref)
        if not card.targets or not card.effects:
            continue
        why = reason if is_blow(game, ref) else ""
        found = list(aims(game, seat, card))
        if why or found:
            yield Offer(
                command="use", label=f"Use {card.name}", title="Attack", about=text_of_card(card, game.data),
                fields=(
                    Field(name="target", label="At", choices=tuple(_aim_choices(game, seat, found))),
                    *_boosting(game, seat, ref, card),
                ),
                stated=(("card", ref),), why_not=(why,) if why else (), dice=dice_wanted(card.effects), die=DIE,
            )  # fmt: skip


def _casting(game: Game, seat: str, at: str) -> Iterator[Offer]:
    """A hand's cards with what they do; those that can't be played now say why."""
    for ref in game.cards_of(seat):
        card = game.card(ref)
        about = f"{kind_line(card)}. {text_of_card(card, game.data)}"
        if card.type is CardType.ITEM:
            yield Offer(
                command="item", label=f"Carry {card.name}", title="Your cards", about=about, stated=(("card", ref),)
            )
        elif card.type in (CardType.ATTACK, CardType.NEUTRAL):
            yield _cast_offer(game, seat, at, ref, card, about)
    yield from _spells_ended(game, seat)


def _spells_ended(game: Game, seat: str) -> Iterator[Offer]:
    """Spells that one maintains may be ended at any time in one's turn (WW-54)."""
    for kept in game.spells(seat):
        yield Offer(
            command="end_spell", label=f"End {game.card(kept.card).name}", title="Your spells",
            stated=(("card", kept.card),),
        )  # fmt: skip


def _cast_offer(game: Game, seat: str, at: str, ref: str, card: Spell, about: str) -> Offer:
    reason = may_cast(game, seat, card)
    found = [] if reason else list(aims(game, seat, card))
    if card.targets and not found and not reason:
        reason = "nothing to cast it at now"
    stated: tuple[tuple[str, str], ...] = (("card", ref),)
    fields: list[Field] = []
    if found == [seat]:
        stated = (*stated, ("target", seat))
    elif found:
        first = at if at in found else _named_first(game, seat, found, at)
        choices = tuple(_aim_choices(game, seat, found))
        fields.append(Field(name="target", label="At", choices=choices, value=first))
    if any(isinstance(effect, Turn) and not effect.swap for effect in card.effects):
        choices = tuple(Choice(value, words) for value, words in QUARTERS)
        fields.append(Field(name="way", label="Turn it", choices=choices))
    here = game.wizard(seat).at
    pushes = any(isinstance(effect, Push) for effect in card.effects)
    if pushes and any(aim in game.sides and game.wizard(aim).at == here for aim in found):
        choices = tuple(Choice(side, side) for side in STEPS)
        fields.append(Field(name="way", label="Push out of your own square to the", choices=choices))
    fields += _boosting(game, seat, ref, card)
    return Offer(
        command="cast", label=f"Cast {card.name}", title="Your cards", about=about, fields=tuple(fields),
        stated=stated, dice=dice_wanted(card.effects), die=DIE,
        why_not=(f"{about} Not now: {reason}.",) if reason else (),
    )  # fmt: skip


def _named_first(game: Game, seat: str, found: list[str], at: str) -> str:
    """Whoever stands in the chosen square."""
    return next((side for side in found if side in game.sides and game.wizard(side).at == at), found[0])


def _boosting(game: Game, seat: str, ref: str, card: Spell) -> Iterator[Field]:
    """The cards that may be discarded for a spell's energy, where that matters."""
    if not uses_energy(card) and ref:
        return
    energies = [other for other in _boosters(game, seat, ref) if other != ref]
    if energies:
        choices = (Choice("", "no card, energy 1"), *_energies(game, seat, energies))
        yield Field(name="boost", label="Discard for energy", choices=choices)


def _boosters(game: Game, seat: str, beside: str | None = None) -> list[str]:
    """The cards with energy that a side holds, or may hold on paper `beside` a card that it plays, empty for any."""
    plays_paper = beside is not None and beside not in game.hand(seat) and beside not in game.items(seat)
    papers = () if plays_paper and game.paper.get(seat) == 1 else game.may_show(seat)
    return [ref for ref in (*game.hand(seat), *papers) if game.energy(seat, ref)]


def uses_energy(card: Spell) -> bool:
    """Whether a spell's energy changes anything: an amount by E, or how long it works."""
    return card.duration == "temporary" or any("E" in str(getattr(effect, "amount", "")) for effect in card.effects)


def _aim_choices(game: Game, seat: str, found: list[str]) -> Iterator[Choice]:
    for aim in found:
        yield Choice(aim, aim_in_words(game, aim), _aim_about(game, aim))


def _aim_about(game: Game, aim: str) -> str:
    if aim in game.sides:
        wizard, upto = game.wizard(aim), game.evades(aim)
        evades = f", evades {per_cent(Fraction(upto, DIE))}" if upto else ""
        armour = f", {game.armour(aim)} less of each damage" if game.armour(aim) else ""
        return f"{wizard.life} life, in {wizard.at}{evades}{armour}"
    limit = limit_of(game, standing_at(game, aim))
    made = game.thing(aim)
    if made is not None and limit and game.kind(made).is_creature:
        return f"of {game.names[made.owner]}, {limit - game.cracks.get(aim, 0)} damage breaks it"
    if limit is not None:
        left = limit - game.cracks.get(standing_at(game, aim), 0)
        return f"{left} more crack{'' if left == 1 else 's'}, {CRACK * left} damage"
    kept = next((each for each in game.kept if each.card == aim), None)
    return f"of {game.names[kept.owner]}" if kept else ""


def _card_name(game: Game, ref: str) -> str:
    return "A card, unnamed" if card_of(ref) == UNNAMED else game.card(ref).name


def _ending(game: Game, seat: str) -> Iterator[Offer]:
    most = room_for_cards(game, seat)
    refs = (*game.cards_of(seat), *unnamed(game, seat))
    choices = tuple(Choice(ref, _card_name(game, ref)) for ref in refs)
    fields: tuple[Field, ...] = (
        (Field(name="cards", label="Discard first", kind="check", choices=choices),) if choices else ()
    )
    draws = f"draw {most}" if most else "draw none, your hand is full"
    if game.is_uncounted(seat):
        draws = "draw on paper"
    label = f"Done: {draws}" if game.phase is Phase.CAST else f"Discard and {draws}"
    yield Offer(
        command="done", label=label, title="End your turn", about="Each card discarded makes room for another.",
        fields=fields, primary=game.phase is Phase.DRAW,
    )  # fmt: skip


def _unlisted(game: Game, seat: str) -> Iterator[Offer]:
    """A card on paper that the pack doesn't have."""
    if game.holds_paper(seat):
        yield Offer(
            command="unlisted", label="Play it", title="Your cards on paper",
            about="A card that isn't in the list: say what it is called, do what it says, and set wizards by hand.",
            fields=(
                Field(name="name", label="Its name", kind="text"),
                Field(name="attack", label="It is this turn's attack", kind="check"),
            ),
        )  # fmt: skip


def _paper(game: Game, seat: str) -> Iterator[Offer]:
    """What a side says of its cards on paper: which it holds, for its own eyes, how many, and that it shuffled."""
    if seat not in game.paper:
        return
    title = "Your cards on paper"
    noted = game.noted(seat)
    left = [ref for ref in game.may_show(seat) if ref not in noted]
    if left:
        choices = tuple(Choice(ref, game.card(ref).name, str(game.card(ref).type)) for ref in left)
        yield Offer(
            command="note", label="Put it among my cards", title=title,
            about="Say which card you hold, and play it here. Only you see it; the rest of your hand stays unknown.",
            fields=(Field(name="card", label="Card", choices=choices),),
        )  # fmt: skip
    if game.notes.get(seat):
        yield Offer(command="note", label="Forget what I said I hold", title=title)
    count = "" if game.is_uncounted(seat) else str(game.unseen(seat))
    yield Offer(
        command="count", label="So many", title=title,
        about="How many cards you hold that nobody has seen; empty, and your hand isn't counted here.",
        fields=(Field(name="count", label="Cards in your hand", kind="number", value=count, most=60),),
    )  # fmt: skip
    if game.piles.cards(gone_of(game.decks[seat])):
        yield Offer(command="shuffle_in", label="The discards were shuffled into the deck", title=title)


def _by_hand(game: Game, seat: str, at: str) -> Iterator[Offer]:
    """What a table may set by hand, where a card's words ask for it."""
    if not game.work:
        return
    sides = tuple(Choice(wizard.side, game.names[wizard.side], f"{wizard.life} life") for wizard in game.living)
    yield Offer(
        command="set", label="Set", title="Set by hand",
        fields=(
            Field(name="side", label="Wizard", choices=sides),
            Field(name="life", label="Life, if it changes", kind="text"),
            Field(name="stun", label="Stun tokens, if they change", kind="text"),
            Field(name="at", label="Square, as 2,3", kind="text", value=at),
        ),
    )  # fmt: skip


# The board and what stands in words


def _picture(game: Game, seat: str, chosen: str, link: Link) -> str:
    """The labyrinth: squares that the wizard reaches are framed, those that the chosen square sees are bright."""
    ground = game.ground
    reach = set(walks(game, seat)) if seat in whose(game) and not game.stack else set()
    seen = ground.seen_from(square_of(chosen), game.opened) if chosen else frozenset()
    marks = {square: _mark(game, seat, square, chosen, reach, seen, link) for square in ground.board.signs}
    return squares_svg(ground.board, "The labyrinth: each square is a link", marks)


def _mark(
    game: Game, seat: str, square: Square, chosen: str, reach: set[str], seen: frozenset[Square], link: Link
) -> Mark:
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


def _caption(game: Game, chosen: str) -> str:
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
    lying = _there(game, at).removeprefix(", ")
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
