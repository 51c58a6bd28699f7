"""Orders of the print shop in tests."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone

from armybuilder.core.limits import hashed_key
from armybuilder.core.models import Visitor
from armybuilder.models import PagesOfADay, PrintJob
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


def print_all_day() -> None:
    """Use up the pages of today of whoever visits from this machine."""
    payer = hashed_key("address:127.0.0.1", "pages", 1)
    PagesOfADay.objects.create(payer=payer, day=timezone.now().date(), pages=settings.PRINT_PAGES_A_DAY)
