"""The book's examples of magic as battles, spell by spell, with the dice that it prints; power is set by hand."""

from __future__ import annotations

from tabletop.arcana.battle.facts.magic import (
    CounterspellTried,
    SpellApplied,
    SpellEnded,
    SpellLaid,
    Summoned,
    WoundsHealed,
)
from tabletop.arcana.battle.state import SIDES, BattleUnit
from tabletop.arcana.battle.steps import Step
from tests.stories import Story, check_kept, fielded, fielding

SHAMAN, SPEARS, WIZARD = "r1", "b1", "b2"


def casting(name: str, powers: dict[str, int], *units: BattleUnit) -> Story:
    """A battle of these units in its first phase of magic, red having moved first, casters with so much power."""
    game = Story(fielding(name, *units))
    for command in ("deploy", "finish"):
        for side in SIDES:
            game.does(side, command)
    game.sides_move_on(Step.CASTING)
    for ref, power in powers.items():
        side = game.state.unit(ref).side
        game.does(side, "correct", ref, body=f"{ref}-c1", power=power, why="As the example has it")
    return game


def test_a_phase_of_magic_goes_as_in_the_book() -> None:
    """E27 to E30: a storm stands a tied counterspell, costs four goblins, and is dispelled by a tie; a spark wounds."""
    game = casting(
        "A storm",
        {SHAMAN: 3, SPEARS: 3, WIZARD: 1},
        fielded(SHAMAN, "barbarians/wiseman", school="air"),
        fielded(SPEARS, "goblins/goblin-spearmen", 20, files=5, led_by="goblins/goblin-shaman", school="fire"),
        fielded(WIZARD, "goblins/goblin-shaman", school="air"),
    )
    game.does("red", "cast", SHAMAN, spell="air/lightning-storm", target=SPEARS)
    tried, *_ = game.does("blue", "counter", SPEARS, power=2, dice=[4, 3])
    assert isinstance(tried, CounterspellTried)
    assert (tried.countered, tried.left) == (False, 1)
    hits, at_the_wizard, troops, wizard = [6], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5], [5]
    applied, *_, laid = game.does("blue", "let_pass", dice=[*hits, *at_the_wizard, *troops, *wizard])
    assert isinstance(applied, SpellApplied)
    assert isinstance(laid, SpellLaid)
    spears = game.state.unit(SPEARS)
    assert (spears.main.left, spears.characters[0].lost) == (16, (1,))

    *_, ended = game.does(
        "blue", "cast", SPEARS, spell="general/dispel", target=SPEARS, against="air/lightning-storm", dice=[5, 3]
    )
    assert isinstance(ended, SpellEnded)
    assert ended.why == "dispelled"
    facts = game.does("blue", "cast", WIZARD, spell="air/spark", target=SHAMAN, dice=[4, 5, 6])
    assert game.state.unit(SHAMAN).main.lost == (2,)
    assert game.state.clock.phase != "magic", facts  # all have cast: nobody is waited for
    assert [game.state.unit(ref).characters[0].power for ref in (SHAMAN, SPEARS, WIZARD)] == [0, 0, 0]
    game.does("blue", "concede")
    check_kept(game.log, "magic-example")


def test_more_power_calls_more_wolves_and_heals_more() -> None:
    """E26: of two points each, six wolves come, and two dice heal."""
    game = casting(
        "Wolves",
        {SHAMAN: 2, "r2": 2},
        fielded(SHAMAN, "barbarians/wiseman", school="nature"),
        fielded("r2", "barbarians/wiseman", school="life"),
        fielded("r3", "giant-kings/young-giant", 1),
        fielded(SPEARS, "goblins/goblin-spearmen", 20, files=5),
    )
    game.does("red", "correct", "r3", body="r3-m1", lost=[5], why="As the example has it")
    came = [
        it
        for it in game.does("red", "cast", SHAMAN, spell="nature/call-of-the-wild", extra=1)
        if isinstance(it, Summoned)
    ]
    assert [it.fielded.main.at_first for it in came] == [6]
    facts = game.does("red", "cast", "r2", spell="life/heal", target="r3", extra=1, dice=[4, 3])
    assert [it.lost for it in facts if isinstance(it, WoundsHealed)] == [(1,)]
