"""What is done but moving and fighting: the order, heroes, events, hero actions, healing, raising (GW-20 to GW-93)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.battle.events import RefusalError
from tabletop.boards.area_graph import AreaKind, BorderKind
from tabletop.cards import card_of
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle.course import Course, Why, own_stack, refuse
from tabletop.greyhawk.battle.moving import merged_at_end, set_out, stop
from tabletop.greyhawk.battle.state import Counter, Game, Parley, Phase, Stack, Tie
from tabletop.greyhawk.catalogue import (
    DIPLOMACY,
    DISBAND,
    FINAL_ACTIONS,
    FORTIFY,
    MOST_TROOPS,
    MOVEMENT,
    RECRUIT,
    SEARCH,
    TURN,
    Deck,
)
from tabletop.greyhawk.pack import LIGHT, BuildFort, Country, DrawCards, GameCard, MoreMoves, MoreStrength, MoreTroops
from tabletop.greyhawk.play.refusals import Refusal
from tabletop.greyhawk.play.targets import Target, asking, fortifying, is_hired

MOST_ROLLS = 50  # for the turn order, one after the other


def roll_order(course: Course) -> None:
    """Each side a die; those that are equal roll again among themselves (GW-20)."""
    sides = course.game.sides
    rolls: dict[str, tuple[int, ...]] = dict.fromkeys(sides, ())
    again: list[str] = list(sides)
    for _ in range(MOST_ROLLS):
        for side in again:
            rolls[side] = (*rolls[side], course.die(side, "turn order"))
        often = Tally(rolls.values())
        again = [side for side in again if often[rolls[side]] > 1]
        if not again:
            break
    order = tuple(sorted(sides, key=lambda side: rolls[side], reverse=True))
    course.tell(made.OrderRolled(order, rolls), "GW-20")
    begin(course, Phase.HEROES, order[0])


def begin(course: Course, phase: Phase, side: str) -> None:
    course.tell(made.PhaseBegun(course.game.turn, phase, side))


def refused_placing(game: Game, hero: str, area: str, side: str) -> Refusal | None:
    """Why a hero doesn't come to an area in the phase of heroes (GW-21)."""
    stack = stack_of_hero(game, hero)
    if stack is None or stack.side != side:
        return Refusal("GW-3", f"{hero} is none of your heroes", TURN, hero)
    if stack.area and game.enemies_at(stack.area, side):
        return Refusal("GW-21", f"an army in {game.area_name(stack.area)} holds {hero} there", TURN, hero)
    if game.enemies_at(area, side):
        return Refusal("GW-21", f"another player's army is in {game.area_name(area)}", TURN, hero)
    if game.is_sea(area) and not any(each.troops for each in game.at(area) if each.side == side):
        return Refusal("GW-32", f"only ships go to sea, and you have none in {game.area_name(area)}", MOVEMENT, hero)
    if any(stack.heroes for stack in game.at(area) if stack.side == side):
        return Refusal("GW-21", f"one of your heroes is in {game.area_name(area)}", TURN, hero)
    if stack.troops and not stack.marker and len(stack.heroes) == 1 and game.free_markers(side) < 1:
        return Refusal("GW-2", f"no marker is free for the troops that {hero} leads", TURN, hero)
    return None


def stack_of_hero(game: Game, hero: str) -> Stack | None:
    return next((stack for stack in game.stacks if hero in stack.heroes), None)


def place_hero(course: Course, command: said.PlaceHero, side: str) -> None:
    game = course.game
    refuse(refused_placing(game, command.hero, command.area, side))
    stack = stack_of_hero(game, command.hero)
    assert stack is not None
    heroes = tuple(each for each in stack.heroes if each != command.hero)
    left = replace(stack, heroes=heroes, marker=stack.marker or bool(stack.troops and not heroes))
    there = next((each for each in game.at(command.area) if each.side == side and each.troops), None)
    if there is not None:
        stacks = (left, replace(there, heroes=(*there.heroes, command.hero)))
    else:
        new = Stack(ref=game.new_stack_ref(side), side=side, area=command.area, heroes=(command.hero,))
        stacks = (left, new)
    course.tell(made.HeroPlaced(hero=command.hero, area=command.area, stacks=stacks), "GW-21")


def draw_event(course: Course, side: str) -> None:
    """One event; those that say so are carried out at once, the others are kept (GW-22)."""
    before = set(course.game.hand(side))
    course.draw(side, Deck.EVENT, 1, "GW-22")
    drawn = [card for card in course.game.hand(side) if card not in before]
    for card in drawn:
        known = course.game.data.by_card[card_of(card)]
        if known.now:
            course.tell(made.CardsLaidOff(side=side, cards=(card,), why="plays"), "GW-22")
            if isinstance(known.effect, DrawCards):
                course.draw(side, known.effect.deck, known.effect.n, "GW-22")
    next_player(course, Phase.EVENTS, Phase.ACTIONS)


def next_player(course: Course, phase: Phase, then: Phase) -> None:
    """The next in the turn order, or the next phase from the first of them on."""
    order = course.game.order
    place = order.index(course.game.mover) + 1
    if place < len(order):
        begin(course, phase, order[place])
    else:
        begin(course, then, order[0])


def refused_action(game: Game, stack: Stack, code: str) -> Refusal | None:
    """Why a marker doesn't act, whatever it is to do (GW-23, GW-24)."""
    if stack.active:
        return Refusal(code, f"{stack.ref} has acted this year", TURN, stack.ref)
    if game.move is not None and game.move.ref == stack.ref:
        return Refusal(code, f"{stack.ref} has set out, and does nothing else this year", TURN, stack.ref)
    return None


def refused_hero_action(game: Game, stack: Stack, code: str) -> Refusal | None:
    if not stack.heroes or not stack.area:
        return Refusal(code, f"{stack.ref} has no hero on the map", TURN, stack.ref)
    if game.enemies_at(stack.area, stack.side):
        return Refusal("GW-85", f"another player's army is in {game.area_name(stack.area)}", TURN, stack.ref)
    return refused_action(game, stack, code)


def fort_target(game: Game, stack: Stack) -> Target:
    others = [each for each in game.armies_at(stack.area) if each.side == stack.side and each.ref != stack.ref]
    beside = (game.row(counter) for each in others if not game.is_fleet(each) for counter in each.troops)
    return fortifying((game.row(each) for each in stack.troops), hero=bool(stack.heroes), beside=beside)


def refused_fortify(game: Game, stack: Stack) -> Refusal | None:
    if not stack.troops or game.is_fleet(stack):
        return Refusal("GW-80", "an army on land fortifies", FORTIFY, stack.ref)
    if game.is_fort(stack.area):
        return Refusal("GW-80", f"{game.area_name(stack.area)} is fortified", FORTIFY, stack.ref)
    return refused_action(game, stack, "GW-80")


def fortify(course: Course, command: said.Fortify, side: str) -> None:
    stack = own_stack(course.game, command.ref, side)
    refuse(refused_fortify(course.game, stack))
    set_out(course, stack)
    target = fort_target(course.game, stack)
    stands = target.holds(course.die(stack.ref, "fortify"))
    course.tell(
        made.FortTried(
            ref=stack.ref, area=stack.area, target=target.number, stands=stands, stacks=(replace(stack, active=True),)
        ),
        "GW-80",
    )


def disband(course: Course, command: said.Disband, side: str) -> None:
    """A whole army goes to the pool, and its marker is free at once; heroes stay (GW-81)."""
    stack = own_stack(course.game, command.ref, side)
    if not stack.troops:
        refuse(Refusal("GW-81", "heroes aren't disbanded", DISBAND, stack.ref))
    refuse(refused_action(course.game, stack, "GW-81"))
    set_out(course, stack)
    rest = (replace(stack, troops=(), cargo=(), active=True),) if stack.heroes else ()
    gone = () if stack.heroes else (stack.ref,)
    course.tell(made.Disbanded(ref=stack.ref, stacks=rest, gone=gone), "GW-81")


def ask_target(game: Game, stack: Stack, gifts: int = 0, others: int = 0) -> Target:
    """What a hero's diplomacy may not throw more than, in the capital where it is; `others` speak for it beside it."""
    country = game.country(stack.area)
    assert country is not None
    power = game.power(stack.side)
    return asking(country, power.alignment, power.home, gifts=gifts, others=others)


def helpers_of(game: Game, stack: Stack) -> tuple[Stack, ...]:
    """A player's other stacks in a capital whose heroes may speak for an alliance, where heroes speak (GW-86)."""
    if not game.options.counter_diplomacy:
        return ()
    others = (each for each in game.at(stack.area) if each.side == stack.side and each.ref != stack.ref)
    return tuple(each for each in others if each.heroes and refused_action(game, each, "GW-86") is None)


def beside_it(game: Game, stack: Stack) -> int:
    """Heroes under the marker of who asks: they speak for it, too, where heroes speak."""
    return len(stack.heroes) - 1 if game.options.counter_diplomacy else 0


def refused_asking(game: Game, stack: Stack) -> Refusal | None:
    country = game.country(stack.area) if stack.area else None
    if country is None or not game.board.by_id[stack.area].capital:
        return Refusal("GW-86", "a hero in a capital asks for an alliance", DIPLOMACY, stack.ref)
    if country.id in game.ties:
        holder = game.ties[country.id][0]
        whose = "yours" if holder == stack.side else f"on {game.side_name(holder)}'s side"
        return Refusal("GW-86", f"{country.name} is {whose} already", DIPLOMACY, stack.ref)
    return refused_hero_action(game, stack, "GW-86")


def gifts_of(game: Game, side: str) -> tuple[str, ...]:
    """The treasures of a side's hand, which may be given away."""
    return tuple(card for card in game.hand(side) if game.data.by_card[card_of(card)].deck is Deck.TREASURE)


def _give(course: Course, side: str, gifts: tuple[str, ...]) -> None:
    for card in gifts:
        if card not in gifts_of(course.game, side):
            raise RefusalError(Why.NOT_HELD, card=card)
    if gifts:
        course.tell(made.CardsLaidOff(side=side, cards=gifts, why="gives"), "GW-86")


def ask_alliance(course: Course, command: said.AskAlliance, side: str) -> None:
    stack = own_stack(course.game, command.ref, side)
    refuse(refused_asking(course.game, stack))
    set_out(course, stack)
    able = {each.ref: each for each in helpers_of(course.game, stack)}
    for ref in command.helpers:
        if ref not in able:
            refuse(Refusal("GW-86", f"{ref} has no hero there who may speak for it", DIPLOMACY, ref))
    helpers = [able[ref] for ref in dict.fromkeys(command.helpers)]
    gifts = tuple(dict.fromkeys(command.gifts))
    target = ask_target(course.game, stack, len(gifts), beside_it(course.game, stack)).number
    _give(course, side, gifts)
    country = course.game.country(stack.area)
    assert country is not None
    others = tuple(dict.fromkeys(
        each.side for each in course.game.at(stack.area) if each.side != side and each.heroes and not each.active
    )) if course.game.options.counter_diplomacy else ()  # fmt: skip
    parley = Parley(ref=stack.ref, side=side, country=country.id, target=target, waits=others)
    if not (helpers or others):
        _roll_alliance(course, parley)
        return
    course.tell(made.ParleyBegun(parley), "GW-86")
    if helpers:
        amount, stacks = sum(len(each.heroes) for each in helpers), [replace(each, active=True) for each in helpers]
        course.tell(made.ParleySpoken(side=side, amount=amount, stacks=tuple(stacks)), "GW-86")
    _roll_if_all_have_spoken(course)


def _roll_if_all_have_spoken(course: Course) -> None:
    if course.game.parley is not None and not course.game.parley.waits:
        _roll_alliance(course, course.game.parley)


def _roll_alliance(course: Course, parley: Parley) -> None:
    stack = course.game.one(parley.ref)
    won = course.die(parley.ref, "alliance") <= parley.target
    course.tell(
        made.AllianceTried(
            ref=parley.ref, side=parley.side, country=parley.country, target=parley.target, won=won,
            stacks=(replace(stack, active=True),),
        ),
        "GW-86",
    )  # fmt: skip


def speak(course: Course, command: said.Speak, side: str) -> None:
    """Another player's heroes, for or against, each for one and one for each gift; they have acted then (GW-86)."""
    parley = course.game.parley
    if parley is None or side not in parley.waits:
        raise RefusalError(Why.NOT_NOW, phase="an alliance that is asked for")
    amount, stacks = 0, list[Stack]()
    if command.says != "nothing":
        gifts = tuple(dict.fromkeys(command.gifts))
        _give(course, side, gifts)
        area = course.game.one(parley.ref).area
        speaking = [each for each in course.game.at(area) if each.side == side and each.heroes and not each.active]
        amount = (sum(len(each.heroes) for each in speaking) + len(gifts)) * (1 if command.says == "for" else -1)
        stacks = [replace(each, active=True) for each in speaking]
    course.tell(made.ParleySpoken(side=side, amount=amount, stacks=tuple(stacks)), "GW-86")
    _roll_if_all_have_spoken(course)


def refused_search(game: Game, stack: Stack) -> Refusal | None:
    if not stack.area or not game.board.by_id[stack.area].magic:
        return Refusal("GW-87", "a hero searches in a magic area", SEARCH, stack.ref)
    return refused_hero_action(game, stack, "GW-87")


def search(course: Course, command: said.Search, side: str) -> None:
    stack = own_stack(course.game, command.ref, side)
    refuse(refused_search(course.game, stack))
    set_out(course, stack)
    card, order = course.top(Deck.TREASURE)
    if not card:
        refuse(Refusal("GW-87", "no treasure is left", SEARCH, stack.ref))
    known = course.game.data.by_card[card_of(card)]
    course.tell(made.CardRevealed(side=side, deck=Deck.TREASURE, card=card, order=order), "GW-87")
    won = course.die(stack.ref, "search") > known.monster
    fact = made.Searched(ref=stack.ref, strength=known.monster, won=won, stacks=(replace(stack, active=True),))
    course.tell(fact, "GW-87")
    if won and known.reward:
        course.draw(side, Deck.TREASURE, known.reward, "GW-87")


def refused_hire(game: Game, stack: Stack) -> Refusal | None:
    if not stack.area or not game.board.by_id[stack.area].mercenary:
        return Refusal("GW-88", "a hero recruits in a mercenary area", RECRUIT, stack.ref)
    return refused_hero_action(game, stack, "GW-88")


def hire(course: Course, command: said.Hire, side: str) -> None:
    stack = own_stack(course.game, command.ref, side)
    refuse(refused_hire(course.game, stack))
    set_out(course, stack)
    card, order = course.top(Deck.MERCENARY)
    if not card:
        refuse(Refusal("GW-88", "no mercenaries are left", RECRUIT, stack.ref))
    kept = is_hired(course.game.data.by_card[card_of(card)], course.game.power(side).alignment)
    fact = made.CardRevealed(side=side, deck=Deck.MERCENARY, card=card, kept=kept, order=order)
    course.tell(fact, "GW-88")
    stop(course, stack.ref)
    course.owe_cards(side)


def refused_card(game: Game, card: GameCard, stack: Stack | None) -> Refusal | None:
    """Why a card isn't played now, on this stack."""
    has_troops = stack is not None and bool(stack.troops)
    at_sea = stack is not None and game.is_fleet(stack)
    match card.effect:
        case MoreMoves() if game.move is None:
            return Refusal("GW-22", f"{card.name}: an army has to be on the move", TURN)
        case MoreTroops(troop=troop) if game.data.troop(troop).is_ship:
            if not (has_troops and at_sea):
                return Refusal("GW-22", f"{card.name}: choose one of your fleets", TURN)
        case BuildFort() | MoreTroops() if at_sea or not has_troops:
            return Refusal("GW-22", f"{card.name}: choose one of your armies on land", TURN)
        case MoreStrength():
            return Refusal("GW-61", f"{card.name} is laid before a battle", TURN)
    if card.deck is Deck.MERCENARY:
        return Refusal("GW-88", f"{card.name} come at the start of a round of battle", TURN)
    return None


def play_card(course: Course, command: said.PlayCard, side: str) -> None:
    """A card of one's own hand, carried out where that is simple; else its words are the players' (GW-6)."""
    game = course.game
    if command.card not in game.hand(side):
        raise RefusalError(Why.NOT_HELD, card=command.card)
    card = game.data.by_card[card_of(command.card)]
    stack = own_stack(game, command.ref, side) if command.ref else None
    refuse(refused_card(game, card, stack))
    course.tell(made.CardsLaidOff(side=side, cards=(command.card,), why="plays"), "GW-6")
    match card.effect:
        case BuildFort() if stack is not None:
            course.tell(made.FortBuilt(stack.area), "GW-6")
        case MoreTroops(troop=troop, n=count) if stack is not None:
            raise_under(course, stack, game.from_pool((troop,) * count), active=stack.active)
        case MoreMoves(n=points):
            course.tell(made.MovesGiven(points), "GW-6")
        case DrawCards(deck=deck, n=count):
            course.draw(side, deck, count, "GW-6")


def finish_actions(course: Course, side: str) -> None:
    """Armies in one area become one, then it's healing and raising."""
    if course.game.move is not None:
        stop(course, course.game.move.ref)
        return
    merged_at_end(course, side)
    begin(course, Phase.FINAL, side)


def refused_heal(game: Game, stack: Stack) -> Refusal | None:
    if not any(each.flipped for each in stack.all_troops):
        return Refusal("GW-90", f"nobody of {stack.ref} is hurt", FINAL_ACTIONS, stack.ref)
    return refused_action(game, stack, "GW-90")


def heal(course: Course, command: said.Heal, side: str) -> None:
    stack = own_stack(course.game, command.ref, side)
    refuse(refused_heal(course.game, stack))
    whole = replace(
        stack, troops=tuple(replace(each, flipped=False) for each in stack.troops),
        cargo=tuple(replace(each, flipped=False) for each in stack.cargo), active=True,
    )  # fmt: skip
    course.tell(made.Healed(ref=stack.ref, stacks=(whole,)), "GW-90")


def musters(game: Game, side: str, country: Country, *, ships: bool) -> tuple[str, ...]:
    """The kinds that a country raises for a side, each once: all on its card, or the first of a conquered one (GW-91).

    Only what the pool has; a home country that can raise nothing raises light infantry (GW-93).
    """
    tie = game.tie(country.id, side)
    if tie is None:
        return ()
    codes = list(dict.fromkeys(muster.troop for muster in country.roster))
    codes = codes[:1] if tie is Tie.CONQUERED else codes
    there = [code for code in codes if game.has_in_pool(code)]
    if not there and tie is Tie.HOME and LIGHT in game.data.by_code:
        there = [LIGHT]
    return tuple(code for code in there if game.data.troop(code).is_ship is ships)


def country_for(game: Game, area: str, *, ships: bool) -> Iterator[Country]:
    """The countries whose counters may be raised in an area: its own, for ships those of its ports."""
    here = game.country(area)
    if here is not None and not ships:
        yield here
    for other, kind in game.board.beside[area].items() if ships else ():
        beside = game.country(other)
        if kind is BorderKind.PORT and beside is not None and game.board.by_id[area].kind is not AreaKind.LAND:
            yield beside


def refused_adding(game: Game, stack: Stack) -> Refusal | None:
    """Why no counters are added to a stack now: lone heroes raise no second army in an area (GW-2, GW-35, GW-90)."""
    if not stack.area:
        return Refusal("GW-91", f"{stack.ref} isn't on the map", FINAL_ACTIONS, stack.ref)
    met = [each for each in game.armies_at(stack.area) if game.is_fleet(each) is game.is_sea(stack.area)]
    if met and not stack.troops:
        return Refusal("GW-35", f"an army is in {game.area_name(stack.area)}", MOVEMENT, stack.ref)
    if len(stack.troops) >= MOST_TROOPS:
        return Refusal("GW-2", f"{stack.ref} has its {MOST_TROOPS} counters", FINAL_ACTIONS, stack.ref)
    if not _kinds_for(game, stack):
        name = game.area_name(stack.area)
        return Refusal("GW-91", f"no country of yours raises counters in {name}", FINAL_ACTIONS, stack.ref)
    return refused_action(game, stack, "GW-90")


def may_add(game: Game, stack: Stack) -> tuple[str, ...]:
    """The kinds of counters that may be added to a stack now, of which each comes once."""
    return () if refused_adding(game, stack) else _kinds_for(game, stack)


def _kinds_for(game: Game, stack: Stack) -> tuple[str, ...]:
    """The kinds that countries raise where a stack stands: ships for a fleet, land counters for an army."""
    ships = game.is_fleet(stack) or (game.is_sea(stack.area) and not stack.troops)
    found = (musters(game, stack.side, country, ships=ships) for country in country_for(game, stack.area, ships=ships))
    return tuple(dict.fromkeys(code for codes in found for code in codes))


def add_troops(course: Course, command: said.AddTroops, side: str) -> None:
    stack = own_stack(course.game, command.ref, side)
    refuse(refused_adding(course.game, stack))
    allowed = may_add(course.game, stack)
    _check_troops(course.game, command.troops, allowed, room=MOST_TROOPS - len(stack.troops), ref=stack.ref)
    raise_under(course, stack, command.troops, active=True)


def _check_troops(game: Game, wanted: tuple[str, ...], allowed: tuple[str, ...], *, room: int, ref: str) -> None:
    names = ", ".join(game.data.troop(code).name for code in allowed) or "nothing"
    for code in wanted:
        if code not in allowed or wanted.count(code) > 1:
            refuse(Refusal("GW-91", f"one counter each may be raised here of {names}", FINAL_ACTIONS, ref))
    if len(wanted) > room:
        refuse(Refusal("GW-91", f"{room} more may lie under the marker", FINAL_ACTIONS, ref))


def raise_under(course: Course, stack: Stack, codes: tuple[str, ...], *, active: bool) -> None:
    """New counters of these kinds under a stack's marker."""
    game = course.game
    new = tuple(Counter(ref, code) for ref, code in zip(game.new_refs(stack.side, len(codes)), codes, strict=True))
    grown = replace(stack, troops=(*stack.troops, *new), active=active)
    fact = made.Raised(ref=stack.ref, side=stack.side, troops=codes, stacks=(grown,))
    course.tell(fact, "GW-90", "GW-91")
    course.owe_troops(grown)


def raising_places(game: Game, side: str, country: str, *, ships: bool = False) -> tuple[str, ...]:
    """Where a country may raise a new army: its unoccupied areas that its player holds; ships beside its ports."""
    own = [area.id for area in game.data.areas_of(country) if game.holders.get(area.id) == side]
    if ships:
        own = [
            other for area in own for other, kind in game.board.beside[area].items()
            if kind is BorderKind.PORT and game.is_sea(other)
        ]  # fmt: skip
    return tuple(dict.fromkeys(area for area in own if not game.armies_at(area)))


def refused_raising(game: Game, side: str, country: str, area: str) -> Refusal | None:
    """Why no new army is raised by a country in an area (GW-92)."""
    limit = country in game.raised if game.options.raise_each else bool(game.raised)
    if limit:
        return Refusal("GW-92", "a new army has been raised this year", FINAL_ACTIONS)
    if game.tie(country, side) not in (Tie.HOME, Tie.ALLIED):
        return Refusal("GW-92", "home and allied countries raise new armies", FINAL_ACTIONS)
    if game.free_markers(side) < 1:
        return Refusal("GW-92", "no army marker is free", FINAL_ACTIONS)
    at_sea = area in game.board.by_id and game.is_sea(area)
    if area not in raising_places(game, side, country, ships=at_sea):
        return Refusal("GW-92", "a new army comes to an unoccupied area of its country that you hold", FINAL_ACTIONS)
    return None


def raise_army(course: Course, command: said.RaiseArmy, side: str) -> None:
    game = course.game
    refuse(refused_raising(game, side, command.country, command.area))
    ships = game.is_sea(command.area)
    allowed = musters(game, side, game.data.by_country[command.country], ships=ships)
    _check_troops(game, command.troops, allowed, room=MOST_TROOPS, ref="")
    _new_army(course, side, command.country, command.area, command.troops, ally=False)


def _new_army(course: Course, side: str, country: str, area: str, codes: tuple[str, ...], *, ally: bool) -> None:
    game = course.game
    new = tuple(Counter(ref, code) for ref, code in zip(game.new_refs(side, len(codes)), codes, strict=True))
    stack = Stack(ref=game.new_stack_ref(side), side=side, area=area, troops=new, marker=True, active=True)
    fact = made.Raised(
        ref=stack.ref, side=side, troops=codes, country=country, is_new=True, is_ally=ally, stacks=(stack,)
    )
    course.tell(fact, *(("GW-86",) if ally else ("GW-92",)))
    course.owe_troops(stack)


def ally_places(game: Game, side: str, country: str) -> tuple[str, ...]:
    """Where the army of a new ally may come: its areas without another player's army (GW-86)."""
    areas = (area.id for area in game.data.areas_of(country))
    return tuple(area for area in areas if not game.enemies_at(area, side) and not game.armies_at(area))


def ally_troops(game: Game, country: str, *, ships: bool) -> tuple[str, ...]:
    """The land counters or the ships on a country's card, as far as the pool goes."""
    codes = [muster.troop for muster in game.data.by_country[country].roster for _ in range(muster.n)]
    return game.from_pool(code for code in codes if game.data.troop(code).is_ship is ships)


def ally_seas(game: Game, side: str, country: str) -> tuple[str, ...]:
    """Where the ships of a new ally may come under a marker of their own: free seas that its ports join (G-19)."""
    if not ally_troops(game, country, ships=True) or game.free_markers(side) < 2:
        return ()
    return raising_places(game, side, country, ships=True)


def place_ally(course: Course, command: said.PlaceAlly, side: str) -> None:
    """The army on the card of a new ally, and where the player says so its ships."""
    game, country = course.game, command.country
    if country not in game.new_allies or command.area not in ally_places(game, side, country):
        refuse(Refusal("GW-86", "a new ally's army comes to a free area of its country", DIPLOMACY))
    if game.free_markers(side) < 1:
        refuse(Refusal("GW-86", "no army marker is free", DIPLOMACY))
    if command.sea and command.sea not in ally_seas(game, side, country):
        refuse(Refusal("GW-86", "a new ally's ships come to a free sea beside its ports, by a marker", DIPLOMACY))
    _new_army(course, side, country, command.area, ally_troops(game, country, ships=False), ally=True)
    if command.sea:
        _new_army(course, side, country, command.sea, ally_troops(game, country, ships=True), ally=True)
