"""The pages of an event: founded, lists brought and judged, people added, by whoever may."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from armybuilder.core.revisions import plain
from armybuilder.models import HandIn, Participant, Tournament
from armybuilder.tournaments.models import ListState, Role
from armybuilder.tournaments.presenters import settings as form
from armybuilder.tournaments.presenters.moments import days_in_words, left, shortly, typed
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import sealing_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.file import read_event
from tabletop.tournament.sealing import Sealing
from tests.accounts import person, things_of
from tests.events import EVENT_TOKEN, FROSTGATE, a_sealing, handed_in, kept_event, place
from tests.kept_once import kept_once
from tests.markup import Document
from tests.packs import kept_pack
from tests.visitors import OWNER, RAIDERS, TOKEN, browser_of, kept, kept_share

MAIL = b"Hi, my list for Saturday!\nDWARVES 1000 pts\n16 axmen\nsome strange banner\n"


@pytest.fixture
def event(printed: None) -> Tournament:
    return kept_once_event()


kept_once_event = kept_once(kept_event)


def words(answer: HttpResponse) -> str:
    return Document(answer.content.decode()).all("main")[0].text


def at(name: str, token: str = EVENT_TOKEN, *more: str) -> str:
    return reverse(name, args=[token, *more])


def sent(client: Client, name: str, token: str, *more: str, **fields: Any) -> str:
    return words(client.post(at(name, token, *more), fields, follow=True))


# ---- Founding and settings


def test_an_account_founds_an_event_and_changes_it(printed: None) -> None:
    ada = browser_of(things_of(person("ada")))
    stated = form.BEGINNING | {
        "name": "Spring Cup",
        "days": "2026-12-06, 2026-12-05",
        "levels": "Total: 5 to 1\nMajor: 4",
        "bands": "500: 1",
        "point_types": "Painting: 10\nSpirit: -2 to 5",
        "closes": "2026-11-29T20:00",
        "reveals": "2026-12-04T18:00",
        "places": "6",
    }
    wrong = ada.post(reverse("new-event"), stated | {"days": "2026-13-01"})
    assert (wrong.status_code, Tournament.objects.count()) == (422, 0)
    assert "Nothing was saved" in words(wrong)
    assert ada.get(reverse("new-event")).status_code == 200
    ada.post(reverse("new-event"), stated)
    row = Tournament.objects.get()
    agreed = settings_in(row)
    assert [level.win for level in agreed.scoring.levels] == [5, 4]
    assert [(kind.least, kind.most) for kind in agreed.scoring.point_types] == [(0, 10), (-2, 5)]
    assert (agreed.days, agreed.scoring.bands[0].at_least) == (("2026-12-05", "2026-12-06"), 500)
    assert "Spring Cup" in words(ada.get(reverse("events")))
    page = ada.get(reverse("own-event", args=[row.code]), follow=True)
    assert "5 rounds for 6 players: without a rematch only 3 rounds can be promised" in words(page)
    organiser = place(row, "organiser").token
    sent_back = Document(ada.get(at("event-settings", organiser)).content.decode())
    fields = next(fields for fields in map(sent_back.sent, sent_back.all("form")) if "version" in fields)
    fields |= {name: stated[name] for name in ("levels", "bands", "point_types")}  # texts, which the reader leaves out
    ada.post(at("event-settings", organiser), fields)
    row.refresh_from_db()
    assert (settings_in(row), row.version) == (agreed, 1), "what is sent back as it is changes nothing"
    ada.post(at("event-settings", organiser), fields | {"name": "Summer Cup"})
    late = ada.post(at("event-settings", organiser), fields | {"name": "Late"})
    assert "changed in another place" in words(late)
    refused = ada.post(at("event-settings", organiser), fields | {"zone": "Mars"})
    assert refused.status_code == 422
    assert Tournament.objects.get().name == "Summer Cup"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"planned_rounds": "many"}, "planned_rounds"),
        ({"game": "chess"}, "game"),
        ({"closes": "soon"}, "closes"),
        ({"levels": "no figure"}, "levels"),
        ({"levels": "a" * 300}, "levels"),
        ({"bands": "much: 3"}, "bands"),
        ({"places": "1"}, "places"),
        ({"lists_public": "later"}, "shown[...].public"),
        ({"tie_break_2": "opponents-points"}, "tie_breaks[1]"),
    ],
)
def test_what_cannot_be_agreed_is_named(fields: dict[str, str], field: str) -> None:
    with pytest.raises(MalformedError) as refused:
        form.from_form(form.BEGINNING | {"name": "Cup"} | fields)
    assert refused.value.field == field


def test_an_account_opens_an_event_from_its_file(event: Tournament) -> None:
    file = Client().get(at("event-file")).content
    ada = browser_of(things_of(person("ada")))
    assert "Open an event" in words(ada.get(reverse("open-event")))
    for content in (b"{}", file.replace(b'"arcana"', b'"chess"')):
        refused = ada.post(reverse("open-event"), {"file": SimpleUploadedFile("event.json", content)})
        assert "Nothing was changed" in words(refused)
    opened = ada.post(reverse("open-event"), {"file": SimpleUploadedFile("event.json", file)}, follow=True)
    assert "Frostgate Open" in words(opened)
    assert [row.name for row in Tournament.objects.all()] == ["Frostgate Open"] * 2


def test_a_pack_is_what_lists_are_judged_by(printed: None) -> None:
    ada = person("ada")
    client = browser_of(things_of(ada))
    pack = kept_pack(visitor=things_of(ada))
    stated = form.BEGINNING | {"name": "Cup"}
    refused = client.post(reverse("new-event"), stated | {"pack": "no such"})
    assert refused.status_code == 422
    client.post(reverse("new-event"), stated | {"pack": pack.code})
    row = Tournament.objects.get()
    assert pack.code in row.rules
    page = client.get(at("event-settings", place(row, "organiser").token))
    assert pack.name in words(page)


def test_the_plan_is_thought_about() -> None:
    assert form.what_to_think_about(FROSTGATE, Sealing()) == []
    said = form.what_to_think_about(FROSTGATE, a_sealing(places=4, reveals=None))
    assert len(said) == 2
    five = form.replace(FROSTGATE, players=tuple(form.Player(ref=f"p{number}", name="?") for number in range(5)))
    assert "5 players have come, and there are 4 places." in form.what_to_think_about(five, Sealing(places=4))


# ---- A player


def test_a_player_brings_a_text_answers_its_lines_and_hands_it_in(event: Tournament) -> None:
    client = Client()
    people_services.add_people(row=event, people=[("Marek", "")], role=Role.PLAYER, by=place(event, "organiser"))
    token = place(event, "p3").token
    assert "Bring your list" in words(client.get(at("event", token)))
    page = client.post(at("bring-list", token, "p3"), {"do": "bring", "text": MAIL.decode()}, follow=True)
    assert "Was it read right?" in words(page)
    draft = HandIn.objects.get(participant__ref="p3")
    assert (draft.state, draft.number) == (ListState.DRAFT, 1)
    form_of = Document(page.content.decode())
    assert any(form_of.sent(each).get("draft") == str(draft.pk) for each in form_of.all("form"))
    text = {"do": "answer", "draft": str(draft.pk), "text-list": "Army: Dwarves\nUnit: One\n- 16 Axemen"}
    client.post(at("bring-list", token, "p3"), text)
    draft = HandIn.objects.get(participant__ref="p3")
    assert draft.judged["row"]["legal"] is not None
    stale = sent(client, "bring-list", token, "p3", do="answer", draft="0")
    assert "changed in another place" in stale
    said = sent(client, "bring-list", token, "p3", do="hand in", draft=str(draft.pk))
    assert "Handed in at" in said
    assert draft.judged["row"]["code"] in said
    assert "changed in another place" in sent(client, "bring-list", token, "p3", do="hand in", number="1")


def test_a_list_comes_as_a_file_a_roster_or_a_link(event: Tournament) -> None:
    player = browser_of(OWNER)
    token = place(event, "p1").token
    row = kept(RAIDERS)
    kept_share(row)
    ways = (
        {"file": SimpleUploadedFile("raiders.json", RAIDERS)},
        {"roster": row.code},
        {"text": f"https://example.org/s/{TOKEN}/"},
    )
    for way in ways:
        assert "Draft: Raiding Party" in sent(player, "bring-list", token, "p1", **way)
        sent(player, "bring-list", token, "p1", do="throw away")
        assert not HandIn.objects.filter(state=ListState.DRAFT).exists()
    for wrong in ({"roster": "none"}, {"text": "https://example.org/s/NoSuchLink/"}, {}):
        answer = player.post(at("bring-list", token, "p1"), wrong)
        assert (answer.status_code, "Nothing was kept" in words(answer)) == (422, True)
    assert Client().post(at("bring-list", token, "p1"), {"roster": row.code}).status_code == 422, "somebody else's"


def test_a_player_reads_what_the_judge_wrote_and_comes_late_only_where_it_is_open(event: Tournament) -> None:
    player, judge = place(event, "p1"), place(event, "p2")
    closed = a_sealing(closes=timezone.now() - timedelta(hours=1))
    Tournament.objects.update(sealing=plain(closed))
    client = Client()
    late = sent(client, "bring-list", player.token, "p1", text="Army: Dwarves\n- 16 Axemen")
    assert "The hand-in is closed, and nothing was changed" in late
    Client().post(at("judge-list", EVENT_TOKEN, "p1"), {"number": "1", "do": "return", "comment": "Fewer axes"})
    page = words(client.get(at("event", player.token)))
    assert "Fewer axes" in page
    assert "Returned to you" in page
    assert "Bring another" in page
    assert judge.name


def test_a_player_is_nobody_elses_player(event: Tournament) -> None:
    people_services.add_people(row=event, people=[("Marek", "")], role=Role.PLAYER, by=place(event, "organiser"))
    token = place(event, "p3").token
    for name in ("bring-list", "event-list"):
        assert Client().get(at(name, token, "p1")).status_code == 404
    staff_only = ("event-people", "event-settings")
    assert {Client().get(at(name, token)).status_code for name in staff_only} == {404}
    writes = [at("approve-lists", token), at("event-course", token), at("judge-list", token, "p1")]
    assert {Client().post(address).status_code for address in writes} == {404}
    assert "Marek" in words(Client().get(at("event", token)))
    people_services.drop_player(player=place(event, "p3"), by=place(event, "organiser"))
    page = words(Client().get(at("event", token)))
    assert "dropped out" in page
    assert "The hand-in is closed" in page


# ---- The desk


def test_the_desk_has_the_worst_first_and_says_why(event: Tournament) -> None:
    organiser = place(event, "organiser")
    names = ("Marek", "Viktor", "Clara", "Ruth", "Greta", "Priya", "Gone", "Hana", "Luca", "Noor", "Ola")
    people_services.add_people(row=event, people=[(name, "") for name in names], role=Role.PLAYER, by=organiser)
    of = {each.name: each.ref for each in Participant.objects.filter(role=Role.PLAYER)}
    handed_in(place(event, of["Marek"]), b"Army: Dwarves\nUnit: One\n- 16 Axemen\n", "short.txt")
    handed_in(place(event, of["Viktor"]), MAIL, "mail.txt")
    for name in ("Greta", "Hana", "Luca", "Noor", "Ola"):
        handed_in(place(event, of[name]))
        list_services.judge(player=place(event, of[name]), number=1, approve=True, comment="", by=organiser)
    handed_in(place(event, of["Priya"]))
    list_services.judge(player=place(event, of["Priya"]), number=1, approve=False, comment="No", by=organiser)
    people_services.drop_player(player=place(event, of["Gone"]), by=organiser)
    Client().get(at("event", place(event, of["Ruth"]).token))
    handed_in(place(event, of["Clara"]))
    HandIn.objects.filter(participant__ref=of["Clara"]).update(state=ListState.DRAFT)
    HandIn.objects.filter(participant__name="Greta").update(basis="an older one")
    desk = Client().get(at("event"))
    page = Document(desk.content.decode())
    rows = [str(row.text) for row in page.all("tr")[1:]]
    named = [next(name for name in (*names, "Ines") if name in row) for row in rows if "Show the other" not in row]
    assert named[0] == "Marek"
    assert named.index("Viktor") < named.index("Priya") < named.index("Clara") < named.index("Ines")
    assert "Gone" not in named
    said = words(desk)
    for sentence in ("Has not opened", "A draft of", "Opened the link first", "Show the other 2", "Returned by leonie"):
        assert (sentence in said) is (sentence != "Has not opened"), sentence
    assert "judged by an older catalogue" in said
    assert "Show the other" not in words(Client().get(f"{at('event')}?all"))
    assert "Viktor" not in words(Client().get(f"{at('event')}?s=approved"))
    assert "No player stands like that" in words(Client().get(f"{at('event')}?q=zzz"))
    for name in ("Marek", "Ruth"):
        note = words(Client().get(f"{at('event')}?p={of[name]}"))
        assert f"Note to {name}" in note
        assert place(event, of[name]).token in note


def test_only_what_an_older_catalogue_judged_is_called_so(event: Tournament) -> None:
    assert "older catalogue" not in words(Client().get(at("event")))
    HandIn.objects.update(basis="an older one")
    assert "older catalogue" in words(Client().get(at("event")))


def test_a_judge_approves_returns_and_is_told_what_is_late(event: Tournament) -> None:
    client, judge = Client(), ("judge-list", EVENT_TOKEN, "p1")
    assert "is missing" in sent(client, *judge, number="1", do="return")
    assert "is approve or return" in sent(client, *judge, number="1")
    assert "changed in another place" in sent(client, *judge, number="9", do="approve")
    assert "Ines Almeida is approved" in sent(client, *judge, number="1", do="approve")
    assert "Approved by Judith (judge)" in words(client.get(f"{at('event')}?all"))
    assert "0 lists approved" in sent(client, "approve-lists", EVENT_TOKEN)


def test_a_list_is_looked_at_beside_the_one_before(event: Tournament) -> None:
    player = place(event, "p1")
    list_services.judge(player=player, number=1, approve=False, comment="No", by=place(event, "p2"))
    handed_in(player, MAIL, "mail.txt")
    HandIn.objects.filter(number=2).update(basis="older")
    page = words(Client().get(at("event-list", EVENT_TOKEN, "p1")))
    for part in ("Changed since no. 1", "Line by line", "The catalogue or the pack has changed since", "What was done"):
        assert part in page
    handed_in(player, b"nothing of an army", "x.txt")
    assert "Line by line" in words(Client().get(at("event-list", EVENT_TOKEN, "p1")))
    assert Client().get(at("event-list", EVENT_TOKEN, "p2")).status_code == 404


def test_the_organiser_alone_reveals_and_ends(event: Tournament) -> None:
    organiser = browser_of(OWNER)
    token = place(event, "organiser").token
    for do, word in (("reveal", "Approved lists are revealed"), ("end", "The event is over"), ("go on", "is closed")):
        assert word in sent(organiser, "event-course", token, do=do)
    sent(organiser, "event-course", token, do="nothing")
    assert {Client().post(at(name), {"do": "end"}).status_code for name in ("event-course", "event-settings")} == {404}
    event_services.end_event(row=Tournament.objects.get(), by=place(event, "organiser"))
    assert "It goes on after all" in words(organiser.get(at("event", token)))
    assert sealing_in(Tournament.objects.get()).ended is not None


def test_what_waits_for_the_organiser_is_said(event: Tournament) -> None:
    for sealing, word in (
        (Sealing(), "Lists are taken in until the reveal. Lists stay sealed until staff reveal them."),
        (a_sealing(reveals=None), "Lists stay sealed until staff reveal them."),
        (a_sealing(closes=timezone.now() - timedelta(days=1)), "The hand-in is closed since"),
    ):
        Tournament.objects.update(sealing=plain(sealing))
        assert word in " ".join(words(Client().get(at("event"))).split())


@pytest.mark.parametrize("name", ["event", "event-people", "event-players", "event-table"])
def test_no_page_asks_more_for_more_players(event: Tournament, name: str) -> None:
    counts = []
    for number in (3, 6):
        with CaptureQueriesContext(connection) as captured:
            assert Client().get(at(name)).status_code == 200
        counts.append(len(captured))
        people = [(f"Player {number}-{each}", "") for each in range(3)]
        people_services.add_people(row=event, people=people, role=Role.PLAYER, by=place(event, "organiser"))
        handed_in(place(event, f"p{number}"))
    assert counts[0] == counts[1] < 15


def test_staff_take_the_event_and_the_table_of_lists_along(event: Tournament) -> None:
    names = [("=Marek", ""), ("Gone", "")]
    people_services.add_people(row=event, people=names, role=Role.PLAYER, by=place(event, "organiser"))
    people_services.drop_player(player=place(event, "p4"), by=place(event, "organiser"))
    file = Client().get(at("event-file"))
    kept = read_event(file.content)
    assert [(player.name, player.dropped_after) for player in kept.players] == [
        ("Ines Almeida", None), ("=Marek", None), ("Gone", 0),
    ]  # fmt: skip
    assert 'filename="frostgate-open.json"' in file.headers["Content-Disposition"]
    table = list(csv.DictReader(io.StringIO(Client().get(at("event-table")).content.decode("utf-8-sig"))))
    assert [(row["file"], row["army"], row["questions"]) for row in table] == [
        ("'=Marek", "", "not handed in"), ("Ines Almeida", "Dwarves", ""),
    ]  # fmt: skip
    for who in ("p1", "everybody"):
        token = place(event, who).token
        assert [Client().get(at(name, token)).status_code for name in ("event-file", "event-table")] == [200, 404]


# ---- People


def test_staff_add_players_and_the_organiser_adds_staff(event: Tournament) -> None:
    judge, organiser = Client(), browser_of(OWNER)
    token = place(event, "organiser").token
    said = sent(judge, "event-people", EVENT_TOKEN, names="Marek Dvorak, The Long Table\n\nViktor Holm")
    assert "3 players" in said
    assert Participant.objects.get(name="Marek Dvorak").club == "The Long Table"
    assert judge.post(at("event-people"), {"names": "Eve", "role": "judge"}).status_code == 404
    assert "helper" in sent(organiser, "event-people", token, names="Hal", role="helper")
    assert "Hal" not in words(judge.get(at("event-people")))
    for wrong in ("", "a" * 200, "\n".join("ab" for _ in range(400)), "a\u2028b, c\x00"):
        answer = judge.post(at("event-people"), {"names": wrong})
        assert (answer.status_code, "Nobody was added" in words(answer)) == (422, True)


def test_staff_let_a_player_in_late_out_and_back(event: Tournament) -> None:
    client, organiser = Client(), browser_of(OWNER)
    people = ("event-people", EVENT_TOKEN)
    soon = (timezone.now() + timedelta(hours=5)).strftime("%Y-%m-%dT%H:%M")
    assert "may hand in until" in sent(client, *people, ref="p1", do="open", until=soon)
    assert "Taken from Ines Almeida until" in words(Client().get(at("event", place(event, "p1").token)))
    assert "dropped out" in sent(client, *people, ref="p1", do="drop")
    assert "dropped out" not in sent(client, *people, ref="p1", do="back")
    old = place(event, "p1").token
    sent(client, *people, ref="p1", do="link")
    assert Client().get(at("event", old)).status_code == 404
    assert client.post(at("event-people"), {"ref": "p1", "do": "nothing"}).status_code == 422
    for ref in ("p2", "organiser", "everybody"):
        assert client.post(at("event-people"), {"ref": ref, "do": "link"}).status_code == 404
    token = place(event, "organiser").token
    for ref, status in (("p2", 302), ("organiser", 422), ("everybody", 302)):
        assert organiser.post(at("event-people", token), {"ref": ref, "do": "link"}).status_code == status
    assert organiser.post(at("event-people", token), {"ref": "p2", "do": "drop"}).status_code == 422


def test_staff_bring_a_list_for_a_player(event: Tournament) -> None:
    said = sent(Client(), "bring-list", EVENT_TOKEN, "p1", text=MAIL.decode())
    assert "You bring a list for Ines Almeida" in said
    assert "Only staff see it" in said


# ---- Words


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ((), ""),
        (("2026-12-05",), "5 December 2026"),
        (("2026-12-05", "2026-12-06"), "5 and 6 December 2026"),
        (("2026-11-29", "2026-12-03"), "29 November to 3 December 2026"),
        (("2026-12-31", "2027-01-01"), "31 December 2026 and 1 January 2027"),
    ],
)
def test_days_are_said_as_people_say_them(days: tuple[str, ...], said: str) -> None:
    assert days_in_words(days) == said


def test_times_are_of_the_events_zone() -> None:
    berlin = Sealing(zone="Europe/Berlin")
    moment = typed("2026-07-01T20:00", "Europe/Berlin", "closes")
    assert moment is not None
    assert moment.utcoffset() == timedelta(hours=2)
    assert shortly(moment, berlin) == "1 Jul, 20:00"
    assert typed(" ", "UTC", "closes") is None
    for wrong in ("soon", "2026-07-01T20:00+05:00", "9999-12-31T23:59", "0001-01-01T00:00"):
        with pytest.raises(MalformedError):
            typed(wrong, "America/New_York", "closes")
    now = timezone.now()
    gaps = ((timedelta(seconds=5), "less than a minute"), (timedelta(hours=49, minutes=5), "2 days and 1 hour"))
    assert [left(now + gap, now) for gap, _ in gaps] == [said for _, said in gaps]
