"""The print shop's addresses."""

from django.urls import path

from armybuilder.printing.views import events, jobs, papers, shop

urlpatterns = [
    path("", shop.index, name="print"),
    path("sheets.pdf", shop.pdf, name="print-pdf"),
    path("sheets.zip", shop.archive, name="print-zip"),
    path("pages/<int:page>.png", shop.preview, name="print-page"),
    path("jobs/", jobs.start, name="start-print"),
    path("jobs/<str:code>/", jobs.show, name="print-job"),
    path("jobs/<str:code>/sheets", jobs.fetch, name="print-job-file"),
    path("events/<slug:token>/", events.rosters, name="print-rosters"),
    path("<slug:game>/", papers.papers, name="papers"),
    path("<slug:game>/sheets.pdf", papers.papers_pdf, name="papers-pdf"),
]
