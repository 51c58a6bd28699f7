"""Papers of an event by its links: for whom which are there, and what stands on them."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pdfplumber
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.revisions import plain
from armybuilder.models import Tournament
from armybuilder.tournaments.models import Participant, Role
from armybuilder.tournaments.snapshots import sealing_in
from armybuilder.tournaments.views.exports import EMERGENCY, SHOWN_TO_OTHERS
from tabletop.event_papers import EventPaper
from tabletop.tournament.sealing import Shown, Since, Thing
from tests.events import PLAYER_TOKEN, kept_game
from tests.tabletop.pdf.measuring import pages_of

KINDS = (EMERGENCY, *EventPaper)


def asked(token: str, kind: str, paper: str = "a4") -> tuple[int, str]:
    """The answer's code, and what stands on the paper."""
    answer = Client().get(reverse("event-paper", args=[token, kind, paper]))
    if answer.status_code != 200:
        return answer.status_code, ""
    return 200, "\n".join(page.extract_text() for page in pages_of(answer.content))


@pytest.fixture
def event(printed: None) -> Tournament:
    return kept_game()


@pytest.mark.parametrize("since", [Since.ALWAYS, Since.NEVER])
def test_pairings_and_standings_are_for_whoever_may_see_them_and_all_else_for_staff(
    event: Tournament, since: Since
) -> None:
    shown = {thing: Shown(players=since, public=since) for thing in Thing}
    sealing = replace(sealing_in(event), shown=shown, closes=timezone.now() - timedelta(days=1))
    Tournament.objects.filter(pk=event.pk).update(sealing=plain(sealing))
    watcher = Participant.objects.get(event=event, role=Role.WATCHER).token
    judge = Participant.objects.get(event=event, role=Role.JUDGE).token
    for kind in KINDS:
        may = 200 if since is Since.ALWAYS and kind in SHOWN_TO_OTHERS else 404
        assert [asked(token, kind)[0] for token in (PLAYER_TOKEN, watcher, judge)] == [may, may, 200], kind


def test_the_staffs_papers_say_who_plays_whom_and_what_was_handed_in(event: Tournament) -> None:
    judge = Participant.objects.get(event=event, role=Role.JUDGE).token
    assert "Marek Dvorak" in asked(judge, EventPaper.BY_NAME)[1]
    code, field = asked(judge, EventPaper.FIELD, "letter")
    assert code == 200
    assert "Dwarves" in field
    assert "none yet" in field
    assert asked(judge, "secrets")[0] == 404


def test_the_pack_for_a_day_without_power_is_called_by_the_event(event: Tournament) -> None:
    judge = Participant.objects.get(event=event, role=Role.JUDGE).token
    answer = Client().get(reverse("event-paper", args=[judge, EMERGENCY, "a4"]))
    with pdfplumber.open(BytesIO(answer.content)) as document:
        assert document.metadata["Title"] == "Frostgate Open"


def test_others_read_nothing_of_lists_on_paper(event: Tournament) -> None:
    pairings = asked(PLAYER_TOKEN, EventPaper.BY_TABLE)
    assert pairings[0] == 404 or "Dwarves" not in pairings[1]
