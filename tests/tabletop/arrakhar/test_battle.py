"""Whole games in the log of battles: random ones by legal actions, what each seat sees, what is declared together."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arrakhar.battle import commands as said
from tabletop.arrakhar.battle import facts as made
from tabletop.arrakhar.battle.offers import offers_of
from tabletop.arrakhar.battle.rules import BEST_HASTE, is_proved
from tabletop.arrakhar.battle.state import Battle
from tabletop.arrakhar.catalogue import Haunt, Scenario, Side, UnitType
from tabletop.arrakhar.force import Force, new_force, with_count
from tabletop.arrakhar.ground import PlacedHaunt
from tabletop.arrakhar.play.valley import TURN, FieldedUnit, Segment
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Actor, RefusalError
from tabletop.battle.file import read_battle, written_battle
from tabletop.battle.playing import Offer
from tabletop.battle.views import sentence, view
from tabletop.boards.hex import Hex
from tabletop.decoding import MalformedError
from tabletop.packs import Packs
from tests.laws import law_of
from tests.valley import HAUNTS, HOUSE, PLAIN, pack
from tests.valley_by_lot import AT, RULES, Log, new_log, played
from tests.whole_battles import check_battle

SORCERERS = ("6,10", "6,6", "1,6", "11,6")
ENTRIES = ("6,0", "12,3", "0,11")


def forces() -> list[Force]:
    """The smallest of both sides for the short scenario."""
    return [new_force(side, Scenario.SHORT, name=side) for side in (Side.SORCERER, Side.WIZARD)]


def done(log: Log, command: said.GameCommand, seat: str, *faces: int, seed: int = 0) -> Log:
    dice = NotedDice.typed(faces) if faces else NotedDice.seeded(seed)
    happenings = RULES.decide(log.state, command, seat, dice)  # type: ignore[arg-type]
    dice.check_all_taken()
    return log.append(happenings, by=Actor(seat), cause=f"c{log.head + 1}", at=AT)


def placed() -> Log:
    """The sorcerer has set up."""
    log = new_log(forces())
    for haunt, place in HAUNTS.items():
        log = done(log, said.PlaceHaunt(haunt=haunt, place=place), "sorcerer")
    log = done(log, said.HideWand(haunt="T2"), "sorcerer")
    for place in SORCERERS:
        log = done(log, said.PlaceUnits(unit=UnitType.SORCERER, place=place), "sorcerer")
    return done(log, said.EndSegment(), "sorcerer")


def begun() -> Log:
    """Both sides have set up: sorcerers beside haunts, the wizard's units at three entries."""
    log = placed()
    for place in ENTRIES:
        for unit in (UnitType.WIZARD, UnitType.BARBARIAN, UnitType.DWARF, UnitType.ELF):
            log = done(log, said.PlaceUnits(unit=unit, place=place), "wizard")
    return done(log, said.EndSegment(), "wizard")


def refused(log: Log, command: said.GameCommand, seat: str) -> str:
    with pytest.raises(RefusalError) as error:
        done(log, command, seat)
    return str(error.value)


def test_random_games_are_whole_and_show_nobody_what_another_side_hides() -> None:
    counts, kinds = Counter[str](), set[str]()
    for seed in range(2):
        log, done_so = played(seed, 200, check_every=50)
        check_battle(log)
        counts += done_so
        kinds |= {type(event.fact).__name__ for event in log.events()}
        assert all(sentence(log, entry, "watcher") for entry in log.entries())
        refs = [unit.ref for unit in log.state.valley.units]
        assert len(refs) == len(set(refs))
    assert {"Summoned", "Moved", "Hasted", "OrcsWandered", "FireballThrown", "Attacked"} <= kinds
    assert sum(count for what, count in counts.items() if what.endswith("refused")) < counts.total() / 10


def test_what_isnt_ones_own_or_isnt_now_is_refused() -> None:
    log = begun()
    assert refused(log, said.Wander(place="5,7"), "wizard") == "it's the sorcerer's to do"
    assert refused(log, said.Wander(place="5,7"), "referee") == "it's the sorcerer's to do"
    early = said.Move(refs=("sorcerer-1",), to="6,11")
    assert refused(log, early, "sorcerer") == "that is done in the segment “movement”"
    assert refused(log, said.HideWand(haunt="T1"), "sorcerer") == "that is done in the segment “setting up”"
    assert refused(log, said.BringForce(counts={}), "wizard") == "the wizard's units stand on the board already"
    log = done(log, said.Wander(place="5,7"), "sorcerer", 6)
    assert [unit.place for unit in log.state.valley.units if unit.unit is UnitType.ORC] == [(5, 7)]
    assert refused(log, said.Wander(place="5,7"), "sorcerer").startswith("everything of this segment is declared")
    log = done(log, said.EndSegment(), "sorcerer")
    assert refused(log, said.Summon(caster="imp-1", haunt="T1"), "sorcerer") == "there is no “imp-1” in the valley"
    assert refused(log, said.Summon(caster="sorcerer-1", haunt="C1"), "sorcerer").startswith("AW-45: ")
    assert refused(log, said.Summon(caster="sorcerer-1", haunt="T3"), "sorcerer").startswith("AW-53: ")
    assert refused(log, said.Resolve(), "sorcerer") == "nothing is declared that could be rolled for"


def test_aw_14_and_15_forces_are_judged_sealed_and_bound_what_is_placed() -> None:
    log = new_log([None, forces()[1]])
    assert refused(log, said.EndSegment(), "sorcerer") == "the sorcerer brings a force first"
    small = {UnitType.SORCERER: 4, UnitType.DEMON: 4, UnitType.ORC: 4}
    assert refused(log, said.BringForce(counts=small), "sorcerer").startswith("AW-12: ")
    large = dict.fromkeys((UnitType.SORCERER, UnitType.DEMON, UnitType.ORC, UnitType.GHOUL), 9)
    assert refused(log, said.BringForce(counts=large), "sorcerer").startswith("AW-10: ")
    assert refused(log, said.BringForce(counts={UnitType.ELF: 4}), "sorcerer").startswith("AW-12: ")
    bring = said.BringForce(counts={**small, UnitType.GHOUL: 5})
    assert not RULES.touches(bring) & RULES.changes(made.HauntPlaced("T1", (6, 9)))  # phones set up at the same time
    log = done(log, bring, "sorcerer")
    ours, theirs = (sentence(log, log.entries()[-1], seat) for seat in ("sorcerer", "wizard"))
    assert ours.startswith("the sorcerer brings 4 sorcerers, 4 demons, 4 orcs, 5 ghouls; sealed as ")
    assert theirs.startswith("the sorcerer brings a force, sealed as ")
    assert log.state.valley.pool[UnitType.GHOUL] == 5
    for place in ("6,10", "6,6", "1,6", "11,6"):
        log = done(log, said.PlaceUnits(unit=UnitType.SORCERER, place=place), "sorcerer")
    fifth = said.PlaceUnits(unit=UnitType.SORCERER, place="11,6")
    assert refused(log, fifth, "sorcerer") == "AW-15: No sorcerers of the force are still to be placed."


def test_aw_16_limits_that_were_agreed_on_hold_in_the_game() -> None:
    sorcerer, wizard = forces()
    log = new_log([None, replace(wizard, points_limit=38)])
    assert log.state.limits == {Side.WIZARD: 38}
    assert new_log([wizard, sorcerer]).state.forces == new_log([sorcerer, wizard]).state.forces
    cases: list[tuple[list[Any], str]] = [
        ([wizard, wizard], "blue: is a wizard's force as the other one is"),
        ([sorcerer, replace(wizard, scenario=Scenario.LONG)], "blue: is of the long scenario, the other one of the"),
        ([with_count(wizard, "arrakhar/elf", 21), sorcerer], "red: AW-11: "),
        ([sorcerer, replace(wizard, pack="other")], "blue: names another data pack"),
        ([None, None], "red: a game begins with a force of one side"),
        ([None, replace(wizard, pack="mine")], r"red: can't be played by its data pack: pack\.board: isn't entered"),
        ([sorcerer, replace(with_count(wizard, "arrakhar/elf", 13), costs={UnitType.ELF: 3})], "blue: AW-10"),
    ]
    packs = Packs(HOUSE, lambda _: {"mine": pack(board=None)})
    for rosters, says in cases:
        with pytest.raises(MalformedError, match=says):
            RULES.begun("A game", rosters, packs)


def test_aw_20_to_24_set_up_is_judged_as_it_goes() -> None:
    log = new_log(forces())
    assert refused(log, said.EndSegment(), "sorcerer").startswith("AW-20: T1, T2, R1, R2, C1, C2 still to be placed")
    assert refused(log, said.HideWand(haunt="T1"), "sorcerer").startswith("AW-23: ")
    assert refused(log, said.PlaceHaunt(haunt="R1", place="0,0"), "sorcerer").startswith("AW-20: ")
    assert refused(log, said.PlaceHaunt(haunt="R3", place="5,7"), "sorcerer") == (
        "AW-20: The short scenario has no R3."
    )
    assert refused(log, said.PlaceHaunt(haunt="R1", place="99,0"), "sorcerer") == "the board has no hex 99,0"
    log = done(log, said.PlaceHaunt(haunt="T1", place="6,9"), "sorcerer")
    assert refused(log, said.PlaceHaunt(haunt="R1", place="6,10"), "sorcerer").startswith("AW-22: ")
    assert done(log, said.PlaceHaunt(haunt="T1", place="6,10"), "sorcerer").state.valley.haunts == (
        PlacedHaunt(Haunt.TEMPLE, 1, (6, 10)),
    )
    assert refused(log, said.PlaceUnits(unit=UnitType.ORC, place="5,5"), "sorcerer").startswith("AW-24: ")
    assert refused(log, said.PlaceUnits(unit=UnitType.ELF, place="6,0"), "wizard") == "it's the sorcerer's to do"


def test_aw_30_and_31_the_wizards_units_wait_at_entries_and_have_not_moved() -> None:
    log = placed()
    assert refused(log, said.PlaceUnits(unit=UnitType.ELF, place="5,5"), "wizard").startswith("AW-30: ")
    assert refused(log, said.EndSegment(), "wizard") == (
        "AW-30: 3 wizards, 3 barbarians, 3 dwarves, 3 elves still to be placed."
    )
    log = begun()
    assert [(unit.moved, unit.place) for unit in log.state.valley.units if unit.ref == "elf-1"] == [(False, (6, 0))]


def test_aw_23_the_wand_is_sealed_for_both_and_proved_at_the_end() -> None:
    one, other = begun(), begun()
    words = [[secret.words.partition(";")[0] for secret in log.state.secrets] for log in (one, other)]
    assert words[0] == words[1]
    assert not {secret.digest for secret in one.state.secrets} & {secret.digest for secret in other.state.secrets}
    hidden = one.state.secrets[-1]
    assert isinstance(hidden, made.WandHidden)
    for seat in ("wizard", "watcher"):
        seen = msgspec.json.encode(view(one, seat))
        assert hidden.digest.encode() in seen
        assert hidden.salt.encode() not in seen
        assert hidden.digest in str(RULES.shown(one.state, seat, {}, urlencode).groups)
    assert is_proved(one.state, hidden)
    assert not is_proved(one.state, replace(hidden, haunt="T1"))
    state = at_segment(Side.SORCERER, Segment.FIREBALL, ("sorcerer-1", (5, 9)), ("elf-1", (5, 10)))
    _, state = decided(state, said.DeclareFireball(caster="sorcerer-1", target="5,10"))
    facts, state = decided(state, said.Resolve(), 1)
    assert facts[1].secrets == state.secrets
    assert (state.winner, RULES.is_open(state, "wizard")) == (Side.SORCERER, True)
    assert str(RULES.shown(state, "wizard", {}, urlencode).groups).count("proved") == 3


def test_a_game_goes_on_from_its_file_by_its_own_pack() -> None:
    log = begun()
    again = read_battle(written_battle(log), RULES)
    assert (again.state.pack, again.digest) == (log.state.pack, log.digest)
    spoilt = written_battle(log).replace(b'"M M M E M M M M M M M E M M M"', b'"M M M M M M M M M M M E M M M"')
    with pytest.raises(MalformedError, match=r"line 2: .*has 4 entries where there are 6"):
        read_battle(spoilt, RULES)
    with pytest.raises(ValueError, match="where the board has no hex"):
        RULES.apply(log.state, made.UnitsPlaced(("elf-99",), UnitType.ELF, (90, 0)))


def at_segment(side: Side, segment: Segment, *units: tuple[str, Hex], **fields: Any) -> Battle:
    """The state of a later turn in a segment, with these units alone."""
    state = begun().state
    fielded = tuple(FieldedUnit(ref=ref, unit=UnitType(ref.partition("-")[0]), place=place) for ref, place in units)
    numbers = dict.fromkeys(UnitType, 9)
    valley = replace(state.valley, side=side, units=fielded, turn=2, **fields)
    return replace(state, segment=TURN.index((side, segment)), valley=valley, numbers=numbers)


def decided(state: Battle, command: said.GameCommand, *faces: int) -> tuple[list[Any], Battle]:
    """The facts that a command brings with these dice, and the state after them."""
    dice = NotedDice.typed(faces)
    facts = [happening.fact for happening in RULES.decide(state, command, state.side, dice)]  # type: ignore[arg-type]
    dice.check_all_taken()
    for fact in facts:
        state = RULES.apply(state, fact)
    return facts, state


def offers(state: Battle, command: str, **fields: Any) -> list[Offer]:
    return [offer for offer in offers_of(state, state.side, **fields) if offer.command == command]


def test_aw_84_what_a_pack_lacks_is_refused_and_other_columns_are_its_own() -> None:
    where = (*((f"elf-{number}", (5, 9)) for number in range(1, 5)), ("demon-1", (5, 10)), ("ghoul-1", (4, 10)))
    state = at_segment(Side.WIZARD, Segment.COMBAT, *where)
    table = {"columns": ["1:2", "1:1", "2:1"], "rows": {face: ["none", "none", "kill:1"] for face in "123456"}}
    own = replace(state, pack=pack(combat=table))
    attack = said.DeclareAttack(attackers=("elf-1", "elf-2", "elf-3", "elf-4"), defenders=("ghoul-1",))
    _, own = decided(own, attack)
    (fact,), _ = decided(own, said.Resolve(), 4)
    assert (fact.dead, fact.ratio) == (("ghoul-1",), "2:1")
    lacking: list[tuple[Side, Segment, str, Any]] = [
        (Side.WIZARD, Segment.COMBAT, "combat", attack),
        (Side.SORCERER, Segment.WANDERING, "wandering", said.Wander(place="5,7")),
        (Side.WIZARD, Segment.HASTE, "haste", said.DeclareHaste(caster="wizard-1", refs=("wizard-1",))),
        (Side.WIZARD, Segment.FIREBALL, "fireball", said.DeclareFireball(caster="wizard-1", target="5,10")),
        (Side.SORCERER, Segment.SUMMON, "summon", said.Summon(caster="sorcerer-1", haunt="T1")),
    ]
    nothing = pack(**{field: None for _, _, field, _ in lacking})
    for side, segment, field, command in lacking:
        state = at_segment(side, segment, *where, ("wizard-1", (6, 10)), ("sorcerer-1", (6, 10)))
        state = replace(state, pack=nothing)
        with pytest.raises(RefusalError, match=rf"the pack's {field} isn't entered"):
            decided(state, command)
        why = {why for offer in offers_of(state, side) for why in offer.why_not}
        assert f"The pack's {field} isn't entered." in why


def test_aw_40_orcs_wander_in_where_the_pack_says() -> None:
    state = at_segment(Side.SORCERER, Segment.WANDERING, ("elf-1", (1, 1)), ("ghoul-1", (9, 12)))
    (offer,) = offers(state, "wander")
    assert [choice.value for choice in offer.fields[0].choices] == ["5,7"]
    listed = PLAIN["wandering"] | {"place": "chosen_hex_list", "hexes": ["5,9"]}
    own = replace(state, pack=pack(wandering=listed))
    (fact,), after = decided(own, said.Wander(place="5,9"), 6)
    assert (fact.place, fact.words) == ((5, 9), "orc 10 wanders in at 5,9")
    assert offers(after, "wander") == []
    with pytest.raises(RefusalError, match="AW-40: No orc wanders in at 5,7"):
        decided(own, said.Wander(place="5,7"), 6)


def test_aw_45_to_53_summons_are_offered_with_every_reason_against() -> None:
    state = at_segment(
        Side.SORCERER, Segment.SUMMON, ("sorcerer-1", (6, 10)), ("sorcerer-2", (5, 6)), ("elf-1", (5, 7)),
        pool={UnitType.DEMON: 6},
    )  # fmt: skip
    by_haunt = {dict(offer.stated)["haunt"]: offer for offer in offers(state, "summon")}
    assert by_haunt["T1"].why_not == ()
    assert [why[:5] for why in by_haunt["R1"].why_not] == ["AW-47", "AW-48"]
    assert by_haunt["C2"].why_not == ("No sorcerer stands beside C2 in 7,2.",)


def test_aw_53_worked_case_50_no_ruin_no_summons_but_orcs_wander_in_by_the_pack() -> None:
    state = at_segment(Side.SORCERER, Segment.SUMMON, ("sorcerer-1", (6, 10)), ("elf-1", (1, 1)))
    haunts = tuple(haunt for haunt in state.valley.haunts if haunt.kind is not Haunt.RUIN)
    state = replace(state, valley=replace(state.valley, haunts=haunts))
    with pytest.raises(RefusalError, match="AW-53: R1 isn't on the board"):
        decided(state, said.Summon(caster="sorcerer-1", haunt="R1"), 6)
    assert {dict(offer.stated)["haunt"] for offer in offers(state, "summon")} == {"T1", "C1", "T2", "C2"}
    state = replace(state, segment=TURN.index((Side.SORCERER, Segment.WANDERING)))
    (offer,) = offers(state, "wander")
    assert offer.why_not == ("There is no place left where orcs could come.",)
    listed = PLAIN["wandering"] | {"place": "chosen_hex_list", "hexes": ["5,9"]}
    (offer,) = offers(replace(state, pack=pack(wandering=listed)), "wander")
    assert offer.why_not == ()


def test_aw_59_haunts_stay_where_they_are_in_play() -> None:
    moved = said.PlaceHaunt(haunt="T1", place="6,10")
    assert refused(begun(), moved, "sorcerer") == "that is done in the segment “setting up”"


def test_aw_51_and_52_summons_one_after_the_other_and_who_arrives_may_move() -> None:
    state = at_segment(Side.SORCERER, Segment.SUMMON, ("sorcerer-1", (6, 10)), ("elf-1", (1, 1)))
    (fact,), state = decided(state, said.Summon(caster="sorcerer-1", haunt="T1", most=2), 6)
    assert (fact.refs, state.valley.pool[UnitType.DEMON]) == (("demon-10", "demon-11"), 2)
    with pytest.raises(RefusalError, match="AW-45"):
        decided(state, said.Summon(caster="sorcerer-1", haunt="T1"), 1)
    _, state = decided(state, said.EndSegment())
    (fact,), state = decided(state, said.Move(refs=("demon-10",), to="6,12"))
    assert (fact.way[0], fact.way[-1], len(fact.way)) == ((6, 9), (6, 12), 4)


def test_aw_55_to_57_what_is_offered_to_move_is_what_may_be_reached() -> None:
    state = at_segment(Side.WIZARD, Segment.MOVE, ("elf-1", (6, 9)), ("orc-1", (5, 9)))
    (offer,) = offers(state, "move", at=(6, 9))
    chosen = {choice.value: choice.about for choice in offer.fields[1].choices}
    assert "5,9" not in chosen
    for name, about in chosen.items():
        (fact,), _ = decided(state, said.Move(refs=("elf-1",), to=name))
        assert about.startswith(f"{len(fact.way) - 1} hex")
    for name in {f"{row},{column}" for row, column in state.valley.board.hexes()} - chosen.keys():
        with pytest.raises(RefusalError):
            decided(state, said.Move(refs=("elf-1",), to=name))
    (move, _) = sorted(RULES.plain(state, "wizard")["may"], key=lambda may: may["command"] != "move")
    assert move == {"command": "move", "choose": {"refs": ["elf-1"], "to": [*chosen]}}
    lit = RULES.shown(state, "wizard", {"at": "6,9"}, urlencode).picture
    assert lit.count('lit"') == len(chosen)
    assert 'href="at=6%2C9&amp;to=6%2C11"' in lit
    dwarf = at_segment(Side.WIZARD, Segment.MOVE, ("elf-1", (6, 9)), ("dwarf-1", (6, 11)))
    _, dwarf = decided(dwarf, said.Move(refs=("elf-1",), to="6,10"))
    with pytest.raises(RefusalError, match="AW-57: 1 elf and 1 dwarf in 6,10"):
        decided(dwarf, said.Move(refs=("dwarf-1",), to="6,10"))


def test_aw_61_and_62_hastes_are_declared_before_the_first_roll() -> None:
    state = at_segment(Side.WIZARD, Segment.HASTE, ("wizard-1", (5, 9)), ("wizard-2", (5, 9)), ("elf-1", (5, 10)))
    for caster in ("wizard-1", "wizard-2"):
        _, state = decided(state, said.DeclareHaste(caster=caster, refs=("elf-1",)))
    with pytest.raises(RefusalError, match="AW-60"):
        decided(state, said.DeclareHaste(caster="wizard-1", refs=("wizard-2",)))
    with pytest.raises(RefusalError, match="rolled for first"):
        decided(state, said.EndSegment())
    facts, best = decided(state, said.Resolve(number=1), 5)
    assert [(fact.caster, fact.bonus) for fact in facts] == [("wizard-2", BEST_HASTE), ("wizard-1", 0)]
    assert facts[1].words == "the haste of wizard 1 is wasted"
    assert (best.valley.by_ref["elf-1"].allowance, best.declared) == (10, ())
    _, state = decided(state, said.Resolve(), 1)
    _, state = decided(state, said.Resolve(), 3)
    assert state.valley.by_ref["elf-1"].haste == 4
    with pytest.raises(RefusalError, match="before the first roll"):
        decided(state, said.DeclareHaste(caster="wizard-1", refs=("elf-1",)))


def test_aw_63_and_64_units_at_an_entry_are_hasted_on_the_first_turn_and_may_part() -> None:
    there = (("wizard-1", (6, 0)), *((f"elf-{number}", (6, 0)) for number in range(1, 6)))
    state = at_segment(Side.WIZARD, Segment.HASTE, *there)
    assert offers(state, "declare_haste") == []
    first = replace(state, valley=replace(state.valley, turn=1))
    (_, elves) = offers(first, "declare_haste")
    assert elves.fields[1].value.split() == ["elf-1", "elf-2", "elf-3", "elf-4"]
    with pytest.raises(RefusalError, match="AW-60"):
        decided(first, said.DeclareHaste(caster="wizard-1", refs=tuple(f"elf-{number}" for number in range(1, 6))))
    _, first = decided(first, said.DeclareHaste(caster="wizard-1", refs=("elf-1", "elf-2", "elf-3", "elf-4")))
    _, first = decided(first, said.Resolve(), 1)
    _, first = decided(first, said.EndSegment())
    for ref, end in (("elf-1", "6,2"), ("elf-2", "5,2"), ("elf-5", "7,1")):
        _, first = decided(first, said.Move(refs=(ref,), to=end))
    assert {first.valley.by_ref[ref].place for ref in ("elf-1", "elf-2", "elf-5")} == {(6, 2), (5, 2), (7, 1)}


def test_aw_72_and_73_and_85_fireballs_wait_for_all_and_empty_hexes_are_advanced_into() -> None:
    where = (("wizard-1", (5, 9)), ("wizard-2", (4, 10)), ("elf-1", (5, 9)), ("orc-1", (5, 10)), ("orc-2", (9, 9)))
    state = at_segment(Side.WIZARD, Segment.FIREBALL, *where)
    for caster in ("wizard-1", "wizard-2"):
        _, state = decided(state, said.DeclareFireball(caster=caster, target="5,10"))
    assert [offer.about for offer in offers(state, "resolve")] == ["One die; each kills on 1, 2 and 3."] * 2
    facts, state = decided(state, said.Resolve(), 3)
    assert [(fact.dead, fact.wasted) for fact in facts] == [(("orc-1",), False), ((), True)]
    assert state.valley.emptied == {(5, 10)}
    _, state = decided(state, said.EndSegment())
    (wizards, _) = offers(state, "advance")
    assert [choice.value for choice in wizards.fields[0].choices] == ["wizard-1", "wizard-2"]
    _, state = decided(state, said.Advance(refs=("wizard-1",), to="5,10"))
    assert state.valley.by_ref["wizard-1"].place == (5, 10)


def test_aw_81_and_85_attacks_wait_for_all_and_what_lost_its_target_is_wasted() -> None:
    where = (("elf-9", (5, 9)), ("elf-8", (4, 10)), ("dwarf-1", (4, 9)), ("ghoul-1", (5, 10)), ("ghoul-2", (9, 9)))
    state = at_segment(Side.WIZARD, Segment.COMBAT, *where)
    for ref in ("elf-9", "elf-8"):
        _, state = decided(state, said.DeclareAttack(attackers=(ref,), defenders=("ghoul-1",)))
    with pytest.raises(RefusalError, match="AW-81"):
        decided(state, said.DeclareAttack(attackers=("elf-9",), defenders=("ghoul-1",)))
    facts, state = decided(state, said.Resolve(), 1)
    assert [(fact.dead, fact.ratio) for fact in facts] == [(("ghoul-1",), "2:1"), ((), "")]
    (offer,) = offers(state, "advance")
    assert {choice.value for choice in offer.fields[0].choices} == {"elf-8", "elf-9"}
    with pytest.raises(RefusalError, match="AW-85"):
        decided(state, said.Advance(refs=("dwarf-1",), to="5,10"))
    _, state = decided(state, said.Advance(refs=("elf-9",), to="5,10"))
    assert state.valley.by_ref["elf-9"].place == (5, 10)


def test_aw_82_an_attack_counts_who_is_left_as_it_is_rolled() -> None:
    where = (*((f"orc-{number}", (5, 9)) for number in (1, 2)), ("demon-1", (4, 10)), ("elf-1", (5, 10)))
    state = at_segment(Side.SORCERER, Segment.COMBAT, *where, ("elf-2", (5, 10)), ("elf-3", (1, 1)))
    _, state = decided(state, said.DeclareAttack(attackers=("orc-1", "orc-2"), defenders=("elf-1",)))
    _, state = decided(state, said.DeclareAttack(attackers=("demon-1",), defenders=("elf-1", "elf-2")))
    assert [offer.about for offer in offers(state, "resolve")] == ["One die, at 2:1.", "One die, at 1:1."]
    _, state = decided(state, said.Resolve(), 1)
    assert [offer.about for offer in offers(state, "resolve")] == ["One die, at 2:1."]


def test_aw_90_and_91_and_100_the_wand_is_found_carried_out_and_the_game_is_over() -> None:
    state = at_segment(Side.WIZARD, Segment.HAUNTS, ("elf-1", (11, 5)), ("dwarf-1", (5, 7)))
    facts, state = decided(state, said.EndSegment())
    assert (facts[0].destroyed, facts[0].wand) == (("R1", "T2"), (11, 5))
    assert [haunt.name for haunt in state.valley.haunts] == ["T1", "C1", "R2", "C2"]
    while state.now is not Segment.MOVE or state.side is not Side.WIZARD:
        _, state = decided(state, said.EndSegment())
    (offer,) = offers(state, "move", at=(11, 5))
    assert (offer.fields[2].label, offer.fields[2].value) == ("Take the wand along, in 11,5", "true")
    facts, state = decided(state, said.Move(refs=("elf-1",), to="12,3", takes_wand=True))
    assert facts[0].words == "elf 1 goes from 11,5 to 12,3 with the wand"
    assert (facts[-1].side, state.winner) == (Side.WIZARD, Side.WIZARD)
    assert offers_of(state, "wizard") == ()
    with pytest.raises(RefusalError, match="the game is over"):
        decided(state, said.EndSegment())


def test_aw_95_to_98_the_wand_is_taken_over_on_the_way_and_stays_with_whoever_falls() -> None:
    where = (("barbarian-1", (5, 12)), ("elf-1", (5, 9)), ("dwarf-1", (2, 10)), ("orc-1", (11, 9)))
    state = at_segment(Side.WIZARD, Segment.MOVE, *where, wand=(5, 9))
    (fact,), after = decided(state, said.Move(refs=("barbarian-1",), to="2,10", takes_wand=True))
    assert (5, 9) in fact.way
    assert (len(fact.way) - 1, after.valley.wand) == (6, (2, 10))
    with pytest.raises(RefusalError, match="AW-95"):
        decided(after, said.Move(refs=("dwarf-1",), to="2,11", takes_wand=True))
    assert len(offers(after, "move", at=(2, 10))[1].fields) == 2
    with pytest.raises(RefusalError, match="AW-96"):
        decided(state, said.Move(refs=("barbarian-1",), to="5,9", takes_wand=True))
    evil = at_segment(Side.SORCERER, Segment.MOVE, *where, wand=(5, 9))
    with pytest.raises(RefusalError, match="AW-3"):
        decided(evil, said.Move(refs=("orc-1",), to="12,11"))


# The command with which a segment's own things begin, by its side and segment.
OFFERED = [
    (Side.SORCERER, Segment.WANDERING, {"wander"}),
    (Side.SORCERER, Segment.SUMMON, {"summon"}),
    (Side.SORCERER, Segment.MOVE, {"move"}),
    (Side.SORCERER, Segment.FIREBALL, {"declare_fireball"}),
    (Side.SORCERER, Segment.COMBAT, {"declare_attack"}),
    (Side.WIZARD, Segment.HASTE, {"declare_haste"}),
    (Side.WIZARD, Segment.MOVE, {"move"}),
    (Side.WIZARD, Segment.FIREBALL, {"declare_fireball"}),
    (Side.WIZARD, Segment.COMBAT, {"declare_attack"}),
    (Side.WIZARD, Segment.HAUNTS, set()),
]


@law_of(OFFERED)
def test_each_of_the_ten_segments_offers_its_own_things_to_its_own_side(
    case: tuple[Side, Segment, set[str]],
) -> None:
    side, segment, commands = case
    where = (("wizard-1", (5, 9)), ("elf-1", (4, 10)), ("sorcerer-1", (5, 10)), ("orc-1", (4, 11)))
    state = at_segment(side, segment, *where)
    at = (4, 10) if side is Side.WIZARD else (4, 11)
    assert {offer.command for offer in offers_of(state, side, at)} == commands | {"end_segment"}
    other = Side.WIZARD if side is Side.SORCERER else Side.SORCERER
    assert offers_of(state, other, at) == offers_of(state, "referee", at) == ()
    shown = RULES.shown(state, side, {"at": f"{at[0]},{at[1]}"}, urlencode)
    assert (shown.title, shown.whose) == (f"Turn 2, segment {TURN.index((side, segment)) + 1} of 10", (side,))
    assert shown.figures_from == "house pack, not the published numbers"
