"""What two phones choose at once is sealed: nothing of it leaves the site before both have chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from msgspec.structs import replace

from armybuilder.battles.models import Battle, Seat
from armybuilder.battles.services import battles as services
from armybuilder.battles.snapshots import battle_file
from tabletop.arcana.battle.commands.morale import Press, must_press
from tabletop.arcana.battle.commands.movement import DeclareCharge, Respond, naturals, responses
from tabletop.arcana.battle.facts.morale import PenaltySealed, PenaltyUnsealed
from tabletop.arcana.battle.facts.movement import MissileOpened, ResponseChosen
from tabletop.battle.commands import Sent
from tabletop.battle.events import RefusalError
from tabletop.battle.sealing import Opening, sealed
from tabletop.battle.undo import who_is_asked
from tests.battles import rules
from tests.played import BATTLE_TOKEN, kept_charges, kept_choice
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


WHAT_HANGS_ON_CHANCE = (
    (re.compile(r"[0-9a-f]{64}"), "a digest"),
    (re.compile(r"\b([0-9a-f]{6}|[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4})\b"), "letters of a digest"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}"), "an id"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z"), "a time"),
    (re.compile(r'csrfmiddlewaretoken" value="\w+"'), "a token"),
)
HTMX = {"HX-Request": "true"}


def plain(answer: Any) -> str:
    """An answer without what is another one each time."""
    said = f"{answer.status_code} {answer.headers.get('Content-Length', '')} {answer.content.decode()}"
    for pattern, name in WHAT_HANGS_ON_CHANCE:
        said = pattern.sub(name, said)
    return said


def all_that_leaves(battle: Battle, tries: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """What the other side and who watches get: pages, previews, refusals, undo, files, and programs; by where from.

    What would be carried out isn't sent.
    """
    battle.refresh_from_db()
    for seat in battle.seats.filter(role__in=("blue", "watcher")):
        client, page, api = Client(), f"/b/{seat.token}/", f"/api/battles/{seat.token}/"
        places = ["", f"?log=all&back={battle.head}", "report/", "battle.jsonl", "after/0/"]
        for address in (*(page + place for place in places), api, f"{api}after/0/"):
            yield address, plain(client.get(address))
        for tried, verb in product(tries, ("odds", "dice", "do")):
            if verb == "do" and "refused" not in tried:
                continue
            sent = {"on": str(battle.head), "as": "blue", "id": "tried"} | tried
            sent.pop("refused", None)
            yield f"{seat.role} {verb} {tried}", plain(client.post(f"{page}{verb}/", sent, headers=HTMX))


def shown_of(battle: Battle, choose: Callable[[], Any], tries: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """All that leaves once a choice is sealed, which is taken back then."""
    before = transaction.savepoint()
    choose()
    found = dict(all_that_leaves(battle, tries))
    transaction.savepoint_rollback(before)
    battle.refresh_from_db()
    return found


def check_alike(one: dict[str, str], other: dict[str, str]) -> None:
    assert one.keys() == other.keys()
    assert [place for place in one if one[place] != other[place]] == []


def links_of_all(token: str) -> None:
    for role in ("referee", "watcher"):
        Client().post(f"/b/{token}/seats/", {"role": role})


def test_of_a_press_all_that_leaves_is_the_same_whatever_is_chosen(battle: Battle) -> None:
    links_of_all(BATTLE_TOKEN)
    tries = (
        {"command": "press", "unit": "b1", "against": "r1"},
        {"command": "press", "unit": "r1", "against": "b2", "refused": "of the other side"},
        {"command": "test_morale", "unit": "b1", "refused": "waits"},
        {"command": "undo", "to": "0", "refused": "no step"},
    )
    one, other = (shown_of(battle, partial(pressed, "red", "r1", against), tries) for against in ("b1", "b2"))
    check_alike(one, other)
    assert "is chosen in secret whom" in "".join(one.values())


def test_of_a_charge_all_that_leaves_is_the_same_whatever_is_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    load_printed_rows()
    battle = kept_charges(monkeypatch)
    Client().post(f"/b/{BATTLE_TOKEN}/seats/", {"role": "blue"})
    links_of_all(BATTLE_TOKEN)
    red, catalogue = Seat.objects.select_related("battle").get(role="red"), rules().catalogue
    state = services.log_in(battle).state
    unit = next(unit for unit in state.of("red") if naturals(catalogue, unit))
    target = next(foe.ref for foe in state.of("blue") if "fire" in responses(state, catalogue, foe))

    def charge(throws: str) -> Any:
        command = DeclareCharge(unit=unit.ref, target=target, throws=throws)
        return services.command_battle(seat=red, sent=Sent(id="in-secret", on=0, seat="red", command=command))

    tries = [
        *({"command": "respond", "unit": target, "response": way, "faces": "1 2"} for way in ("stand", "flee", "fire")),
        {"command": "respond", "unit": unit.ref, "response": "stand", "refused": "not theirs"},
        {"command": "come_in", "unit": unit.ref, "refused": "not answered"},
        {"command": "finish", "refused": "answer first"},
    ]
    one, other = (shown_of(battle, partial(charge, throws), tries) for throws in ("", naturals(catalogue, unit)[0]))
    check_alike(one, other)
    assert "is chosen in secret: it is shown with the answer" in "".join(one.values())
    charge(naturals(catalogue, unit)[0])
    blue = Seat.objects.select_related("battle").get(role="blue")
    sent: Sent[Any] = Sent(id="answer", on=2, seat="blue", command=Respond(unit=target, response="stand"))
    log, _ = services.command_battle(seat=blue, sent=sent)
    assert [type(event.fact) for event in log.events(2)] == [MissileOpened, ResponseChosen]
    assert who_is_asked(log, 2, {"blue"}) == {"red"}, "what came to light isn't undone by one alone"


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
