"""Experiments of the site in tests: a small one that is answered, kept for its owner, and shared."""

from __future__ import annotations

from functools import cache

from armybuilder.catalogue.loaders.printed import printed_catalogue
from armybuilder.core.models import Visitor
from armybuilder.laboratory.services import keep_record, share_experiment
from armybuilder.models import Experiment as Row
from tabletop.arcana.simulation.estimates import Fixed
from tabletop.arcana.simulation.executors import Serial
from tabletop.arcana.simulation.experiments import Record
from tabletop.arcana.simulation.running import Run
from tests.experiments import experiment
from tests.visitors import OWNER

LAB_CODE, LAB_TOKEN = "experiment-1", "LinkOfLab1"


@cache
def record() -> Record:
    """Twenty axemen against twenty orcs, two rounds of ten pairs."""
    run = Run(Record(experiment(name="Axes against orcs", stop=Fixed(2))), printed_catalogue())
    return Record(run.experiment, tuple(run.batches(Serial())), run.reading.answer())


def kept_experiment(
    *, visitor: Visitor = OWNER, code: str = LAB_CODE, token: str = LAB_TOKEN, name: str = "Axes against orcs"
) -> Row:
    """The experiment in the database, done and shared, under a code and a token of the test's own."""
    row = keep_record(visitor=visitor, record=record())
    share_experiment(row=row, shared=True)
    Row.objects.filter(pk=row.pk).update(code=code, share=token, name=name)
    row.refresh_from_db()
    return row
