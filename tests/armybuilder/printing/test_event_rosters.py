"""The rosters of an event, bound to be signed: whose, in which order, what stands on them; many go by a job."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from armybuilder.models import HandIn, Participant, PrintJob, Tournament
from armybuilder.printing import event_rosters
from armybuilder.printing.views import events as views
from armybuilder.tournaments.models import ListState, Role
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.services import rounds
from armybuilder.tournaments.snapshots import mark_of
from tests.events import EVENT_TOKEN, handed_in, kept_event, place
from tests.tabletop.pdf.measuring import pages_of

PEOPLE = ("Zoe", "Bo", "Ann", "Yan", "Gone", "Back")


@pytest.fixture
def event(printed: None) -> Tournament:
    """Seven players with lists, one of whom has left, one whose list was returned; four of them are paired."""
    row = kept_event()
    organiser = place(row, "organiser")
    people = [(name, "") for name in PEOPLE]
    people_services.add_people(row=row, people=people, role=Role.PLAYER, by=organiser)
    for player in Participant.objects.filter(event=row, role=Role.PLAYER).exclude(ref="p1"):
        player.event = row
        handed_in(player)
    people_services.drop_player(player=place(row, "p7"), by=organiser)
    HandIn.objects.filter(participant__name="Back").update(state=ListState.RETURNED)
    hands = [("p3", "p5"), ("p4", "p6"), ("p1", "p8")]
    first = rounds.pair_next(row=row, seen="", kept=hands, seed="s", by=organiser)
    rounds.publish(row=row, number=1, seen=mark_of(first.content), by=organiser)
    return row


def asked(**fields: str) -> HttpResponse:
    return Client().post(reverse("print-rosters", args=[EVENT_TOKEN]), fields, follow=True)


def read(content: bytes) -> list[str]:
    """What every page says."""
    return [page.extract_text() for page in pages_of(content)]


def names(pages: list[str]) -> list[str]:
    """The players in the first lines of the pages."""
    return list(dict.fromkeys(page.splitlines()[0].split(" · ")[-2] for page in pages))


def test_rosters_stand_in_the_order_of_tables_or_names_with_lines_to_sign(event: Tournament) -> None:
    by_table = read(asked(by="table").content)
    heads = [page.splitlines()[0] for page in by_table]
    assert {head.split(" · ")[2] for head in heads} == {"Frostgate Open"}
    tables = [int(re.findall(r"^Table (\d+)", head)[0]) for head in heads]
    assert tables == sorted(tables)
    by_name = names(read(asked(by="name", paper="letter").content))
    assert by_name == sorted(names(by_table)) == ["Ann", "Bo", "Ines Almeida", "Yan", "Zoe"]
    text = " ".join(by_table)
    assert text.count("Opponent: seen before the game") == 5
    assert text.count("✓ LEGAL") == 5
    assert Client().get(reverse("print-rosters", args=[place(event, "p1").token])).status_code == 404


def test_many_rosters_are_a_job_of_the_print_shop_in_parts(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (event_rosters, views):
        monkeypatch.setattr(module, "AT_ONCE", 1)
        monkeypatch.setattr(module, "AT_A_TIME", 3)
    page = Client().get(reverse("print-rosters", args=[EVENT_TOKEN])).content.decode()
    assert "Print 1 to 3" in page
    assert "Print 4 to 5" in page
    answer = asked(by="name", part="2")
    job = PrintJob.objects.get()
    assert (job.state, job.written, job.order) == ("done", job.pages, {})
    assert f"Your {job.pages} page" in answer.content.decode()
    assert names(read(bytes(job.file or b""))) == ["Yan", "Zoe"]
