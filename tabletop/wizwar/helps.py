"""What players ask outside a game kept here: who sees and reaches what, what an attack does, what answers a card.

Each question is a form whose answer stands below it. All that was chosen stands in the page's address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tabletop.battle.playing import Choice, Field, Group, Help, Link, Look, Told
from tabletop.boards.drawn_squares import squares_svg
from tabletop.boards.marked import Mark
from tabletop.boards.walled_squares import Compass, Place, Square, in_words, square_name
from tabletop.decoding import MalformedError, converted
from tabletop.dice.words import per_cent, tenths
from tabletop.packs import Packs
from tabletop.wizwar.answers import answered
from tabletop.wizwar.battle.judging import deals_damage, fits
from tabletop.wizwar.catalogue import DOOR_CRACKS, LIFE, PUNCH, SIDES, SPEED, WALL_CRACKS, CardType, Reach, Trait
from tabletop.wizwar.effects import Damage
from tabletop.wizwar.pack import Pack, Spell
from tabletop.wizwar.play.labyrinth import ANYTHING, Changes, Ground, Labyrinth, Laid, ground_of, square_of, ways
from tabletop.wizwar.pricing import house_of
from tabletop.wizwar.situations import Attack, Cracks, RandomMove
from tabletop.wizwar.words import text_of_card

OF_A_FILE = {"format": "muster-situation/1", "game": "wiz-war"}
TURNED = ("not at all", "a quarter clockwise", "half around", "a quarter anticlockwise")
QUARTERS = tuple(Choice(str(number), words) for number, words in enumerate(TURNED))
PUNCH_CARD = "punch"
NUMBERS = (  # of an attack: field, label, least and most
    ("energy", "Energy", 0, 12),
    ("armour", "Protection, off each source", 0, 20),
    ("less", "Taken off by counters", 0, 20),
    ("evades", "Evaded on a face up to", 0, 4),
    ("life", "Life of the target", 1, 20),
)


def helps(look: Look, link: Link, packs: Packs) -> Iterator[Help]:
    """The questions with their answers by what stands in the page's address; MalformedError names a field."""
    code = look.get("pack", "")
    own = packs.own({code}).get(code) if code else None
    pack = own if isinstance(own, Pack) else house_of(packs)
    asked = (_sight(look, link, pack), _attack(look, pack), _breaking(look, pack), _random(look), _counters(look, pack))
    yield from (replace(each, figures_from=pack.meta.sentence) for each in asked)


def _number(look: Look, name: str, usual: int, least: int, most: int) -> int:
    """A number of the address; MalformedError where it isn't one from the least to the most."""
    written = look.get(name, "") or str(usual)
    if not (written.isascii() and written.isdecimal() and len(written) < 4 and least <= int(written) <= most):
        raise MalformedError(name, f"must be a whole number from {least} to {most}, not “{written}”")
    return int(written)


def _field(name: str, label: str, value: int, least: int, most: int) -> Field:
    return Field(name=name, label=label, kind="number", value=str(value), least=least, most=most)


def _cards(pack: Pack) -> list[Spell]:
    """The cards of a pack by name; those of the black cantrip are those of the white one."""
    cards = (card for school in pack.schools if school.cantrip != "black" for card in school.cards)
    return sorted(cards, key=lambda card: card.name)


def _chosen(look: Look, name: str, choices: tuple[Choice, ...]) -> str:
    """One of some choices, the first where none is named; MalformedError for another."""
    value = look.get(name, "") or (choices[0].value if choices else "")
    if value not in {choice.value for choice in choices}:
        raise MalformedError(name, f"is none that there is: “{value}”")
    return value


# Sight and reach


def _sight(look: Look, link: Link, pack: Pack) -> Help:
    """A labyrinth as it lies on the table, and what a square sees, what sees it, and where its wizard comes to."""
    about = "Lay the sectors as they lie on your table, then choose a square."
    sectors = tuple(Choice(sector.id, sector.name) for sector in pack.sound_sectors)
    sizes = tuple(
        Choice(str(count), f"{count} players") for count in (2, 3, 4) if pack.layout(count) and len(sectors) >= count
    )
    if not sizes:
        return Help(slug="sight", title="Who sees and reaches what", about="This pack has no sectors to lay out.")
    count = int(_chosen(look, "players", sizes))
    sides = SIDES[:count]
    steps = _number(look, "steps", SPEED, 0, 30)
    open_to = (
        Choice("", "nobody"),
        *(Choice(side, f"{side.capitalize()}, in the own sector") for side in sides),
        Choice("all", "whoever has all keys"),
    )
    opener = _chosen(look, "doors", open_to)
    fields = [Field(name="players", label="Sectors for", choices=sizes, value=str(count))]
    chosen: list[tuple[str, int]] = []
    for number, side in enumerate(sides):
        usual = sectors[number].value
        sector = _chosen({f"s{number}": look.get(f"s{number}", "") or usual}, f"s{number}", sectors)
        turn = int(_chosen(look, f"t{number}", QUARTERS))
        chosen.append((sector, turn))
        fields.append(Field(name=f"s{number}", label=f"{side.capitalize()}'s sector", choices=sectors, value=sector))
        fields.append(Field(name=f"t{number}", label="Turned", choices=QUARTERS, value=str(turn)))
    fields.append(Field(name="steps", label="Movement points", kind="number", value=str(steps), most=30))
    fields.append(Field(name="doors", label="Doors are open to", choices=open_to, value=opener))
    ground = _laid(pack, sides, chosen)
    opens = ground.board.doors if opener == "all" else ground.own_doors(opener) if opener else frozenset()
    at = look.get("at", "") if ground.has_square(look.get("at", "")) else ""
    return Help(
        slug="sight", title="Who sees and reaches what", about=about, fields=tuple(fields),
        stated=(("at", at),) if at else (),
        picture=_picture(ground, at, steps, opens, look, link),
        caption="Bright squares are seen from the chosen one, and see it; framed ones are within its movement points.",
        groups=(Group(f"From {at}", tuple(_told_of(ground, at, steps, opens))),) if at else (),
    )  # fmt: skip


def _laid(pack: Pack, sides: tuple[str, ...], chosen: list[tuple[str, int]]) -> Ground:
    """The sectors as they were chosen, whose portals and edges are those of the pack's layout."""
    layout = pack.layout(len(sides))
    assert layout is not None
    rows = {sector.id: sector.rows for sector in pack.sound_sectors}
    laid = tuple(
        Laid(sector, side, rows[sector], turn, position)
        for side, (sector, turn), position in zip(sides, chosen, layout.positions, strict=True)
    )
    return ground_of(Labyrinth(laid, layout.portals, layout.positions), Changes())


def _reach(ground: Ground, at: str, steps: int, opens: frozenset[Place]) -> Mapping[Square, tuple[Square, ...]]:
    return ways(ground, square_of(at), min(steps, ANYTHING), opens)


def _picture(ground: Ground, at: str, steps: int, opens: frozenset[Place], look: Look, link: Link) -> str:
    seen = ground.seen_from(square_of(at), frozenset()) if at else frozenset()
    reach = _reach(ground, at, steps, opens) if at else {}
    marks = {}
    for square, sign in ground.board.signs.items():
        name = square_name(square)
        owner = ground.labyrinth.owner_of_home(square)
        css = [f"of-{ground.labyrinth.at(square).owner}"]
        css += ["lit"] if square in reach and name != at else []
        css += ["chosen"] if name == at else []
        css += ["seen"] if square in seen else ["unseen-square"] if at else []
        words = [name] + ([f"home of {owner.capitalize()}"] if owner else []) + (["treasure"] if sign == "T" else [])
        words += ["seen"] if square in seen and name != at else []
        words += [f"{len(reach[square]) - 1} steps"] if square in reach and name != at else []
        label = "home" if owner else "◆" if sign == "T" else ""
        marks[square] = Mark(words="; ".join(words), href=link({**look, "at": name}), css=tuple(css), label=label)
    return squares_svg(ground.board, "The labyrinth: each square is a link", marks)


def _told_of(ground: Ground, at: str, steps: int, opens: frozenset[Place]) -> Iterator[Told]:
    seen = ground.seen_from(square_of(at), frozenset())
    reach = _reach(ground, at, steps, opens)
    yield Told(name=f"{len(seen) - 1} squares are seen from it, and see it")
    here = square_of(at)
    near = [square_name(each) for each in sorted(seen) if each != here and ground.is_near(here, each, frozenset())]
    yield Told(name="Next to it, for a punch", about=", ".join(near) or "none")
    yield Told(name=f"{len(reach) - 1} squares are within {steps} movement points")
    far = _reach(ground, at, ANYTHING, opens)
    for laid in ground.labyrinth.laid:
        home = ground.labyrinth.home(laid.owner)
        way = f"{len(far[home]) - 1} movement points away" if home in far else "no way without a door"
        sees = "seen" if home in seen else "not seen: behind " + _behind(ground, at, home)
        yield Told(name=f"Home of {laid.owner.capitalize()}, {square_name(home)}", about=f"{way}; {sees}")


def _behind(ground: Ground, at: str, other: Square) -> str:
    return in_words(ground.in_the_way(square_of(at), other, frozenset())[0])


# Damage


def _attack(look: Look, pack: Pack) -> Help:
    """What comes through of an attack, with its reasons, by every face of the die."""
    cards = {card.id: card for card in _cards(pack) if deals_damage(card)}
    choices = (
        Choice(PUNCH_CARD, "A punch"),
        *(Choice(each.id, each.name) for each in cards.values()),
        Choice("typed", "Another: its damage below"),
    )
    card = _chosen(look, "card", choices)
    typed = look.get("damage", "") or "3"
    damage, separate = _damage_of(cards.get(card), typed if card == "typed" else str(PUNCH))
    usual = {"energy": 1, "life": LIFE}
    numbers = {name: _number(look, name, usual.get(name, 0), least, most) for name, _, least, most in NUMBERS}
    situation = converted({**OF_A_FILE, "kind": "attack", "damage": damage, "separate": separate, **numbers}, Attack)
    return Help(
        slug="attack", title="What an attack does",
        about="Energy is 1, or that of the card discarded with it. E in a damage is that energy, d4 a die.",
        fields=(
            Field(name="card", label="Attack", choices=choices, value=card),
            Field(name="damage", label="Damage of another: 5, E+2, d4", kind="text", value=typed),
            *(_field(name, label, numbers[name], least, most) for name, label, least, most in NUMBERS),
        ),
        groups=(Group("What comes of it", tuple(_told_of_attack(answered(situation)))),),
    )  # fmt: skip


def _damage_of(card: Spell | None, typed: str) -> tuple[str, bool]:
    """The damage of a card, or as it was typed, and whether it comes in sources of 1 each."""
    for effect in card.effects if card else ():
        if isinstance(effect, Damage):
            return effect.amount, effect.separate
    return typed.strip(), False


def _told_of_attack(answer: dict[str, Any]) -> Iterator[Told]:
    results = answer["results"]
    reasons = tuple(f"{each[0].upper()}{each[1:]}" for each in answer["explained"])
    yield Told(name="Damage", about=_spread(results["damage"]), reasons=reasons, is_lit=True)
    yield Told(name="Cracks, if a wall or a door is struck", about=_spread(results["cracks"]))
    yield Told(name="It is evaded", about=per_cent(Fraction(results["misses"]["exact"])))
    yield Told(name="It kills", about=per_cent(Fraction(results["kills"]["exact"])))


def _spread(numbers: Mapping[str, Any]) -> str:
    """`5`, or `0 in 50 %, 5 in 50 %; 2.5 on average`."""
    chances: dict[str, Fraction] = {each: Fraction(chance) for each, chance in numbers["distribution"].items()}
    if len(chances) == 1:
        return "".join(chances)
    each = ", ".join(f"{number} in {per_cent(chance)}" for number, chance in chances.items())
    return f"{each}; {tenths(Fraction(numbers['mean']))} on average"


# Cracks


def _breaking(look: Look, pack: Pack) -> Help:
    """How many cracks one attack after another makes, and what is left to do."""
    kinds = [thing for thing in pack.things if thing.cracks and thing.name not in ("Stone wall", "Door")]
    choices = (
        Choice(str(WALL_CRACKS), f"A wall, {WALL_CRACKS} cracks"),
        Choice(str(DOOR_CRACKS), f"A door, {DOOR_CRACKS} cracks"),
        *(Choice(f"{thing.id}", f"{thing.name}, {thing.cracks}") for thing in kinds),
    )
    what = _chosen(look, "what", choices)
    limit = int(what) if what.isdecimal() else next(thing.cracks or 1 for thing in kinds if thing.id == what)
    words = look.get("hits", "") or "5 4"
    hits = words.replace(",", " ").split()
    numbers = all(hit.isascii() and hit.isdecimal() and len(hit) < 3 and int(hit) <= 20 for hit in hits)
    if not numbers or not 1 <= len(hits) <= 20:
        raise MalformedError("hits", f"must be up to 20 numbers from 0 to 20, as 5 4; not “{words}”")
    cracked = _number(look, "cracked", 0, 0, 20)
    plain = {**OF_A_FILE, "kind": "cracks", "damage": [int(hit) for hit in hits], "limit": limit, "cracked": cracked}
    answer = answered(converted(plain, Cracks))
    told = tuple(Told(name=each) for each in answer["explained"])
    return Help(
        slug="cracks", title="What breaks a wall",
        about="Three damage of one attack make a crack; what is left over is wasted (WW-80).",
        fields=(
            Field(name="what", label="What is struck", choices=choices, value=what),
            Field(name="cracked", label="Cracks it has", kind="number", value=str(cracked), most=20),
            Field(name="hits", label="Damage of each attack, as 5 4", kind="text", value=words),
        ),
        groups=(Group("What comes of it", told),),
    )  # fmt: skip


# Random moves


def _random(look: Look) -> Help:
    steps = _number(look, "moves", 1, 1, 6)
    closed = [side for side in look.get("closed", "").split() if side in list(Compass)]
    plain = {**OF_A_FILE, "kind": "random-move", "steps": steps, "closed": closed}
    answer = answered(converted(plain, RandomMove))
    results = answer["results"]
    told = [Told(name="Ends where it began", about=per_cent(Fraction(results["stays"]["exact"])))]
    told += [
        Told(name=f"Ends further {side}", about=per_cent(Fraction(results[side]["exact"]))) for side in list(Compass)
    ]
    reasons = tuple(answer["explained"])
    told.append(Told(name="Squares away at the end", about=_spread(results["away"]), reasons=reasons))
    sides = tuple(Choice(side, side) for side in Compass)
    return Help(
        slug="random", title="Where a random move leads",
        about="Each face of the four-sided die is a direction: 1 north, 2 east, 3 south, 4 west (WW-35).",
        fields=(
            Field(name="moves", label="Steps", kind="number", value=str(steps), least=1, most=6),
            Field(name="closed", label="Closed at first", kind="check", choices=sides, value=" ".join(closed)),
        ),
        groups=(Group("What comes of it", tuple(told)),),
    )  # fmt: skip


# Counters


def _counters(look: Look, pack: Pack) -> Help:
    """Which counters of the pack answer a card, and under which condition."""
    cards = [card for card in _cards(pack) if card.type is not CardType.ENERGY]
    named = (Choice(card.id, f"{card.name}, {_kind_in_words(card)}") for card in cards)
    choices = (Choice(PUNCH_CARD, "A punch"), *named)
    chosen = _chosen(look, "against", choices)
    card = pack.cards.get(chosen) if chosen != PUNCH_CARD else None
    told = tuple(_told_of_counters(card, pack))
    return Help(
        slug="counters", title="What can I counter this with",
        about="Counters are played when their words fit; several may answer one card, and answers may be answered.",
        fields=(Field(name="against", label="Somebody plays", choices=choices, value=chosen),),
        groups=(Group(f"{card.name if card else 'A punch'} is answered by", told),),
    )  # fmt: skip


def _kind_in_words(card: Spell) -> str:
    return "an item" if card.type is CardType.ITEM else f"{'an' if card.type is CardType.ATTACK else 'a'} {card.type}"


def _told_of_counters(card: Spell | None, pack: Pack) -> Iterator[Told]:
    if card is not None and card.has(Trait.MUNDANE):
        yield Told(name="Nothing", about="a mundane card is never answered (WW-55)")
        return
    is_use = card is not None and card.type is CardType.ITEM
    if is_use and not (card and card.is_blow):
        yield Told(name="Nothing", about="carrying an item, or what it does by itself, is no spell and no attack")
        return
    kind = "attack" if card is None or is_use else str(card.type)
    found = False
    for school in pack.schools:
        for counter in school.cards if school.cantrip != "black" else ():
            fitting = (fits(effect, kind, card, is_use=is_use) for effect in counter.effects)
            if counter.type is CardType.COUNTER and (counter.by_hand or any(fitting)):
                found = True
                when = "where it is aimed at you" if counter.reach is Reach.SELF else "where you see who plays it"
                copies = f"{counter.copies} in {school.name}"
                yield Told(name=counter.name, about=f"{when}; {copies}", reasons=(text_of_card(counter, pack),))
    if not found:
        yield Told(name="Nothing", about="no counter of this pack answers it")
