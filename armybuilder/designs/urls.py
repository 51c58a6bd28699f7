"""The forge's addresses; codes are longer than any of the words."""

from django.urls import path

from armybuilder.designs.views import audit, families, vehicles
from armybuilder.designs.views import editor as workbench
from armybuilder.designs.views import export as leaving
from armybuilder.designs.views import list as shelf
from armybuilder.designs.views import variants as tables
from armybuilder.designs.views import war_machines as machines

urlpatterns = [
    path("", shelf.index, name="designs"),
    path("new/", shelf.create, name="new-design"),
    path("open/", shelf.designs.open_file, name="open-design"),
    path("family/", families.show, name="family"),
    path("vehicle/", vehicles.show, name="vehicle"),
    path("war-machine/", machines.show, name="war-machine"),
    path("tables/", tables.show, name="cost-tables"),
    path("variants/", tables.variants, name="variants"),
    path("variants/<slug:code>/", tables.variant, name="variant"),
    path("variants/<slug:code>/delete/", tables.own_variants.delete, name="delete-variant"),
    path("variants/<slug:code>/restore/", tables.own_variants.restore, name="restore-variant"),
    path("audit/", audit.show, name="audit"),
    path("audit/<slug:army>/<slug:row>/", audit.row_receipt, name="audited"),
    path("<slug:code>/", workbench.show, name="design"),
    path("<slug:code>/muster/", leaving.muster, name="muster-design"),
    path("<slug:code>/duplicate/", shelf.designs.copy, name="duplicate-design"),
    path("<slug:code>/delete/", shelf.designs.delete, name="delete-design"),
    path("<slug:code>/restore/", shelf.designs.restore, name="restore-design"),
    path("<slug:code>/design.json", leaving.design_file, name="design-file"),
    path("<slug:code>/<paper:paper>.pdf", leaving.receipt_pdf, name="receipt-pdf"),
]
