"""What a side may do now, as forms with every reason against; of hands on paper only what it has noted itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabletop.battle.playing import Choice, Field, Offer
from tabletop.boards.walled_squares import STEPS
from tabletop.cards import card_of
from tabletop.dice.words import per_cent
from tabletop.wizwar.battle.facts.telling import aim_in_words, cast_name, is_blow, treasure_in_words
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
from tabletop.wizwar.battle.state import Game, Phase, gone_of, whose
from tabletop.wizwar.catalogue import CRACK, DIE, CardType, Option
from tabletop.wizwar.effects import Punch, Push, Turn, dice_wanted, has_die
from tabletop.wizwar.pack import Spell
from tabletop.wizwar.play.labyrinth import line_in_words, square_of
from tabletop.wizwar.words import kind_line, text_of_card
from tabletop.words import counted

QUARTERS = (("1", "a quarter clockwise"), ("2", "half around"), ("3", "a quarter anticlockwise"))


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
            Choice(name, name, f"{len(way) - 1} step{'s' if len(way) > 2 else ''}{there(game, name)}")
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


def there(game: Game, name: str) -> str:
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
                Choice(to, to, f"{counted(len(way) - 1, 'step')}{there(game, to)}")
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
            fields=(Field(name="target", label="At", choices=tuple(_aim_choices(game, found))),),
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
                    Field(name="target", label="At", choices=tuple(_aim_choices(game, found))),
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
        first = at if at in found else _named_first(game, found, at)
        choices = tuple(_aim_choices(game, found))
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


def _named_first(game: Game, found: list[str], at: str) -> str:
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


def _aim_choices(game: Game, found: list[str]) -> Iterator[Choice]:
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
