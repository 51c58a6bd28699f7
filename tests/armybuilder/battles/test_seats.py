"""Who sits where: seats that are given away, listed, taken back and seen, each by the seat that gave it alone."""

from __future__ import annotations

import pytest
from django.test import Client

from armybuilder.battles.models import Battle, Role, Seat
from armybuilder.battles.services.battles import MOST_SEATS, command_battle, hand_over, take_back
from armybuilder.core.revisions import StaleError
from tabletop.arcana.battle.commands.command import Command
from tabletop.arcana.battle.commands.course import Note
from tabletop.battle.commands import Sent
from tabletop.decoding import MalformedError
from tests.played import BATTLE_CODE, BATTLE_TOKEN, kept_battle
from tests.visitors import load_printed_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    load_printed_rows()
    return kept_battle()


def posted(token: str, **fields: str) -> int:
    return Client().post(f"/b/{token}/seats/", fields).status_code


def given(token: str, role: str) -> Seat:
    """The seat that a form gives away."""
    assert posted(token, role=role) == 302
    return Seat.objects.filter(role=role).latest("pk")


def live() -> dict[str, str]:
    return dict(Seat.objects.filter(revoked_at=None).values_list("token", "role"))


def test_a_seat_sees_and_takes_back_only_what_it_gave_away(battle: Battle) -> None:
    blue = given(BATTLE_TOKEN, "blue")
    watcher = given(BATTLE_TOKEN, "watcher")
    second = given(blue.token, "blue")
    page = Client().get(f"/b/{blue.token}/?seats=open").content.decode()
    assert second.token in page
    assert BATTLE_TOKEN not in page
    assert watcher.token not in page
    assert [posted(blue.token, back=token) for token in (BATTLE_TOKEN, watcher.token, blue.token)] == [404] * 3
    assert live() == {BATTLE_TOKEN: "red", blue.token: "blue", watcher.token: "watcher", second.token: "blue"}
    assert posted(BATTLE_TOKEN, back=blue.token) == 302
    assert live() == {BATTLE_TOKEN: "both", watcher.token: "watcher"}
    assert posted(blue.token, role="blue") == 404


def test_of_three_sides_each_is_given_away_and_taken_back_by_itself(battle: Battle) -> None:
    Battle.objects.update(header=battle.header.replace('["red","blue"]', '["north","south","isles"]'))
    first, sides = Seat.objects.get(token=BATTLE_TOKEN), ("north", "south", "isles")
    with pytest.raises(MalformedError, match="give away"):
        hand_over(seat=first, role=Role.FOURTH)
    south = hand_over(seat=first, role=Role.BLUE)
    assert [seat.plays(sides) for seat in Seat.objects.all()] == [("north", "isles"), ("south",)]
    isles = hand_over(seat=first, role=Role.THIRD)
    assert hand_over(seat=first, role=Role.THIRD) == isles
    assert live() == {BATTLE_TOKEN: "red", south.token: "blue", isles.token: "third"}
    take_back(seat=first, other=south)
    assert Seat.objects.get(token=BATTLE_TOKEN).plays(sides) == ("north", "south")
    take_back(seat=first, other=isles)
    assert live() == {BATTLE_TOKEN: "both"}


def test_a_form_that_was_sent_before_changes_nothing(battle: Battle) -> None:
    first = given(BATTLE_TOKEN, "blue")
    again = Client().post(f"/b/{BATTLE_TOKEN}/seats/", {"role": "blue"}, follow=True).content.decode()
    assert (first.token in again, "Nothing was done" in again) == (True, False)
    assert live() == {BATTLE_TOKEN: "red", first.token: "blue"}
    posted(BATTLE_TOKEN, back=first.token)
    ended = Seat.objects.get(pk=first.pk).revoked_at
    second = given(BATTLE_TOKEN, "blue")
    assert posted(BATTLE_TOKEN, back=first.token) == 302
    assert live() == {BATTLE_TOKEN: "red", second.token: "blue"}
    assert Seat.objects.get(pk=first.pk).revoked_at == ended


def test_a_side_that_two_links_hold_comes_back_with_the_last_of_them(battle: Battle) -> None:
    blue = given(BATTLE_TOKEN, "blue")
    phone = given(BATTLE_TOKEN, "red")
    posted(BATTLE_TOKEN, back=blue.token)
    other = given(BATTLE_TOKEN, "red")
    posted(BATTLE_TOKEN, back=phone.token)
    assert live() == {BATTLE_TOKEN: "blue", other.token: "red"}
    posted(BATTLE_TOKEN, back=other.token)
    assert live() == {BATTLE_TOKEN: "both"}


def test_a_battle_has_so_many_links_and_says_so(battle: Battle) -> None:
    for _ in range(MOST_SEATS - 1):
        given(BATTLE_TOKEN, "watcher")
    client = Client()
    answer = client.post(f"/b/{BATTLE_TOKEN}/seats/", {"role": "watcher"}, follow=True)
    assert f"at most {MOST_SEATS} links" in answer.content.decode()
    answer = client.post(f"/b/{BATTLE_TOKEN}/seats/", {"role": "both"}, follow=True)
    assert "none that this seat can give away" in answer.content.decode()
    assert len(live()) == MOST_SEATS


def test_the_owner_comes_back_to_the_first_seat_whatever_was_given_away(battle: Battle, owner: Client) -> None:
    blue = given(BATTLE_TOKEN, "blue")
    posted(blue.token, back=BATTLE_TOKEN)
    assert owner.get(f"/battle/{BATTLE_CODE}/").headers["Location"] == f"/b/{BATTLE_TOKEN}/"
    Battle.objects.filter(pk=battle.pk).update(deleted_at=battle.created_at)
    assert posted(BATTLE_TOKEN, role="watcher") == 404


def test_a_side_that_is_given_away_at_that_moment_gives_no_more_commands(battle: Battle) -> None:
    seat = Seat.objects.select_related("battle").get()
    given(BATTLE_TOKEN, "blue")
    sent: Sent[Command] = Sent(id="late", on=battle.head, seat="blue", command=Note(text="Hm"))
    with pytest.raises(StaleError):
        command_battle(seat=seat, sent=sent)
    assert Battle.objects.get().head == battle.head


def test_a_phone_that_only_asks_whether_anything_has_happened_is_here(battle: Battle) -> None:
    assert Client().get(f"/b/{BATTLE_TOKEN}/after/{battle.head}/").status_code == 204
    assert Seat.objects.get(token=BATTLE_TOKEN, role=Role.BOTH).seen_at is not None


def test_what_is_contested_is_granted_by_the_other_side_and_settled_by_a_referee(battle: Battle) -> None:
    """Red contests the first line of the log; who watches reads of it, and settles nothing."""
    seats = {role: given(BATTLE_TOKEN, role).token for role in ("blue", "watcher", "referee")}
    page = Client().get(f"/b/{BATTLE_TOKEN}/?side=red&back=1").content.decode()
    assert 'name="event" value="1"' in page
    contest = {"command": "contest", "event": "1", "about": "Armies", "why": "Fewer came", "as": "red"}
    Client().post(f"/b/{BATTLE_TOKEN}/do/", contest | {"on": str(battle.head)})
    shown = {role: Client().get(f"/b/{token}/").content.decode() for role, token in seats.items()}
    assert all("contest</b> “Armies”" in page for page in shown.values())
    buttons = {
        role: (page.count("It was otherwise</button>"), page.count("Let it stand")) for role, page in shown.items()
    }
    assert buttons == {"blue": (1, 0), "watcher": (0, 0), "referee": (1, 1)}
    agree = {"command": "agree_claim", "about": "Armies", "on": str(battle.head + 1), "as": "referee"}
    Client().post(f"/b/{seats['watcher']}/do/", agree)
    assert "contest</b>" in Client().get(f"/b/{seats['blue']}/").content.decode()
    Client().post(f"/b/{seats['referee']}/do/", agree)
    assert "contest</b>" not in Client().get(f"/b/{seats['blue']}/").content.decode()
