"""Whoever asks what takes longest doesn't keep the site from others, and what measures it sees who wasn't answered."""

from __future__ import annotations

from time import monotonic

import pytest

from benchmarks.hostile import AT_ONCE, HOSTILE, MANY_BANDS, asked, attacked, processor_seconds, report, shared
from benchmarks.serving import Person, Site, serving


@pytest.mark.long
def test_a_visitor_is_answered_beside_those_who_ask_what_takes_longest(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(site) as server:
        token = shared(site, MANY_BANDS)
        path = f"/t/{token}/?{HOSTILE[0]}"
        assert processor_seconds(server, path) > 0
        those, pages = attacked(site, [path], 1.5, 60)
    assert {ask.came for ask in pages} == {"200"}
    assert len(pages) == 6
    assert {ask.came for ask in those} <= {"200", "422", "503"}
    assert len(those) >= AT_ONCE
    report("visitor", pages)
    assert "6 x 200" in capsys.readouterr().out


def test_a_server_that_is_gone_answers_nobody(site: Site) -> None:
    assert asked(Person(site), "/armies/", monotonic()).came == "ConnectionRefusedError"
