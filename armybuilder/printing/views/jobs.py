"""Long orders: taken, watched while they are printed, fetched."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.core.htmx import template
from armybuilder.core.visitors import ensure_visitor, payer_of, visitor_of
from armybuilder.printing import jobs as presswork
from armybuilder.printing import orders as printing
from armybuilder.printing import queries
from armybuilder.printing.limits import TooManyPagesError
from armybuilder.printing.models import PrintJob
from armybuilder.printing.views.shop import back, bound_answer, content_of, form_of, refused
from tabletop.decoding import MalformedError


@require_POST
def start(request: HttpRequest) -> HttpResponseBase:
    """Enqueue a long order; what to print is in the address, as it is for short ones, which are printed at once."""
    form = form_of(request)
    if not (form.is_bound and form.is_valid()):
        return back(request, to="shop-sum")
    content = content_of(request, form)
    pages = printing.pages_of(form.print_options, content, most=settings.PRINT_PAGES)
    if pages is None:
        return back(request, to="pages")
    bound = "zip" if request.POST.get("bound") == "zip" else "pdf"
    if pages <= printing.MOST_AT_ONCE and not printing.has_many_odds(form.print_options, content):
        return redirect(f"{reverse(f'print-{bound}')}?{request.GET.urlencode()}")
    copies = form.chosen(request)
    try:
        job = presswork.start(
            visitor=ensure_visitor(request),
            payer=payer_of(request),
            options=form.print_options,
            copies=copies,
            pages=pages,
            bound=bound,
        )
    except TooManyPagesError as error:
        return refused(request, str(error), wait=error.wait)
    except MalformedError as error:
        return refused(request, f"Your choice {error.reason}.")
    return redirect("print-job", code=job.code)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def show(request: HttpRequest, code: str) -> HttpResponse:
    job = own_job(request, code)
    if not job.is_over:
        presswork.look_after(timezone.now())
        job = own_job(request, code)
    return render(request, template(request, "printing/job.html", "job"), {"job": job})


@never_cache
@require_safe
def fetch(request: HttpRequest, code: str) -> HttpResponse:
    job = own_job(request, code)
    if job.file is None:
        raise Http404("It isn't ready yet.")
    return bound_answer(bytes(job.file), "sheets", job.bound)


def own_job(request: HttpRequest, code: str) -> PrintJob:
    return get_object_or_404(queries.print_jobs_of(visitor_of(request)), code=code)
