"""All lists of an event judged anew: on its page with progress, by a command, and nothing of them changes."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.core.revisions import plain
from armybuilder.models import HandIn, Judging, Tournament
from armybuilder.tournaments.services import anew
from armybuilder.tournaments.snapshots import settings_in
from tests.catalogue import SAMPLES
from tests.events import EVENT_CODE, EVENT_TOKEN, kept_event, place
from tests.markup import Document


@pytest.fixture
def event(printed: None) -> Tournament:
    """An event with a legal list, whose organiser has come down to 500 points since."""
    row = kept_event()
    content = plain(settings_in(row)) | {"points_limit": 500}
    Tournament.objects.update(content=content)
    row.refresh_from_db()
    return row


def page() -> str:
    answer = Client().get(reverse("judge-all", args=[EVENT_TOKEN]))
    return " ".join(Document(answer.content.decode()).all("main")[0].text.split())


def test_a_judge_sees_what_would_be_judged_otherwise_today(event: Tournament) -> None:
    before = HandIn.objects.values().get()
    assert "Judge all lists" in page()
    said = Client().post(reverse("judge-all", args=[EVENT_TOKEN]), follow=True).content.decode()
    assert "1 of 1 differ" in said
    assert "Ines Almeida" in said
    assert HandIn.objects.values().get() == before
    Tournament.objects.update(content=plain(settings_in(event)) | {"points_limit": 1000})
    anew.begin(row=Tournament.objects.get(), by=place(event, "p2"))
    assert "All 1 as they were" in page()
    assert Client().post(reverse("judge-all", args=[place(event, "p1").token])).status_code == 404


def test_progress_is_shown_and_a_lost_worker_is_said(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anew.carry_out.__class__, "enqueue", lambda *given: None)
    first = anew.begin(row=event, by=place(event, "p2"))
    assert anew.begin(row=event, by=place(event, "p2")).pk == first.pk, "one at a time"
    assert "0 of 1 lists are judged" in page()
    Judging.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=2))
    assert "broke off after 0 of 1" in page()
    anew.carry_out.func(first.pk)
    anew.carry_out.func(first.pk)
    assert "differ" in page()


def judged(*words: str) -> tuple[int, Any]:
    out = StringIO()
    try:
        call_command("judge_event", *words, "--format", "json", stdout=out, stderr=StringIO())
    except SystemExit as end:
        return int(end.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def test_the_command_judges_a_kept_event_and_folders_of_lists(event: Tournament, tmp_path: Path) -> None:
    code, [differing] = judged(EVENT_CODE)
    assert (code, differing["player"], differing["then"], differing["now"]) == (1, "Ines Almeida", True, False)
    sample = next(SAMPLES.glob("*.json"))
    (tmp_path / "one.json").write_bytes(sample.read_bytes())
    code, [row] = judged(str(tmp_path))
    assert (code, row["legal"]) == (0, True)
    (tmp_path / "two.json").write_text("{}")
    assert judged(str(tmp_path))[0] == 2
    table = StringIO()
    call_command("judge_event", str(tmp_path / "one.json"), stdout=table, stderr=StringIO())
    assert table.getvalue().startswith("file,name,army")
    with pytest.raises(CommandError, match="neither"):
        call_command("judge_event", "no-such-event")
