"""The rules of a game in play for the log of battles: what commands bring, by the functions of `play/`.

Ways on the map, what a hexside lets through, and how blocks retreat beyond WK-60 are the standard game's and its
players': a block goes to any hex that is named. A retreat goes to a neighbouring hex without enemies (K-21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from secrets import SystemRandom
from typing import Any, ClassVar

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Clock, Happening, RefusalCode, RefusalError
from tabletop.battle.game import EVERYTHING, Ended
from tabletop.battle.playing import Begun, FormFields, Link, Look, Shown, command_in
from tabletop.battle.sealing import new_salt
from tabletop.decoding import MalformedError
from tabletop.dice.rolls import Hits
from tabletop.findings import Severity
from tabletop.packs import Packs
from tabletop.wizardkings.battle import commands as said
from tabletop.wizardkings.battle import facts as made
from tabletop.wizardkings.battle.facts import AnyFact, Known, known
from tabletop.wizardkings.battle.judging import (
    build_desk,
    castle_at,
    castles_of,
    enters,
    goals,
    has_room,
    hex_of,
    must_leave,
    must_regroup,
    recruit_of,
    refused_cast,
    refused_castle,
    refused_goal,
    refused_recruit,
    refused_study,
    spells_of,
)
from tabletop.wizardkings.battle.maps import game_map, placed
from tabletop.wizardkings.battle.state import SIDES, UNCOUNTED, FieldedBlock, Fight, Game, Phase, other, place_name
from tabletop.wizardkings.battle.view import plain_of, shown_to
from tabletop.wizardkings.catalogue import CAPITAL_GOLD, RECRUITING, Kind, Size
from tabletop.wizardkings.force import Force
from tabletop.wizardkings.pack import GAME, Pack
from tabletop.wizardkings.play import building, casting, ends
from tabletop.wizardkings.play.battle import Round, dice_of, spell_dice, with_hits
from tabletop.wizardkings.play.ground import Refusal
from tabletop.wizardkings.pricing import priced_by
from tabletop.wizardkings.rules import RULEBOOK, army_name

Happenings = Iterator[Happening[AnyFact]]
VERSION = f"{RULEBOOK.name} {RULEBOOK.version}"
DICE_OF_INITIATIVE = 2
MOST_THROWS = 50  # for the initiative, one after the other


class Why(RefusalCode):
    """Why a command is refused; `BY_A_RULE` has the rule's own sentence."""

    BY_A_RULE = "{rule}: {sentence}"
    OVER = "the game is over"
    NOT_A_SIDE = "only the two sides give commands"
    NOT_YOURS = "it's {side}'s to do"
    NOT_NOW = "that is done in the phase “{phase}”"
    NOT_A_BLOCK = "{ref} is none of your blocks"
    NO_SUCH_HEX = "the map has no hex {place}"
    NOT_HOME = "{place} isn't on your home maps"
    MOVED = "{ref} has moved this turn"
    STAYS = "{ref} is there already"
    FULL = "{place} would hold {count} blocks, and at most {limit} may stand in a hex"
    RECRUITED = "somebody has recruited: that is done once all have moved (WK-11)"
    NO_EDGE = "{ref} enters by your own edge, and {place} is too far from it"
    UNPLACED = "{count} of your blocks are still to be placed"
    READY = "{side} are ready already"
    ROLLED = "the initiative is rolled"
    IN_BATTLE = "a battle is fought: it comes first"
    NO_BATTLE = "there is no battle to be fought in {place}"
    FIRST_PLAYERS = "the first player's battles come first: {places}"
    NOT_IN_TURN = "it is the turn of {ref}"
    NOT_WON = "the battle isn't over"
    NO_NUMBER = "{ref} has no number to hit with"
    NO_SPELL = "{ref} has no spell “{spell}”"
    MUST_LEAVE = "{ref} is fatigued and has to retreat (WK-34)"
    LEAVES_SEA = "{ref} can't stay over the sea: it has to regroup"
    CASTLE_STAYS = "a castle stays where it is"
    NOT_BESIDE = "{place} isn't beside the battle"
    ENEMIES = "there are enemies in {place}"
    AFTER_RECRUITING = "somebody has recruited here: the whole army stays (WK-20)"
    NO_UNIT = "the pack has no unit “{unit}” for you"
    ELSEWHERE = "{ref} isn't in the battle"


class KingsBattle:
    """The games of Wizard Kings; the pack and the map of each stand in its first fact."""

    slug: ClassVar = GAME
    may_come_later: ClassVar = False
    most_sides: ClassVar = 2
    facts: ClassVar[Any] = AnyFact
    commands: ClassVar[Any] = said.AnyCommand

    def start(self) -> Game:
        return Game()

    def apply(self, state: Game, fact: AnyFact) -> Game:
        return fact.after(state)

    def begun(self, name: str, rosters: Sequence[Force], reference: Packs) -> Begun:
        packs = [_checked(side, force, reference) for side, force in zip(SIDES, rosters, strict=True)]
        red, blue = rosters
        for field, word in (("scenario", "size of game"), ("pack", "data pack"), *AGREED):
            if getattr(red, field) != getattr(blue, field):
                raise MalformedError("blue", f"both forces are of the same {word}")
        pack = packs[0]
        if pack.map is None:
            raise MalformedError("red", "its data pack has no map to play on")
        first = made.GameBegun(
            name=name,
            size=red.scenario,
            pack=pack,
            map=game_map(pack.map, red.scenario),
            names=_names(rosters),
            armies={side: force.army for side, force in zip(SIDES, rosters, strict=True)},
            capitals=_capitals(pack, rosters),
        )
        brought = [_brought(pack, side, force) for side, force in zip(SIDES, rosters, strict=True)]
        facts: list[AnyFact] = [first, *brought]
        if red.scenario is Size.SMALL:  # whose blocks enter by the edges in the first turn (WK-70)
            facts.append(made.PhaseBegun(1, Phase.INITIATIVE))
        return Begun(SIDES, VERSION, [Happening(fact, ("WK-70",)) for fact in facts])

    def check_begun(self, state: Game, sides: Sequence[str]) -> None:
        if tuple(sides) != SIDES:
            raise MalformedError("line 1", "the sides of this game are red and blue")
        if state.pack is None or state.map is None or set(state.numbers) != set(SIDES):
            raise MalformedError("line 2", "a game begins with its map and both forces")
        state.ground.board.check()
        for block in state.blocks:
            state.row(block)
        if set(state.names) != set(SIDES) or set(state.armies) != set(SIDES):
            raise MalformedError("line 2", "a game is between red and blue")

    def name_of(self, state: Game) -> str:
        return state.name

    def decide(self, state: Game, command: said.AnyCommand, seat: str, dice: NotedDice) -> list[Happening[AnyFact]]:
        if seat not in SIDES:
            raise RefusalError(Why.NOT_A_SIDE)
        if state.how:
            raise RefusalError(Why.OVER)
        phases, decider = DECIDERS[type(command)]
        if state.phase not in phases:
            raise RefusalError(Why.NOT_NOW, phase=phases[0])
        place = getattr(command, "place", None)
        if place is not None and not state.ground.board.has(hex_of(place)):
            raise RefusalError(Why.NO_SUCH_HEX, place=place)
        return list(decider(self, state, command, seat, dice))

    def clock(self, state: Game) -> Clock:
        if state.pack is None:
            return Clock()
        return Clock(state.turn, state.phase, side=state.mover)

    def touches(self, command: said.AnyCommand) -> frozenset[str]:
        """Building and setting up are everybody's own; everything else is about the whole map."""
        own = (said.PlaceBlocks, said.Build, said.BuildCastle, said.Study)
        return frozenset() if isinstance(command, own) else frozenset({EVERYTHING})

    def changes(self, fact: AnyFact) -> frozenset[str]:
        return frozenset({EVERYTHING})

    def reveals(self, fact: AnyFact) -> bool:
        return isinstance(fact, made.BattleOpened | made.GameEnded)

    def seen_by(self, fact: AnyFact, seat: str) -> AnyFact | None:
        seen: Any = fact.seen_by(seat)
        return seen  # type: ignore[no-any-return]

    def sentence(self, fact: AnyFact, before: Game) -> str:
        return fact.words(before)

    def ended(self, state: Game) -> Ended | None:
        return Ended(state.winner) if state.how else None

    def side_name(self, state: Game, side: str) -> str:
        return state.names.get(side, side)

    def shown(self, state: Game, seat: str, look: Look, link: Link) -> Shown:
        return shown_to(state, seat, look, link)

    def plain(self, state: Game, seat: str) -> dict[str, Any]:
        return plain_of(state, seat)

    def is_open(self, state: Game, seat: str) -> bool:
        return bool(state.how)

    def read(self, fields: FormFields) -> said.AnyCommand:
        command: said.AnyCommand = command_in(fields, said.AnyCommand)
        return command

    def _place(self, game: Game, command: said.PlaceBlocks, seat: str, dice: NotedDice) -> Happenings:
        _check_not_ready(game, seat)
        if game.home(command.place) != seat:
            raise RefusalError(Why.NOT_HOME, place=command.place)
        refs = tuple(dict.fromkeys(command.refs))
        for ref in refs:
            if _own(game, ref, seat).place == command.place:
                raise RefusalError(Why.STAYS, ref=ref)
        _check_room(game, command.place, seat, len(refs))
        for ref in refs:
            yield Happening(made.BlockPlaced(ref, command.place), ("WK-70",))

    def _ready(self, game: Game, command: said.Ready, seat: str, dice: NotedDice) -> Happenings:
        match game.phase:
            case Phase.MOVEMENT:
                _check_mover(game, seat)
                if seat == game.first:
                    yield Happening(made.PhaseBegun(game.turn, Phase.MOVEMENT, other(seat)))
                else:
                    yield from _after_movement(game)
                return
            case Phase.SETUP:
                _check_not_ready(game, seat)
                if left := sum(not block.place for block in game.of(seat)):
                    raise RefusalError(Why.UNPLACED, count=left)
            case _:
                _check_not_ready(game, seat)
        yield Happening(made.SideReady(seat))
        if other(seat) in game.ready:
            yield from _next_turn(game)

    def _initiative(self, game: Game, command: said.RollInitiative, seat: str, dice: NotedDice) -> Happenings:
        for _ in range(MOST_THROWS):
            sums = {side: sum(dice.of(side).faces(DICE_OF_INITIATIVE, "initiative")) for side in SIDES}
            if sums["red"] != sums["blue"]:
                break
        first = max(SIDES, key=lambda side: sums[side])
        yield Happening(made.InitiativeRolled(first, sums), (), dice.taken())
        yield Happening(made.PhaseBegun(game.turn, Phase.MOVEMENT, first))

    def _move(self, game: Game, command: said.MoveBlocks, seat: str, dice: NotedDice) -> Happenings:
        _check_mover(game, seat)
        if game.recruiting:
            raise RefusalError(Why.RECRUITED)
        for ref in command.refs:
            block = _own(game, ref, seat)
            if block.moved:
                raise RefusalError(Why.MOVED, ref=ref)
            if block.place == command.place:
                raise RefusalError(Why.STAYS, ref=ref)
            if game.row(block).kind is Kind.CASTLE:
                raise RefusalError(Why.CASTLE_STAYS)
            if not block.place and not enters(game, block, command.place):
                raise RefusalError(Why.NO_EDGE, ref=ref, place=command.place)
        if len(set(command.refs)) < len(command.refs):
            raise RefusalError(Why.MOVED, ref=command.refs[0])
        _check_room(game, command.place, seat, len(command.refs))
        attacks = bool(game.at(command.place, other(seat)))
        yield Happening(made.BlocksMoved(command.refs, command.place, attacks), ("WK-11",))

    def _recruit(self, game: Game, command: said.Recruit, seat: str, dice: NotedDice) -> Happenings:
        block = _own(game, command.ref, seat)
        if game.phase is Phase.MOVEMENT:
            _check_mover(game, seat)
        else:
            _check_winner(game, seat)
            if game.fight and block.place != game.fight.place:
                raise RefusalError(Why.ELSEWHERE, ref=block.ref)
        _refuse(refused_recruit(game, block))
        found = recruit_of(game, block)
        if command.steps > found.most:
            steps = f"{found.most} step{'s' if found.most > 1 else ''}"
            _refuse([Refusal("WK-15", f"{found.standing.name} gains at most {steps}.", RECRUITING, block.ref)])
        rules = ("WK-20", "WK-15") if game.fight else ("WK-11", "WK-12", "WK-15")
        yield Happening(made.Recruited(seat, block.ref, command.steps or found.most, new_salt()), rules)

    def _begin_battle(self, game: Game, command: said.BeginBattle, seat: str, dice: NotedDice) -> Happenings:
        if game.fight is not None:
            raise RefusalError(Why.IN_BATTLE)
        battles = game.battles()
        if command.place not in battles:
            raise RefusalError(Why.NO_BATTLE, place=command.place)
        first = [place for place, side in battles.items() if side == game.first]
        if battles[command.place] != game.first and first:
            raise RefusalError(Why.FIRST_PLAYERS, places=" and ".join(first))
        if seat != battles[command.place]:
            raise RefusalError(Why.NOT_YOURS, side=game.names[battles[command.place]])
        yield Happening(made.BattleOpened(command.place, seat, known(game.at(command.place))))

    def _fire(self, game: Game, command: said.Fire, seat: str, dice: NotedDice) -> Happenings:
        block, fight = _acting(game, command.ref, seat)
        _check_not_tired(block, fight)
        row = game.row(block)
        if row.hit is None:
            raise RefusalError(Why.NO_NUMBER, ref=block.ref)
        hits = _thrown(dice_of(row, block.steps), dice, block.ref, "fire")
        losses = _losses(game, block, hits)
        fact = made.Fired(block.ref, hits, losses)
        yield Happening(fact, (), dice.taken())
        yield from _after_turn(fact.after(game))

    def _cast(self, game: Game, command: said.CastSpell, seat: str, dice: NotedDice) -> Happenings:
        block, fight = _acting(game, command.ref, seat)
        _check_not_tired(block, fight)
        spell = next((spell for spell in spells_of(game, block) if spell.id == command.spell), None)
        if spell is None:
            raise RefusalError(Why.NO_SPELL, ref=block.ref, spell=command.spell)
        standing = game.standing(block)
        _refuse(refused_cast(game, block, spell))
        wizard = standing.row.kind is Kind.WIZARD
        hits = _thrown(spell_dice(spell), dice, block.ref, "spell")
        losses = _losses(game, block, hits)
        paid = block.steps - casting.steps_after_spell(standing, spell.level)
        fact: AnyFact = made.SpellCast(block.ref, spell.id, hits, losses, paid)
        yield Happening(fact, ("WK-32", "WK-35") if wizard else ("WK-40",), dice.taken())
        after = fact.after(game)
        if wizard:
            (face,) = dice.of(block.ref).faces(1, "fatigue")
            tested = made.FatigueTested(block.ref, casting.is_fatigued(face, spell.level))
            yield Happening(tested, ("WK-34",), dice.taken())
            after = tested.after(after)
            killed = any(after.block(ref) is None for ref in losses)
            learnt = block.ref in fight.learnt
            if killed and not any(
                casting.refused_learning(standing, spell, this_battle=learnt, this_turn=block.ref in game.learnt)
            ):
                fact = made.Learnt(block.ref)
                yield Happening(fact, ("WK-30",))
                after = fact.after(after)
        yield from _after_turn(after)

    def _hold(self, game: Game, command: said.Hold, seat: str, dice: NotedDice) -> Happenings:
        block, fight = _acting(game, command.ref, seat)
        if must_leave(block, fight) and any(goals(game, block)):
            raise RefusalError(Why.MUST_LEAVE, ref=block.ref)
        fact = made.Held(block.ref)
        yield Happening(fact)
        yield from _after_turn(fact.after(game))

    def _retreat(self, game: Game, command: said.Retreat, seat: str, dice: NotedDice) -> Happenings:
        fight = game.fight
        if fight is None or not fight.winner:
            block, fight = _acting(game, command.ref, seat)
            _refuse_goal(game, block, command.place)
            fact = made.Retreated(block.ref, command.place)
            yield Happening(fact, ("WK-60",))
            yield from _after_turn(fact.after(game))
            return
        _check_winner(game, seat)
        block = _own(game, command.ref, seat)
        if block.place != fight.place:
            raise RefusalError(Why.ELSEWHERE, ref=block.ref)
        if fight.recruited:
            raise RefusalError(Why.AFTER_RECRUITING)
        _refuse_goal(game, block, command.place)
        yield Happening(made.Retreated(block.ref, command.place, regroups=True), ("WK-60",))

    def _close(self, game: Game, command: said.CloseBattle, seat: str, dice: NotedDice) -> Happenings:
        _check_winner(game, seat)
        fight = game.battle
        for block in game.at(fight.place, seat):
            if must_regroup(game, block) and any(goals(game, block)):
                tired = block.ref in fight.fatigued
                raise RefusalError(Why.MUST_LEAVE if tired else Why.LEAVES_SEA, ref=block.ref)
        fact = made.BattleClosed(fight.place)
        yield Happening(fact)
        after = fact.after(game)
        if not after.battles():
            yield from _after_battles(after)

    def _build(self, game: Game, command: said.Build, seat: str, dice: NotedDice) -> Happenings:
        _check_not_ready(game, seat)
        row = game.data.by_slug.get(f"{GAME}/{command.unit}")
        if row is None:
            raise RefusalError(Why.NO_UNIT, unit=command.unit)
        city = game.ground.by_hex.get(command.place or "")
        pick = building.CadrePick(row, city.name if city else command.place or "")
        _refuse(build_desk(game, seat).refused(pick))
        (ref,) = game.new_refs(seat)
        place = "" if game.size is Size.SMALL else command.place or ""
        yield Happening(made.Built(seat, ref, row.id, place, False, new_salt()), ("WK-50", "WK-51"))

    def _castle(self, game: Game, command: said.BuildCastle, seat: str, dice: NotedDice) -> Happenings:
        _check_not_ready(game, seat)
        _refuse(refused_castle(game, build_desk(game, seat), seat, command.place))
        standing = castle_at(game, command.place, seat)
        if standing is not None:
            yield Happening(made.CastleRaised(seat, standing.ref, new_salt()), ("WK-53",))
            return
        rows = [row for row in castles_of(game, seat) if command.unit in (None, row.id)]
        if not rows:
            raise RefusalError(Why.NO_UNIT, unit=command.unit)
        (ref,) = game.new_refs(seat)
        yield Happening(made.Built(seat, ref, rows[0].id, command.place, True, new_salt()), ("WK-53",))

    def _study(self, game: Game, command: said.Study, seat: str, dice: NotedDice) -> Happenings:
        _check_not_ready(game, seat)
        block = _own(game, command.ref, seat)
        _refuse(refused_study(game, block))
        (face,) = dice.of(block.ref).faces(1, "henge")
        fact = made.Studied(seat, block.ref, casting.steps_studied(face), new_salt())
        yield Happening(fact, ("WK-31",), dice.taken())


def _refuse(refusals: Iterable[Refusal]) -> None:
    """RefusalError by the first rule that doesn't allow it."""
    for refusal in refusals:
        raise RefusalError(Why.BY_A_RULE, rule=refusal.code, sentence=refusal.sentence)


def _own(game: Game, ref: str, seat: str) -> FieldedBlock:
    block = game.block(ref)
    if block is None or block.side != seat:
        raise RefusalError(Why.NOT_A_BLOCK, ref=ref)
    return block


def _check_not_ready(game: Game, seat: str) -> None:
    if seat in game.ready:
        raise RefusalError(Why.READY, side=game.names[seat])


def _check_mover(game: Game, seat: str) -> None:
    if seat != game.mover:
        raise RefusalError(Why.NOT_YOURS, side=game.names[game.mover])


def _check_winner(game: Game, seat: str) -> None:
    """RefusalError unless a battle is won, by this side."""
    if game.fight is None or not game.fight.winner:
        raise RefusalError(Why.NOT_WON)
    if game.fight.winner != seat:
        raise RefusalError(Why.NOT_YOURS, side=game.names[game.fight.winner])


def _check_not_tired(block: FieldedBlock, fight: Fight) -> None:
    if must_leave(block, fight):
        raise RefusalError(Why.MUST_LEAVE, ref=block.ref)


def _check_room(game: Game, place: str, side: str, count: int) -> None:
    if not has_room(game, place, side, count):
        whole, limit = len(game.at(place, side)) + count, game.data.rules.stack_limit
        raise RefusalError(Why.FULL, place=place_name(game, place), count=whole, limit=limit)


def _acting(game: Game, ref: str, seat: str) -> tuple[FieldedBlock, Fight]:
    """The block whose turn it is in the battle, which is this one; RefusalError for another."""
    acting = game.next_to_act()
    if acting is None or game.fight is None:
        raise RefusalError(Why.NOT_NOW, phase="a round of battle")
    if acting.ref != ref:
        raise RefusalError(Why.NOT_IN_TURN, ref=acting.ref)
    if acting.side != seat:
        raise RefusalError(Why.NOT_YOURS, side=game.names[acting.side])
    return acting, game.fight


def _refuse_goal(game: Game, block: FieldedBlock, place: str) -> None:
    if game.row(block).kind is Kind.CASTLE:
        raise RefusalError(Why.CASTLE_STAYS)
    if game.ground.board.distance(hex_of(block.place), hex_of(place)) != 1:
        raise RefusalError(Why.NOT_BESIDE, place=place)
    if game.at(place, other(block.side)):
        raise RefusalError(Why.ENEMIES, place=place_name(game, place))
    _refuse(refused_goal(game, block, place))
    _check_room(game, place, block.side, 1)


def _thrown(wanted: Hits, dice: NotedDice, ref: str, purpose: str) -> int:
    """How many dice hit."""
    return sum(face <= wanted.needed for face in dice.of(ref).faces(wanted.count, purpose)) if wanted.count else 0


def _losses(game: Game, block: FieldedBlock, hits: int) -> dict[str, int]:
    """The steps that hits take, by block: each from the strongest enemy (K-18)."""
    order = game.order()
    before = tuple(each.steps for each in order)
    after = with_hits(order, Round(before), game.fighter(block).side, hits).steps
    return {each.ref: old - new for each, old, new in zip(order, before, after, strict=True) if new < old}


def _after_turn(game: Game) -> Happenings:
    """What follows a block's turn in a battle: it is won, or over, or the next round begins."""
    fight = game.battle
    there = {block.side for block in game.at(fight.place)}
    if len(there) == 1:
        yield Happening(made.BattleWon(there.pop()))
    elif not there:
        fact = made.BattleClosed(fight.place)
        yield Happening(fact)
        after = fact.after(game)
        if not after.battles():
            yield from _after_battles(after)
    elif game.next_to_act() is None:
        yield Happening(made.RoundBegun(fight.round + 1))


def _after_movement(game: Game) -> Happenings:
    fact = made.PhaseBegun(game.turn, Phase.BATTLES)
    yield Happening(fact)
    after = fact.after(game)
    if not after.battles():
        yield from _after_battles(after)


def _after_battles(game: Game) -> Happenings:
    """The build phase, unless a small game is over (WK-71, K-12)."""
    if over := _ended(game, end_of_turn=False):
        yield Happening(over, ("WK-71",))
    else:
        yield Happening(made.PhaseBegun(game.turn, Phase.BUILDING))


def _next_turn(game: Game) -> Happenings:
    """The next turn, unless the game is over (WK-71, WK-72); before the first one nobody has won."""
    if game.turn and (over := _ended(game, end_of_turn=True)):
        yield Happening(over, ("WK-71", "WK-72"))
    else:
        yield Happening(made.PhaseBegun(game.turn + 1, Phase.INITIATIVE))


def _ended(game: Game, *, end_of_turn: bool) -> made.GameEnded | None:
    gold = {side: game.gold(side) for side in SIDES}
    over = ends.ended(game.size, game.turn, gold, game.lost_wizards, end_of_turn=end_of_turn)
    return made.GameEnded(over.how, over.winner, known(game.blocks)) if over else None


AGREED = (("five_blocks", "number of blocks"), ("third_wizard", "number of wizards"), ("werebeasts", "kind of chaos"))


def _checked(side: str, force: Force, reference: Packs) -> Pack:
    """The pack of a force that may take part; MalformedError for one that isn't legal, or has no army."""
    priced = priced_by(force, reference)
    errors = [finding for finding in RULEBOOK.review(priced).findings if finding.severity is Severity.ERROR]
    if errors:
        raise MalformedError(side, f"{force.name} isn't a legal start force: {errors[0].message.rstrip('.')}")
    return priced.pack


def _names(rosters: Sequence[Force]) -> dict[str, str]:
    """What the sides are called: by their armies, with their colours where both have the same."""
    names = [army_name(force.army) for force in rosters]
    if len(set(names)) < len(names):
        names = [f"{name}, {side}" for name, side in zip(names, SIDES, strict=True)]
    return dict(zip(SIDES, names, strict=True))


def _capitals(pack: Pack, rosters: Sequence[Force]) -> dict[str, str]:
    """The capitals by their hexes on the game's map; MalformedError for one where the map has no city of its gold."""
    assert pack.map is not None
    of = game_map(pack.map, rosters[0].scenario)
    found: dict[str, str] = {}
    for side, force in zip(SIDES, rosters, strict=True):
        for capital in force.capitals:
            place = placed(pack.map, force.scenario, side, capital.map, capital.city)
            city = of.by_hex.get(place)
            if city is None or city.gold not in CAPITAL_GOLD:
                raise MalformedError(side, f"its capital {capital.city} is no city of 2 or 3 gold on the pack's map")
            found[place] = side
    return found


def _brought(pack: Pack, side: str, force: Force) -> made.ForceBrought:
    """A side's blocks, shuffled so that their names tell nothing, and what is left of its pool."""
    row_of = {models.profile: pack.unit(models.profile, side) for models in (*force.models, *force.pool)}
    blocks = [(row_of[models.profile], models.steps) for models in force.models for _ in range(models.count)]
    SystemRandom().shuffle(blocks)
    pool = {row.id: UNCOUNTED if row.copies is None else row.copies for row in pack.rows(force.army, Kind.ARMY)} | {
        row_of[slug].id: count for slug, count in force.pooled.items()
    }
    for row, _ in blocks:
        if row.kind is not Kind.WIZARD:
            pool[row.id] = pool.get(row.id, 0) - 1
    known_blocks = tuple(Known(f"{side[0]}{number}", row.id, steps) for number, (row, steps) in enumerate(blocks, 1))
    return made.ForceBrought(side, known_blocks, {unit: count for unit, count in pool.items() if count > 0}, new_salt())


Decider = Callable[[KingsBattle, Game, Any, str, NotedDice], Happenings]
DECIDERS: dict[type[said.GameCommand], tuple[tuple[Phase, ...], Decider]] = {
    said.PlaceBlocks: ((Phase.SETUP,), KingsBattle._place),
    said.Ready: ((Phase.MOVEMENT, Phase.SETUP, Phase.BUILDING), KingsBattle._ready),
    said.RollInitiative: ((Phase.INITIATIVE,), KingsBattle._initiative),
    said.MoveBlocks: ((Phase.MOVEMENT,), KingsBattle._move),
    said.Recruit: ((Phase.MOVEMENT, Phase.BATTLES), KingsBattle._recruit),
    said.BeginBattle: ((Phase.BATTLES,), KingsBattle._begin_battle),
    said.Fire: ((Phase.BATTLES,), KingsBattle._fire),
    said.CastSpell: ((Phase.BATTLES,), KingsBattle._cast),
    said.Hold: ((Phase.BATTLES,), KingsBattle._hold),
    said.Retreat: ((Phase.BATTLES,), KingsBattle._retreat),
    said.CloseBattle: ((Phase.BATTLES,), KingsBattle._close),
    said.Build: ((Phase.BUILDING,), KingsBattle._build),
    said.BuildCastle: ((Phase.BUILDING,), KingsBattle._castle),
    said.Study: ((Phase.BUILDING,), KingsBattle._study),
}
