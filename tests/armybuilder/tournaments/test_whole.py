"""An event's file is the event: whole for staff, refused by its field where it was tampered with, bare for others."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.revisions import plain
from armybuilder.models import HandIn, Tournament
from armybuilder.tournaments.models import ListState, Participant, Role
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import opening, results
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import OPENED, event_file, round_in, sealing_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Outcome, Result
from tabletop.tournament.file import read_event
from tabletop.tournament.sealing import Shown, Since, Thing
from tests.events import handed_in, kept_event, newest, place, publish_next
from tests.tournaments import spoilt_at
from tests.visitors import OTHER, OWNER, RAIDERS

NOTE = "Your axemen are one too many.\nTake one off."
OF_STAFF = (NOTE[:9], "Judith", "Ill last week", "good morning")
DRAW = Result(outcome=Outcome.DRAW, destroyed=(300, 300))


@pytest.fixture
def event(printed: None) -> Tournament:
    """Four players: a list that was returned and replaced, one approved, one that nobody can read; a game reported."""
    row = kept_event()
    organiser, judge = place(row, "organiser"), place(row, "p2")
    people = [("Marek", "Oak"), ("Olga", ""), ("Piet", "")]
    people_services.add_people(row=row, people=people, role=Role.PLAYER, by=organiser)
    people_services.add_people(row=row, people=[("Hal", "")], role=Role.HELPER, by=organiser)
    list_services.judge(player=place(row, "p1"), number=1, approve=False, comment=NOTE, by=judge)
    smaller = json.dumps(json.loads(RAIDERS) | {"name": "Fewer"}).encode()
    list_services.judge(player=place(row, "p1"), number=handed_in(place(row, "p1"), smaller).number, approve=True,
                        comment="", by=judge)  # fmt: skip
    handed_in(place(row, "p3"), RAIDERS)
    handed_in(place(row, "p4"), b"good morning", "mail.txt")
    until = timezone.now() + timedelta(days=9)
    people_services.open_for(player=place(row, "p5"), until=until, by=organiser, why="Ill last week")
    publish_next(row)
    one = round_in(newest(row)).pairings[0].players[0]
    results.report(row=row, number=1, player=place(row, one), result=DRAW, seen="")
    return row


def test_an_event_opened_from_its_file_is_the_same_to_the_byte_with_other_links(event: Tournament) -> None:
    file = event_file(event)
    again = opening.open_event(visitor=OTHER, organiser="ada", event=read_event(file))
    assert event_file(again) == file
    assert (again.rules, sealing_in(again)) == (event.rules, sealing_in(event))
    states = sorted(HandIn.objects.filter(participant__event=again).values_list("participant__ref", "state", "comment"))
    assert states == [
        ("p1", "approved", ""), ("p1", "returned", NOTE), ("p3", "submitted", ""), ("p4", "submitted", ""),
    ]  # fmt: skip
    links = {each.token for each in Participant.objects.all()}
    assert len(links) == Participant.objects.count() == 16
    assert not [link for link in links if link in file.decode()]
    assert place(again, "p5").open_until == place(event, "p5").open_until
    assert again.rounds.get().reports.count() == 1
    assert [step.why for step in again.steps.filter(what__in=("returned", "opened", OPENED))] == [
        NOTE,
        "Ill last week",
        "",
    ]


TAMPERED: list[tuple[str, Any, str]] = [
    ("lists.0.roster.units.0.models.0.count", 12, "lists[0].digest"),
    ("lists.0.digest", "0" * 64, "lists[0].digest"),
    ("lists.0.judged.row.code", "AAAAA-AAAAA-AAAAA-AAAAA", "lists[0].judged.row.code"),
    ("lists.2.judged.row.legal", False, "lists[2].judged.row.legal"),
    ("lists.2.judged.row.points", 1, "lists[2].judged.row.points"),
    ("lists.2.judged.row.points", "few", "lists[2].judged.row.points"),
    ("lists.3.judged.row.legal", True, "lists[3].judged.row.legal"),
    ("lists.3.digest", "0" * 64, "lists[3].digest"),
    ("lists.0.state", "approved", "lists[0].state"),
    ("lists.1.number", 1, "lists[1].number"),
    ("lists.1.player", "p9", "lists[1].player"),
    ("lists.0.roster.game", "chess", "lists[0].roster.game"),
    ("lists.0.roster.units", 7, "lists[0].roster.units"),
    ("staff.0.ref", "p1", "staff[0].ref"),
    ("staff.0.role", "organiser", "staff[0].role"),
    ("late.p5", "soon", "late"),
    ("reports.0.player", "p2", "reports[0].player"),
    ("reports.0.round", 2, "reports[0].round"),
    ("reports.0.result.level", "total", "reports[0].result.level"),
    ("published", [{"at": "2026-12-05T09:00:00Z"}] * 2, "published"),
    ("steps.0.of", "nobody", "steps[0].of"),
    ("sealing.zone", "Atlantis", "sealing.zone"),
    ("rounds.0.certificate.inputs", "0" * 64, "rounds[0].certificate.inputs"),
]


def test_a_file_that_was_tampered_with_is_refused_by_its_field_and_nothing_is_kept(event: Tournament) -> None:
    whole = json.loads(event_file(event))
    for path, value, field in TAMPERED:
        with pytest.raises(MalformedError) as refused:
            opening.open_event(
                visitor=OWNER, organiser="ada", event=read_event(json.dumps(spoilt_at(whole, path, value)))
            )
        assert refused.value.field.startswith(field), path
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("since", [Since.ALWAYS, Since.NEVER])
def test_others_get_no_more_in_the_file_than_their_pages_show(event: Tournament, since: Since) -> None:
    shown = {thing: Shown(players=since, public=since) for thing in Thing}
    Tournament.objects.filter(pk=event.pk).update(sealing=plain(replace(sealing_in(event), shown=shown)))
    for role in (Role.PLAYER, Role.WATCHER):
        token = Participant.objects.filter(event=event, role=role)[0].token
        answer = Client().get(reverse("event-file", args=[token]))
        kept = read_event(answer.content)
        assert (kept.steps, kept.staff, kept.reports, kept.sealing, kept.late, kept.rules) == ((), (), (), None, {}, "")
        assert [
            word for word in (NOTE[:9], "Judith", "Ill last week", "good morning") if word in answer.content.decode()
        ] == []
        if since is Since.ALWAYS:
            assert (len(kept.players), len(kept.rounds)) == (4, 1)
            assert [(each.player, each.state) for each in kept.lists] == [("p1", ListState.APPROVED)]
            assert kept.rounds[0].pairings[0].result is None
            again = opening.open_event(visitor=OTHER, organiser="ada", event=kept)
            assert again.rounds.count() == 1
        else:
            assert (kept.players, kept.rounds, kept.lists) == ((), (), ())
