"""The addresses of terrain's pages."""

from django.urls import path

from armybuilder.terrain.views import export, guide, table

urlpatterns = [
    path("", guide.show, name="terrain"),
    path("table/", table.show, name="terrain-table"),
    path("table/change/", table.change, name="change-terrain"),
    path("table/table.json", export.table_file, name="terrain-file"),
    path("table/<paper:paper>.pdf", export.table_pdf, name="terrain-pdf"),
]
