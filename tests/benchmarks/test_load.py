"""Many people at once are all answered, and what counts their acts counts the wrong answers."""

from __future__ import annotations

from collections import Counter
from time import monotonic

import pytest
from msgspec.structs import replace

from benchmarks.load import Act, Crowd, acts, loaded, p95
from benchmarks.serving import Person, Site, serving

FEW = Crowd(editing=6, reading=12, pace=0.5, seconds=3)


@pytest.mark.long
def test_everybody_who_edits_and_reads_at_once_is_answered(site: Site) -> None:
    as_in_the_image = replace(site, environment=site.environment | {"GUNICORN_CMD_ARGS": ""})
    with serving(as_in_the_image):
        done = loaded(site, FEW)
    assert [act.fault for act in done if act.fault] == []
    counted = Counter(act.kind for act in done)
    assert len(done) == (FEW.editing + FEW.reading) * FEW.seconds / FEW.pace
    assert min(counted[kind] for kind in ("edit", "page", "shared roster")) > 10


def test_a_server_that_is_gone_is_a_fault_of_every_act(site: Site) -> None:
    nobody = Person(site)
    crowd = Crowd(pace=0.1, seconds=0.25)
    done = list(acts(lambda: ("page", nobody.get("/").text), crowd, monotonic(), 0))
    assert len(done) == 3
    assert all("refused" in act.fault for act in done)


def test_an_act_is_measured_from_when_it_was_due() -> None:
    (act,) = acts(lambda: ("page", ""), Crowd(pace=1, seconds=0.5), monotonic() - 0.4, 0.1)
    assert 300 <= act.milliseconds < 2000
    assert act == Act("page", act.milliseconds, "")


def test_one_in_twenty_is_later_than_the_figure() -> None:
    assert p95([float(number) for number in range(101)]) == 95
