"""Long orders: taken, watched while they are printed, fetched."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.core.htmx import template
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.printing import jobs as presswork
from armybuilder.printing import queries
from armybuilder.printing.models import PrintJob
from armybuilder.printing.views.shop import back, bound_answer, form_of, job_of


@require_POST
def start(request: HttpRequest) -> HttpResponseBase:
    """The order is in the address, as it is for what is printed at once."""
    form = form_of(request)
    if not (form.is_bound and form.is_valid()):
        return back(request)
    job = presswork.start(
        visitor=ensure_visitor(request),
        options=form.print_options,
        copies=form.chosen(request),
        pages=job_of(request, form).pages,
        bound="zip" if request.POST.get("bound") == "zip" else "pdf",
    )
    return redirect("print-job", code=job.code)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def show(request: HttpRequest, code: str) -> HttpResponse:
    job = own_job(request, code)
    return render(request, template(request, "printing/job.html", "job"), {"job": job})


@never_cache
@require_safe
def fetch(request: HttpRequest, code: str) -> HttpResponse:
    job = own_job(request, code)
    if job.file is None:
        raise Http404("It isn’t printed yet.")
    return bound_answer(bytes(job.file), "sheets", job.bound)


def own_job(request: HttpRequest, code: str) -> PrintJob:
    return get_object_or_404(queries.print_jobs_of(visitor_of(request)), code=code)
