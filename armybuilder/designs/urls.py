"""The URLs of designs; a code is longer than any of the words, so the two can't be confused."""

from django.urls import path

from armybuilder.designs.views import (
    audit,
    editor,
    export,
    families,
    list_rows,
    list_table,
    own_lists,
    variants,
    vehicles,
    war_machines,
)
from armybuilder.designs.views import list as index

urlpatterns = [
    path("", index.index, name="designs"),
    path("new/", index.create, name="new-design"),
    path("open/", index.designs.open_file, name="open-design"),
    path("family/", families.show, name="family"),
    path("vehicle/", vehicles.show, name="vehicle"),
    path("war-machine/", war_machines.show, name="war-machine"),
    path("tables/", variants.show, name="cost-tables"),
    path("variants/", variants.variants, name="variants"),
    path("variants/<slug:code>/", variants.variant, name="variant"),
    path("variants/<slug:code>/delete/", variants.own_variants.delete, name="delete-variant"),
    path("variants/<slug:code>/restore/", variants.own_variants.restore, name="restore-variant"),
    path("lists/", own_lists.index, name="own-lists"),
    path("lists/open/", own_lists.own_lists.open_file, name="open-own-list"),
    path("lists/<slug:code>/", own_lists.show, name="own-list"),
    path("lists/<slug:code>/rows/", list_rows.show, name="own-list-rows"),
    path("lists/<slug:code>/new-row/", list_rows.add, name="add-own-row"),
    path("lists/<slug:code>/rows/<slug:row>/", list_rows.edit, name="own-list-row"),
    path("lists/<slug:code>/table/", list_table.show, name="own-list-table"),
    path("lists/<slug:code>/list.json", list_table.pack_file, name="own-list-file"),
    path("lists/<slug:code>/rows.csv", list_table.sheet_file, name="own-list-sheet"),
    path("lists/<slug:code>/muster/", own_lists.muster, name="muster-own-list"),
    path("lists/<slug:code>/delete/", own_lists.own_lists.delete, name="delete-own-list"),
    path("lists/<slug:code>/restore/", own_lists.own_lists.restore, name="restore-own-list"),
    path("audit/", audit.show, name="audit"),
    path("audit/<slug:army>/<slug:row>/", audit.row_receipt, name="audited"),
    path("<slug:code>/", editor.show, name="design"),
    path("<slug:code>/muster/", export.muster, name="muster-design"),
    path("<slug:code>/duplicate/", index.designs.copy, name="duplicate-design"),
    path("<slug:code>/delete/", index.designs.delete, name="delete-design"),
    path("<slug:code>/restore/", index.designs.restore, name="restore-design"),
    path("<slug:code>/design.json", export.design_file, name="design-file"),
    path("<slug:code>/<paper:paper>.pdf", export.receipt_pdf, name="receipt-pdf"),
]
