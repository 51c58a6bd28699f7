"""Finished battles as they were kept: whatever becomes of the rules, they are read, told and end as they did."""

from __future__ import annotations

import gc
import os
from typing import get_args

import msgspec

from tabletop.arcana.battle.state import State
from tabletop.battle.events import RoomFact
from tabletop.battle.file import read_battle
from tabletop.battle.lines import LINE
from tests.battles import rules
from tests.laws import of_each
from tests.stories import KEPT, told

# What can happen in a battle, from its first event to its end: none of these may be missing.
HAPPENS = [
    "battle_begun",
    "objective_named",
    "terrain_placed",
    "side_chosen",
    "unit_deployed",
    "unit_withheld",
    "attacker_chosen",
    "turn_begun",
    "phase_begun",
    "step_begun",
    "hazard_suffered",
    "initiative_rolled",
    "mover_chosen",
    "infiltrator_placed",
    "flight_declared",
    "flight_moved",
    "pursuit_declared",
    "pursuit_moved",
    "caught",
    "cover_test_called",
    "orders_given",
    "charge_declared",
    "response_chosen",
    "charge_completed",
    "overrun_struck",
    "flyover_struck",
    "manoeuvre_done",
    "missiles_shot",
    "reloaded",
    "power_focused",
    "spell_cast",
    "counterspell_tried",
    "spell_saved",
    "spell_applied",
    "spell_ended",
    "effect_recurred",
    "template_moved",
    "summoned",
    "casting_passed",
    "charm_saved",
    "character_moved",
    "targets_chosen",
    "blows_struck",
    "models_fell",
    "regenerated",
    "rallied",
    "tests_named",
    "penalty_assigned",
    "morale_tested",
    "broke",
    "paid_in_wounds",
    "unit_lost",
    "army_tested",
    "objective_reached",
    "objective_lost",
    "battle_ended",
    "corrected",
    "noted",
    "undone",
    "redone",
    "claim_contested",
    "claim_agreed",
]
FILES = sorted(KEPT.glob("*.jsonl"))


def refs_in(state: State) -> set[str]:
    """Who is of a battle, or stands on its table without phases."""
    return {*state.units, *(unit.ref for unit in (state.sandbox.table.units if state.sandbox else ()))}


@of_each("file", FILES, ids=lambda file: file.stem)
def test_a_battle_of_any_time_is_told_as_ever(file) -> None:  # type: ignore[no-untyped-def]
    """Sentences may be worded anew (RENEW=1); who stands at the end is the same for ever."""
    log = read_battle(file.read_bytes(), rules())
    assert log.state.result is not None
    for entry in log.entries():
        assert entry.event is not None
        if entry.parent is not None:  # what says which commands come too late names units that there are
            assert set(entry.event.fact.units) <= refs_in(entry.state) | refs_in(entry.parent.state)
    text = told(log)
    if os.environ.get("RENEW"):
        file.with_suffix(".txt").write_text(text)
    assert text == file.with_suffix(".txt").read_text()


def test_every_version_of_every_fact_is_in_a_battle_that_is_kept_and_each_of_its_fields() -> None:
    """A new kind, version or field needs a finished battle that has it, before anybody keeps one of his own."""
    kept: dict[str, set[str]] = {}
    for line in (LINE.decode(line) for file in FILES for line in file.read_bytes().splitlines()[1:-1]):
        tag = line.kind if line.version == 1 else f"{line.kind}.{line.version}"
        kept.setdefault(tag, set()).update(msgspec.json.decode(line.data))
    for fact in (*get_args(rules().facts), *get_args(RoomFact)):
        tag = str(fact.__struct_config__.tag)
        assert tag in kept, f"{tag} is in no battle that is kept"
        assert {field.encode_name for field in msgspec.structs.fields(fact)} <= kept[tag], tag


def test_of_a_battle_in_memory_the_garbage_collector_looks_through_its_entries_alone() -> None:
    """A server keeps tens of thousands of events, each with what stood after it."""
    content = max((file.read_bytes() for file in FILES), key=len)
    read_battle(content, rules())  # what is made once and kept
    gc.collect()
    before = len(gc.get_objects())
    log = read_battle(content, rules())
    gc.collect()
    assert len(gc.get_objects()) - before < 1.5 * log.head


def test_every_kind_of_happening_is_a_fact() -> None:
    assert len(HAPPENS) == 62
    assert set(HAPPENS) <= {fact.__struct_config__.tag for fact in (*get_args(rules().facts), *get_args(RoomFact))}
