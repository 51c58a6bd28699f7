"""Who may go where, what a move takes on its way, and how stacks divide, join, load and land (GW-30 to GW-51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tabletop.battle.events import RefusalError
from tabletop.boards.area_graph import POINTS, AreaKind, AreaWay, BorderKind, Troop
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle.course import Course, Why, own_stack, refuse
from tabletop.greyhawk.battle.fighting import attack
from tabletop.greyhawk.battle.state import Counter, Fight, Game, Stack, fights_at_sea
from tabletop.greyhawk.catalogue import COMBAT, DIVIDING, FLEETS, MOVEMENT
from tabletop.greyhawk.pack import is_coastal
from tabletop.greyhawk.play.lines import Ground
from tabletop.greyhawk.play.refusals import Refusal
from tabletop.words import counted


def points_left(game: Game, stack: Stack) -> int:
    """What a stack may still spend on moves: all of it as it sets out, nothing once it has acted."""
    if game.move is not None and game.move.ref == stack.ref:
        return game.move.left
    return 0 if stack.active or not stack.area else POINTS[game.troop(stack)]


def ways(game: Game, stack: Stack) -> dict[str, tuple[AreaWay, int]]:
    """Where a stack may go now, each with its way and what is left; enemies' areas among them end every way."""
    left = points_left(game, stack)
    if not left:
        return {}
    troop = game.troop(stack)
    if troop is Troop.HERO:
        shut = [area for area in game.board.by_id if not game.lets_pass(area, stack.side, at_sea=False)]
        return game.board.one_move(stack.area, left, troop, closed=shut)
    shut = [area for area in game.board.by_id if not may_enter(game, area, stack)]
    return game.board.one_move(stack.area, left, troop, ends=shut)


def may_enter(game: Game, area: str, stack: Stack) -> bool:
    """Whether no other player keeps a stack out: ships are kept out by ships, armies by armies (GW-34, GW-40)."""
    return game.lets_pass(area, stack.side, at_sea=game.is_fleet(stack))


def refused_move(game: Game, stack: Stack, area: str, *, attacks: bool) -> Refusal | None:
    """Why a stack doesn't come to an area, or not like this."""
    if not points_left(game, stack):
        return Refusal("GW-23", f"{stack.ref} has done what it does this year", MOVEMENT, stack.ref)
    way = ways(game, stack).get(area)
    name = game.area_name(area)
    if way is None and not game.is_fleet(stack) and game.is_sea(area):
        return Refusal("GW-32", f"only ships go to {name}", MOVEMENT, stack.ref)
    if way is None and game.is_fleet(stack) and game.board.by_id[area].kind is AreaKind.LAND:
        return Refusal("GW-40", f"ships don't go to {name}: it is land", FLEETS, stack.ref)
    if way is None:
        code, citation = ("GW-40", FLEETS) if game.is_fleet(stack) else ("GW-31", MOVEMENT)
        left = points_left(game, stack)
        return Refusal(code, f"{stack.ref} doesn't reach {name} with {counted(left, 'point')}", citation, stack.ref)
    if stack.troops and game.enemies_at(area, stack.side, at_sea=game.is_fleet(stack)):
        if not attacks:
            return Refusal(
                "GW-34", f"an army is in {name}: attack it, or go through if it lets you", MOVEMENT, stack.ref
            )
    elif attacks:
        met = game.enemies_at(area, stack.side)
        said_of_it = f"ships and armies don't attack each other in {name}, but marines ashore do attack ships"
        return Refusal("GW-60", said_of_it if met else f"there is nobody to attack in {name}", COMBAT, stack.ref)
    return None


def move(course: Course, command: said.MoveStack, side: str) -> None:
    """A stack goes along the cheapest way; into another player's army it attacks (GW-60)."""
    stack = own_stack(course.game, command.ref, side)
    set_out(course, stack)
    refuse(refused_move(course.game, stack, command.area, attacks=command.attack))
    way, left = ways(course.game, stack)[command.area]
    if command.attack:
        origin, target = way.areas[-2], command.area
        if len(way.areas) > 2:
            _go(course, stack, way.areas[:-1], left)
        _attack(course, course.game.one(stack.ref), origin, target)
        return
    _go(course, stack, way.areas, left)
    is_spent = not left and stack.troops and not course.game.is_fleet(stack)
    if is_spent and refused_ship_attack(course.game, course.game.one(stack.ref)):
        stop(course, stack.ref)


def set_out(course: Course, stack: Stack) -> None:
    """One marker ends what it does before the next begins (GW-23)."""
    moving = course.game.move
    if moving is not None and moving.ref != stack.ref:
        stop(course, moving.ref)


def stop(course: Course, ref: str) -> None:
    """A marker is flipped: it has done what it does."""
    stack = course.game.stack(ref)
    if stack is not None:
        course.tell(made.Stopped(ref=ref, stacks=(replace(stack, active=True),)), "GW-23")


def _go(course: Course, stack: Stack, way: tuple[str, ...], left: int) -> None:
    game = course.game
    held = tuple(area for area in way[1:] if _takes(game, stack, area))
    razed = tuple(area for area in held if area in game.forts)
    moved = replace(stack, area=way[-1])
    rules = ("GW-40",) if game.is_fleet(stack) else ("GW-30", "GW-31") if stack.troops else ("GW-89",)
    course.tell(made.Moved(ref=stack.ref, way=way, left=left, held=held, razed=razed, stacks=(moved,)), *rules)


def _takes(game: Game, stack: Stack, area: str) -> bool:
    """Whether a stack takes an area as it comes: armies do, of all but those who let them pass (G-14)."""
    if not stack.troops or game.is_fleet(stack) or game.is_sea(area):
        return False
    holder = game.holders.get(area)
    return holder != stack.side and (holder is None or (holder, stack.side) not in game.lets)


def refused_ship_attack(game: Game, stack: Stack) -> Refusal | None:
    """Why an army's marines don't attack ships in the area where they stand (GW-60, G-20)."""
    if game.is_fleet(stack) or not any(fights_at_sea(game.row(each)) for each in stack.troops):
        return Refusal("GW-60", f"only marines attack ships, and {stack.ref} has none ashore", COMBAT, stack.ref)
    if not game.enemies_at(stack.area, stack.side, at_sea=True):
        return Refusal("GW-60", f"no ships of others are in {game.area_name(stack.area)}", COMBAT, stack.ref)
    if stack.active:
        return Refusal("GW-23", f"{stack.ref} has done what it does this year", MOVEMENT, stack.ref)
    return None


def attack_ships(course: Course, command: said.AttackShips, side: str) -> None:
    """The marines of an army fight the ships in their island area; who goes on living stays there (G-20)."""
    stack = own_stack(course.game, command.ref, side)
    refuse(refused_ship_attack(course.game, stack))
    set_out(course, stack)
    _attack(course, stack, stack.area, stack.area, at_sea=True)


def _attack(
    course: Course, stack: Stack, origin: str, area: str, *, landing: bool = False, at_sea: bool = False
) -> None:
    fought = as_attacked(course.game, stack, origin, area, landing=landing, at_sea=at_sea)
    attack(course, fought.battle, fought.one(stack.ref))


def as_attacked(
    game: Game, stack: Stack, origin: str, area: str, *, landing: bool = False, at_sea: bool = False
) -> Game:
    """The game with a stack in an enemies' area, and the battle: with its like, or `at_sea` of marines with ships."""
    at_sea = at_sea or game.is_fleet(stack)
    enemies = game.enemies_at(area, stack.side, at_sea=at_sea)
    border = game.board.beside[origin].get(area)
    ground = Ground(
        river=border is BorderKind.RIVER, ferry=border is BorderKind.FERRY, landing=landing,
        fort=not at_sea and game.is_fort(area), terrain=None if at_sea else game.board.by_id[area].terrain,
        race=game.options.race, at_sea=at_sea, safe_marines=game.options.safe_marines,
    )  # fmt: skip
    fight = Fight(area=area, origin=origin, attacker=stack.side, defender=enemies[0].side, ref=stack.ref, ground=ground)
    return replace(game.with_stack(replace(stack, area=area, active=True)), fight=fight)


def divide(course: Course, command: said.Divide, side: str) -> None:
    """Counters stay under a marker of their own: as before where nobody has moved yet, else activated (GW-50)."""
    game = course.game
    stack = own_stack(game, command.ref, side)
    troops = tuple(each for each in stack.troops if each.ref in command.troops)
    _check_parts(stack, command)
    is_moving = game.move is not None and game.move.ref == stack.ref
    if stack.active and not is_moving:
        refuse(Refusal("GW-50", f"{stack.ref} has done what it does this year", DIVIDING, stack.ref))
    heroes = (command.hero,) if command.hero else ()
    rest = replace(
        stack,
        troops=tuple(each for each in stack.troops if each not in troops),
        heroes=tuple(each for each in stack.heroes if each not in heroes),
    )
    if rest.cargo and not any(game.row(each).is_ship for each in rest.troops):
        refuse(Refusal("GW-41", "what a fleet carries needs its ships", FLEETS, stack.ref))
    if len(rest.cargo) > game.capacity(rest):
        refuse(Refusal("GW-41", f"the ships that go on carry {game.capacity(rest)} counters", FLEETS, stack.ref))
    if game.is_sea(stack.area) and not troops:
        refuse(Refusal("GW-32", "a hero stays at sea with ships alone", MOVEMENT, stack.ref))
    other = _own_army(game, stack, at_sea=game.is_fleet(stack)) if troops and is_moving else None
    if other is not None:
        joined = replace(
            other, troops=(*other.troops, *troops), heroes=(*other.heroes, *heroes), active=True, marker=other.marker
        )
        course.tell(made.Joined(ref=stack.ref, into=other.ref, stacks=(joined, rest)), "GW-50")
        course.owe_troops(joined)
        return
    new = Stack(
        ref=game.new_stack_ref(side), side=side, area=stack.area, troops=troops, heroes=heroes,
        marker=bool(troops) and not heroes, active=is_moving,
    )  # fmt: skip
    rest = _led(game, rest, new)
    course.tell(made.Divided(ref=stack.ref, new=new.ref, stacks=(new, rest)), "GW-50")


def _check_parts(stack: Stack, command: said.Divide) -> None:
    there = {each.ref for each in stack.troops}
    for ref in command.troops:
        if ref not in there:
            raise RefusalError(Why.NOT_THERE, ref=ref, stack=stack.ref)
    if command.hero and command.hero not in stack.heroes:
        raise RefusalError(Why.NOT_THERE, ref=command.hero, stack=stack.ref)
    whole = len(command.troops) == len(stack.troops) and bool(command.hero) == bool(stack.heroes)
    if not (command.troops or command.hero) or (whole and not stack.cargo and len(stack.heroes) <= 1):
        refuse(Refusal("GW-50", "some of a stack stay, and some go on", DIVIDING, stack.ref))


def _led(game: Game, rest: Stack, new: Stack) -> Stack:
    """What is left of a stack with a marker where it needs one; refused where too few are free (GW-50)."""
    needs = (new.marker, bool(rest.troops) and not rest.heroes and not rest.marker)
    if sum(needs) > game.free_markers(rest.side):
        refuse(Refusal("GW-50", "no army marker is free: a hero has to lead", DIVIDING, rest.ref))
    return replace(rest, marker=True) if needs[1] else rest


def _own_army(game: Game, stack: Stack, *, at_sea: bool) -> Stack | None:
    """Another stack with troops of the same side in the same area, ships for ships and land for land (G-13)."""
    others = (each for each in game.at(stack.area) if each.side == stack.side and each.ref != stack.ref and each.troops)
    return next((each for each in others if game.is_fleet(each) is at_sea), None)


def join(course: Course, command: said.Join, side: str) -> None:
    """A stack goes under another's marker; both have acted then, and lone heroes join as they are (GW-51)."""
    game = course.game
    stack, into = own_stack(game, command.ref, side), own_stack(game, command.into, side)
    if stack.ref == into.ref or stack.area != into.area or not stack.area:
        refuse(Refusal("GW-51", "stacks join in one area", DIVIDING, stack.ref))
    if stack.troops and into.troops and game.is_fleet(stack) is not game.is_fleet(into):
        refuse(Refusal("GW-32", "ships and armies keep markers of their own", MOVEMENT, stack.ref))
    combined(course, stack, into)


def combined(course: Course, stack: Stack, into: Stack) -> None:
    """One stack of two; what is too many has to go. Heroes who join an army stay fresh if both are."""
    active = into.active or stack.active or bool(stack.troops and into.troops)
    whole = replace(
        into, troops=(*into.troops, *stack.troops), heroes=(*into.heroes, *stack.heroes), active=active,
        cargo=(*into.cargo, *stack.cargo), marker=into.marker or stack.marker,
    )  # fmt: skip
    course.tell(made.Joined(ref=stack.ref, into=into.ref, stacks=(whole,), gone=(stack.ref,)), "GW-51")
    course.owe_troops(whole)


def merged_at_end(course: Course, side: str) -> None:
    """At the end of a player's actions at most one of its armies stands in an area (GW-35, GW-51)."""
    while pair := next(_doubled(course.game, side), None):
        combined(course, pair[1], pair[0])


def _doubled(game: Game, side: str) -> Iterator[tuple[Stack, Stack]]:
    seen: dict[tuple[str, bool], Stack] = {}
    for stack in game.of(side):
        if stack.troops:
            key = stack.area, game.is_fleet(stack)
            if key in seen:
                yield seen[key], stack
            seen[key] = stack


def refused_load(game: Game, fleet: Stack, stack: Stack) -> Refusal | None:
    """Why an army doesn't come on board (GW-42)."""
    if fleet.loaded or not game.boarding(fleet, 1):
        return Refusal("GW-42", f"every ship of {fleet.ref} has taken troops on board this year", FLEETS, fleet.ref)
    if points_left(game, fleet) < 1:
        return Refusal("GW-42", f"{fleet.ref} has no move left to take troops on board", FLEETS, fleet.ref)
    has_set_out = game.move is not None and game.move.ref == stack.ref
    if stack.active or has_set_out or not stack.troops or game.is_fleet(stack):
        return Refusal("GW-42", "only an army that hasn't acted goes on board", FLEETS, stack.ref)
    if not _is_port(game, stack.area, fleet.area):
        return Refusal("GW-42", f"no port joins {game.area_name(stack.area)} to the fleet", FLEETS, stack.ref)
    if len(fleet.cargo) + len(stack.troops) > game.capacity(fleet):
        return Refusal("GW-41", f"{fleet.ref} carries {game.capacity(fleet)} counters", FLEETS, fleet.ref)
    if not game.boarding(fleet, len(stack.troops)):
        said_of_it = f"ships of {fleet.ref} that have taken nobody on board this year have no room for {stack.ref}"
        return Refusal("GW-42", said_of_it, FLEETS, fleet.ref)
    return None


def _is_port(game: Game, land: str, sea: str) -> bool:
    """Whether troops board here: in a port's sea, or on an island with a port."""
    if land == sea:
        return game.board.by_id[land].port
    return game.board.by_id[land].port and game.board.beside[land].get(sea) is BorderKind.PORT


def load(course: Course, command: said.Load, side: str) -> None:
    game = course.game
    fleet, stack = own_stack(game, command.fleet, side), own_stack(game, command.ref, side)
    if not game.is_fleet(fleet):
        refuse(Refusal("GW-42", f"{fleet.ref} has no ships", FLEETS, fleet.ref))
    refuse(refused_load(game, fleet, stack))
    set_out(course, fleet)
    left = points_left(course.game, fleet) - 1
    boarded = {*game.boarded, *game.boarding(fleet, len(stack.troops))}
    full = replace(
        fleet, cargo=(*fleet.cargo, *stack.troops), heroes=(*fleet.heroes, *stack.heroes),
        loaded={ship.ref for ship in fleet.troops} <= boarded,
    )  # fmt: skip
    fact = made.Loaded(ref=stack.ref, fleet=fleet.ref, left=left, stacks=(full,), gone=(stack.ref,))
    course.tell(fact, "GW-41", "GW-42")


def refused_landing(game: Game, fleet: Stack) -> Refusal | None:
    """Why a fleet lands nowhere now (GW-42)."""
    if not fleet.cargo:
        return Refusal("GW-42", f"{fleet.ref} has nobody on board", FLEETS, fleet.ref)
    if points_left(game, fleet) < 1:
        return Refusal("GW-42", f"{fleet.ref} has no move left to land", FLEETS, fleet.ref)
    if next(landings(game, fleet), None) is None:
        return Refusal("GW-42", f"no coast lies beside {game.area_name(fleet.area)}", FLEETS, fleet.ref)
    return None


def landings(game: Game, fleet: Stack) -> Iterator[str]:
    """Where a fleet may put its cargo ashore now: coastal areas beside it, or the island where it is."""
    if not fleet.cargo or points_left(game, fleet) < 1:
        return
    here = game.board.by_id[fleet.area]
    if here.kind is AreaKind.ISLAND:
        yield fleet.area
    for other, kind in game.board.beside[fleet.area].items():
        land = game.board.by_id[other].kind is not AreaKind.SEA
        if here.kind is AreaKind.SEA and land and kind is not BorderKind.SPINE and is_coastal(game.board, other):
            yield other


def refused_unled(game: Game, fleet: Stack, area: str) -> Refusal | None:
    """Why cargo can't go ashore there without a hero: it joins an army of its own, or wants a free marker (GW-50)."""
    if game.free_markers(fleet.side) or _joined_ashore(game, fleet.side, area):
        return None
    return Refusal("GW-50", "no army marker is free: a hero of the fleet has to lead", DIVIDING, fleet.ref)


def _joined_ashore(game: Game, side: str, area: str) -> Stack | None:
    """The army that cargo joins in an area; None where there is none, or an enemy to be attacked first."""
    if game.enemies_at(area, side, at_sea=False):
        return None
    own = (each for each in game.at(area) if each.side == side and each.troops and not game.is_fleet(each))
    return next(own, None)


def land(course: Course, command: said.Land, side: str) -> None:
    """Cargo goes ashore under a hero of the fleet or a free marker, to an army there, or against an enemy's (GW-43)."""
    fleet = own_stack(course.game, command.fleet, side)
    set_out(course, fleet)
    game = course.game
    if command.area not in landings(game, fleet):
        refuse(Refusal("GW-42", f"{fleet.ref} doesn't land in {game.area_name(command.area)} now", FLEETS, fleet.ref))
    for ref, on_board in ((command.hero, fleet.heroes), *((ref, _refs(fleet.cargo)) for ref in command.troops)):
        if ref and ref not in on_board:
            raise RefusalError(Why.NOT_THERE, ref=ref, stack=fleet.ref)
    heroes = (command.hero,) if command.hero else ()
    ashore = tuple(each for each in fleet.cargo if each.ref in command.troops or not command.troops)
    new = Stack(
        ref=game.new_stack_ref(side), side=side, area=command.area, troops=ashore, heroes=heroes,
        marker=not heroes, active=True,
    )  # fmt: skip
    left_behind = replace(
        fleet, cargo=tuple(each for each in fleet.cargo if each not in ashore),
        heroes=tuple(each for each in fleet.heroes if each not in heroes),
    )  # fmt: skip
    left = points_left(game, fleet) - 1
    is_met = bool(game.enemies_at(command.area, side, at_sea=False))
    if is_met is not command.attack:
        said_of_it = "an army is there: attack it" if is_met else "there is nobody to attack"
        refuse(Refusal("GW-43", f"{game.area_name(command.area)}: {said_of_it}", FLEETS, fleet.ref))
    own = _joined_ashore(game, side, command.area)
    if own is not None:
        whole = replace(own, troops=(*own.troops, *new.troops), heroes=(*own.heroes, *heroes), active=True)
        _ashore(course, left_behind, whole, left)
        course.owe_troops(whole)
        return
    if new.marker and (why := refused_unled(game, fleet, command.area)):
        refuse(why)
    _ashore(course, left_behind, new, left, takes=not is_met)
    if is_met:
        _attack(course, course.game.one(new.ref), fleet.area, command.area, landing=True)


def _refs(counters: Iterable[Counter]) -> tuple[str, ...]:
    return tuple(each.ref for each in counters)


def _ashore(course: Course, fleet: Stack, stack: Stack, left: int, *, takes: bool = True) -> None:
    game = course.game
    held = (stack.area,) if takes and _takes(game, stack, stack.area) else ()
    razed = tuple(area for area in held if area in game.forts)
    fact = made.Landed(
        fleet=fleet.ref, ref=stack.ref, area=stack.area, left=left, held=held, razed=razed, stacks=(fleet, stack)
    )
    course.tell(fact, "GW-42")
