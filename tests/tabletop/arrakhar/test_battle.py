"""Whole games in the log of battles: random ones by legal commands, what each seat sees, what is declared together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from tabletop.arrakhar.battle import commands as said
from tabletop.arrakhar.battle.rules import ArrakharBattle
from tabletop.arrakhar.catalogue import Haunt, Scenario, Side, UnitType
from tabletop.arrakhar.play.movement import reachable
from tabletop.arrakhar.play.valley import TURN, FieldedUnit, Segment, Valley
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, RefusalError
from tabletop.battle.log import EventLog, Header
from tabletop.battle.views import view
from tabletop.boards.hex import Hex
from tests.valley import HOUSE, PLAIN, VALLEY, pack
from tests.whole_battles import check_battle

RULES = ArrakharBattle(HOUSE, VALLEY, scenario=Scenario.SHORT)
HAUNTS: list[tuple[Haunt, int, Hex]] = [
    (Haunt.TEMPLE, 1, (6, 9)), (Haunt.RUIN, 1, (5, 7)), (Haunt.CRYPT, 1, (1, 5)),
    (Haunt.TEMPLE, 2, (11, 5)), (Haunt.RUIN, 2, (9, 12)), (Haunt.CRYPT, 2, (7, 2)),
]  # fmt: skip
HOUSE_FILE_WANDERING: dict[str, Any] = PLAIN["wandering"]
AT = "2026-11-23T19:30:05Z"
Log = EventLog[Any, Any, Any]


def begun() -> Log:
    """Both sides have set up: sorcerers beside each haunt, the wizard's units at three entries."""
    log: Log = EventLog(RULES, Header(game="arrakhar", id="b1", rules_version="1", sides=("sorcerer", "wizard")))
    for haunt, number, place in HAUNTS:
        log = done(log, said.PlaceHaunt(haunt=haunt, number=number, place=place), "sorcerer")
    log = done(log, said.HideWand(haunt="T2"), "sorcerer")
    pool = {UnitType.DEMON: 6, UnitType.ORC: 11, UnitType.GHOUL: 9}
    log = done(log, said.SetPool(pool=pool), "sorcerer")
    for place in ((6, 10), (6, 6), (1, 6), (11, 6), (9, 11), (8, 4)):
        log = done(log, said.PlaceUnit(unit=UnitType.SORCERER, place=place), "sorcerer")
    for place in ((6, 0), (12, 3), (0, 11)):
        for unit in (UnitType.WIZARD, UnitType.BARBARIAN, UnitType.DWARF, UnitType.ELF):
            for _ in range(2):
                log = done(log, said.PlaceUnit(unit=unit, place=place), "wizard")
    return done(log, said.EndSegment(), "sorcerer")


def done(log: Log, command: said.GameCommand, seat: str, *faces: int, seed: int = 0) -> Log:
    dice = NotedDice.typed(faces) if faces else NotedDice.seeded(seed)
    happenings = RULES.decide(log.state, command, seat, dice)  # type: ignore[arg-type]
    dice.check_all_taken()
    return log.append(happenings, by=Actor(seat), cause=f"c{log.head + 1}", at=AT)


def tries(valley: Valley, segment: Segment, chance: Random) -> Iterator[said.GameCommand]:
    """What somebody might do in a segment, most of it allowed."""
    ours = [unit for unit in valley.units if unit.side is valley.side]
    theirs = [unit for unit in valley.units if unit.side is not valley.side]
    if segment is Segment.WANDERING:
        yield from (said.Wander(place=haunt.place) for haunt in valley.haunts if haunt.kind is Haunt.RUIN)
    if segment is Segment.SUMMON:
        for haunt in valley.haunts:
            beside = [unit for unit in ours if valley.board.distance(unit.place, haunt.place) == 1]
            yield from (said.Summon(caster=unit.ref, haunt=haunt.name, most=chance.randint(0, 4)) for unit in beside)
    if segment is Segment.HASTE:
        yield said.CastHaste(castings=tuple(said.Casting(caster=unit.ref, refs=(unit.ref,)) for unit in ours[:2]))
    if segment is Segment.FIREBALL:
        pairs = [(one, other) for one in ours for other in theirs if valley.board.distance(one.place, other.place) <= 2]
        spells = {one.ref: said.Spell(caster=one.ref, target=other.place) for one, other in pairs if not one.cast}
        yield from (said.ThrowFireballs(spells=(spell,)) for spell in spells.values())
    if segment is Segment.COMBAT:
        for one in ours:
            near = [unit for unit in theirs if valley.board.distance(one.place, unit.place) == 1]
            if near:
                attack = said.Assault(attackers=(one.ref,), defenders=(near[0].ref,))
                yield said.DeclareAttacks(attacks=(attack,))
        yield from (said.Advance(refs=(unit.ref,), to=place) for unit in ours for place in valley.emptied)


def move_of(valley: Valley, unit: FieldedUnit, chance: Random) -> said.MoveUnits:
    """A way to a hex in reach with room, as the board alone finds it: it may run through the enemy and be refused."""
    others = {place: valley.at(place) for place in reachable(valley, unit)}
    ends = [place for place, at in others.items() if len(at) < 4 and all(other.unit is unit.unit for other in at)]
    end = chance.choice(ends or [unit.place])
    way = valley.board.way(unit.place, end)
    takes = valley.wand == unit.place
    return said.MoveUnits(refs=(unit.ref,), way=way.hexes if way else (unit.place, end), takes_wand=takes)


def played(seed: int, turns: int) -> Log:
    """A random game of so many turns; what is refused leaves no trace."""
    chance, log = Random(seed), begun()
    for _ in range(turns * len(TURN)):
        side, segment = TURN[log.state.segment]
        commands = list(tries(log.state.valley, segment, chance))
        movers = [unit.ref for unit in log.state.valley.units if unit.side is side] * (segment is Segment.MOVE)
        for mover in (*commands, *movers):
            valley = log.state.valley
            command = move_of(valley, valley.by_ref[mover], chance) if isinstance(mover, str) else mover
            with suppress(RefusalError):
                log = done(log, command, side, seed=chance.randrange(10**6))
            if log.state.winner:
                return log
        log = done(log, said.EndSegment(), side)
    return log


def test_random_games_are_whole_and_tell_nobody_the_sorcerers_secrets() -> None:
    kinds: set[str] = set()
    for seed in range(3):
        log = played(seed, 2)
        check_battle(log)
        seen = msgspec.json.encode(view(log, "wizard"))
        secrets = log.state.secrets
        assert [secret.salt.encode() in seen for secret in secrets] == [log.state.winner is not None] * 2
        assert b"wand_hidden" in msgspec.json.encode(view(log, "sorcerer"))
        kinds |= {type(event.fact).__name__ for event in log.events()}
        assert all(RULES.sentence(event.fact, log.state) for event in log.events())
        numbers = [unit.ref for unit in log.state.valley.units]
        assert len(numbers) == len(set(numbers))
    assert {"Summoned", "Moved", "Hasted", "OrcsWandered", "SegmentBegun"} <= kinds


def refused(log: Log, command: said.GameCommand, seat: str) -> str:
    with pytest.raises(RefusalError) as error:
        done(log, command, seat)
    return str(error.value)


def test_what_isnt_ones_own_or_isnt_now_is_refused() -> None:
    log = begun()
    assert refused(log, said.Wander(place=(5, 7)), "wizard") == "it's the sorcerer's to do"
    ends = said.MoveUnits(refs=("sorcerer-1",), way=((6, 10), (6, 11)))
    assert refused(log, ends, "sorcerer") == "that is done in the segment “movement”"
    assert refused(log, said.HideWand(haunt="T1"), "sorcerer") == "that is done in the segment “setting up”"
    log = done(log, said.Wander(place=(5, 7)), "sorcerer", 6)
    assert [unit.place for unit in log.state.valley.units if unit.unit is UnitType.ORC] == [(5, 7)]
    assert refused(log, said.Wander(place=(5, 7)), "sorcerer").startswith("everything of this segment")
    log = done(log, said.EndSegment(), "sorcerer")
    assert refused(log, said.Summon(caster="imp-1", haunt="T1"), "sorcerer") == "there is no “imp-1” in the valley"
    assert refused(log, said.Summon(caster="sorcerer-1", haunt="C1"), "sorcerer").startswith("AW-45: ")
    assert refused(log, said.Summon(caster="sorcerer-1", haunt="T9"), "sorcerer").startswith("AW-53: ")


def test_aw_30_and_31_set_up_is_judged_as_it_goes() -> None:
    log: Log = EventLog(RULES, Header(game="arrakhar", id="b1", rules_version="1", sides=("sorcerer", "wizard")))
    temple = said.PlaceHaunt(haunt=Haunt.TEMPLE, number=1, place=(6, 9))
    assert refused(log, said.EndSegment(), "sorcerer") == "before the first turn the sorcerer hides the wand"
    assert refused(log, said.HideWand(haunt="T1"), "sorcerer").startswith("AW-23: ")
    assert refused(log, said.PlaceHaunt(haunt=Haunt.RUIN, number=1, place=(0, 0)), "sorcerer").startswith("AW-20: ")
    assert refused(log, said.PlaceHaunt(haunt=Haunt.RUIN, number=1, place=(99, 0)), "sorcerer").startswith("the board")
    log = done(log, temple, "sorcerer")
    assert refused(log, temple, "sorcerer") == "AW-20: T1 is placed already."
    assert refused(log, said.PlaceUnit(unit=UnitType.ELF, place=(5, 5)), "wizard").startswith("AW-30: ")
    assert refused(log, said.PlaceUnit(unit=UnitType.ORC, place=(5, 5)), "sorcerer").startswith("AW-24: ")
    assert refused(log, said.SetPool(pool={UnitType.ELF: 1}), "sorcerer").startswith("AW-24: ")
    hidden = done(log, said.HideWand(haunt="T1"), "sorcerer")
    assert refused(hidden, said.EndSegment(), "wizard") == "it's the sorcerer's to do"
    assert refused(hidden, said.EndSegment(), "sorcerer").startswith("AW-20: T2, R1, R2, C1, C2 still to be placed")
    for haunt, number, place in HAUNTS[1:]:
        hidden = done(hidden, said.PlaceHaunt(haunt=haunt, number=number, place=place), "sorcerer")
    assert refused(hidden, said.EndSegment(), "sorcerer").startswith("AW-30: ")


def test_the_same_secrets_have_other_digests_and_are_opened_at_the_end() -> None:
    """So nobody finds the haunt by trying all six against the chain, and everybody can check it afterwards."""
    one, other = begun().state.secrets, begun().state.secrets
    assert [secret.words for secret in one] == [secret.words for secret in other]
    assert not {secret.salt for secret in one} & {secret.salt for secret in other}
    state = at_segment(Side.SORCERER, Segment.FIREBALL, ("sorcerer-1", (5, 9)), ("elf-1", (5, 10)))
    spells = (said.Spell(caster="sorcerer-1", target=(5, 10)),)
    facts, state = decided(state, said.ThrowFireballs(spells=spells), 1)
    assert facts[1].secrets == state.secrets
    assert state.winner is Side.SORCERER


def test_aw_84_what_a_pack_lacks_is_refused_and_other_columns_are_its_own() -> None:
    where = (*((f"elf-{number}", (5, 9)) for number in range(1, 5)), ("demon-1", (5, 10)), ("ghoul-1", (4, 10)))
    state = at_segment(Side.WIZARD, Segment.COMBAT, *where)
    attack = said.Assault(attackers=("elf-1", "elf-2", "elf-3", "elf-4"), defenders=("ghoul-1",))
    table = {"columns": ["1:2", "1:1", "2:1"], "rows": {face: ["none", "none", "kill:1"] for face in "123456"}}
    own = ArrakharBattle(pack(combat=table), VALLEY, scenario=Scenario.SHORT)
    facts = own.decide(state, said.DeclareAttacks(attacks=(attack,)), "wizard", NotedDice.typed((4,)))
    assert facts[0].fact.dead == ("ghoul-1",)  # type: ignore[union-attr]
    lacking: list[tuple[Side, Segment, Any]] = [
        (Side.WIZARD, Segment.COMBAT, said.DeclareAttacks(attacks=(attack,))),
        (Side.SORCERER, Segment.WANDERING, said.Wander(place=(5, 7))),
        (Side.WIZARD, Segment.HASTE, said.CastHaste(castings=(said.Casting(caster="wizard-1", refs=("wizard-1",)),))),
        (Side.WIZARD, Segment.FIREBALL, said.ThrowFireballs(spells=(said.Spell(caster="wizard-1", target=(5, 10)),))),
        (Side.SORCERER, Segment.SUMMON, said.Summon(caster="sorcerer-1", haunt="T1")),
    ]
    nothing = pack(**dict.fromkeys(("combat", "wandering", "haste", "fireball", "summon")))
    holes = ArrakharBattle(nothing, VALLEY, scenario=Scenario.SHORT)
    for side, segment, command in lacking:
        state = at_segment(side, segment, *where, ("wizard-1", (6, 10)), ("sorcerer-1", (6, 10)))
        with pytest.raises(RefusalError, match=r"the pack's .+ isn't entered"):
            holes.decide(state, command, side, NotedDice.typed(()))


def test_aw_40_orcs_wander_in_where_the_pack_says() -> None:
    state = at_segment(Side.SORCERER, Segment.WANDERING, ("elf-1", (1, 1)))
    listed = HOUSE_FILE_WANDERING | {"place": "chosen_hex_list", "hexes": ["5,9"]}
    own = ArrakharBattle(pack(wandering=listed), VALLEY, scenario=Scenario.SHORT)
    facts = own.decide(state, said.Wander(place=(5, 9)), "sorcerer", NotedDice.typed((6,)))
    assert facts[0].fact.place == (5, 9)  # type: ignore[union-attr]
    with pytest.raises(RefusalError, match="AW-40: No orc wanders in at 5,7"):
        own.decide(state, said.Wander(place=(5, 7)), "sorcerer", NotedDice.typed((6,)))


def at_segment(side: Side, segment: Segment, *units: tuple[str, Hex]) -> Any:
    """The state of a later turn in a segment, with these units alone."""
    state = begun().state
    fielded = tuple(FieldedUnit(ref=ref, unit=UnitType(ref.partition("-")[0]), place=place) for ref, place in units)
    valley = msgspec.structs.replace(state.valley, side=side, units=fielded, turn=2)
    return msgspec.structs.replace(state, segment=TURN.index((side, segment)), valley=valley)


def decided(state: Any, command: said.GameCommand, *faces: int) -> tuple[list[Any], Any]:
    """The facts that a command brings with these dice, and the state after them."""
    dice = NotedDice.typed(faces)
    facts = [happening.fact for happening in RULES.decide(state, command, state.valley.side, dice)]  # type: ignore[arg-type]
    dice.check_all_taken()
    for fact in facts:
        state = RULES.apply(state, fact)
    return facts, state


def test_aw_51_and_52_summons_one_after_the_other_and_who_arrives_may_move() -> None:
    state = at_segment(Side.SORCERER, Segment.SUMMON, ("sorcerer-1", (6, 10)), ("elf-1", (1, 1)))
    (fact,), state = decided(state, said.Summon(caster="sorcerer-1", haunt="T1", most=2), 6)
    assert (fact.refs, state.valley.pool[UnitType.DEMON]) == (("demon-1", "demon-2"), 4)
    with pytest.raises(RefusalError, match="AW-45"):
        decided(state, said.Summon(caster="sorcerer-1", haunt="T1"), 1)
    _, state = decided(state, said.EndSegment())
    _, state = decided(state, said.MoveUnits(refs=("demon-1",), way=((6, 9), (6, 10), (6, 11), (6, 12))))
    assert state.valley.by_ref["demon-1"].place == (6, 12)


def test_aw_61_and_72_spells_of_a_segment_are_declared_together() -> None:
    state = at_segment(Side.WIZARD, Segment.HASTE, ("wizard-1", (5, 9)), ("wizard-2", (5, 9)), ("elf-1", (5, 10)))
    both = tuple(said.Casting(caster=ref, refs=("elf-1",)) for ref in ("wizard-1", "wizard-2"))
    facts, state = decided(state, said.CastHaste(castings=both), 5)
    assert [fact.bonus for fact in facts] == [6, 6]
    assert state.valley.by_ref["elf-1"].allowance == 10
    with pytest.raises(RefusalError, match="declared together"):
        decided(state, said.CastHaste(castings=both[:1]), 1)
    there = (("wizard-1", (5, 9)), ("wizard-2", (5, 9)), ("elf-1", (5, 10)), ("elf-2", (5, 10)))
    state = at_segment(Side.WIZARD, Segment.HASTE, *there)
    one = said.Casting(caster="wizard-1", refs=("elf-1",))
    two = said.Casting(caster="wizard-2", refs=("elf-1", "elf-2"))
    _, state = decided(state, said.CastHaste(castings=(one, two)), 6, 1)
    assert [state.valley.by_ref[ref].haste for ref in ("elf-1", "elf-2")] == [6, 2]
    where = (("wizard-1", (5, 9)), ("wizard-2", (4, 10)), ("orc-1", (5, 10)))
    state = at_segment(Side.WIZARD, Segment.FIREBALL, *where)
    spells = tuple(said.Spell(caster=ref, target=(5, 10)) for ref in ("wizard-1", "wizard-2"))
    facts, state = decided(state, said.ThrowFireballs(spells=spells), 3)
    assert [fact.dead for fact in facts] == [("orc-1",), ()]
    assert state.valley.emptied == {(5, 10)}
    _, state = decided(state, said.EndSegment())
    _, state = decided(state, said.Advance(refs=("wizard-1",), to=(5, 10)))
    assert state.valley.by_ref["wizard-1"].place == (5, 10)


def test_aw_81_attacks_are_declared_together_and_what_lost_its_target_is_wasted() -> None:
    state = at_segment(Side.WIZARD, Segment.COMBAT, ("elf-9", (5, 9)), ("elf-8", (4, 10)), ("ghoul-1", (5, 10)))
    both = tuple(said.Assault(attackers=(ref,), defenders=("ghoul-1",)) for ref in ("elf-9", "elf-8"))
    facts, state = decided(state, said.DeclareAttacks(attacks=both), 1)
    assert [fact.dead for fact in facts] == [("ghoul-1",), ()]
    _, state = decided(state, said.Advance(refs=("elf-9",), to=(5, 10)))
    assert state.valley.by_ref["elf-9"].place == (5, 10)


def test_aw_90_and_100_the_wand_is_found_carried_out_and_the_game_is_over() -> None:
    state = at_segment(Side.WIZARD, Segment.HAUNTS, ("elf-1", (11, 5)), ("dwarf-1", (5, 7)))
    facts, state = decided(state, said.EndSegment())
    assert (facts[0].destroyed, facts[0].wand) == (("R1", "T2"), (11, 5))
    assert [haunt.name for haunt in state.valley.haunts] == ["T1", "C1", "R2", "C2"]
    while state.now is not Segment.MOVE or state.valley.side is not Side.WIZARD:
        _, state = decided(state, said.EndSegment())
    out = said.MoveUnits(refs=("elf-1",), way=((11, 5), (11, 4), (11, 3), (12, 3)), takes_wand=True)
    facts, state = decided(state, out)
    assert (facts[-1].side, state.winner) == (Side.WIZARD, Side.WIZARD)
    with pytest.raises(RefusalError, match="the game is over"):
        decided(state, said.EndSegment())
