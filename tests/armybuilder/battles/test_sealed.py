"""Two phones choose at once whom their numbers press: nothing leaves the site before both have chosen."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from armybuilder.battles.models import Battle, Seat
from armybuilder.battles.services import battles as services
from armybuilder.battles.snapshots import battle_file
from tabletop.arcana.battle.commands.morale import Press, must_press
from tabletop.arcana.battle.facts.morale import PenaltySealed, PenaltyUnsealed
from tabletop.battle.commands import Sent
from tabletop.battle.events import RefusalError
from tabletop.battle.sealing import Opening, sealed
from tests.played import BATTLE_TOKEN, kept_choice
from tests.visitors import OWNER, load_printed_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch) -> Battle:
    """On two phones."""
    load_printed_rows()
    battle = kept_choice(monkeypatch)
    Client().post(f"/b/{BATTLE_TOKEN}/seats/", {"role": "blue"})
    battle.refresh_from_db()
    return battle


def pressed(side: str, unit: str, against: str, **more: Any) -> Any:
    seat = Seat.objects.select_related("battle").get(role=side)
    command = Press(unit=unit, against=against)
    sent = Sent(id=f"{side}-{unit}", on=seat.battle.head, seat=side, command=command)
    return services.command_battle(seat=seat, sent=replace(sent, **more))


def test_what_both_choose_is_sealed_until_both_have_and_can_be_proved(battle: Battle) -> None:
    pressed("red", "r1", "b2")
    with pytest.raises(RefusalError, match="is said already"):
        pressed("red", "r1", "b1", id="another")
    log, answered = pressed("red", "r2", "b1")
    assert [type(event.fact) for event in log.events()] == [PenaltySealed, PenaltySealed]
    battle.refresh_from_db()
    assert b"against" not in battle_file(battle)
    again, same = pressed("red", "r2", "b1", on=1)
    assert (again.head, same) == (2, answered), "sent twice it counts once"
    blue = Seat.objects.get(role="blue").token
    for token in (BATTLE_TOKEN, blue):
        page = Client().get(f"/b/{token}/").content.decode()
        assert "have chosen in secret" in page
        assert "is chosen in secret whom" in page
    with pytest.raises(RefusalError, match="doesn't fight"):
        pressed("blue", "b1", "r5")
    pressed("blue", "b1", "r1", on=0)
    log, answered = pressed("blue", "b2", "r1")
    assert (answered.first, answered.last, log.head) == (4, 8, 8)
    chosen = {event.fact.unit: event.fact for event in log.events(4)}
    assert {ref: fact.against for ref, fact in chosen.items()} == {"r1": "b2", "r2": "b1", "b1": "r1", "b2": "r1"}
    for event in log.events()[:4]:
        fact = chosen[event.fact.unit]
        opening = Opening(log.state.unit(fact.unit).side, fact.salt, fact.against)
        window = f"turn 1, {fact.unit}"
        assert sealed(opening, battle=log.header.id, window=window).digest == event.fact.digest
    assert log.state.unit("r1").turn.sealed is None
    with pytest.raises(RefusalError, match="is said already"):
        pressed("blue", "b1", "r2", id="anew")
    assert "pressed" in Client().get(f"/b/{blue}/").content.decode()


def test_a_phone_that_plays_both_sides_has_no_secrets(battle: Battle) -> None:
    Seat.objects.filter(role="red").update(role="both")
    seat = Seat.objects.select_related("battle").get(role="both")
    sent: Sent[Any] = Sent(id="open", on=0, seat="red", command=Press(unit="r1", against="b2"))
    log, _ = services.command_battle(seat=seat, sent=sent)
    assert log.state.unit("r1").turn.counts_against == "b2"


def test_a_copy_of_the_file_opens_nothing_and_asks_again(battle: Battle) -> None:
    pressed("red", "r1", "b2")
    pressed("red", "r2", "b1")
    battle.refresh_from_db()
    copy = services.keep_battle(visitor=OWNER, log=services.log_in(battle))
    seat = Seat.objects.select_related("battle").get(battle=copy)
    for unit in ("b1", "b2"):
        sent: Sent[Any] = Sent(id=unit, on=2, seat="blue", command=Press(unit=unit, against="r1"))
        log, _ = services.command_battle(seat=seat, sent=sent)
    assert [event.fact for event in log.events(4)] == [PenaltyUnsealed(unit="r1"), PenaltyUnsealed(unit="r2")]
    assert all(must_press(log.state, log.state.unit(ref)) for ref in ("r1", "r2"))
