"""What may be done with a block or a pick as the game stands, with every reason against: for commands and pages."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.boards.hex import Hex
from tabletop.wizardkings.battle.maps import edge_of, written
from tabletop.wizardkings.battle.state import UNCOUNTED, FieldedBlock, Fight, Game, Phase, Pick, other
from tabletop.wizardkings.catalogue import CASTLES, RECRUITING, Kind, Terrain
from tabletop.wizardkings.pack import Spell, UnitRow
from tabletop.wizardkings.play import building, casting, ends, recruiting
from tabletop.wizardkings.play.ground import Refusal


def hex_of(name: str) -> Hex:
    """`5,7` as a row and a column."""
    row, _, column = name.partition(",")
    return int(row), int(column)


def has_room(game: Game, place: str, side: str, count: int) -> bool:
    """Whether so many more blocks of a side may stand in a hex; where the pack has no limit, always."""
    limit = game.data.rules.stack_limit
    return limit is None or len(game.at(place, side)) + count <= limit


def enters(game: Game, block: FieldedBlock, place: str) -> bool:
    """Whether a block off the map may come to a hex: by its own edge (WK-51, WK-70), not farther than its moves.

    A hex costs at least one of them; where they aren't entered in the pack nobody counts.
    """
    move = game.row(block).move
    if move is None:
        return True
    board = game.ground.board
    return min(board.distance(hex_of(place), edge) for edge in edge_of(board, block.side)) < max(move, 1)


def recruit_of(game: Game, block: FieldedBlock) -> recruiting.Recruit:
    """What a block may gain now, and every reason why it may not but the limit of its hex."""
    fight = game.fight
    standing = game.standing(block)
    if not block.place:
        return recruiting.Recruit(standing, 0, tuple(_refused_off_the_map(game, block)))
    site = game.site(block.place, block.side)
    if fight is None:
        return recruiting.recruits([standing], site, game.moon)[0]
    regrouped = [each for ref in fight.regrouped if (each := game.block(ref))]
    there = game.at(block.place, block.side)
    army = [game.standing(each) for each in (*there, *regrouped)]
    found = recruiting.recruits_after_victory(army, site, game.moon, won=fight.winner == block.side)
    return found[there.index(block)]


def _refused_off_the_map(game: Game, block: FieldedBlock) -> Iterator[Refusal]:
    name = game.row(block).name
    yield Refusal("WK-12", f"{name} is off the map: units recruit in a hex.", RECRUITING, block.ref)


def refused_recruit(game: Game, block: FieldedBlock) -> list[Refusal]:
    """Every reason against a block's recruiting now, with the limit of its hex for those who have and this one."""
    found = recruit_of(game, block)
    already = recruited_in(game, block)
    refusals = list(found.refusals)
    if block in already:
        refusals.append(Refusal("WK-15", f"{found.standing.name} has recruited.", RECRUITING, block.ref))
    elif not refusals:
        refusals += recruiting.refused_limit([game.standing(each) for each in (*already, block)], game.moon)
    return refusals


def recruited_in(game: Game, block: FieldedBlock) -> list[FieldedBlock]:
    """The blocks of a block's hex that have recruited: in this movement, or after this battle."""
    fight = game.fight
    there = game.at(block.place, block.side) if block.place else ()
    return [each for each in there if (each.ref in fight.recruited if fight else each.gained)]


def spells_of(game: Game, block: FieldedBlock) -> tuple[Spell, ...]:
    """The spells that a block may know: a wizard's army's and everybody's, of chaos everybody's."""
    row = game.row(block)
    if row.kind is Kind.WIZARD:
        return game.data.spells_of(row.army)
    return tuple(spell for spell in game.data.spells if not spell.army) if row.kind.is_chaos else ()


def refused_cast(game: Game, block: FieldedBlock, spell: Spell) -> list[Refusal]:
    """WK-32, WK-34, WK-40: why a block can't cast a spell now."""
    standing = game.standing(block)
    if standing.row.kind is Kind.WIZARD:
        return list(casting.refused_spell(standing, spell.level))
    return list(casting.refused_chaos_spell(standing, spell.level))


def must_leave(block: FieldedBlock, fight: Fight) -> bool:
    """WK-34: whether a block was fatigued, which counts from its next turn on."""
    return block.ref in fight.fatigued


def must_regroup(game: Game, block: FieldedBlock) -> bool:
    """Whether a block of the winner has to leave: fatigued (WK-34), or a flyer over open sea (WK-20)."""
    assert game.fight is not None
    over_sea = game.site(block.place, block.side).is_open_sea and game.row(block).terrain is Terrain.FLY
    return must_leave(block, game.fight) or over_sea


def refused_goal(game: Game, block: FieldedBlock, place: str) -> Iterator[Refusal]:
    """WK-60: the cities that are no goal of a retreat or a regroup; what else there is, the standard rules say."""
    city = game.ground.by_hex.get(place)
    goal = ends.Goal(
        city=city is not None,
        home=game.home(place) == block.side,
        held=game.garrisons.get(place) == block.side,
        empty=not game.at(place),
    )
    yield from ends.refused_goal(game.size, goal)


def goals(game: Game, block: FieldedBlock) -> Iterator[str]:
    """The hexes that a block may retreat or regroup into: neighbours with no enemy in them (K-21)."""
    if game.row(block).kind is Kind.CASTLE:
        return
    board = game.ground.board
    for neighbour in board.neighbours(hex_of(block.place)):
        place = written(neighbour)
        if game.at(place, other(block.side)) or any(refused_goal(game, block, place)):
            continue
        if has_room(game, place, block.side, 1):
            yield place


class BuildDesk(Struct, frozen=True):
    """What one more pick of a side is checked against, put together once."""

    phase: building.BuildPhase
    before: tuple[building.AnyPick, ...]

    def refused(self, pick: building.AnyPick) -> list[Refusal]:
        """WK-50 to WK-53: every reason against one pick more in this build phase."""
        return building.refused_picks(self.phase, [*self.before, pick])


def build_desk(game: Game, side: str) -> BuildDesk:
    """What a side builds on: its cities, its pool, and what it has built in this phase."""
    before = [_as_pick(game, each) for each in game.picks.get(side, ())]
    pool = dict(game.pools.get(side, {}))
    for each in game.picks.get(side, ()):
        if not each.is_castle:  # what has come is counted among the picks
            pool[each.unit] = pool.get(each.unit, 0) + 1
    phase = building.BuildPhase(
        size=game.size, cities=game.cities_of(side), moon=game.moon, pool=pool, stack_limit=game.data.rules.stack_limit
    )
    return BuildDesk(phase, tuple(before))


def _as_pick(game: Game, pick: Pick) -> building.AnyPick:
    city = game.ground.by_hex.get(pick.city)
    name = city.name if city else pick.city
    return building.CastlePick(name) if pick.is_castle else building.CadrePick(game.data.unit(pick.unit, "unit"), name)


def castles_of(game: Game, side: str) -> list[UnitRow]:
    """The kinds of castles of which one more may stand."""
    standing = [block.unit for block in game.of(side)]
    rows = game.data.rows(game.armies.get(side, ""), Kind.CASTLE)
    return [row for row in rows if standing.count(row.id) < (UNCOUNTED if row.copies is None else row.copies)]


def castle_at(game: Game, place: str, side: str) -> FieldedBlock | None:
    """The castle of a side in a hex."""
    return next((block for block in game.at(place, side) if game.row(block).kind is Kind.CASTLE), None)


def refused_castle(game: Game, desk: BuildDesk, side: str, place: str) -> list[Refusal]:
    """WK-53: every reason against a step on a castle in a city, one that all castles are on the map too."""
    city = game.ground.by_hex.get(place)
    refusals = desk.refused(building.CastlePick(city.name if city else place))
    standing = castle_at(game, place, side)
    if standing is None and not castles_of(game, side):
        refusals.append(Refusal("WK-53", "All castles are on the map.", CASTLES, place))
    elif standing is None and not has_room(game, place, side, 1):
        refusals.append(Refusal("WK-50", "The hex is full.", CASTLES, place))
    elif standing is not None and standing.steps >= game.row(standing).steps:
        refusals.append(Refusal("WK-53", "The castle has all its steps.", CASTLES, place))
    return refusals


def refused_study(game: Game, block: FieldedBlock) -> list[Refusal]:
    """WK-31: every reason against a roll at the henge."""
    standing = game.standing(block)
    if not block.place:
        return list(_refused_off_the_map(game, block))
    return list(casting.refused_study(standing, game.site(block.place, block.side)))


def whose_turn(game: Game) -> tuple[str, ...]:
    """The sides that may act now."""
    if game.how or game.pack is None:
        return ()
    match game.phase:
        case Phase.SETUP | Phase.BUILDING:
            return tuple(side for side in ("red", "blue") if side not in game.ready)
        case Phase.INITIATIVE:
            return ("red", "blue")
        case Phase.MOVEMENT:
            return (game.mover,)
        case Phase.BATTLES:
            if game.fight is None:
                return tuple(dict.fromkeys(list(game.battles().values())[:1]))
            if game.fight.winner:
                return (game.fight.winner,)
            acting = game.next_to_act()
            return (acting.side,) if acting else ()
