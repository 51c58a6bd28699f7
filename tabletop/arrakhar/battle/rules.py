"""The rules of a game in play for the log of battles: what commands bring, by the segments' own functions.

What is declared together waits as it is declared, and is rolled for one by one; from the first roll on nothing more is
declared in that segment, and what has lost its target is wasted without a die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from tabletop.arrakhar.battle import commands as said
from tabletop.arrakhar.battle import facts as made
from tabletop.arrakhar.battle.facts import AnyFact
from tabletop.arrakhar.battle.state import OF_SORCERER, Battle, Declared, named, new_refs
from tabletop.arrakhar.catalogue import MOST_IN_A_HEX, PROFILES, SUMMONED, Side, UnitType
from tabletop.arrakhar.force import Force, Models, Unit
from tabletop.arrakhar.ground import (
    PlacedHaunt,
    Refusal,
    haunts_of,
    is_clear,
    refused_haunt,
    refused_haunts,
    refused_sorcerers,
    refused_wand,
    written,
)
from tabletop.arrakhar.pack import FACES, CombatTable, killed
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
from tabletop.arrakhar.play.movement import Move, refused_destination, refused_end, refused_move, way_to
from tabletop.arrakhar.play.valley import MOVEMENT, TURN, Segment, named_at
from tabletop.arrakhar.pricing import PricedForce
from tabletop.arrakhar.rules import RULEBOOK
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Clock, Happening, RefusalCode, RefusalError
from tabletop.battle.game import EVERYTHING, Ended
from tabletop.battle.sealing import Opening, chosen, sealed
from tabletop.boards.hex import Hex
from tabletop.decoding import MalformedError
from tabletop.findings import Severity
from tabletop.values import Name

SIDES = (Side.SORCERER.value, Side.WIZARD.value)
BEST_HASTE = 6
SECRETS = made.WandHidden | made.ForceBrought
Happenings = Iterator[Happening[AnyFact]]


class Why(RefusalCode):
    """Why a command is refused; `BY_A_RULE` has the rule's own sentence."""

    BY_A_RULE = "{rule}: {sentence}"
    OVER = "the game is over"
    NOT_YOURS = "it's the {side}'s to do"
    NOT_NOW = "that is done in the segment “{segment}”"
    ROLLED = "everything of this segment is declared before the first roll, and dice have fallen"
    NOT_ROLLED = "what is declared is rolled for first"
    NOT_DECLARED = "nothing is declared that could be rolled for"
    NOBODY = "there is no “{ref}” in the valley"
    NO_SUCH_HEX = "the board has no hex {name}"
    NO_TABLE = "the pack's {field} {reason}"
    NO_FORCE = "the {side} brings a force first"
    NOT_HIDDEN = "before the first turn the sorcerer hides the wand"
    BROUGHT = "the {side}'s units stand on the board already"


class ArrakharRules:
    """The rules of every game: its pack, its board and its scenario stand in the first fact."""

    slug: ClassVar = "arrakhar"
    facts: ClassVar[Any] = AnyFact
    commands: ClassVar[Any] = said.AnyCommand

    def start(self) -> Battle:
        return Battle()

    def apply(self, state: Battle, fact: AnyFact) -> Battle:
        """What stands after a fact; ValueError for one that has something where the board has no hex."""
        after = fact.after(state)
        if not all(map(after.valley.board.has, after.valley.places)):
            raise ValueError("something stands where the board has no hex")
        return after

    def decide(
        self, state: Battle, command: said.AnyCommand, seat: str, dice: NotedDice
    ) -> Sequence[Happening[AnyFact]]:
        if state.winner:
            raise RefusalError(Why.OVER)
        if isinstance(command, said.BringForce) and seat in SIDES:
            return list(bring(state, Side(seat), command.counts))
        if seat != state.side:
            raise RefusalError(Why.NOT_YOURS, side=state.side)
        segment, decider = DECIDERS[type(command)]
        if segment is not None and state.now is not segment:
            raise RefusalError(Why.NOT_NOW, segment=segment)
        for ref in _refs(command):
            if ref not in state.valley.by_ref:
                raise RefusalError(Why.NOBODY, ref=ref)
        return list(decider(state, command, dice))

    def clock(self, state: Battle) -> Clock:
        return Clock(state.valley.turn, state.now or "setting up", side=state.side)

    def touches(self, command: said.AnyCommand) -> frozenset[str]:
        """A force is touched by who brings it; everything else is about the whole valley."""
        return frozenset({FORCES}) if isinstance(command, said.BringForce) else frozenset({VALLEY})

    def changes(self, fact: AnyFact) -> frozenset[str]:
        """Where a unit goes the ways and stacks of all others change."""
        match fact:
            case made.GameBegun():
                return frozenset({EVERYTHING})
            case made.ForceBrought():
                return frozenset({FORCES})
        return frozenset({VALLEY})

    def reveals(self, fact: AnyFact) -> bool:
        return isinstance(fact, made.HauntsChecked | made.Summoned | made.SecretsOpened)

    def seen_by(self, fact: AnyFact, seat: str) -> Any:
        """Others than its side see of a secret the digest alone, by which it will be proved."""
        match fact:
            case made.WandHidden() if seat != Side.SORCERER:
                return fact.for_others
            case made.ForceBrought() if seat != fact.side:
                return fact.for_others
        return fact

    def sentence(self, fact: Any, before: Battle) -> str:
        words: str = fact.words
        return words

    def ended(self, state: Battle) -> Ended | None:
        return Ended(state.winner.value) if state.winner else None

    def side_name(self, state: Battle, side: str) -> str:
        return side.capitalize()


FORCES, VALLEY = "forces", "valley"


def begun(
    name: Name, *, pack: Any, scenario: Any, advanced: bool = False, limits: Mapping[Side, int] | None = None
) -> Happening[AnyFact]:
    """The first fact of a game; MalformedError for a pack whose board nobody can play on."""
    pack.ensure("board")
    return Happening(made.GameBegun(name, scenario, pack, advanced, dict(limits or {})), ("AW-2", "AW-5"))


def bring(state: Battle, side: Side, counts: Mapping[UnitType, int]) -> Happenings:
    """A side's force, judged as it is designed (AW-10 to AW-16)."""
    if any(unit.side is side for unit in state.valley.units):
        raise RefusalError(Why.BROUGHT, side=side)
    for finding in RULEBOOK.review(PricedForce(_force(state, side, counts), state.pack)).findings:
        if finding.severity is Severity.ERROR:
            raise RefusalError(Why.BY_A_RULE, rule=finding.code, sentence=finding.message)
    kept = {unit: count for unit, count in counts.items() if count}
    opening = chosen(side, force_in_words(kept))
    digest = sealed(opening, battle=state.name, window="force").digest
    yield Happening(made.ForceBrought(side, kept, opening.salt, digest), ("AW-10", "AW-11", "AW-12", "AW-14"))


def force_in_words(counts: Mapping[UnitType, int]) -> str:
    """What the seal of a force stands for: `dwarf 4, elf 5`, in the rules' order."""
    return ", ".join(f"{unit} {counts[unit]}" for unit in PROFILES if counts.get(unit))


def is_proved(battle: Battle, secret: SECRETS) -> bool:
    """Whether the digest of a secret is that of its value and salt."""
    match secret:
        case made.ForceBrought():
            opening = Opening(secret.side, secret.salt, force_in_words(secret.counts))
            return sealed(opening, battle=battle.name, window="force").digest == secret.digest
        case made.WandHidden():
            opening = Opening(Side.SORCERER, secret.salt, secret.haunt)
            return sealed(opening, battle=battle.name, window="wand").digest == secret.digest


def _force(state: Battle, side: Side, counts: Mapping[UnitType, int]) -> Force:
    models = tuple(Models(profile=PROFILES[unit].slug, count=count) for unit, count in counts.items())
    return Force(
        format="muster-roster/1",
        game="arrakhar",
        name=state.name,
        army=side,
        scenario=state.scenario,
        advanced=state.advanced,
        points_limit=state.limits.get(side),
        units=(Unit(models=models),),
    )


def _place_haunt(state: Battle, command: said.PlaceHaunt, dice: NotedDice) -> Happenings:
    _while_setting_up(state, OF_SORCERER)
    place = _hex(state, command.place)
    if command.haunt not in haunts_of(state.scenario):
        _refuse([Refusal("AW-20", f"The {state.scenario} scenario has no {command.haunt}.")])
    others = [other for other in state.valley.haunts if other.name != command.haunt]
    _refuse(refused_haunt(state.valley.board, place, others))
    yield Happening(made.HauntPlaced(command.haunt, place), ("AW-20", "AW-21", "AW-22"))


def _hide_wand(state: Battle, command: said.HideWand, dice: NotedDice) -> Happenings:
    _while_setting_up(state, OF_SORCERER)
    _refuse(refused_wand(command.haunt, state.valley.haunts))
    opening = chosen(Side.SORCERER, command.haunt)
    digest = sealed(opening, battle=state.name, window="wand").digest
    yield Happening(made.WandHidden(command.haunt, opening.salt, digest), ("AW-23",))


def _place_units(state: Battle, command: said.PlaceUnits, dice: NotedDice) -> Happenings:
    _while_setting_up(state, state.segment)
    valley, profile, place = state.valley, PROFILES[command.unit], _hex(state, command.place)
    if profile.side is not state.side:
        raise RefusalError(Why.NOT_YOURS, side=profile.side)
    if profile.side is Side.WIZARD and not valley.is_entry(place):
        _refuse([Refusal("AW-30", f"{written(place)} is no entry: the wizard's units begin there.")])
    if profile.side is Side.SORCERER:
        if command.unit is not UnitType.SORCERER:
            _refuse([Refusal("AW-24", f"{profile.plural.capitalize()} wait in the pool.")])
        _refuse(refused_sorcerers(valley.board, place, len(valley.at(place)) + command.count))
    left = state.left_to_place(profile.side).get(command.unit, 0)
    if command.count > left:
        there = f"{profile.counted(left)} of the force" if left else f"No {profile.plural} of the force"
        _refuse([Refusal("AW-15", f"{there} {'is' if left == 1 else 'are'} still to be placed.")])
    refs = new_refs(state, command.unit, command.count)
    rule = "AW-24" if profile.side is Side.SORCERER else "AW-30"
    yield Happening(made.UnitsPlaced(refs, command.unit, place), (rule,))


def _end_segment(state: Battle, command: said.EndSegment, dice: NotedDice) -> Happenings:
    valley = state.valley
    if refusals := refused_set_up(state):
        raise refusals[0]
    if state.segment == OF_SORCERER:
        yield Happening(made.SetUpDone(), ("AW-20", "AW-23", "AW-24"))
        return
    if state.declared:
        raise RefusalError(Why.NOT_ROLLED)
    if state.now is Segment.MOVE:
        _refuse(refused_end(valley))
    if state.now is Segment.HAUNTS and (check := haunt_check(valley, state.hidden_in)).destroyed:
        names = tuple(haunt.name for haunt in check.destroyed)
        yield Happening(made.HauntsChecked(names, check.wand), ("AW-90",))
    following = (state.segment + 1) % len(TURN)
    turn = valley.turn + (state.segment + 1 == len(TURN))
    yield Happening(made.SegmentBegun(turn, following))


def refused_set_up(state: Battle) -> tuple[RefusalError, ...]:
    """What a side has still to do before its set-up can end; empty in play."""
    if state.segment >= 0:
        return ()
    if state.side not in state.forces:
        return (RefusalError(Why.NO_FORCE, side=state.side),)
    missing = []
    if state.side is Side.SORCERER:
        missing = [_by_a_rule(each) for each in refused_haunts(state.valley.board, state.valley.haunts, state.scenario)]
        if not state.hidden_in:
            missing.append(RefusalError(Why.NOT_HIDDEN))
    if left := state.left_to_place(state.side):
        units = ", ".join(PROFILES[unit].counted(count) for unit, count in left.items())
        rule = "AW-24" if state.side is Side.SORCERER else "AW-30"
        missing.append(_by_a_rule(Refusal(rule, f"{units} still to be placed.")))
    if state.side is Side.WIZARD and not any(unit.side is Side.WIZARD for unit in state.valley.units):
        missing.append(_by_a_rule(Refusal("AW-30", "None of the wizard's units is at an entry yet.")))
    return tuple(missing)


def _wander(state: Battle, command: said.Wander, dice: NotedDice) -> Happenings:
    valley, place = state.valley, _hex(state, command.place)
    _check_not_rolled(state)
    check_table(state, "wandering")
    _refuse(refused_wandering(state, place))
    (face,) = dice.faces(1, "wandering orcs")
    count = min(wandering_orcs(valley, state.pack, face), MOST_IN_A_HEX - len(valley.at(place)))
    refs = new_refs(state, UnitType.ORC, count)
    yield Happening(made.OrcsWandered(refs, place), ("AW-40",), dice.taken())


def refused_wandering(state: Battle, place: Hex) -> Iterator[Refusal]:
    """Why no orc wanders in at a hex (AW-40); the pack's table is whole."""
    there = state.valley.at(place)
    if place not in wandering_hexes(state.valley, state.pack):
        yield Refusal("AW-40", f"No orc wanders in at {written(place)}.")
    if any(unit.unit is not UnitType.ORC for unit in there) or len(there) >= MOST_IN_A_HEX:
        yield Refusal("AW-40", f"{written(place)} has no room for an orc.")


def _summon(state: Battle, command: said.Summon, dice: NotedDice) -> Happenings:
    valley = state.valley
    haunts: list[PlacedHaunt] = [haunt for haunt in valley.haunts if haunt.name == command.haunt]
    if not haunts:
        _refuse([Refusal("AW-53", f"{command.haunt} isn't on the board: nothing is summoned there.")])
    _refuse(refused_summons(valley, valley.by_ref[command.caster], haunts[0]))
    check_table(state, "summon")
    (face,) = dice.of(command.caster).faces(1, "summon")
    capacity = (state.pack.summon or {})[FACES[face - 1]]
    count = min(command.most, most_summoned(valley, haunts[0], capacity))
    refs = new_refs(state, SUMMONED[haunts[0].kind], count)
    fact = made.Summoned(command.caster, command.haunt, SUMMONED[haunts[0].kind], refs)
    yield Happening(fact, ("AW-45", "AW-50"), dice.taken())


def _declare_haste(state: Battle, command: said.DeclareHaste, dice: NotedDice) -> Happenings:
    _check_not_rolled(state)
    _check_once(command.refs)
    target = state.valley.by_ref[command.refs[0]].place
    _refuse(refused_haste(state.valley, state.valley.by_ref[command.caster], target, command.refs))
    check_table(state, "haste")
    yield Happening(made.HasteDeclared(command.caster, command.refs), ("AW-60", "AW-61"))


def _move(state: Battle, command: said.Move, dice: NotedDice) -> Happenings:
    units, to = state.valley.named(command.refs), _hex(state, command.to)
    _check_once(command.refs)
    if to == units[0].place:
        _refuse([Refusal("AW-55", f"{named_at(units)}: that is where they stand.", MOVEMENT)])
    way = way_to(state.valley, units, to, takes_wand=command.takes_wand)
    if not way:
        _refuse([refused_destination(state.valley, units, to)])
    _refuse(refused_move(state.valley, Move(command.refs, way, command.takes_wand)))
    fact = made.Moved(command.refs, way, command.takes_wand)
    yield Happening(fact, ("AW-55", "AW-56"))
    yield from _end_of_game(fact.after(state))


def _declare_fireball(state: Battle, command: said.DeclareFireball, dice: NotedDice) -> Happenings:
    _check_not_rolled(state)
    caster, target = state.valley.by_ref[command.caster], _hex(state, command.target)
    _refuse(refused_fireball(state.valley, caster, target, by_wand=command.by_wand))
    check_table(state, "wand" if command.by_wand else "fireball")
    yield Happening(made.FireballDeclared(command.caster, target, command.by_wand), ("AW-70", "AW-71", "AW-72"))


def _declare_attack(state: Battle, command: said.DeclareAttack, dice: NotedDice) -> Happenings:
    _check_not_rolled(state)
    _check_once(command.attackers + command.defenders)
    columns = _combat(state).columns
    _refuse(refused_attack(state.valley, command.attackers, command.defenders, columns=columns))
    yield Happening(made.AttackDeclared(command.attackers, command.defenders), ("AW-80", "AW-81"))


def _resolve(state: Battle, command: said.Resolve, dice: NotedDice) -> Happenings:
    if command.number >= len(state.declared):
        raise RefusalError(Why.NOT_DECLARED)
    happening = _rolled(state, state.declared[command.number], dice)
    yield happening
    state = happening.fact.after(state)
    while wasted := next((each for each in state.declared if is_wasted(state, each)), None):
        happening = _rolled(state, wasted, dice)
        yield happening
        state = happening.fact.after(state)
    yield from _end_of_game(state)


def is_wasted(state: Battle, declared: Declared) -> bool:
    """Whether no die is needed any more: everybody has the best haste, or nobody is left there (AW-62, 73, 81)."""
    if declared.what == "haste":
        return all(unit.haste >= BEST_HASTE for unit in state.valley.named(declared.refs))
    return not targets_of(state, declared)


def targets_of(state: Battle, declared: Declared) -> tuple[str, ...]:
    """Who is left of those whom something that was declared is against."""
    if declared.target is None or declared.what == "attack":
        return tuple(ref for ref in declared.refs if ref in state.valley.by_ref)
    return tuple(unit.ref for unit in state.valley.at(declared.target))


def _rolled(state: Battle, declared: Declared, dice: NotedDice) -> Happening[AnyFact]:
    match declared.what:
        case "haste":
            return _hasted(state, declared, dice)
        case "attack":
            return _attacked(state, declared, dice)
    return _burnt(state, declared, dice)


def _hasted(state: Battle, declared: Declared, dice: NotedDice) -> Happening[AnyFact]:
    (caster,), bonus = declared.by, 0
    if not is_wasted(state, declared):
        (face,) = dice.of(caster).faces(1, "haste")
        bonus = (state.pack.haste or {})[FACES[face - 1]]
    return Happening(made.Hasted(caster, declared.refs, bonus), ("AW-62",), dice.taken())


def _burnt(state: Battle, declared: Declared, dice: NotedDice) -> Happening[AnyFact]:
    (caster,), by_wand = declared.by, declared.what == "wand"
    assert declared.target is not None
    left = targets_of(state, declared)
    dead = []
    for ref in left:
        unit = state.valley.by_ref[ref]
        (face,) = dice.of(ref).faces(1, "fireball")
        if face in state.pack.killing_faces(state.side, unit.unit, by_wand=by_wand):
            dead.append(ref)
    fact = made.FireballThrown(caster, declared.target, tuple(dead), by_wand, not left)
    return Happening(fact, ("AW-73",), dice.taken())


def _attacked(state: Battle, declared: Declared, dice: NotedDice) -> Happening[AnyFact]:
    """By the odds as they were declared, against whoever is left of those who were named."""
    assert declared.target is not None
    left, table = targets_of(state, declared), _combat(state)
    if not left:
        return Happening(made.Attacked(declared.by, declared.target, ()), ("AW-81",), dice.taken())
    ratio = ratio_of(state, declared)
    (face,) = dice.of(declared.by[0]).faces(1, "attack")
    outcome = table.rows[FACES[face - 1]][table.columns.index(ratio)]
    fallen = left[: killed(outcome, len(left))]
    return Happening(made.Attacked(declared.by, declared.target, fallen, ratio), ("AW-82", "AW-84"), dice.taken())


def ratio_of(state: Battle, declared: Declared) -> str:
    """The column of an attack that was declared, against those who are left."""
    valley = state.valley
    odds = odds_of(valley.named(declared.by), valley.named(targets_of(state, declared)), _combat(state).columns)
    return odds.ratio or ""


def _advance(state: Battle, command: said.Advance, dice: NotedDice) -> Happenings:
    to = _hex(state, command.to)
    _check_once(command.refs)
    attacked = frozenset(state.fought.get(written(to), ()))
    _refuse(refused_advance(state.valley, command.refs, to, attacked=attacked))
    if not is_clear(state.valley.board, to):
        _refuse([Refusal("AW-56", f"{written(to)} isn't clear.")])
    yield Happening(made.Advanced(command.refs, to), ("AW-85",))


def _combat(state: Battle) -> CombatTable:
    check_table(state, "combat")
    assert state.pack.combat is not None
    return state.pack.combat


def check_table(state: Battle, field: str) -> None:
    """RefusalError where a table of the pack is missing or wrong."""
    if flaw := state.pack.disabling.get(field):
        raise RefusalError(Why.NO_TABLE, field=flaw.field, reason=flaw.reason)


def _hex(state: Battle, name: str) -> Hex:
    try:
        return state.valley.board.hex(name)
    except MalformedError:
        raise RefusalError(Why.NO_SUCH_HEX, name=name) from None


def _by_a_rule(refusal: Refusal) -> RefusalError:
    return RefusalError(Why.BY_A_RULE, rule=refusal.code, sentence=refusal.sentence)


def _refuse(refusals: Iterable[Refusal]) -> None:
    """RefusalError by the first rule that doesn't allow it."""
    for refusal in refusals:
        raise _by_a_rule(refusal)


def _end_of_game(state: Battle) -> Happenings:
    """What ends the game where somebody has won; then nothing of it is secret any more."""
    if side := winner(state.valley):
        yield Happening(made.SecretsOpened(state.secrets), ("AW-14", "AW-23"))
        yield Happening(made.Won(side), ("AW-100",))


def _while_setting_up(state: Battle, segment: int) -> None:
    if state.segment >= 0 or state.segment != segment:
        raise RefusalError(Why.NOT_NOW, segment="setting up")


def _check_not_rolled(state: Battle) -> None:
    if state.rolled:
        raise RefusalError(Why.ROLLED)


def _check_once(refs: Sequence[str]) -> None:
    """RefusalError where somebody is named twice."""
    if twice := [ref for ref in refs if refs.count(ref) > 1]:
        _refuse([Refusal("AW-81", f"{named((twice[0],)).capitalize()} is named twice.")])


Decider = Callable[[Battle, Any, NotedDice], Happenings]
DECIDERS: dict[type[said.GameCommand], tuple[Segment | None, Decider]] = {
    said.PlaceHaunt: (None, _place_haunt),
    said.HideWand: (None, _hide_wand),
    said.PlaceUnits: (None, _place_units),
    said.EndSegment: (None, _end_segment),
    said.Wander: (Segment.WANDERING, _wander),
    said.Summon: (Segment.SUMMON, _summon),
    said.DeclareHaste: (Segment.HASTE, _declare_haste),
    said.Move: (Segment.MOVE, _move),
    said.DeclareFireball: (Segment.FIREBALL, _declare_fireball),
    said.DeclareAttack: (Segment.COMBAT, _declare_attack),
    said.Resolve: (None, _resolve),
    said.Advance: (Segment.COMBAT, _advance),
}


def _refs(command: said.AnyCommand) -> Iterator[str]:
    match command:
        case said.Summon(caster=caster) | said.DeclareFireball(caster=caster):
            yield caster
        case said.DeclareHaste(caster=caster, refs=refs):
            yield from (caster, *refs)
        case said.Move(refs=refs) | said.Advance(refs=refs):
            yield from refs
        case said.DeclareAttack(attackers=attackers, defenders=defenders):
            yield from (*attackers, *defenders)
