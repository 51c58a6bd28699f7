"""A battle, stage by stage: cards face down, volleys, hits, who stays, who goes where, the pursuit (GW-60 to GW-77)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.battle.events import RefusalError
from tabletop.battle.sealing import new_salt
from tabletop.boards.area_graph import Troop
from tabletop.cards import card_of
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle import fight_facts as fought
from tabletop.greyhawk.battle.course import Course, Why, refuse
from tabletop.greyhawk.battle.state import Counter, Fight, Game, Stack, Stage
from tabletop.greyhawk.catalogue import COMBAT, RETREAT, ROUNDS, Deck
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


def may_lay(game: Game, card: GameCard) -> bool:
    """Whether a card is for the battle now: mercenaries on land in any round, strength before the first (GW-61)."""
    if card.deck is Deck.MERCENARY:
        return not game.battle.ground.at_sea
    return isinstance(card.effect, MoreStrength) and game.battle.round == 1


def lay_cards(course: Course, command: said.LayCards, seat: str) -> None:
    fight = course.game.battle
    side = CARD_STAGES.get(fight.stage)
    if side is None:
        raise RefusalError(Why.NO_FIGHT)
    if seat != fight.side_of(side):
        raise RefusalError(Why.NOT_YOURS, side=course.game.side_name(whose(course.game)))
    cards = tuple(dict.fromkeys(command.cards))
    for card in cards:
        if card not in course.game.hand(seat):
            raise RefusalError(Why.NOT_HELD, card=card)
        if not may_lay(course.game, course.game.data.by_card[card_of(card)]):
            raise RefusalError(Why.NO_EFFECT, card=course.game.data.by_card[card_of(card)].name)
    if command.stronger and command.stronger not in {each.ref for each in course.game.fighters(side)}:
        raise RefusalError(Why.NOT_THERE, ref=command.stronger, stack="your line")
    fact = fought.CardsLaid(side=seat, count=len(cards), cards=cards, on=command.stronger or "", salt=new_salt())
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
                after = _hired(after, name, card)
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


def _hired(game: Game, side: str, card: GameCard) -> Game:
    """The game with a mercenary card's counters under the marker of its side in the battle, as many as there are."""
    area = game.battle.area
    stack = next(each for each in game.armies_at(area) if each.side == side and not game.is_fleet(each))
    for muster in card.troops:
        left = game.pool(muster.troop)
        refs = tuple(game.new_refs(side, muster.n if left is None else max(min(muster.n, left), 0)))
        stack = replace(stack, troops=(*stack.troops, *(Counter(ref, muster.troop) for ref in refs)))
        numbers = {**game.numbers, side: game.numbers.get(side, 0) + len(refs)}
        game = replace(game.with_stack(stack), numbers=numbers)
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


def unplaced_heroes(game: Game, side: Side) -> tuple[str, ...]:
    """Heroes of a side who stand by no counter yet, or whose counter is gone (GW-66)."""
    return tuple(hero for hero in game.fight_heroes(side) if hero not in game.battle.heroes)


def fire(course: Course, command: said.Fire, seat: str) -> None:
    """A volley is rolled counter by counter; its hits wait until they are applied (GW-64, GW-65)."""
    game = course.game
    volley = game.next_volley
    if volley is None:
        raise RefusalError(Why.NO_FIGHT)
    if seat != game.battle.side_of(volley.side):
        raise RefusalError(Why.NOT_YOURS, side=game.side_name(whose(game)))
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


def _placed(game: Game, side: Side, wanted: dict[str, str]) -> dict[str, str]:
    """By which counter each hero stands who stands by none: as wanted, else by the strongest."""
    line = game.fighters(side)
    free = unplaced_heroes(game, side)
    for hero, ref in wanted.items():
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
    if seat != fight.side_of(side):
        raise RefusalError(Why.NOT_YOURS, side=course.game.side_name(whose(course.game)))
    if command.fourth and not (fight.round == ROUNDS and course.game.fight_heroes(side)):
        refuse(Refusal("GW-62", "only a hero leads an army into a fourth round, after the third", COMBAT))
    fourth = fight.fourth or command.fourth
    if side is Side.ATTACKER and (_may_wish(course.game, Side.DEFENDER) or any(goals(course.game, Side.DEFENDER))):
        course.tell(fought.FightChanged(Stage.DEFENDER_CHOICE, fight.round, fourth=fourth), "GW-69")
        return
    if fight.round == ROUNDS and not fourth:
        retreat_from(course, fight.attacker)
        return
    course.tell(fought.FightChanged(Stage.ATTACKER_CARDS, fight.round + 1), "GW-62")
    _ask_cards(course, Side.ATTACKER)


def _may_wish(game: Game, side: Side) -> bool:
    """Whether a side may wish a fourth round now."""
    return game.battle.round == ROUNDS and bool(game.fight_heroes(side))


def goals(game: Game, side: Side) -> Iterator[str]:
    """Where a side of the battle may retreat to (GW-75)."""
    fight = game.battle
    name = fight.side_of(side)
    if side is Side.ATTACKER:
        if fight.ground.landing:
            if _home_fleet(game) is not None:
                yield fight.origin
        elif not game.enemies_at(fight.origin, name, at_sea=fight.ground.at_sea):
            yield fight.origin
        return
    troop = Troop.SHIP if fight.ground.at_sea else Troop.INFANTRY
    for other, _ in game.board.steps(fight.area, troop):
        holder = game.holders.get(other, name)
        if other != fight.origin and holder == name and not game.enemies_at(other, name):
            yield other


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
    if seat != fight.side_of(side):
        raise RefusalError(Why.NOT_YOURS, side=course.game.side_name(whose(course.game)))
    ways = list(goals(course.game, side))
    to = command.area or (ways[0] if ways else "")
    if to not in ways:
        named = ", ".join(map(course.game.area_name, ways)) or "nowhere"
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


def pursuers(game: Game) -> tuple[tuple[Fighter, ...], tuple[Fighter, ...]]:
    """The cavalry with free attacks, the strongest first, and whom it may attack."""
    fight = game.battle
    side = Side.ATTACKER if fight.leaver == fight.attacker else Side.DEFENDER
    riders = [each for each in game.fighters(side.other) if not pursued((each,))]
    best = sorted(riders, key=lambda each: -each.base)[: fight.free]
    return tuple(best), pursued(game.fighters(side))


def pursue(course: Course, command: said.Pursue, seat: str) -> None:
    """Free attacks by bare strength; nobody fires back, and ground and heroes don't count (GW-77)."""
    game = course.game
    fight = game.battle
    if fight.stage is not Stage.PURSUIT:
        raise RefusalError(Why.NO_FIGHT)
    if seat != whose(game):
        raise RefusalError(Why.NOT_YOURS, side=game.side_name(whose(game)))
    riders, prey = pursuers(game)
    known = {each.ref: each for each in prey}
    for ref in command.targets:
        if ref not in known:
            refuse(Refusal("GW-77", f"{ref} can't be pursued", RETREAT, ref))
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
    leaving = [each for each in game.armies_at(fight.area) if each.side == leaver
               and game.is_fleet(each) is fight.ground.at_sea]  # fmt: skip
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
    """A retreat to an own army ends under its marker (GW-76)."""
    for ref in came:
        stack = course.game.stack(ref)
        others = [each for each in course.game.armies_at(area) if each.side == side and each.ref not in came]
        if stack is None or not others or course.game.is_fleet(stack) is not course.game.is_fleet(others[0]):
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
