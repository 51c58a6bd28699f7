"""Orders of the print shop in tests."""

from __future__ import annotations

from armybuilder.core.models import Visitor
from armybuilder.models import PrintJob
from armybuilder.printing.jobs import start
from tabletop.arcana.printing.orders import PrintOptions
from tests.visitors import OWNER

PRINT_CODE = "print-job-1"
PAYER = "somebody"


def kept_job(*, visitor: Visitor = OWNER, code: str = PRINT_CODE) -> PrintJob:
    """A page of base outlines, printed, under a code of the test's own."""
    options = PrintOptions(kinds=("bases",))
    job = start(visitor=visitor, payer=PAYER, options=options, copies=(), pages=1, bound="pdf")
    PrintJob.objects.filter(pk=job.pk).update(code=code)
    job.refresh_from_db()
    return job
