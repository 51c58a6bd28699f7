"""Queries of experiments: one's own, shared ones, and who waits before whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec.structs import replace

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.models import Visitor, present_rows
from armybuilder.laboratory.models import Experiment, State
from armybuilder.odds.queries import SAMPLE, SHARED, roster_named
from armybuilder.rosters.queries import rosters_of_game, versions_of
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.queries import live_shares
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.game import ARCANA
from tabletop.arcana.simulation.questions import MOST_OPPONENTS

VERSION = re.compile(r"(?P<code>[\w-]{1,64})\.v(?P<number>[0-9]{1,6})", re.ASCII)
MOST_VERSIONS = 30
LONGEST_NAME = 120
COUNTERS = ("state", "batches_done", "heartbeat_at")  # of an experiment: how far it is


def experiments_of(visitor: Visitor) -> QuerySet[Experiment]:
    """A visitor's experiments, the latest change first."""
    return present_rows(visitor, Experiment)


def shared_experiments() -> QuerySet[Experiment]:
    """Those that a link leads to."""
    return Experiment.objects.filter(deleted_at=None).exclude(share=None)


def place_in_line(row: Experiment) -> int:
    """Which in line it is, counted from one, where it waits for its first turn."""
    if row.state != State.WAITING or row.batches_done:
        return 1
    waiting = Experiment.objects.filter(state=State.WAITING, deleted_at=None)
    return waiting.filter(heartbeat_at__lt=row.heartbeat_at).exclude(pk=row.pk).count() + 1


def progress_of(row: Experiment, ahead: int) -> str:
    """A word that is another one as soon as its page has anything else to say."""
    return f"{row.state}-{row.batches_done}-{ahead}"


def rosters_besides(sources: Sequence[str], visitor: Visitor) -> Iterator[Roster]:
    """A visitor's rosters without those that addresses name, the latest change first, as many as a question takes.

    They are told apart by their rows: a version of a roster, or a link to it, is that roster.
    """
    tokens = [source.partition(".")[2] for source in sources if source.partition(".")[0] == SHARED]
    linked = live_shares().filter(token__in=tokens).values_list("roster__code", flat=True) if tokens else ()
    named = {*linked, *(version["code"] if (version := VERSION.fullmatch(each)) else each for each in sources)}
    rows = rosters_of_game(visitor, ARCANA.slug).exclude(code__in=named)
    return (roster_of(row) for row in rows[:MOST_OPPONENTS])


def samples_besides(sources: Sequence[str]) -> Iterator[Roster]:
    """The sample armies without those that addresses name."""
    return (roster for name, roster in sample_rosters().items() if f"{SAMPLE}.{name}" not in sources)


def roster_or_version(source: str, visitor: Visitor) -> Roster:
    """What an address names: `raiders-1.v3` is the third version of one's own; else as `roster_named` says.

    Http404 where there is none.
    """
    version = VERSION.fullmatch(source)
    if version is None:
        return roster_named(source, visitor)
    row = get_object_or_404(rosters_of_game(visitor, ARCANA.slug), code=version["code"])
    kept = versions_of(row).filter(version=int(version["number"])).first()
    if kept is None:
        raise Http404("There was no such version.")
    found: Roster = roster_of(kept)
    return replace(found, name=f"Version {version['number']} of {row.name}"[:LONGEST_NAME])


def versions_to_pick(source: str, visitor: Visitor) -> list[tuple[str, str]]:
    """The earlier versions of one's own roster, the newest first, as addresses name them and in words."""
    version = VERSION.fullmatch(source)
    row = rosters_of_game(visitor, ARCANA.slug).filter(code=version["code"] if version else source).first()
    if row is None:
        return []
    kept = versions_of(row, before=row.version)[:MOST_VERSIONS]
    return [(f"{row.code}.v{each.version}", f"Version {each.version}: {each.history_change_reason}") for each in kept]
