"""A battle of what is seldom: units aboard wagons, wagons that repair each other, charmers, and a spell shaken off."""

from __future__ import annotations

import pytest

from tabletop.arcana.battle.facts.magic import CharmSaved, SpellHeld, SpellSaved
from tabletop.arcana.battle.facts.vehicles import CargoShaken, CargoStruck
from tabletop.arcana.battle.state import SIDES, Standing
from tabletop.arcana.battle.steps import Step
from tabletop.battle.events import RefusalError
from tests.stories import Story, check_kept, fielded, fielding

WAGONS, CARGO, CHARMERS, WIZARD, LEGION = "r1", "r2", "r3", "r4", "r5"
SWINE, WATCH, ARCHERS, BUTCHERS = "b1", "b2", "b3", "b4"


def begun() -> Story:
    war = Story(
        fielding(
            "Wagons and charmers",
            fielded(WAGONS, "vehicles/assault-wagon-4-horses-1-crew-5-cargo", 3),
            fielded(CARGO, "barbarians/wood-warrior", 24),
            fielded(CHARMERS, "snakemen/nyoka-charmer", 6),
            fielded(WIZARD, "high-elves/wizard", school="earth"),
            fielded(LEGION, "marr/legionnaire", 20, files=5, led_by="marr/centurion"),
            fielded(SWINE, "hogmen/swine", 10),
            fielded(WATCH, "hogmen/hog-watch", 12, files=4),
            fielded(ARCHERS, "orcs/orc-with-bow", 10, files=5),
            fielded(BUTCHERS, "hogmen/butcher", 8),
        )
    )
    for side in SIDES:
        war.does(side, "deploy")
    war.does("red", "correct", WIZARD, body=f"{WIZARD}-c1", power=9, why="A long war")
    for side in SIDES:
        war.does(side, "finish")
    return war


def refused(war: Story, why: str, seat: str, command: str, unit: str = "", **fields: object) -> None:
    with pytest.raises(RefusalError, match=why):
        war.does(seat, command, unit, **fields)  # type: ignore[arg-type]


def first_turn(war: Story) -> None:
    """Warriors board the wagons, which take no more and move slowly; arrows at these strike them, too."""
    war.sides_move_on(Step.FIRST_MOVER)
    refused(war, "aboard nothing", "red", "alight", CARGO)
    refused(war, "room for 0 base units", "red", "board", CARGO, carrier=LEGION)
    war.does("red", "board", CARGO, carrier=WAGONS)
    refused(war, "room for 6 base units", "red", "board", CHARMERS, carrier=WAGONS)
    refused(war, "aboard vehicles", "red", "march", CARGO, inches=100)
    refused(war, "more than 8 inches", "red", "march", WAGONS, inches=801)
    refused(war, "doesn't charge in a turn", "red", "charge", WAGONS, target=SWINE)
    war.does("red", "march", WAGONS, inches=800)
    war.sides_move_on(Step.CASTING)
    war.does("red", "cast", WIZARD, spell="earth/mass-earthbind", target=WATCH, dice=[6])
    saved = next(event.fact for event in war.log.events(0) if isinstance(event.fact, SpellSaved))
    assert (saved.unit, saved.resistance, saved.face, saved.saved) == (WATCH, 2, 6, False)
    war.sides_move_on(Step.VOLLEYS)
    refused(war, "is aboard", "blue", "shoot", ARCHERS, target=CARGO, range=1000)
    war.does("blue", "shoot", ARCHERS, target=WAGONS, range=1000, dice=[1] * 5 + [6] * 5 + [6] * 5)
    war.does("red", "finish", anyway=True)
    shaken = [event.fact for event in war.log.events(0) if isinstance(event.fact, CargoShaken)]
    assert [(its.unit, its.hits, its.thrown) for its in shaken] == [(CARGO, 5, 0)]
    refused(war, "Nothing has shaken", "red", "be_struck_aboard", LEGION)
    struck, *_ = war.does("red", "be_struck_aboard", CARGO, strength=0, dice=[1, 6, 6, 6, 6])
    assert isinstance(struck, CargoStruck)
    assert (struck.hits, struck.wounds) == (5, 4)
    assert war.state.unit(CARGO).models == 20


def second_turn(war: Story) -> None:
    """The watch is held fast; the warriors leave their wagons; charmers are resisted in vain; a centurion chooses."""
    refused(war, "no such spell", "blue", "shake_off", SWINE, spell="earth/mass-earthbind")
    held, *_ = war.does("blue", "shake_off", WATCH, spell="earth/mass-earthbind", dice=[2])
    assert isinstance(held, SpellHeld)
    assert held.holds
    assert held.barred == ("moving", "ramming")
    war.sides_move_on(Step.FIRST_MOVER)
    war.does("red", "alight", CARGO)
    refused(war, "boarded or left vehicles this turn", "red", "board", CARGO, carrier=WAGONS)
    refused(war, "more than a quarter", "red", "charge", CARGO, target=ARCHERS)
    for charger in (CHARMERS, LEGION):
        war.does("red", "charge", charger, target=SWINE, touching=[3, 3])
        if war.state.charge:
            war.does("blue", "respond", SWINE, response="stand")
    war.sides_move_on(Step.SECOND_MOVER)
    refused(war, "keeps it where it is", "blue", "march", WATCH, inches=100)
    war.does("blue", "charge", BUTCHERS, target=LEGION, side="left", touching=[3, 3])
    if war.state.charge:
        war.does("red", "respond", LEGION, response="stand")
    war.sides_move_on(Step.RECURRING)
    refused(war, "fights no charmers", "blue", "resist_charm", BUTCHERS)
    charm, *_ = war.does("blue", "resist_charm", SWINE, dice=[2])
    assert isinstance(charm, CharmSaved)
    assert (charm.resistance, charm.saved, charm.easier) == (1, False, True)
    war.sides_move_on(Step.CHARACTERS)
    refused(war, "don't touch", "red", "move_character", LEGION, to=WATCH)
    war.does("red", "move_character", LEGION, to=BUTCHERS)
    assert [aim.at for aim in war.state.unit(LEGION).aims if aim.leads] == [BUTCHERS]
    assert war.state.clock.step == Step.BLOWS
    refused(war, "belongs to another step", "red", "move_character", LEGION)
    war.does("red", "fight", LEGION)


def third_turn(war: Story) -> None:
    """One wagon is taken apart and mends the others; arrows destroy these, and throw off who is aboard again."""
    war.sides_move_on(Step.HAZARDS)
    war.does("blue", "shake_off", WATCH, spell="earth/mass-earthbind", dice=[1])
    assert not war.state.unit(WATCH).turn.barred
    war.sides_move_on(Step.FIRST_MOVER)
    war.does("red", "board", CARGO, carrier=WAGONS)
    war.sides_move_on(Step.RECURRING)
    assert war.state.unit(WAGONS).main.lost == (5,)
    war.does("red", "correct", WAGONS, body=f"{WAGONS}-m1", left=3, lost=[4, 3, 2], why="As the table has it")
    refused(war, "2 wounds may be handed on", "red", "repair", WAGONS, lost=[2])
    refused(war, "no vehicle loses wounds", "red", "repair", WAGONS, lost=[4])
    war.does("red", "repair", WAGONS, lost=[2, 1])
    assert (war.state.unit(WAGONS).main.left, war.state.unit(WAGONS).main.lost) == (2, (2, 1))
    war.sides_move_on(Step.VOLLEYS)
    war.does("blue", "shoot", ARCHERS, target=WAGONS, range=1000, dice=[1] * 9 + [6] + [6] * 9)
    war.does("red", "finish", anyway=True)
    assert (war.state.unit(WAGONS).standing, war.state.unit(CARGO).aboard) == (Standing.LOST, None)
    assert war.state.jolts[0].thrown == 20
    war.does("red", "be_struck_aboard", CARGO, strength=2, dice=[4, 5] + [3] * 18)  # nine hits, and two who fell
    assert war.state.unit(CARGO).models == 9


def test_wagons_charmers_and_spells_shaken_off() -> None:
    war = begun()
    for turn in (first_turn, second_turn, third_turn):
        turn(war)
    war.does("blue", "concede")
    check_kept(war.log, "wagons")
