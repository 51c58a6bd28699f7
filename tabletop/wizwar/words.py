"""Cards in words: what one does, worded from its data, so that no text says anything else than what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tabletop.cards import ByHand
from tabletop.wizwar import effects as does
from tabletop.wizwar.catalogue import CardType, Duration, Reach, Target
from tabletop.wizwar.effects import AnyEffect, amount_in_words
from tabletop.wizwar.pack import Pack, Spell, Thing

REACHES = {
    Reach.SELF: "yourself",
    Reach.ADJACENT: "next to you",
    Reach.SIGHT: "in sight",
    Reach.ANYWHERE: "anywhere",
}
DURATIONS = {
    Duration.INSTANT: "",
    Duration.TEMPORARY: "for as many of your turns as it has energy",
    Duration.PERMANENT: "until it is ended",
}
BONUSES = {
    "energy": "each of your energy cards is worth {0} more",
    "hand": "you may hold {0} more cards",
    "draw": "you may draw {0} more",
    "life": "gain {0} life as each of your turns begins",
    "speed": "your base speed is {0} more",
    "keys": "all doors are yours to open",
}


def kind_line(card: Spell) -> str:
    """`Attack · in sight · wizard, wall`."""
    parts = [str(card.type)]
    if card.type is not CardType.ENERGY and (card.targets or card.type is CardType.COUNTER):
        parts.append(
            "aimed at you" if card.type is CardType.COUNTER and card.reach is Reach.SELF else REACHES[card.reach]
        )
    targets = [target for target in card.targets if target is not Target.SELF]
    if targets:
        parts.append(", ".join(targets))
    return " · ".join(parts).capitalize()


def text_of_card(card: Spell, pack: Pack) -> str:
    """All that a card does, in sentences; its own text after what its data says."""
    says = [f"{each[0].upper()}{each[1:]}." for each in _sentences(card, pack)]
    if card.duration is not Duration.INSTANT and card.is_spell:
        says.append(f"It works {DURATIONS[card.duration]}.")
    if card.energy:
        says.append(f"Discard it for {card.energy} energy: movement points, or a spell's strength.")
    return " ".join([*says, card.text]).strip()


def _sentences(card: Spell, pack: Pack) -> Iterator[str]:
    for effect in card.effects:
        if isinstance(effect, ByHand):
            yield effect.words.strip().rstrip(".")
        else:
            yield effect_in_words(effect, pack)


def effect_in_words(effect: AnyEffect, pack: Pack) -> str:
    """One effect, as it follows "it does"."""
    if isinstance(effect, does.Create):
        thing = pack.kinds.get(effect.object)
        return f"make this: {thing_in_words(thing)}" if thing else f"make a {effect.object}"
    return SAYS[type(effect)](effect)


def _damage(effect: does.Damage) -> str:
    says = f"{effect.harm} damage: {amount_in_words(effect.amount)}"
    says += ", one source at a time" if effect.separate else ""
    says += ", to everybody there and in the four squares beside it, walls or not" if effect.splash else ""
    return says + (" whenever time passes for you" if effect.maintained else "")


def _discard(effect: does.Discard) -> str:
    whose = "take" if effect.taken else "the target discards"
    return f"{whose} {amount_in_words(effect.amount)} cards of the hand by lot"


def _leap(effect: does.Leap) -> str:
    far = "" if effect.amount == "0" else f", at most {amount_in_words(effect.amount)} squares away, walls or not"
    return f"you appear in the square{far}"


def _turn(effect: does.Turn) -> str:
    return "the sector changes places with the one you are in" if effect.swap else "turn the sector by 1 to 3 quarters"


def _evade(effect: does.Evade) -> str:
    return f"attacks miss you on {'a 1' if effect.upto == 1 else f'1 to {effect.upto}'} of the die"


def _quench(effect: does.Quench) -> str:
    traits = " or ".join(effect.traits)
    if effect.everywhere:
        return f"every spell that is {traits} ends, wherever it is, and what such spells have made is gone"
    return f"spells on the target that are {traits} end"


def _cancel(effect: does.Cancel) -> str:
    return f"cancel {CANCELLED[effect.what]}" + ("; its card comes to your hand" if effect.taken else "")


CANCELLED = {"attack": "an attack", "neutral": "a neutral spell", "counter": "a counter", "spell": "a spell"}
SAYS: dict[type[Any], Callable[[Any], str]] = {
    does.Damage: _damage,
    does.Stun: lambda effect: f"stun tokens: {amount_in_words(effect.amount)}",
    does.Heal: lambda effect: f"you gain {amount_in_words(effect.amount)} life",
    does.Draw: lambda effect: f"draw {amount_in_words(effect.amount)} cards",
    does.Discard: _discard,
    does.Push: lambda effect: f"push the target straight away from you, {amount_in_words(effect.amount)} squares",
    does.Stagger: lambda effect: f"the target staggers as the die says, {amount_in_words(effect.amount)} squares",
    does.Destroy: lambda _: "the target is gone",
    does.Crack: lambda effect: f"cracks: {amount_in_words(effect.amount)}",
    does.Open: lambda _: "hold the door open while you are beside it",
    does.Speed: lambda effect: f"base speed {effect.base}",
    does.Move: lambda effect: f"movement points more this turn: {amount_in_words(effect.amount)}",
    does.Leap: _leap,
    does.Cross: lambda _: "you step through it",
    does.Swap: lambda _: "you and the target change places",
    does.Turn: _turn,
    does.Drop: lambda _: "the target drops a treasure, or else an item",
    does.Fetch: lambda _: "it comes to your square",
    does.Dispel: lambda _: "the spell ends",
    does.Quench: _quench,
    does.Lock: lambda _: "nobody but you opens or holds the door",
    does.Fill: lambda _: "you fill your square: nobody else enters it",
    does.Tread: lambda _: "what lies in squares doesn't harm you as you walk over it",
    does.Bend: lambda _: "your next spell this turn may bend once: you see its target from any square that you see",
    does.Evade: _evade,
    does.Punch: lambda effect: f"your punch does {amount_in_words(effect.amount)}{' more' if effect.more else ''}",
    does.Armour: lambda effect: f"each damage to you is {effect.amount} less",
    does.Bonus: lambda effect: BONUSES[effect.of].format(effect.amount),
    does.Cancel: _cancel,
    does.Reduce: lambda effect: f"an attack does {amount_in_words(effect.amount)} less damage",
    does.Backfire: lambda _: "an attack spell strikes whoever cast it",
    ByHand: lambda effect: effect.words,
}


def thing_in_words(thing: Thing) -> str:
    """`boulder, nobody enters, nobody sees through, 8 cracks`."""
    says = [thing.name.lower()]
    if thing.blocks_move:
        says.append("a door" if thing.is_door else "nobody passes")
    if thing.blocks_sight:
        says.append("nobody sees through")
    if thing.harm:
        says.append(f"{amount_in_words(thing.harm)} {thing.harm_kind} damage to whoever comes")
    if thing.is_creature:
        says.append(f"in each of your turns it walks {thing.steps} squares and may carry a treasure for you")
        says.append(f"{thing.life} damage breaks it")
    if thing.stuns:
        says.append(f"whoever comes is stunned for {thing.stuns} turn{'s' if thing.stuns > 1 else ''}")
    if thing.used_up:
        says.append("once")
    if thing.cracks:
        says.append(f"{thing.cracks} crack{'s' if thing.cracks > 1 else ''} break it")
    return ", ".join(says)
