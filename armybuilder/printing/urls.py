"""The print shop's addresses."""

from django.urls import path

from armybuilder.printing.views import jobs as waiting
from armybuilder.printing.views import shop

urlpatterns = [
    path("", shop.index, name="print"),
    path("sheets.pdf", shop.pdf, name="print-pdf"),
    path("sheets.zip", shop.archive, name="print-zip"),
    path("pages/<int:page>.png", shop.preview, name="print-page"),
    path("jobs/", waiting.start, name="start-print"),
    path("jobs/<str:code>/", waiting.show, name="print-job"),
    path("jobs/<str:code>/sheets", waiting.fetch, name="print-job-file"),
]
