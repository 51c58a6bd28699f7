"""A battle, stage by stage: cards face down, volleys, hits, who stays, who goes where, the pursuit (GW-60 to GW-77)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.battle.events import RefusalError
from tabletop.boards.area_graph import Troop
from tabletop.cards import card_of
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle import fight_facts as fought
from tabletop.greyhawk.battle.course import Course, Why, refuse
from tabletop.greyhawk.battle.state import Counter, Fight, Game, Stack, Stage, fights_at_sea
from tabletop.greyhawk.catalogue import COMBAT, RETREAT, ROUNDS, SPECIAL_TROOPS, Deck
from tabletop.greyhawk.pack import GameCard, MoreStrength
from tabletop.greyhawk.play.lines import (
    Fighter,
    Side,
    Volley,
    free_attacks,
    hits_on,
    pursued,
    refused_targets,
    usual_targets,
)
from tabletop.greyhawk.play.refusals import Refusal

CARD_STAGES = {Stage.ATTACKER_CARDS: Side.ATTACKER, Stage.DEFENDER_CARDS: Side.DEFENDER}
CHOICES = {Stage.ATTACKER_CHOICE: Side.ATTACKER, Stage.DEFENDER_CHOICE: Side.DEFENDER}


def attack(course: Course, fight: Fight, stack: Stack) -> None:
    """A battle begins: the attacker stands in the area, and whoever holds cards may lay some."""
    course.tell(fought.FightBegun(fight=fight, stacks=(stack,)), "GW-60", "GW-61")
    _ask_cards(course, Side.ATTACKER)


def whose(game: Game) -> str:
    """The side that the battle waits for."""
    fight = game.battle
    volley = game.next_volley
    if volley is not None:
        return fight.side_of(volley.side)
    if fight.stage is Stage.PURSUIT:
        return fight.attacker if fight.leaver == fight.defender else fight.defender
    return fight.side_of((CARD_STAGES | CHOICES)[fight.stage])


def _ask_cards(course: Course, side: Side) -> None:
    """A side that holds cards is asked for some; who holds none is passed over."""
    fight = course.game.battle
    for each in (Side.ATTACKER, Side.DEFENDER) if side is Side.ATTACKER else (Side.DEFENDER,):
        if course.game.hand(fight.side_of(each)):
            stage = next(stage for stage, asked in CARD_STAGES.items() if asked is each)
            if stage is not fight.stage:
                course.tell(fought.FightChanged(stage, fight.round))
            return
    _show_cards(course)


def refused_card_here(game: Game, card: GameCard, side: Side) -> Refusal | None:
    """Why a side doesn't lay a card in this round: mercenaries in any, strength before the first (GW-6, GW-61)."""
    if card.deck is Deck.MERCENARY:
        return _refused_mercenaries(game, card, side)
    if not isinstance(card.effect, MoreStrength):
        return Refusal("GW-61", f"{card.name} adds no strength: it isn't for battles", COMBAT)
    if game.battle.round > 1:
        return Refusal("GW-61", f"{card.name} is laid before the first round alone", COMBAT)
    return None


def _refused_mercenaries(game: Game, card: GameCard, side: Side) -> Refusal | None:
    """At sea ships and marines join alone, these as far as there is room on board; on land all but ships (G-21)."""
    able = [muster.troop for muster in card.troops if _may_join(game, muster.troop, side)]
    if not able:
        here = "at sea only ships and marines fight" if game.battle.ground.at_sea else "ships don't fight on land"
        return Refusal("GW-60", f"{card.name}: {here}", COMBAT)
    if not any(game.has_in_pool(troop) for troop in able):
        return Refusal("GW-1", f"{card.name}: the pool has none of these counters", COMBAT)
    if _hired(game, side, card) == game:
        return Refusal("GW-41", f"{card.name}: no ship has room for them", COMBAT)
    return None


def _may_join(game: Game, troop: str, side: Side) -> bool:
    """Whether counters of a kind may join a line: ships join ships."""
    row, stack = game.data.troop(troop), game.line_stacks(side)[0]
    if not game.battle.ground.at_sea:
        return not row.is_ship
    return fights_at_sea(row) and (game.is_fleet(stack) or not row.is_ship)


def lay_cards(course: Course, command: said.LayCards, seat: str) -> None:
    fight = course.game.battle
    side = CARD_STAGES.get(fight.stage)
    if side is None:
        raise RefusalError(Why.NO_FIGHT)
    cards = tuple(dict.fromkeys(command.cards))
    for card in cards:
        if card not in course.game.hand(seat):
            raise RefusalError(Why.NOT_HELD, card=card)
        refuse(refused_card_here(course.game, course.game.data.by_card[card_of(card)], side))
    if command.stronger and command.stronger not in {each.ref for each in course.game.fighters(side)}:
        raise RefusalError(Why.NOT_THERE, ref=command.stronger, stack="your line")
    fact = fought.CardsLaid(
        side=seat, count=len(cards), cards=cards, on=command.stronger or "", salt=course.dice.salt()
    )
    course.tell(fact, "GW-61")
    if side is Side.ATTACKER:
        _ask_cards(course, Side.DEFENDER)
    else:
        _show_cards(course)


def _show_cards(course: Course) -> None:
    """What both have laid is turned up, and what it adds joins the lines; then the round begins."""
    before = course.game
    fight = before.battle
    if any(fight.laid.values()):
        after, bonus = before, dict[str, int]()
        for side in Side:
            name = fight.side_of(side)
            laid = [before.data.by_card[card_of(ref)] for ref in fight.laid.get(name, ())]
            stronger = sum(card.effect.amount for card in laid if isinstance(card.effect, MoreStrength))
            if stronger:
                bonus[fight.on.get(name) or strongest(before.fighters(side))] = stronger
            for card in laid:
                after = _hired(after, side, card)
        shown = fought.CardsShown(
            cards={side: cards for side, cards in fight.laid.items() if cards}, bonus=bonus,
            numbers=dict(after.numbers),
            stacks=tuple(stack for stack in after.stacks if stack not in before.stacks),
        )  # fmt: skip
        course.tell(shown, "GW-61", "GW-66")
    _begin_round(course)


def strongest(line: tuple[Fighter, ...]) -> str:
    """The counter that stands longest, and strikes hardest of those."""
    return max(line, key=lambda each: (each.lives, each.base)).ref


def _hired(game: Game, side: Side, card: GameCard) -> Game:
    """The game with a mercenary card's counters in a line, as many as there are and may fight; ships come first."""
    name = game.battle.side_of(side)
    kinds = sorted((each for each in card.troops if _may_join(game, each.troop, side)),
                   key=lambda each: not game.data.troop(each.troop).is_ship)  # fmt: skip
    for muster in kinds:
        stack, is_ship = game.line_stacks(side)[0], game.data.troop(muster.troop).is_ship
        on_board = game.is_fleet(stack) and not is_ship
        left = game.pool(muster.troop)
        count = muster.n if left is None else min(muster.n, left)
        count = min(count, game.capacity(stack) - len(stack.cargo)) if on_board else count
        new = tuple(Counter(ref, muster.troop) for ref in game.new_refs(name, max(count, 0)))
        grown = replace(stack, cargo=(*stack.cargo, *new)) if on_board else replace(stack, troops=(*stack.troops, *new))
        if new:
            numbers = {**game.numbers, name: game.numbers.get(name, 0) + len(new)}
            game = replace(game.with_stack(grown), numbers=numbers)
    return game


def _begin_round(course: Course) -> None:
    order = tuple((each.side.value, each.scouts, each.applies) for each in course.game.lines.order())
    course.tell(fought.FightChanged(Stage.VOLLEY, course.game.battle.round, order), "GW-65", "GW-67", "GW-68")
    _go_on(course)


def _go_on(course: Course) -> None:
    """Volleys in which nobody fires are passed over; after the last one the round is over."""
    while (volley := course.game.next_volley) is not None:
        lines = course.game.lines
        if lines.shooters(volley) and lines.targets(volley):
            return
        fight = course.game.battle
        course.tell(fought.FightChanged(Stage.VOLLEY, fight.round, fight.order, fight.volley + 1, fight.fourth))
        if volley.applies and _apply(course):
            return
    _round_over(course)


def aims(game: Game, volley: Volley, chosen: dict[str, str]) -> dict[str, str]:
    """Whom each counter of a volley attacks: as chosen, or as usual where nothing is."""
    lines = game.lines
    shooters, enemies = lines.shooters(volley), lines.targets(volley)
    return chosen or usual_targets(shooters, enemies, volley.side, lines.ground)


def why_outside(game: Game, counter: Counter) -> Refusal:
    """Why a counter in the area of the battle doesn't stand in its line (GW-60)."""
    row = game.row(counter)
    said_of_it = "at sea only ships and marines fight"
    if not game.battle.ground.at_sea:
        said_of_it = "ships and who is on board don't fight on land"
    elif fights_at_sea(row):
        said_of_it = "it isn't under the marker that attacks"
    return Refusal("GW-60", f"{row.name} {counter.ref}: {said_of_it}", COMBAT, counter.ref)


def why_idle(game: Game, fighter: Fighter, side: Side) -> Refusal | None:
    """Why a counter in a line doesn't fire now (GW-68)."""
    volley = game.next_volley
    if volley is None or volley.side is not side or volley.fires(fighter):
        return None
    said_of_it = "has fired already" if fighter.is_scout else "fires after the scouts"
    return Refusal("GW-68", f"{fighter.row.name} {fighter.ref} {said_of_it}", SPECIAL_TROOPS, fighter.ref)


def why_hero_stays(game: Game, hero: str, side: Side) -> Refusal | None:
    """Why a hero who leads a side can't be put beside a counter now (GW-66)."""
    ref = game.battle.heroes.get(hero)
    if ref is None or hero not in game.fight_heroes(side):
        return None
    if any(each.ref == ref for each in game.fighters(side)):
        return Refusal("GW-66", f"hero {hero} stands by {ref} as long as that is there", COMBAT, hero)
    return Refusal("GW-66", f"the counter of hero {hero} is gone: it stands by another next round", COMBAT, hero)


def why_spared(game: Game, fighter: Fighter, side: Side) -> Refusal | None:
    """Why a counter of a side can't be attacked now (G-10, GW-77)."""
    fight, volley = game.battle, game.next_volley
    if fight.stage is Stage.PURSUIT and fight.leaver == fight.side_of(side) and not pursued((fighter,)):
        return Refusal("GW-77", f"{fighter.row.name} {fighter.ref} rides, and isn't pursued", RETREAT, fighter.ref)
    if volley is not None and volley.side is not side and fighter not in game.lines.targets(volley):
        return Refusal("GW-60", f"{fighter.row.name} {fighter.ref} stands behind its ships", COMBAT, fighter.ref)
    return None


def bystanders(game: Game, side: Side) -> tuple[Counter, ...]:
    """Counters of a side of the battle in its area that don't stand in its line (GW-60)."""
    name, line = game.battle.side_of(side), {each.ref for each in game.fighters(side)}
    counters = (each for stack in game.at(game.battle.area) if stack.side == name for each in stack.all_troops)
    return tuple(each for each in counters if each.ref not in line)


def unplaced_heroes(game: Game, side: Side) -> tuple[str, ...]:
    """Heroes of a side who stand by no counter; whose counter is gone stands by another from the next round (GW-66)."""
    return tuple(hero for hero in game.fight_heroes(side) if hero not in game.battle.heroes)


def fire(course: Course, command: said.Fire, seat: str) -> None:
    """A volley is rolled counter by counter; its hits wait until they are applied (GW-64, GW-65)."""
    game = course.game
    volley = game.next_volley
    if volley is None:
        raise RefusalError(Why.NO_FIGHT)
    _check_aims(game, volley, dict(command.targets))
    heroes = _placed(game, volley.side, dict(command.heroes))
    with_heroes = replace(game, fight=replace(game.battle, heroes={**game.battle.heroes, **heroes}))
    lines = with_heroes.lines
    shooters, enemies = lines.shooters(volley), lines.targets(volley)
    chosen = aims(with_heroes, volley, dict(command.targets))
    refuse(next(refused_targets(shooters, enemies, chosen), None))
    hits, hit = dict(lines.hits), []
    for each in shooters:
        if course.die(each.ref, "attack") <= hits_on(each, volley.side, lines.ground):
            hit.append(each.ref)
            hits[chosen[each.ref]] = hits.get(chosen[each.ref], 0) + 1
    fact = fought.Fired(side=seat, targets=chosen, hit=tuple(hit), hits=hits, heroes=heroes)
    course.tell(fact, "GW-63", "GW-64", "GW-66", *(("GW-70",) if lines.ground.race else ()))
    if volley.applies and _apply(course):
        return
    _go_on(course)


def _check_aims(game: Game, volley: Volley, chosen: dict[str, str]) -> None:
    """RefusalError for a counter that doesn't fire now, or that can't be attacked, with its own reason."""
    reasons = {each.ref: why_outside(game, each) for side in Side for each in bystanders(game, side)}
    reasons |= {each.ref: why for each in game.fighters(volley.side) if (why := why_idle(game, each, volley.side))}
    reasons |= {
        each.ref: why for each in game.fighters(volley.side.other) if (why := why_spared(game, each, volley.side.other))
    }
    for ref in (*chosen, *chosen.values()):
        refuse(reasons.get(ref))


def _placed(game: Game, side: Side, wanted: dict[str, str]) -> dict[str, str]:
    """By which counter each hero stands who stands by none: as wanted, else by the strongest."""
    line = game.fighters(side)
    free = unplaced_heroes(game, side)
    for hero, ref in wanted.items():
        refuse(why_hero_stays(game, hero, side))
        if hero not in free:
            raise RefusalError(Why.NOT_A_HERO, ref=hero)
        if ref not in {each.ref for each in line}:
            raise RefusalError(Why.NOT_THERE, ref=ref, stack="your line")
    return {hero: wanted.get(hero) or strongest(line) for hero in free}


def _apply(course: Course) -> bool:
    """Hits flip and remove counters; whether the battle is over by that."""
    lines = course.game.lines
    both: tuple[Fighter, ...] = (*lines.attackers, *lines.defenders)
    met = [each for each in both if lines.hits.get(each.ref)]
    lost = tuple(each.ref for each in met if lines.hits[each.ref] >= each.lives)
    flipped = tuple(each.ref for each in met if each.ref not in lost)
    course.tell(fought.HitsApplied(flipped=flipped, lost=lost), "GW-65")
    if course.game.battle.ground.at_sea:
        _sink(course)
    if not (course.game.fighters(Side.ATTACKER) and course.game.fighters(Side.DEFENDER)):
        _finish(course)
        return True
    return False


def _sink(course: Course) -> None:
    """What ships carried that are sunk is lost, as far as no other has room (GW-44)."""
    for stack in course.game.armies_at(course.game.battle.area):
        ships = any(course.game.row(each).is_ship for each in stack.troops)
        if stack.cargo and not ships:
            refs = tuple(each.ref for each in stack.cargo)
            course.tell(made.GivenUp(side=stack.side, refs=refs), "GW-44")
        elif stack.cargo:
            course.owe_troops(stack)


def _round_over(course: Course) -> None:
    """Somebody may go, or a further round comes, or the attacker has to go (GW-62, GW-69)."""
    fight = course.game.battle
    if fight.round >= course.game.most_rounds:
        retreat_from(course, fight.attacker)
        return
    course.tell(fought.FightChanged(Stage.ATTACKER_CHOICE, fight.round), "GW-69")


def fight_on(course: Course, command: said.FightOn, seat: str) -> None:
    fight = course.game.battle
    side = CHOICES.get(fight.stage)
    if side is None:
        raise RefusalError(Why.NO_FIGHT)
    if command.fourth:
        refuse(refused_fourth(course.game, side))
    fourth = fight.fourth or command.fourth
    if side is Side.ATTACKER and (_may_wish(course.game, Side.DEFENDER) or any(goals(course.game, Side.DEFENDER))):
        course.tell(fought.FightChanged(Stage.DEFENDER_CHOICE, fight.round, fourth=fourth), "GW-69")
        return
    if fight.round == ROUNDS and not fourth:
        retreat_from(course, fight.attacker)
        return
    course.tell(fought.FightChanged(Stage.ATTACKER_CARDS, fight.round + 1), "GW-62")
    _ask_cards(course, Side.ATTACKER)


def refused_fourth(game: Game, side: Side) -> Refusal | None:
    """Why a side doesn't wish a fourth round now."""
    if _may_wish(game, side):
        return None
    return Refusal("GW-62", "only a hero leads an army into a fourth round, after the third", COMBAT)


def _may_wish(game: Game, side: Side) -> bool:
    """Whether a side may wish a fourth round now."""
    return game.battle.round == ROUNDS and bool(game.fight_heroes(side))


def ways_out(game: Game, side: Side) -> dict[str, Refusal | None]:
    """The areas to which a side might retreat, and why it may not: the attacker's origin, the defender's neighbours.

    Marines who attacked ships where they stood break off, and stay there (GW-75, G-2, G-20).
    """
    fight = game.battle
    if side is Side.ATTACKER:
        return {fight.origin: _refused_way_back(game)}
    troop = Troop.SHIP if fight.ground.at_sea else Troop.INFANTRY
    return {other: _refused_way(game, other) for other, _ in game.board.steps(fight.area, troop)}


def goals(game: Game, side: Side) -> Iterator[str]:
    """Where a side of the battle may retreat to."""
    return (area for area, why_not in ways_out(game, side).items() if why_not is None)


def _refused_way_back(game: Game) -> Refusal | None:
    fight, origin = game.battle, game.area_name(game.battle.origin)
    if fight.ground.landing:
        if _home_fleet(game) is None:
            return Refusal("GW-75", f"no fleet in {origin} has room for who is left", RETREAT)
    elif fight.origin != fight.area and game.enemies_at(fight.origin, fight.attacker, at_sea=fight.ground.at_sea):
        return Refusal("GW-75", f"another player's army is in {origin}", RETREAT)
    return None


def _refused_way(game: Game, area: str) -> Refusal | None:
    fight, name, where = game.battle, game.battle.defender, game.area_name(area)
    if area == fight.origin:
        return Refusal("GW-75", f"the attack came from {where}", RETREAT)
    if game.enemies_at(area, name):
        return Refusal("GW-75", f"another player's army is in {where}", RETREAT)
    if (holder := game.holders.get(area, name)) != name:
        return Refusal("GW-75", f"{game.side_name(holder)} holds {where}", RETREAT)
    return None


def _home_fleet(game: Game) -> Stack | None:
    """The fleet that has landed those who attack, with room for who is left."""
    fight = game.battle
    left = len(game.fighters(Side.ATTACKER))
    fleets = (each for each in game.at(fight.origin) if each.side == fight.attacker and game.is_fleet(each))
    return next((each for each in fleets if game.capacity(each) - len(each.cargo) >= left), None)


def retreat(course: Course, command: said.Retreat, seat: str) -> None:
    """Who may go now goes: the attacker first, else the defender (GW-69)."""
    fight = course.game.battle
    side = CHOICES.get(fight.stage)
    if side is None:
        raise RefusalError(Why.NO_FIGHT)
    ways = ways_out(course.game, side)
    to = command.area or next(goals(course.game, side), "")
    refuse(ways.get(to))
    if to not in ways:
        named = ", ".join(map(course.game.area_name, goals(course.game, side))) or "nowhere"
        refuse(Refusal("GW-75", f"{course.game.side_name(seat)} may retreat to {named}", RETREAT))
    _leave_with_pursuit(course, seat, to)


def retreat_from(course: Course, side: str) -> None:
    """The attacker has to go; where it can't, it is destroyed (GW-69, GW-76)."""
    to = next(goals(course.game, Side.ATTACKER), "")
    _leave_with_pursuit(course, side, to)


def _leave_with_pursuit(course: Course, leaver: str, to: str) -> None:
    game = course.game
    fight = game.battle
    side = Side.ATTACKER if leaver == fight.attacker else Side.DEFENDER
    leaving, staying = game.fighters(side), game.fighters(side.other)
    free = free_attacks(staying, leaving) if game.options.pursuit and to and not fight.ground.at_sea else 0
    if free and pursued(leaving):
        course.tell(fought.PursuitBegun(leaver=leaver, to=to, free=free), "GW-77")
        return
    _leave(course, leaver, to)


def left_side(fight: Fight) -> Side:
    """The side that goes in a pursuit."""
    return Side.ATTACKER if fight.leaver == fight.attacker else Side.DEFENDER


def pursuers(game: Game) -> tuple[tuple[Fighter, ...], tuple[Fighter, ...]]:
    """The cavalry with free attacks, the strongest first, and whom it may attack."""
    fight = game.battle
    side = left_side(fight)
    riders = [each for each in game.fighters(side.other) if not pursued((each,))]
    best = sorted(riders, key=lambda each: -each.base)[: fight.free]
    return tuple(best), pursued(game.fighters(side))


def pursue(course: Course, command: said.Pursue, seat: str) -> None:
    """Free attacks by bare strength; nobody fires back, and ground and heroes don't count (GW-77)."""
    game = course.game
    fight = game.battle
    if fight.stage is not Stage.PURSUIT:
        raise RefusalError(Why.NO_FIGHT)
    riders, prey = pursuers(game)
    known = {each.ref: each for each in prey}
    leavers = {each.ref: each for each in game.fighters(left_side(fight))}
    for ref in command.targets:
        refuse(why_spared(game, leavers[ref], left_side(fight)) if ref in leavers else None)
        if ref not in known:
            raise RefusalError(Why.NOT_THERE, ref=ref, stack="those who retreat")
    if len(command.targets) > len(riders):
        refuse(Refusal("GW-77", f"cavalry has {len(riders)} free attacks", RETREAT))
    hits: dict[str, int] = {}
    hit, targets = [], dict(zip((each.ref for each in riders), command.targets, strict=False))
    for rider in riders[: len(command.targets)]:
        if course.die(rider.ref, "pursuit") <= rider.base:
            hit.append(rider.ref)
            hits[targets[rider.ref]] = hits.get(targets[rider.ref], 0) + 1
    if targets:
        course.tell(fought.Fired(side=seat, targets=targets, hit=tuple(hit), hits=hits, heroes={}), "GW-77")
        lost = tuple(ref for ref, count in hits.items() if count >= known[ref].lives)
        course.tell(fought.HitsApplied(flipped=tuple(ref for ref in hits if ref not in lost), lost=lost), "GW-77")
    _leave(course, fight.leaver, fight.to)


def _leave(course: Course, leaver: str, to: str) -> None:
    """Whoever goes is moved, back on board after a landing, or destroyed; then the battle is over."""
    game = course.game
    fight = game.battle
    side = Side.ATTACKER if leaver == fight.attacker else Side.DEFENDER
    leaving = [each for each in game.line_stacks(side) if each.all_troops]
    if side is Side.DEFENDER:  # marines ashore stay where they are
        leaving = [each for each in leaving if game.is_fleet(each) is fight.ground.at_sea]
    if not leaving:  # nobody is left to go, and a hero alone doesn't (GW-71)
        _finish(course)
        return
    if not to:
        heroes = [replace(stack, area="", troops=(), cargo=(), marker=False) for stack in leaving if stack.heroes]
        gone = tuple(stack.ref for stack in leaving if not stack.heroes)
        markers = sum(stack.marker for stack in leaving)
        course.tell(fought.Retreated(side=leaver, markers=markers, stacks=tuple(heroes), gone=gone), "GW-76")
    elif fight.ground.landing and leaver == fight.attacker:
        fleet = _home_fleet(game)
        assert fleet is not None
        stack = game.one(fight.ref)
        full = replace(fleet, cargo=(*fleet.cargo, *stack.troops), heroes=(*fleet.heroes, *stack.heroes))
        course.tell(fought.Retreated(side=leaver, to=to, stacks=(full,), gone=(stack.ref,)), "GW-75")
    else:
        course.tell(
            fought.Retreated(side=leaver, to=to, stacks=tuple(replace(each, area=to) for each in leaving)), "GW-75"
        )
        _merge_retreated(course, leaver, to, [each.ref for each in leaving])
    _finish(course)


def _merge_retreated(course: Course, side: str, area: str, came: list[str]) -> None:
    """A retreat to an own army ends under its marker; what is too many under it has to go (GW-61, GW-76)."""
    for ref in came:
        stack = course.game.stack(ref)
        if stack is None:
            continue
        is_fleet = course.game.is_fleet(stack)
        others = [each for each in course.game.armies_at(area)
                  if each.side == side and each.ref not in came and course.game.is_fleet(each) is is_fleet]  # fmt: skip
        if not others:
            course.owe_troops(stack)
            continue
        into = others[0]
        whole = replace(
            into, troops=(*into.troops, *stack.troops), heroes=(*into.heroes, *stack.heroes),
            cargo=(*into.cargo, *stack.cargo), marker=into.marker or stack.marker,
        )  # fmt: skip
        course.tell(made.Joined(ref=ref, into=into.ref, stacks=(whole,), gone=(ref,)), "GW-76")
        course.owe_troops(whole)


def _finish(course: Course) -> None:
    """The battle is over: who stays takes the area, and what is too many under a marker has to go (GW-61, GW-80)."""
    game = course.game
    fight = game.battle
    attackers, defenders = game.fighters(Side.ATTACKER), game.fighters(Side.DEFENDER)
    winner = fight.attacker if attackers and not defenders else fight.defender if defenders else ""
    takes = winner == fight.attacker and not fight.ground.at_sea
    held = (fight.area,) if takes else ()
    razed = held if fight.area in game.forts else ()
    course.tell(fought.FightEnded(area=fight.area, winner=winner, held=held, razed=razed), "GW-69", "GW-71")
    for stack in course.game.armies_at(fight.area):
        course.owe_troops(stack)
