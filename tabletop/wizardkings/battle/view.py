"""What a seat sees of a game: the map, what may recruit and why not, what may be done; nothing that the others hide.

Of a block of the other side everybody knows where it stands; what it is and how strong is seen while it fights, and
once the game is over. Referees and watchers see no more than each side sees of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tabletop.battle.playing import Choice, Field, Group, Link, Look, Offer, Shown, Tally, Told
from tabletop.boards.hex import Hex
from tabletop.boards.marked import Counter, Mark, MarkedSide, marked_svg
from tabletop.wizardkings.battle.judging import (
    build_desk,
    enters,
    goals,
    has_room,
    hex_of,
    must_leave,
    must_regroup,
    recruit_of,
    refused_cast,
    refused_castle,
    refused_recruit,
    refused_study,
    spells_of,
    whose_turn,
)
from tabletop.wizardkings.battle.maps import SIDES, written
from tabletop.wizardkings.battle.state import FieldedBlock, Game, Phase, other, place_name
from tabletop.wizardkings.catalogue import TERRAIN_WORDS, Ground, Kind, Size, Terrain
from tabletop.wizardkings.pack import GROUNDS, UnitRow
from tabletop.wizardkings.pack import SIDES as EDGES
from tabletop.wizardkings.play import building
from tabletop.wizardkings.play.ground import Refusal

LONGEST_LABEL = 11  # letters in a hex
MOST_COUNTERS = 3  # drawn in a hex; the words tell all
FAR = 6  # hexes to which moves are offered by name; the map offers all
PHASES = {
    Phase.SETUP: "place your blocks on your home maps",
    Phase.INITIATIVE: "roll for the first move",
    Phase.MOVEMENT: "move, then recruit",
    Phase.BATTLES: "fight the battles",
    Phase.BUILDING: "build, and study at henges",
}


def sees(game: Game, block: FieldedBlock, seat: str) -> bool:
    """Whether a seat knows what a block is and how many steps it has."""
    fight = game.fight
    fights = fight is not None and not fight.winner and block.place == fight.place
    return seat == block.side or bool(game.how) or fights


def called(game: Game, block: FieldedBlock, seat: str) -> str:
    """`Levy r3, 2 of 4 steps`, or of a hidden block its name alone."""
    if not sees(game, block, seat):
        return f"a block of {game.names[block.side]}, {block.ref}"
    row = game.row(block)
    return f"{row.name} {block.ref}, {block.steps} of {row.steps} step{'s' if row.steps > 1 else ''}"


def plain_of(game: Game, seat: str) -> dict[str, Any]:
    """What stands as a seat may see it, as JSON values."""
    if game.pack is None:
        return {}
    fight = game.fight
    return {
        "name": game.name, "size": game.size, "turn": game.turn, "phase": game.phase, "mover": game.mover,
        "first": game.first, "moon": game.moon, "figures_from": game.data.meta.sentence, "names": dict(game.names),
        "acts": list(whose_turn(game)), "gold": {side: game.gold(side) for side in SIDES},
        "held": dict(game.held), "capitals": dict(game.capitals), "how": game.how, "winner": game.winner,
        "blocks": [_plain_block(game, block, seat) for block in game.blocks],
        "fight": None if fight is None else {
            "place": fight.place, "attacker": fight.attacker, "round": fight.round, "winner": fight.winner,
            "next": acting.ref if (acting := game.next_to_act()) else None,
        },
        "battles": game.battles(),
        "pool": dict(game.pools.get(seat, {})),
        "may": [offer.plain for offer in offers_of(game, seat, "") if not offer.why_not],
    }  # fmt: skip


def _plain_block(game: Game, block: FieldedBlock, seat: str) -> dict[str, Any]:
    plain: dict[str, Any] = {"ref": block.ref, "side": block.side, "place": block.place or None, "moved": block.moved}
    if sees(game, block, seat):
        plain |= {"unit": block.unit, "steps": block.steps}
    if seat == block.side:
        plain["recruit"] = {
            "most": recruit_of(game, block).most,
            "reasons": [f"{each.code}: {each.sentence}" for each in refused_recruit(game, block)],
        }
    return plain


def shown_to(game: Game, seat: str, look: Look, link: Link) -> Shown:
    """What a seat's page shows; `at` of its address is the hex that was chosen."""
    if game.pack is None:
        return Shown(title="Wizard Kings", says="the game has not begun")
    at = look.get("at", "")
    chosen = at if at and game.ground.board.has(_hex_or_none(at)) else ""
    lit = {block.place for block in game.of(seat) if may_recruit_now(game, block)} if seat in SIDES else set()
    turn = f"Turn {game.turn} of {game.terms.turns}" if game.turn else "Before the first turn"
    return Shown(
        title=f"{turn}: {game.phase}" if not game.how else f"{turn}: over",
        says=_says(game, seat),
        whose=whose_turn(game),
        explains=_explains(game),
        offers=tuple(offers_of(game, seat, chosen)) if seat in SIDES and not game.how else (),
        tallies=tuple(_tallies(game)),
        picture=_picture(game, seat, chosen, lit, link),
        caption=(
            "A disc is a city with its gold, a square a block: yours with its steps. In framed hexes "
            "something of yours may recruit. Thick edges: forest, mountain and river hexsides."
        ),
        groups=tuple(_groups(game, seat, chosen, link)),
        result=f"{game.how}: {game.names[game.winner]}" if game.winner else game.how,
        figures_from=game.data.meta.sentence,
    )


def _hex_or_none(name: str) -> Hex:
    row, _, column = name.partition(",")
    return (int(row), int(column)) if _is_number(row) and _is_number(column) else (-1, -1)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 3


def may_recruit_now(game: Game, block: FieldedBlock) -> bool:
    """Whether it is the moment for a block to recruit, and nothing is against it."""
    fight = game.fight
    if game.how:
        return False
    if game.phase is Phase.MOVEMENT:
        return game.mover == block.side and not refused_recruit(game, block)
    won_here = fight is not None and fight.winner == block.side and block.place == fight.place
    return won_here and not refused_recruit(game, block)


def _says(game: Game, seat: str) -> str:
    acting = game.next_to_act()
    if acting is not None:
        return f"round {game.fight.round if game.fight else 1}: {game.row(acting).name} {acting.ref} acts"
    if game.fight is not None:
        return f"{game.names[game.fight.winner]} have won in {place_name(game, game.fight.place)}: regroup, or recruit"
    return PHASES[game.phase]


def _explains(game: Game) -> str:
    match game.phase:
        case Phase.MOVEMENT:
            return "Ways and what hexsides let through are yours to watch. Who recruits first ends the side's moving."
        case Phase.BATTLES:
            return "Hits take steps of the strongest block. Defenders fire before attackers of their letter."
        case Phase.BUILDING:
            return f"Up to {game.terms.picks} cadres or castle steps for each side. The turn's end is judged then."
    return ""


def _tallies(game: Game) -> Iterator[Tally]:
    for side in SIDES:
        terms = game.terms
        yield Tally(game.names[side], f"{game.gold(side)} gold", f"of {terms.gold} from turn {terms.not_before} on")
    yield Tally("Moon", game.moon or "not entered")


def offers_of(game: Game, side: str, at: str) -> Iterator[Offer]:
    """What a side may do now; `at` is the hex that was chosen, empty for none."""
    if side not in whose_turn(game):
        return
    match game.phase:
        case Phase.SETUP:
            yield from _placing(game, side, at)
        case Phase.INITIATIVE:
            yield Offer(command="initiative", label="Roll for the first move", dice=True, primary=True)
        case Phase.MOVEMENT:
            yield from _moving(game, side, at)
        case Phase.BATTLES:
            yield from _fighting(game, side)
        case Phase.BUILDING:
            yield from _building(game, side)


def _placing(game: Game, side: str, at: str) -> Iterator[Offer]:
    left = [block for block in game.of(side) if not block.place]
    homes = [city.hex for city in game.ground.cities if game.home(city.hex) == side]
    places = [at] if at and game.home(at) == side else homes
    room = tuple(_place_choice(game, place) for place in places if has_room(game, place, side, 1))
    for block in left if room else ():
        fields = (Field(name="place", label="Where", choices=room),)
        label = f"Place {game.row(block).name}"
        yield Offer(command="place", label=label, title="Your blocks", fields=fields, stated=(("ref", block.ref),))
    if not left:
        yield Offer(command="ready", label="Ready", primary=True)


def _place_choice(game: Game, place: str) -> Choice:
    return Choice(place, place_name(game, place))


def _moving(game: Game, side: str, at: str) -> Iterator[Offer]:
    own = [block for block in game.of(side) if not block.moved and game.row(block).kind is not Kind.CASTLE]
    if not game.recruiting:
        yield from _moves(game, side, at, own)
    yield from _recruits(game, [block for block in game.of(side) if at in ("", block.place)])
    whose = "Finish your movement" if side == game.first else "Finish: the battles come"
    yield Offer(command="ready", label=whose, title="Then", primary=True)


def _moves(game: Game, side: str, at: str, own: list[FieldedBlock]) -> Iterator[Offer]:
    if not at:
        if own:
            why = "Choose a hex on the map: where to, or from where."
            yield Offer(command="move", label="Move", title="Move", why_not=(why,))
        return
    name = place_name(game, at)
    board = game.ground.board
    come = [block for block in own if _may_come(game, block, at)]
    if come and has_room(game, at, side, 1):
        choices = tuple(
            Choice(block.ref, called(game, block, side), f"from {place_name(game, block.place)}") for block in come
        )
        which = Field(name="refs", label="Which blocks", kind="check", choices=choices)
        verb = "Attack" if game.at(at, other(side)) else "Move"
        yield Offer(
            command="move", label=f"{verb} to {name}", title=f"To {name}", fields=(which,), stated=(("place", at),)
        )
    here = [block for block in own if block.place == at]
    far = {written(place): board.distance(place, hex_of(at)) for place in board.hexes()}
    near = sorted((place for place in far if 0 < far[place] <= FAR), key=lambda place: (far[place], hex_of(place)))
    room = tuple(
        Choice(place, place_name(game, place), f"{far[place]} away") for place in near if has_room(game, place, side, 1)
    )
    if here and room:
        refs = tuple(Choice(block.ref, called(game, block, side)) for block in here)
        fields = (
            Field(name="refs", label="Which blocks", kind="check", choices=refs),
            Field(name="place", label="Where to", choices=room),
        )
        yield Offer(command="move", label=f"Move from {name}", title=f"From {name}", fields=fields)


def _may_come(game: Game, block: FieldedBlock, at: str) -> bool:
    """Whether a block is offered for a hex: near enough for its moves at a hex each, or by its own edge."""
    if block.place == at:
        return False
    if not block.place:
        return enters(game, block, at)
    move = game.row(block).move
    return game.ground.board.distance(hex_of(block.place), hex_of(at)) <= (FAR if move is None else move)


def _recruits(game: Game, blocks: Iterable[FieldedBlock]) -> Iterator[Offer]:
    for block in blocks:
        if not may_recruit_now(game, block):
            continue
        most = recruit_of(game, block).most
        steps = tuple(Choice(str(number), f"{number} step{'s' if number > 1 else ''}") for number in range(most, 0, -1))
        fields = (Field(name="steps", label="Steps", choices=steps),) if most > 1 else ()
        name = game.row(block).name
        label = f"{name} recruits" if fields else f"{name} recruits 1 step"
        about = f"{called(game, block, block.side)}, {place_name(game, block.place)}."
        yield Offer(
            command="recruit", label=label, title="Recruit", about=about, fields=fields, stated=(("ref", block.ref),)
        )


def _fighting(game: Game, side: str) -> Iterator[Offer]:
    fight = game.fight
    if fight is None:
        battles = game.battles()
        first = next(iter(battles.values()), "")
        for place, attacker in battles.items():
            if attacker == first:
                label = f"Fight in {place_name(game, place)}"
                yield Offer(command="fight", label=label, title="Battles", stated=(("place", place),), primary=True)
        return
    if fight.winner:
        yield from _after_victory(game, side)
        return
    block = game.next_to_act()
    assert block is not None
    yield from _turn(game, block, [_place_choice(game, place) for place in goals(game, block)])


def _turn(game: Game, block: FieldedBlock, ways: list[Choice]) -> Iterator[Offer]:
    """What a block may do in its turn of a round."""
    row, stated = game.row(block), (("ref", block.ref),)
    title = called(game, block, block.side)
    assert game.fight is not None
    tired = must_leave(block, game.fight)
    if not tired and row.hit is not None:
        label = f"Fire {block.steps} dice, {row.hit} or less hits"
        yield Offer(command="fire", label=label, title=title, stated=stated, dice=True, primary=True)
    for spell in () if tired else spells_of(game, block):
        refused = [f"{each.code}: {each.sentence}" for each in refused_cast(game, block, spell)]
        dice = f"{spell.dice.n} dice, {spell.dice.hit} or less hits" if spell.dice else "what it does is yours"
        chance = f", fatigue {spell.level} in 6" if row.kind is Kind.WIZARD else f", {spell.level} steps"
        label = f"Cast {spell.name}, level {spell.level}: {dice}{chance}"
        yield Offer(
            command="cast", label=label, title=title, stated=(*stated, ("spell", spell.id)), dice=True,
            why_not=tuple(refused),
        )  # fmt: skip
    if ways:
        fields = (Field(name="place", label="Where to", choices=tuple(ways)),)
        yield Offer(command="retreat", label="Retreat", title=title, fields=fields, stated=stated)
    if not (tired and ways):
        yield Offer(command="hold", label="Do nothing this round", title=title, stated=stated)


def _after_victory(game: Game, side: str) -> Iterator[Offer]:
    fight = game.fight
    assert fight is not None
    there = game.at(fight.place, side)
    staying = False
    for block in there:
        ways = tuple(_place_choice(game, place) for place in goals(game, block))
        staying = staying or (must_regroup(game, block) and bool(ways))
        if ways and not fight.recruited:
            fields = (Field(name="place", label="Where to", choices=ways),)
            label = f"Regroup {game.row(block).name} {block.ref}"
            yield Offer(command="retreat", label=label, title="Regroup", fields=fields, stated=(("ref", block.ref),))
    yield from _recruits(game, there)
    if not staying:
        yield Offer(command="close", label="The battle is over", title="Then", primary=True)


def _building(game: Game, side: str) -> Iterator[Offer]:
    desk = build_desk(game, side)
    arrivals = building.arrivals(game.size, desk.phase.cities)
    hexes = {city.name: city.hex for city in game.ground.cities}
    rows = pool_of(game, side)
    units = [row for row in rows if any(not desk.refused(building.CadrePick(row, at)) for at in arrivals)]
    if units:
        choices = tuple(Choice(row.id, row.name, f"{game.pools[side][row.id]} left") for row in units)
        fields: tuple[Field, ...] = (Field(name="unit", label="A cadre", choices=choices),)
        if game.size is not Size.SMALL:
            open_ones = [name for name in arrivals if not desk.refused(building.CadrePick(units[0], name))]
            where = tuple(Choice(hexes[name], name) for name in open_ones)
            fields = (*fields, Field(name="place", label="Arrives in", choices=where))
        yield Offer(command="build", label="Build a cadre", title="Build", fields=fields)
    castles = [city for city in game.ground.cities if not refused_castle(game, desk, side, city.hex)]
    if castles:
        where = tuple(Choice(city.hex, city.name) for city in castles)
        fields = (Field(name="place", label="A step on the castle of", choices=where),)
        yield Offer(command="castle", label="Build a castle step", title="Build", fields=fields)
    for block in game.of(side):
        if not refused_study(game, block):
            label = f"{game.row(block).name} studies at the henge"
            yield Offer(command="study", label=label, title="Study", stated=(("ref", block.ref),), dice=True)
    yield Offer(command="ready", label="Done building", title="Then", primary=True)


def pool_of(game: Game, side: str) -> Iterator[UnitRow]:
    """The kinds of units off the map that may come, in the pack's order."""
    for row in game.data.by_pack_order:
        if game.pools.get(side, {}).get(row.id, 0) > 0:
            yield row


def _groups(game: Game, seat: str, at: str, link: Link) -> Iterator[Group]:
    if at:
        yield Group(f"In {place_name(game, at)}", tuple(_hex_told(game, seat, at)))
    if seat in SIDES:
        lines = tuple(_block_told(game, block, link) for block in game.of(seat))
        yield Group("Your blocks", lines, is_folded=game.phase is not Phase.MOVEMENT)
    cities = tuple(
        Told(name=f"{city.name}, {city.gold} gold", about=_city_told(game, city.hex), href=link({"at": city.hex}))
        for city in game.ground.cities
    )
    yield Group("Cities", cities, is_folded=True)


def _hex_told(game: Game, seat: str, place: str) -> Iterator[Told]:
    yield Told(name=_ground_words(game, place))
    if place in game.ground.by_hex:
        yield Told(name=f"{game.ground.by_hex[place].name}", about=_city_told(game, place))
    for block in game.at(place):
        told = Told(name=called(game, block, seat))
        yield _block_told(game, block, None) if block.side == seat else told


def _block_told(game: Game, block: FieldedBlock, link: Link | None) -> Told:
    """One's own block, with what it may recruit or every reason against."""
    row = game.row(block)
    kind = TERRAIN_WORDS[row.terrain or Terrain.NONE]
    where = place_name(game, block.place)
    reasons = () if game.how else tuple(_reason(each) for each in refused_recruit(game, block))
    lit = may_recruit_now(game, block)
    most = recruit_of(game, block).most
    may = f"may recruit {most}" if lit else ""
    about = ", ".join(part for part in (row.kind, kind, "" if link is None else where, may) if part)
    shows = game.phase is Phase.MOVEMENT and game.mover == block.side
    return Told(
        name=called(game, block, block.side), about=about, reasons=reasons if shows else (),
        href=link({"at": block.place}) if link and block.place else "", is_lit=lit,
    )  # fmt: skip


def _reason(refusal: Refusal) -> str:
    return f"{refusal.code}: {refusal.sentence}"


def _city_told(game: Game, place: str) -> str:
    holder = game.held.get(place, "")
    garrison = game.at(place, holder) if holder else ()
    parts = [f"{game.names[holder]}'s" if holder else "nobody's"]
    if holder:
        parts.append(f"garrison of {len(garrison)}" if garrison else "no garrison")
    if place in game.capitals:
        parts.append(f"capital of {game.names[game.capitals[place]]}")
    return ", ".join(parts)


def _ground_words(game: Game, place: str) -> str:
    """`forest, 2 river hexsides, henge`."""
    site = game.site(place, SIDES[0])
    edges = [f"{count} {kind} hexside{'s' if count > 1 else ''}" for kind, count in site.sides.items()]
    return ", ".join([site.ground, *edges, *(["henge"] if site.henge else [])])


def _picture(game: Game, seat: str, at: str, lit: set[str], link: Link) -> str:
    board = game.ground.board
    marks = {place: _mark(game, seat, written(place), at, lit, link) for place in board.hexes()}
    edges = [
        MarkedSide(hex_of(side.a), hex_of(side.b), f"edge-{EDGES[side.kind]}")
        for side in board.sides
        if side.kind in EDGES
    ]
    return marked_svg(board, f"The map, {board.name or 'hexes'}: each hex is a link", marks, edges)


def _mark(game: Game, seat: str, place: str, at: str, lit: set[str], link: Link) -> Mark:
    city = game.ground.by_hex.get(place)
    row, column = hex_of(place)
    ground = GROUNDS.get(game.ground.board.signs[row][column])
    css = [f"ground-{ground}" if ground else "ground-none"]
    css += ["lit"] if place in lit else []
    css += ["chosen"] if place == at else []
    holder = game.held.get(place, "")
    css += [f"held-{'mine' if holder == seat else 'theirs'}"] if city and holder else []
    blocks = game.at(place)
    words = [place_name(game, place), _ground_words(game, place)]
    if city:
        words += [f"city of {city.gold} gold", _city_told(game, place)]
    words += [called(game, block, seat) for block in blocks]
    words += ["may recruit here"] if place in lit else []
    named = "" if ground in (None, Ground.CLEAR) else str(ground)
    label = city.name[:LONGEST_LABEL] if city else "henge" if place in game.ground.henges else named
    return Mark(
        words="; ".join(words),
        href=link({"at": place}),
        css=tuple(css),
        label=label,
        disc=str(city.gold) if city else "",
        counters=tuple(_counters(game, blocks, seat)),
    )


def _counters(game: Game, blocks: tuple[FieldedBlock, ...], seat: str) -> Iterator[Counter]:
    """The first blocks of a hex, and how many more there are."""
    drawn = blocks if len(blocks) <= MOST_COUNTERS else blocks[: MOST_COUNTERS - 1]
    for block in drawn:
        whose = "mine" if block.side == (seat if seat in SIDES else SIDES[0]) else "theirs"
        yield Counter(str(block.steps) if sees(game, block, seat) else "?", whose)
    if len(drawn) < len(blocks):
        yield Counter(f"+{len(blocks) - len(drawn)}", "more")
