"""The example of a battle: one click leads into the middle of a turn, with something to do for both sides."""

from __future__ import annotations

import pytest
from django.test import Client

from armybuilder.battles.models import Battle
from armybuilder.battles.snapshots import log_in
from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.deploying import next_to_set_up
from tabletop.arcana.battle.state import SIDES, Standing
from tests.battles import rules
from tests.visitors import load_printed_rows


@pytest.mark.django_db
def test_the_example_is_in_mid_game_with_things_to_try() -> None:
    load_printed_rows()
    client = Client()
    pages = [client.post("/battle/demo/", follow=True).content.decode() for _ in range(2)]
    assert all("Things to try in this example" in page for page in pages)
    first, second = (log_in(battle) for battle in Battle.objects.order_by("pk"))
    assert first.header.id != second.header.id
    assert first.state == second.state
    state = first.state
    assert (state.clock.turn, state.clock.phase) == (4, "missiles")
    assert state.contacts
    assert all(to_do(state, rules().catalogue, side) for side in SIDES)
    assert {Standing.BROKEN, Standing.LOST} <= {unit.standing for unit in state.units.values()}
    assert 100 * state.lost_points("blue") >= 30 * state.army("blue").points
    token = Battle.objects.first().seats.get().token  # type: ignore[union-attr]
    assert "Things to try" not in client.get(f"/b/{token}/").content.decode()


@pytest.mark.django_db
def test_who_only_watches_is_told_whose_step_it_is() -> None:
    load_printed_rows()
    client = Client()
    client.post("/battle/demo/")
    battle = Battle.objects.get()
    client.post(f"/b/{battle.seats.get().token}/seats/", {"role": "watcher"})
    page = client.get(f"/b/{battle.seats.get(role='watcher').token}/").content.decode()
    assert "Your step" not in page
    assert "Hold the Gate and Green Tide</span>" in page
    assert "Bolt Brothers may shoot" in page


@pytest.mark.django_db
def test_the_learning_game_begins_with_the_defenders_first_units() -> None:
    """Two of three dwarf units, then all hogmen, then the last dwarves; a rolled table may replace its own."""
    load_printed_rows()
    client = Client()
    page = client.post("/battle/learn/", follow=True).content.decode()
    assert "The learning game, step by step" in page
    battle = Battle.objects.get()
    token, state = battle.seats.get().token, log_in(battle).state
    assert [(army.name, army.points) for army in state.armies] == [("Raiding Party", 834), ("Hogmen patrol", 741)]
    said = []
    for ref in ("r1", "r2", "b1", "b2", "b3", "r3"):
        turn = next_to_set_up(log_in(battle).state)
        said.append((turn and turn.side, turn and turn.units))
        side = "red" if ref.startswith("r") else "blue"
        client.post(f"/b/{token}/do/", {"command": "deploy", "unit": ref, "on": battle.head, "as": side})
        battle.refresh_from_db()
    assert said == [("red", 2), ("red", 1), ("blue", 3), ("blue", 2), ("blue", 1), ("red", 1)]
    assert next_to_set_up(log_in(battle).state) is None
    for table, pieces in (("rolled.forests", "4"), ("rolled.forests", "0"), ("rolled.nowhere", "4")):
        sent = {"command": "lay_table", "table": table, "pieces": pieces, "on": battle.head, "as": "red"}
        client.post(f"/b/{token}/do/", sent)
        battle.refresh_from_db()
    laid = log_in(battle).state.laid
    assert laid is not None
    assert laid.drawn.terrain
    assert all(piece.roll for piece in laid.drawn.terrain)
