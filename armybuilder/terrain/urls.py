"""The addresses of terrain's pages."""

from django.urls import path

from armybuilder.terrain.views import export as printing
from armybuilder.terrain.views import guide, table

urlpatterns = [
    path("", guide.show, name="terrain"),
    path("table/", table.show, name="terrain-table"),
    path("table/change/", table.change, name="change-terrain"),
    path("table/table.json", printing.table_file, name="terrain-file"),
    path("table/<paper:paper>.pdf", printing.table_pdf, name="terrain-pdf"),
]
