"""What a side is offered: each command as a form, with chances before a roll, and reasons against what isn't possible.

On the map a stack is chosen by its area (`?at=ash`), and then where it goes by another area (`&to=jute`).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.battle.playing import Choice, Field, Offer
from tabletop.cards import card_of
from tabletop.dice.words import per_cent
from tabletop.greyhawk.battle.acting import (
    ally_places,
    ally_seas,
    ask_target,
    beside_it,
    fort_target,
    gifts_of,
    helpers_of,
    may_add,
    musters,
    raising_places,
    refused_adding,
    refused_asking,
    refused_card,
    refused_fortify,
    refused_heal,
    refused_hire,
    refused_placing,
    refused_raising,
    refused_search,
)
from tabletop.greyhawk.battle.fight_offers import (
    against,
    area_choice,
    card_choices,
    ends_in_words,
    ends_of,
    fight_offers,
)
from tabletop.greyhawk.battle.fighting import (
    strongest,
)
from tabletop.greyhawk.battle.moving import (
    as_attacked,
    landings,
    points_left,
    refused_landing,
    refused_load,
    refused_move,
    refused_ship_attack,
    refused_unled,
    ways,
)
from tabletop.greyhawk.battle.state import Game, Owed, Phase, Stack, Tie
from tabletop.greyhawk.battle.whose import whose_turn
from tabletop.greyhawk.catalogue import DIE, FINAL_ACTIONS, MOST_TROOPS, MOVEMENT
from tabletop.greyhawk.pack import BuildFort, GameCard, MoreTroops
from tabletop.greyhawk.play.lines import Side
from tabletop.greyhawk.play.refusals import Refusal
from tabletop.greyhawk.play.targets import Target
from tabletop.rosters.comparison import signed
from tabletop.words import counted

FORETOLD = 100  # battles that are played for an attack whose exact odds take more, of which a page may offer many
MOST_GOALS = 30  # areas that are offered by name


def offers_of(game: Game, side: str, at: str, to: str = "") -> Iterator[Offer]:
    """What a side may do now; `at` and `to` are the areas that were chosen, empty for none."""
    if side in whose_turn(game):
        yield from _doing(game, side, at, to)
    if side in game.sides and game.fight is None and not game.how:
        yield from _passage(game, side)


def _passage(game: Game, side: str) -> Iterator[Offer]:
    """Who may go through one's armies and fleets, to be said whoever's turn it is (GW-34, GW-40)."""
    for other in (each for each in game.sides if each != side):
        name, lets = game.side_name(other), (side, other) in game.lets
        yield Offer(
            command="let_pass", label=f"Keep {name} out" if lets else f"Let {name} pass",
            title="Who passes your armies and fleets",
            about=f"{name} {'may pass them' if lets else 'may not pass them without an attack'}.",
            stated=(("side", other),) if lets else (("side", other), ("lets", "true")),
        )  # fmt: skip


def _doing(game: Game, side: str, at: str, to: str) -> Iterator[Offer]:
    if game.owed:
        yield _giving_up(game, game.owed[0])
        if game.owes_cards(side):
            yield from _cards(game, side, list(game.of(side)))
    elif game.fight is not None:
        yield from fight_offers(game, side)
    elif game.parley is not None:
        yield _speaking(game, side)
    else:
        match game.phase:
            case Phase.ORDER:
                yield Offer(command="roll_order", label="Roll for the turn order", dice=True, die=DIE, primary=True)
            case Phase.HEROES:
                yield from _placing(game, side, at)
            case Phase.EVENTS:
                yield Offer(command="draw_event", label="Draw an event", primary=True)
            case Phase.ACTIONS:
                yield from _acting(game, side, at, to)
            case Phase.FINAL:
                yield from _final(game, side, at)
            case Phase.ALLIES:
                yield from _allies(game, side)


def counter_choices(game: Game, stack: Stack, *, cargo: bool = False) -> tuple[Choice, ...]:
    counters = stack.cargo if cargo else stack.troops
    return tuple(
        Choice(each.ref, f"{game.row(each).name} {each.ref}", "flipped" if each.flipped else "") for each in counters
    )


def _giving_up(game: Game, owed: Owed) -> Offer:
    if owed.kind == "cards":
        field = Field(
            name="cards", label=f"{owed.count} to go", kind="check", choices=card_choices(game, game.hand(owed.side))
        )
        return Offer(command="give_up", label="Discard", title="More than five cards", fields=(field,), primary=True)
    stack = game.one(owed.ref)
    choices = counter_choices(game, stack, cargo=owed.kind == "cargo")
    field = Field(name="troops", label=f"{owed.count} to go", kind="check", choices=choices)
    title = "More on board than ships carry" if owed.kind == "cargo" else "More than five counters under a marker"
    return Offer(command="give_up", label="To the pool", title=title, fields=(field,), primary=True)


def _placing(game: Game, side: str, at: str) -> Iterator[Offer]:
    for stack, hero in [(each, hero) for each in game.of(side) for hero in each.heroes]:
        there = f"in {game.area_name(stack.area)}" if stack.area else "not on the map yet"
        led = f", leads {game.kind(stack)} {stack.ref}" if stack.troops else ""
        about, label = f"Hero {hero} is {there}{led}.", f"Place hero {hero}"
        places = [at] if at else list(game.board.by_id)
        free = [area for area in places if refused_placing(game, hero, area, side) is None]
        if free:
            where = tuple(area_choice(game, area, _sites(game, area)) for area in free[:MOST_GOALS])
            fields = (Field(name="area", label="Where to", choices=where),)
            yield Offer(
                command="place_hero", label=label, title="Heroes", about=about, fields=fields, stated=(("hero", hero),)
            )
        else:
            why = against(*(refused_placing(game, hero, area, side) for area in places))
            yield Offer(command="place_hero", label=label, title="Heroes", why_not=why)
    yield Offer(command="done", label="Heroes are placed", title="Then", primary=True)


def _sites(game: Game, area: str) -> str:
    known = game.board.by_id[area]
    sites = [("magic", known.magic), ("mercenaries", known.mercenary), ("capital", known.capital)]
    return ", ".join(name for name, there in sites if there)


def _acting(game: Game, side: str, at: str, to: str) -> Iterator[Offer]:
    moving = game.stack(game.move.ref) if game.move else None
    here = [stack for stack in game.of(side) if stack.area and stack.area == (at or (moving.area if moving else ""))]
    for stack in here:
        yield from _stack_offers(game, stack, to)
    if at and not here:
        yield from _coming(game, side, at)
    yield from _cards(game, side, here)
    if moving is not None:
        left = counted(points_left(game, moving), "point")
        yield Offer(command="done", label=f"{moving.ref} is done", title="Then", about=f"{left} left to move.")
    else:
        label = "Actions are over: heal and raise"
        nobody_left = not any(points_left(game, stack) for stack in game.of(side))
        yield Offer(command="done", label=label, title="Then", primary=nobody_left)


def _titled(game: Game, stack: Stack) -> str:
    return f"{game.kind(stack).capitalize()} {stack.ref} in {game.area_name(stack.area)}"


def _ship_attack(game: Game, stack: Stack, title: str) -> Iterator[Offer]:
    """Marines against ships in the area where they stand; shown where there are ships of others (GW-60)."""
    enemies = game.enemies_at(stack.area, stack.side, at_sea=True)
    if enemies and not game.is_fleet(stack) and stack.troops:
        why, count = against(refused_ship_attack(game, stack)), len(enemies[0].troops)
        yield Offer(
            command="attack_ships", label=f"Attack {game.called(enemies[0])} with marines", title=title,
            about="" if why else f"{counted(count, 'ship')} and marines defend; only your marines fight. "
            f"{_foretold(as_attacked(game, stack, stack.area, stack.area, at_sea=True))}",
            stated=(("ref", stack.ref),), why_not=why,
        )  # fmt: skip


def _stack_offers(game: Game, stack: Stack, to: str) -> Iterator[Offer]:
    title = _titled(game, stack)
    yield from _moves(game, stack, title, to)
    yield from _ship_attack(game, stack, title)
    if stack.active and not points_left(game, stack):
        return  # one reason against all of it is enough
    yield from _hero_actions(game, stack, title)
    if stack.troops and not game.is_fleet(stack):
        why, target = against(refused_fortify(game, stack)), fort_target(game, stack)
        yield Offer(
            command="fortify", label="Fortify" if why else f"Fortify, {per_cent(target.chance)}", title=title,
            about=reasons_of(target), stated=(("ref", stack.ref),), dice=True, die=DIE, why_not=why,
        )  # fmt: skip
    yield from _dividing(game, stack, title)


def _coming(game: Game, side: str, area: str) -> Iterator[Offer]:
    """Who comes to an area that was chosen, by a move, an attack or a landing; or why nobody does."""
    stacks = [stack for stack in game.of(side) if stack.area not in ("", area)]
    offers = [offer for stack in stacks for offer in _coming_there(game, stack, area)]
    yield from offers
    enemies = game.enemies_at(area, side)
    attacked = {value for offer in offers for name, value in offer.stated if name == "attack"}
    if (enemies and not attacked) or not (enemies or offers):
        able = [each for each in stacks if not enemies or each.troops]
        able = [each for each in able if not enemies or game.is_fleet(each) is game.is_fleet(enemies[0])] or able
        why = against(*(refused_move(game, each, area, attacks=bool(enemies)) for each in able))
        label = f"Attack {game.called(enemies[0])}" if enemies else f"Come to {game.area_name(area)}"
        none = f"You have {'no troops' if enemies else 'nobody'} on the map who could."
        yield Offer(command="move", label=label, title=game.area_name(area), why_not=why or (none,))


def _coming_there(game: Game, stack: Stack, area: str) -> Iterator[Offer]:
    title = _titled(game, stack)
    found = ways(game, stack)
    if area in found:
        enemies = game.enemies_at(area, stack.side, at_sea=game.is_fleet(stack)) if stack.troops else ()
        if enemies:
            yield _attack(game, stack, enemies[0], title, found[area][0].areas)
        else:
            stated = (("ref", stack.ref), ("area", area))
            yield Offer(command="move", label=f"Move to {game.area_name(area)}", title=title, stated=stated)
    if game.is_fleet(stack) and area in landings(game, stack):
        yield _landing(game, stack, area, title)


def reasons_of(target: Target) -> str:
    """Its reasons and the number: `+4 infantry in the area, +1 a hero: 5 or less of 10.`."""
    reasons = ", ".join(f"{signed(line.amount)} {line.label}" for line in target.lines)
    return f"{reasons}: {target.number} or less of {DIE}."


def _moves(game: Game, stack: Stack, title: str, to: str) -> Iterator[Offer]:
    stated = (("ref", stack.ref),)
    found = ways(game, stack)
    if not found:
        nowhere = Refusal("GW-30", f"there is no area that {stack.ref} may enter", MOVEMENT)
        why = against(nowhere if points_left(game, stack) else refused_move(game, stack, stack.area, attacks=False))
        yield Offer(command="move", label=f"Act with {stack.ref}" if stack.active else "Move", title=title, why_not=why)
    met = {area for area in found if stack.troops and game.enemies_at(area, stack.side, at_sea=game.is_fleet(stack))}
    free = [area for area in found if area not in met and to in ("", area)]
    if free:
        where = tuple(area_choice(game, area, f"{counted(found[area][1], 'point')} left") for area in free[:MOST_GOALS])
        fields = (Field(name="area", label="Where to", choices=where),)
        yield Offer(
            command="move", label="Move", title=title, about=_who(game, stack), fields=fields, stated=stated,
            primary=bool(to),
        )  # fmt: skip
    for area in (area for area in found if area in met and to in ("", area)):
        enemy = game.enemies_at(area, stack.side, at_sea=game.is_fleet(stack))[0]
        yield _attack(game, stack, enemy, title, found[area][0].areas, primary=bool(to))
    if game.is_fleet(stack):
        yield from _at_sea(game, stack, title)


def _who(game: Game, stack: Stack) -> str:
    """Who moves, and how far: `Heavy infantry a1, Cavalry a2, hero ah1: 3 points to move.`."""
    counters = [f"{game.row(each).name} {each.ref}" for each in stack.troops]
    on_board = [f"on board {game.row(each).name} {each.ref}" for each in stack.cargo]
    heroes = [f"hero {hero}" for hero in stack.heroes]
    return f"{', '.join(counters + on_board + heroes)}: {counted(points_left(game, stack), 'point')} to move."


def _attack(
    game: Game, stack: Stack, enemy: Stack, title: str, way: tuple[str, ...], *, primary: bool = False
) -> Offer:
    return Offer(
        command="move", label=f"Attack {game.called(enemy)}", title=title,
        about=f"{_attack_about(game, enemy, way[-2], way[-1])} "
        f"{_foretold(as_attacked(game, stack, way[-2], way[-1]))}",
        stated=(("ref", stack.ref), ("area", way[-1]), ("attack", "true")), primary=primary,
    )  # fmt: skip


def _foretold(game: Game) -> str:
    """How a battle that would begin may end, each hero beside the strongest of its line."""
    heroes = {hero: strongest(game.fighters(side)) for side in Side for hero in game.fight_heroes(side)}
    ready = replace(game, fight=replace(game.battle, heroes=heroes))
    return f"{ends_in_words(ready, ends_of(ready, FORETOLD))} Cards aren't counted."


def _attack_about(game: Game, enemy: Stack, origin: str, area: str) -> str:
    count = len(enemy.troops)
    border = game.board.beside[origin].get(area)
    parts = [f"{count} counter{'s' if count > 1 else ''} defend", f"from {game.area_name(origin)}"]
    parts += ["over a river, they fire first in the first round"] if border == "river" else []
    parts += ["over a ferry, they fire first and you have −1"] if border == "ferry" else []
    parts += ["they are fortified, you have −1"] if game.is_fort(area) else []
    return f"{'; '.join(parts)}."


def _at_sea(game: Game, fleet: Stack, title: str) -> Iterator[Offer]:
    near = {fleet.area, *game.board.beside[fleet.area]}
    for stack in game.of(fleet.side):
        if stack.area not in near or not stack.troops or game.is_fleet(stack):
            continue
        label = f"Take {stack.ref} on board in {game.area_name(stack.area)}"
        stated = (("fleet", fleet.ref), ("ref", stack.ref))
        why = against(refused_load(game, fleet, stack))
        yield Offer(command="load", label=label, title=title, stated=stated, why_not=why)
    for area in landings(game, fleet):
        yield _landing(game, fleet, area, title)
    if fleet.cargo and (why := against(refused_landing(game, fleet))):
        yield Offer(command="land", label="Land", title=title, why_not=why)


def _landing(game: Game, fleet: Stack, area: str, title: str) -> Offer:
    """All on board go ashore in an area, led by a hero of the fleet or under a marker."""
    met = bool(game.enemies_at(area, fleet.side, at_sea=False))
    unled = refused_unled(game, fleet, area)
    markers = () if unled else (Choice("", "an army marker"),)
    heroes = (*markers, *(Choice(hero, hero) for hero in fleet.heroes))
    fields = (Field(name="hero", label="Led by", choices=heroes),) if fleet.heroes else ()
    if len(fleet.cargo) > 1:
        cargo = counter_choices(game, fleet, cargo=True)
        fields = (Field(name="troops", label="Who goes ashore: all, or those ticked", kind="check", choices=cargo),
                  *fields)  # fmt: skip
    attack = (("attack", "true"),) if met else ()
    label = f"{'Attack' if met else 'Land'} in {game.area_name(area)}"
    stated = (("fleet", fleet.ref), ("area", area), *attack)
    why = () if fleet.heroes else against(unled)
    about = ""
    if met and not why:
        ashore = Stack(ref=game.new_stack_ref(fleet.side), side=fleet.side, area=fleet.area, troops=fleet.cargo)
        about = f"With all of them. {_foretold(as_attacked(game, ashore, fleet.area, area, landing=True))}"
    return Offer(command="land", label=label, title=title, about=about, fields=fields, stated=stated, why_not=why)


def _hero_actions(game: Game, stack: Stack, title: str) -> Iterator[Offer]:
    stated = (("ref", stack.ref),)
    if not stack.heroes:
        return
    country = game.country(stack.area)
    if why := against(refused_asking(game, stack)):
        yield Offer(command="ask_alliance", label="Ask for an alliance", title=title, stated=stated, why_not=why)
    elif country is not None:
        target = ask_target(game, stack, others=beside_it(game, stack))
        gifts, helpers = gifts_of(game, stack.side), helpers_of(game, stack)
        fields: tuple[Field, ...] = ()
        if gifts:
            fields += (Field(name="gifts", label="Gifts", kind="check", choices=card_choices(game, gifts)),)
        if helpers:
            speaking = tuple(
                Choice(each.ref, f"{game.kind(each)} {each.ref}", f"+{len(each.heroes)}") for each in helpers
            )
            fields += (Field(name="helpers", label="Heroes who speak for it, too", kind="check", choices=speaking),)
        yield Offer(
            command="ask_alliance", label=f"Ask {country.name} for an alliance, {per_cent(target.chance)}", title=title,
            about=f"{reasons_of(target)} A gift adds one.", fields=fields, stated=stated, dice=True, die=DIE,
        )  # fmt: skip
    yield Offer(
        command="search", label="Search for treasure", title=title, stated=stated, dice=True, die=DIE,
        about="The top treasure is shown; more than its monster's strength wins its cards.",
        why_not=against(refused_search(game, stack)),
    )  # fmt: skip
    yield Offer(
        command="hire", label="Recruit mercenaries", title=title, stated=stated,
        about="The top mercenary card is yours if it shows your alignment, or neutral.",
        why_not=against(refused_hire(game, stack)),
    )  # fmt: skip


def _dividing(game: Game, stack: Stack, title: str) -> Iterator[Offer]:
    stated = (("ref", stack.ref),)
    fresh = not stack.active or (game.move is not None and game.move.ref == stack.ref)
    if fresh and len(stack.troops) + len(stack.heroes) > 1:
        fields = [Field(name="troops", label="Who stays here", kind="check", choices=counter_choices(game, stack))]
        if stack.heroes:
            heroes = (Choice("", "an army marker"), *(Choice(hero, f"hero {hero}") for hero in stack.heroes))
            fields.append(Field(name="hero", label="Led by", choices=heroes))
        yield Offer(command="divide", label="Leave some here", title=title, fields=tuple(fields), stated=stated)
    own = [each for each in game.at(stack.area) if each.side == stack.side and each.ref != stack.ref]
    own = [
        each for each in own if not (each.troops and stack.troops and game.is_fleet(each) is not game.is_fleet(stack))
    ]
    if own and fresh:
        into = tuple(Choice(each.ref, f"{game.kind(each)} {each.ref}") for each in own)
        fields = [Field(name="into", label="Under the marker of", choices=into)]
        yield Offer(command="join", label="Join", title=title, fields=tuple(fields), stated=stated)
    if stack.troops and not stack.active and game.move is None:
        yield Offer(command="disband", label=f"Disband {stack.ref}", title=title, stated=stated)


def needs_stack(card: GameCard) -> bool:
    """Whether a card is played on one of one's own stacks."""
    return isinstance(card.effect, BuildFort | MoreTroops)


def _cards(game: Game, side: str, here: list[Stack]) -> Iterator[Offer]:
    """The cards of a hand, each with the stacks of the chosen area that it can be played on, or why not now."""
    for card in game.hand(side):
        known = game.data.by_card[card_of(card)]
        label, about, stated = f"Play {known.name}", known.text, (("card", card),)
        fits = [stack for stack in here if needs_stack(known) and refused_card(game, known, stack) is None]
        fields = (Field(name="ref", label="On", choices=tuple(Choice(each.ref, game.called(each)) for each in fits)),)
        why = () if fits else against(refused_card(game, known, None))
        yield Offer(
            command="play_card", label=label, title="Cards", about=about, fields=fields if fits else (), stated=stated,
            why_not=why,
        )  # fmt: skip


def _speaking(game: Game, side: str) -> Offer:
    parley = game.parley
    assert parley is not None
    name = game.data.by_country[parley.country].name
    says = Field(name="says", label="Your hero there", kind="radio", value="nothing", choices=(
        Choice("nothing", "says nothing"), Choice("for", "speaks for it", "+1"),
        Choice("against", "speaks against it", "−1"),
    ))  # fmt: skip
    gifts = gifts_of(game, side)
    given = (
        (Field(name="gifts", label="Gifts, one more each", kind="check", choices=card_choices(game, gifts)),)
        if gifts
        else ()
    )
    title = f"{game.side_name(parley.side)} asks {name} for an alliance: {parley.target} or less"
    return Offer(
        command="speak",
        label="Say it",
        title=title,
        fields=(says, *given),
        dice=len(parley.waits) == 1,
        die=DIE,
        primary=True,
    )


def _final(game: Game, side: str, at: str) -> Iterator[Offer]:
    stacks = [stack for stack in game.of(side) if stack.area and at in ("", stack.area)]
    for stack in stacks:
        if refused_heal(game, stack) is None:
            label = f"Heal {stack.ref} in {game.area_name(stack.area)}"
            yield Offer(command="heal", label=label, title="Heal", stated=(("ref", stack.ref),))
        elif at:
            why = against(refused_heal(game, stack))
            yield Offer(
                command="heal", label=f"Heal {stack.ref}", title="Heal", stated=(("ref", stack.ref),), why_not=why
            )
    for stack in stacks:
        if codes := may_add(game, stack):
            room = MOST_TROOPS - len(stack.troops)
            choices = tuple(Choice(code, game.data.troop(code).name, game.data.troop(code).figures) for code in codes)
            fields = (Field(name="troops", label=f"Up to {room}", kind="check", choices=choices),)
            label = f"Raise under {stack.ref} in {game.area_name(stack.area)}"
            yield Offer(command="add", label=label, title="New counters", fields=fields, stated=(("ref", stack.ref),))
        elif at:
            why = against(refused_adding(game, stack))
            yield Offer(command="add", label=f"Raise under {stack.ref}", title="New counters", why_not=why)
    raising = [
        offer for country in game.held(side, Tie.HOME, Tie.ALLIED) for offer in _raising(game, side, country)
    ]  # fmt: skip
    yield from raising
    if not raising:
        why = _why_no_army(game, side)
        yield Offer(command="raise", label="Raise a new army", title="New armies", why_not=why)
    yield Offer(command="done", label="The next player", title="Then", primary=True)


def _why_no_army(game: Game, side: str) -> tuple[str, ...]:
    """Why no country of a side raises a new army."""
    held = game.held(side)
    if not held:
        return against(Refusal("GW-92", "you hold no country", FINAL_ACTIONS))
    places = [(country, next(iter(raising_places(game, side, country)), "")) for country in held]
    why = against(*(refused_raising(game, side, country, area) for country, area in places))
    return why or against(Refusal("GW-93", "the pool has no counter that they raise", FINAL_ACTIONS))


def _raising(game: Game, side: str, country: str) -> Iterator[Offer]:
    for ships in (False, True):
        places = [area for area in raising_places(game, side, country, ships=ships)
                  if refused_raising(game, side, country, area) is None]  # fmt: skip
        codes = musters(game, side, game.data.by_country[country], ships=ships)
        if places and codes:
            troops = tuple(Choice(code, game.data.troop(code).name, game.data.troop(code).figures) for code in codes)
            fields = (
                Field(name="area", label="Where", choices=tuple(area_choice(game, area) for area in places)),
                Field(name="troops", label="Who, at most five", kind="check", choices=troops),
            )
            label = f"Raise a new {'fleet' if ships else 'army'} of {game.data.by_country[country].name}"
            yield Offer(command="raise", label=label, title="New armies", fields=fields, stated=(("country", country),))


def _allies(game: Game, side: str) -> Iterator[Offer]:
    for country in game.new_allies:
        where = tuple(area_choice(game, area) for area in ally_places(game, side, country))
        fields = [Field(name="area", label="Where", choices=where)]
        if seas := ally_seas(game, side, country):
            choices = (*(area_choice(game, area) for area in seas), Choice("", "nowhere"))
            fields.append(Field(name="sea", label="Its ships", choices=choices))
        label = f"Place the army of {game.data.by_country[country].name}"
        yield Offer(
            command="place_ally",
            label=label,
            title="New allies",
            fields=tuple(fields),
            stated=(("country", country),),
            primary=True,
        )
    yield Offer(command="done", label="Without them", title="Then")
