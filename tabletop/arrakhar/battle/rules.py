"""The rules of a game in play for the log of battles: what commands bring, by the segments' own functions.

Everything that is declared together is one command: it is refused whole, or resolved one after the other, and what has
lost its target is wasted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from tabletop.arrakhar.battle import commands as said
from tabletop.arrakhar.battle import facts as made
from tabletop.arrakhar.battle.facts import SETTING_UP, AnyFact, Battle, new_refs
from tabletop.arrakhar.catalogue import COUNTERS, MOST_IN_A_HEX, PROFILES, SUMMONED, Scenario, Side, UnitType
from tabletop.arrakhar.ground import (
    PlacedHaunt,
    Refusal,
    is_clear,
    refused_haunt,
    refused_haunts,
    refused_sorcerers,
    refused_wand,
    written,
)
from tabletop.arrakhar.pack import FACES, Pack, killed
from tabletop.arrakhar.play.casting import most_summoned, refused_fireball, refused_haste, refused_summons
from tabletop.arrakhar.play.combat import (
    haunt_check,
    odds_of,
    refused_advance,
    refused_attack,
    wandering_hexes,
    wandering_orcs,
    winner,
)
from tabletop.arrakhar.play.movement import Move, refused_end, refused_move
from tabletop.arrakhar.play.valley import TURN, Segment, Valley
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Clock, Happening, RefusalCode, RefusalError
from tabletop.battle.game import EVERYTHING
from tabletop.battle.sealing import new_salt
from tabletop.boards.hex import HexBoard

Happenings = Sequence[Happening[AnyFact]]
BEST_HASTE = 6
SECRETS = made.WandHidden | made.PoolSet


class Why(RefusalCode):
    """Why a command is refused; `BY_A_RULE` has the rule's own sentence."""

    BY_A_RULE = "{rule}: {sentence}"
    OVER = "the game is over"
    NOT_YOURS = "it's the {side}'s to do"
    NOT_NOW = "that is done in the segment “{segment}”"
    ONCE = "everything of this segment is declared together, and was"
    NOBODY = "there is no “{ref}” in the valley"
    NO_SUCH_HEX = "the board has no such hex"
    NO_TABLE = "the pack's {field} {reason}"
    NOT_SET_UP = "before the first turn the sorcerer hides the wand"


class ArrakharBattle:
    """The rules of a scenario by one pack's board and tables."""

    slug: ClassVar = "arrakhar"
    facts: ClassVar[Any] = AnyFact
    commands: ClassVar[Any] = said.AnyCommand

    def __init__(self, pack: Pack, board: HexBoard, *, scenario: Scenario) -> None:
        self.pack, self.board, self.scenario = pack, board, scenario

    def start(self) -> Battle:
        return Battle(valley=Valley(board=self.board))

    def apply(self, state: Battle, fact: AnyFact) -> Battle:
        return fact.after(state)

    def decide(self, state: Battle, command: said.AnyCommand, seat: str, dice: NotedDice) -> Happenings:
        if state.winner:
            raise RefusalError(Why.OVER)
        segment, decider = DECIDERS[type(command)]
        side = _side_of(state, command)
        if side is not None and seat != side:
            raise RefusalError(Why.NOT_YOURS, side=side)
        if segment is not None and state.now is not segment:
            raise RefusalError(Why.NOT_NOW, segment=segment)
        for place in _places(command):
            if not self.board.has(place):
                raise RefusalError(Why.NO_SUCH_HEX)
        for ref in _refs(command):
            if ref not in state.valley.by_ref:
                raise RefusalError(Why.NOBODY, ref=ref)
        return list(decider(self, state, command, dice))

    def clock(self, state: Battle) -> Clock:
        return Clock(state.valley.turn, state.now or "setting up", side=state.valley.side)

    def touches(self, command: said.AnyCommand) -> frozenset[str]:
        """A unit is touched by what moves or casts it; everything else is about the whole valley."""
        return frozenset(command.refs) if isinstance(command, said.MoveUnits) else frozenset({EVERYTHING})

    def changes(self, fact: AnyFact) -> frozenset[str]:
        """Where a unit goes the ways and stacks of all others change."""
        return frozenset({EVERYTHING})

    def reveals(self, fact: AnyFact) -> bool:
        return isinstance(fact, made.HauntsChecked | made.UnitPlaced | made.Summoned | made.SecretsOpened)

    def seen_by(self, fact: AnyFact, seat: str) -> AnyFact | None:
        return None if isinstance(fact, SECRETS) and seat != Side.SORCERER else fact

    def sentence(self, fact: AnyFact, before: Battle) -> str:
        return fact.words

    def _place_haunt(self, state: Battle, command: said.PlaceHaunt, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        _while_setting_up(state)
        haunt = PlacedHaunt(command.haunt, command.number, command.place)
        if haunt.name in {other.name for other in state.valley.haunts}:
            _refuse([Refusal("AW-20", f"{haunt.name} is placed already.")])
        _refuse(refused_haunt(self.board, command.place, state.valley.haunts))
        yield Happening(made.HauntPlaced(command.haunt, command.number, command.place), ("AW-20", "AW-21", "AW-22"))

    def _hide_wand(self, state: Battle, command: said.HideWand, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        _while_setting_up(state)
        _refuse(refused_wand(command.haunt, state.valley.haunts))
        yield Happening(made.WandHidden(command.haunt, new_salt()), ("AW-23",))

    def _set_pool(self, state: Battle, command: said.SetPool, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        _while_setting_up(state)
        if wrong := [unit for unit in command.pool if unit not in SUMMONED.values()]:
            _refuse([Refusal("AW-24", f"{PROFILES[wrong[0]].plural.capitalize()} aren't summoned.")])
        yield Happening(made.PoolSet(command.pool, new_salt()), ("AW-24",))

    def _place_unit(self, state: Battle, command: said.PlaceUnit, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        _while_setting_up(state)
        valley, profile = state.valley, PROFILES[command.unit]
        if sum(unit.unit is command.unit for unit in valley.units) >= COUNTERS:
            _refuse([Refusal("AW-11", f"All {COUNTERS} {profile.plural} are placed.")])
        if profile.side is Side.WIZARD and not valley.is_entry(command.place):
            _refuse([Refusal("AW-30", f"{written(command.place)} is no entry: the wizard's units begin there.")])
        if profile.side is Side.SORCERER:
            if command.unit is not UnitType.SORCERER:
                _refuse([Refusal("AW-24", f"{profile.plural.capitalize()} wait in the pool.")])
            _refuse(refused_sorcerers(self.board, command.place, len(valley.at(command.place)) + 1))
        (ref,) = new_refs(state, command.unit, 1)
        yield Happening(made.UnitPlaced(ref, command.unit, command.place), ("AW-24", "AW-30"))

    def _end_segment(self, state: Battle, command: said.EndSegment, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        valley = state.valley
        if state.segment == SETTING_UP:
            self._check_set_up(state)
        if state.now is Segment.MOVE:
            _refuse(refused_end(valley))
        if state.now is Segment.HAUNTS and (check := haunt_check(valley, state.hidden_in)).destroyed:
            names = tuple(haunt.name for haunt in check.destroyed)
            yield Happening(made.HauntsChecked(names, check.wand), ("AW-90",))
        following = (state.segment + 1) % len(TURN)
        turn = valley.turn + (state.segment + 1 == len(TURN))
        yield Happening(made.SegmentBegun(turn, following))

    def _check_set_up(self, state: Battle) -> None:
        """RefusalError unless the wand is hidden, the scenario's haunts are placed and somebody came to find it."""
        if not state.hidden_in:
            raise RefusalError(Why.NOT_SET_UP)
        _refuse(refused_haunts(self.board, state.valley.haunts, self.scenario))
        if not any(unit.side is Side.WIZARD for unit in state.valley.units):
            _refuse([Refusal("AW-30", "None of the wizard's units is at an entry yet.")])

    def _check_table(self, field: str) -> None:
        """RefusalError where a table of the pack is missing or wrong."""
        if flaw := self.pack.disabling.get(field):
            raise RefusalError(Why.NO_TABLE, field=flaw.field, reason=flaw.reason)

    def _wander(self, state: Battle, command: said.Wander, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        valley = state.valley
        if state.declared:
            raise RefusalError(Why.ONCE)
        self._check_table("wandering")
        there = valley.at(command.place)
        if command.place not in wandering_hexes(valley, self.pack):
            _refuse([Refusal("AW-40", f"No orc wanders in at {written(command.place)}.")])
        if any(unit.unit is not UnitType.ORC for unit in there) or len(there) >= MOST_IN_A_HEX:
            _refuse([Refusal("AW-40", f"{written(command.place)} has no room for an orc.")])
        (face,) = dice.faces(1, "wandering orcs")
        count = min(wandering_orcs(valley, self.pack, face), MOST_IN_A_HEX - len(there))
        refs = new_refs(state, UnitType.ORC, count)
        yield Happening(made.OrcsWandered(refs, command.place), ("AW-40",), dice.taken())

    def _summon(self, state: Battle, command: said.Summon, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        valley = state.valley
        haunts = [haunt for haunt in valley.haunts if haunt.name == command.haunt]
        if not haunts:
            _refuse([Refusal("AW-53", f"{command.haunt} isn't on the board: nothing is summoned there.")])
        _refuse(refused_summons(valley, valley.by_ref[command.caster], haunts[0]))
        self._check_table("summon")
        (face,) = dice.of(command.caster).faces(1, "summon")
        capacity = (self.pack.summon or {})[FACES[face - 1]]
        count = min(command.most, most_summoned(valley, haunts[0], capacity))
        refs = new_refs(state, SUMMONED[haunts[0].kind], count)
        yield Happening(
            made.Summoned(command.caster, command.haunt, SUMMONED[haunts[0].kind], refs),
            ("AW-45", "AW-50"),
            dice.taken(),
        )

    def _haste(self, state: Battle, command: said.CastHaste, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        valley = state.valley
        _check_declared(state, [casting.caster for casting in command.castings])
        for casting in command.castings:
            target = valley.by_ref[casting.refs[0]].place
            _refuse(refused_haste(valley, valley.by_ref[casting.caster], target, casting.refs))
        self._check_table("haste")
        best: dict[str, int] = {}
        for casting in command.castings:
            bonus = min(best.get(ref, 0) for ref in casting.refs)
            if bonus < BEST_HASTE:
                (face,) = dice.of(casting.caster).faces(1, "haste")
                bonus = (self.pack.haste or {})[FACES[face - 1]]
            best |= {ref: max(bonus, best.get(ref, 0)) for ref in casting.refs}
            yield Happening(made.Hasted(casting.caster, casting.refs, bonus), ("AW-62",), dice.taken())

    def _move(self, state: Battle, command: said.MoveUnits, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        _refuse(refused_move(state.valley, Move(command.refs, command.way, command.takes_wand)))
        fact = made.Moved(command.refs, command.way, command.takes_wand)
        yield Happening(fact, ("AW-55",))
        yield from _end_of_game(fact.after(state))

    def _fireballs(self, state: Battle, command: said.ThrowFireballs, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        valley = state.valley
        _check_declared(state, [spell.caster for spell in command.spells if not spell.by_wand])
        if sum(spell.by_wand for spell in command.spells) > 1:
            raise RefusalError(Why.ONCE)
        for spell in command.spells:
            caster = valley.by_ref[spell.caster]
            _refuse(refused_fireball(valley, caster, spell.target, by_wand=spell.by_wand))
            self._check_table("wand" if spell.by_wand else "fireball")
        left = {spell.target: list(valley.at(spell.target)) for spell in command.spells}
        for spell in command.spells:
            dead = []
            for unit in left[spell.target]:
                faces = self.pack.killing_faces(valley.side, unit.unit, by_wand=spell.by_wand)
                (face,) = dice.of(unit.ref).faces(1, "fireball")
                dead += [unit] if face in faces else []
            left[spell.target] = [unit for unit in left[spell.target] if unit not in dead]
            refs = tuple(unit.ref for unit in dead)
            fact = made.FireballThrown(spell.caster, spell.target, refs, spell.by_wand)
            yield Happening(fact, ("AW-73",), dice.taken())
            state = fact.after(state)
        yield from _end_of_game(state)

    def _attacks(self, state: Battle, command: said.DeclareAttacks, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        valley = state.valley
        _check_declared(state, [ref for attack in command.attacks for ref in attack.attackers])
        self._check_table("combat")
        table = self.pack.combat
        assert table is not None
        for attack in command.attacks:
            _refuse(refused_attack(valley, attack.attackers, attack.defenders, columns=table.columns))
        dead: set[str] = set()
        for attack in command.attacks:
            defenders = valley.named(attack.defenders)
            left = [ref for ref in attack.defenders if ref not in dead]
            fallen: tuple[str, ...] = ()
            if left:
                ratio = odds_of(valley.named(attack.attackers), defenders, table.columns).ratio or ""
                (face,) = dice.of(attack.attackers[0]).faces(1, "attack")
                outcome = table.rows[FACES[face - 1]][table.columns.index(ratio)]
                fallen = tuple(left[: killed(outcome, len(left))])
            dead |= set(fallen)
            fact = made.Attacked(attack.attackers, defenders[0].place, fallen)
            yield Happening(fact, ("AW-82", "AW-84"), dice.taken())
            state = fact.after(state)
        yield from _end_of_game(state)

    def _advance(self, state: Battle, command: said.Advance, dice: NotedDice) -> Iterator[Happening[AnyFact]]:
        attacked = frozenset(state.fought.get(written(command.to), ()))
        _refuse(refused_advance(state.valley, command.refs, command.to, attacked=attacked))
        if not is_clear(self.board, command.to):
            _refuse([Refusal("AW-56", f"{written(command.to)} isn't clear.")])
        yield Happening(made.Advanced(command.refs, command.to), ("AW-85",))


def _refuse(refusals: Iterable[Refusal]) -> None:
    """RefusalError by the first rule that doesn't allow it."""
    for refusal in refusals:
        raise RefusalError(Why.BY_A_RULE, rule=refusal.code, sentence=refusal.sentence)


def _end_of_game(state: Battle) -> Iterator[Happening[AnyFact]]:
    """What ends the game where somebody has won; then nothing of it is secret any more."""
    if side := winner(state.valley):
        yield Happening(made.SecretsOpened(state.secrets), ("AW-23", "AW-24"))
        yield Happening(made.Won(side), ("AW-100",))


def _while_setting_up(state: Battle) -> None:
    if state.segment != SETTING_UP:
        raise RefusalError(Why.NOT_NOW, segment="setting up")


def _check_declared(state: Battle, refs: Sequence[str]) -> None:
    """RefusalError where this segment's things were declared before, or somebody is named twice."""
    if state.declared or len(set(refs)) < len(refs):
        raise RefusalError(Why.ONCE)


Decider = Callable[[ArrakharBattle, Battle, Any, NotedDice], Iterator[Happening[AnyFact]]]
DECIDERS: dict[type[said.GameCommand], tuple[Segment | None, Decider]] = {
    said.PlaceHaunt: (None, ArrakharBattle._place_haunt),
    said.HideWand: (None, ArrakharBattle._hide_wand),
    said.SetPool: (None, ArrakharBattle._set_pool),
    said.PlaceUnit: (None, ArrakharBattle._place_unit),
    said.EndSegment: (None, ArrakharBattle._end_segment),
    said.Wander: (Segment.WANDERING, ArrakharBattle._wander),
    said.Summon: (Segment.SUMMON, ArrakharBattle._summon),
    said.CastHaste: (Segment.HASTE, ArrakharBattle._haste),
    said.MoveUnits: (Segment.MOVE, ArrakharBattle._move),
    said.ThrowFireballs: (Segment.FIREBALL, ArrakharBattle._fireballs),
    said.DeclareAttacks: (Segment.COMBAT, ArrakharBattle._attacks),
    said.Advance: (Segment.COMBAT, ArrakharBattle._advance),
}


def _side_of(state: Battle, command: said.AnyCommand) -> Side | None:
    """Whose the command is: by what is set up, else the side whose phase it is."""
    if isinstance(command, said.PlaceUnit):
        return PROFILES[command.unit].side
    if isinstance(command, said.PlaceHaunt | said.HideWand | said.SetPool):
        return Side.SORCERER
    if state.segment == SETTING_UP:
        return Side.SORCERER if isinstance(command, said.EndSegment) else None
    return state.valley.side


def _places(command: said.AnyCommand) -> Iterator[tuple[int, int]]:
    match command:
        case said.PlaceHaunt(place=place) | said.PlaceUnit(place=place) | said.Wander(place=place):
            yield place
        case said.MoveUnits(way=way):
            yield from way
        case said.ThrowFireballs(spells=spells):
            yield from (spell.target for spell in spells)
        case said.Advance(to=to):
            yield to


def _refs(command: said.AnyCommand) -> Iterator[str]:
    match command:
        case said.Summon(caster=caster):
            yield caster
        case said.CastHaste(castings=castings):
            for casting in castings:
                yield from (casting.caster, *casting.refs)
        case said.MoveUnits(refs=refs) | said.Advance(refs=refs):
            yield from refs
        case said.ThrowFireballs(spells=spells):
            yield from (spell.caster for spell in spells)
        case said.DeclareAttacks(attacks=attacks):
            for attack in attacks:
                yield from (*attack.attackers, *attack.defenders)
