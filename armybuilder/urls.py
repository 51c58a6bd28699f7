"""The pages' addresses."""

from django.urls import include, path, register_converter

from armybuilder.catalogue.views import lists as armies
from armybuilder.catalogue.views import spells as magic
from armybuilder.core.converters import PaperConverter
from armybuilder.designs.views import carried
from armybuilder.operations import views as health
from armybuilder.printing.views import rosters as printing
from armybuilder.rosters.views import detail as rosters
from armybuilder.rosters.views import edit as edits
from armybuilder.rosters.views import history, home
from armybuilder.rosters.views import list as shelf

register_converter(PaperConverter, "paper")

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", health.show, name="health"),
    path("rules/", home.rules, name="rules"),
    path("armies/", armies.index, name="army-lists"),
    path("armies/<slug:army>/", armies.detail, name="army-list"),
    path("armies/<slug:army>/<slug:row>/", armies.row, name="row"),
    path("packs/", include("armybuilder.event_packs.urls")),
    path("magic/", magic.index, name="schools"),
    path("magic/<slug:school>/", magic.school, name="school"),
    path("magic/<slug:school>/<slug:spell>/", magic.spell, name="spell"),
    path("terrain/", include("armybuilder.terrain.urls")),
    path("", include("armybuilder.battles.urls")),
    path("samples/<slug:name>/", rosters.sample, name="sample"),
    path("samples/<slug:name>/copy/", rosters.copy_sample, name="copy-sample"),
    path("rosters/", shelf.index, name="rosters"),
    path("rosters/new/", rosters.create, name="new-roster"),
    path("rosters/deleted/", shelf.deleted, name="deleted-rosters"),
    path("rosters/several/", shelf.several, name="several-rosters"),
    path("", include("armybuilder.files.urls")),
    path("", include("armybuilder.sharing.urls")),
    path("rosters/<slug:code>/", rosters.editor, name="roster"),
    path("rosters/<slug:code>/edit/", edits.edit, name="edit-roster"),
    path("rosters/<slug:code>/undo/", edits.undo, name="undo-roster"),
    path("rosters/<slug:code>/redo/", edits.redo, name="redo-roster"),
    path("rosters/<slug:code>/history/", history.history, name="roster-history"),
    path("rosters/<slug:code>/versions/<int:version>/", history.version_page, name="roster-version"),
    path("rosters/<slug:code>/versions/<int:version>/restore/", edits.restore_version, name="restore-version"),
    path("rosters/<slug:code>/repair/", rosters.repair_page, name="repair-roster"),
    path("rosters/<slug:code>/duplicate/", rosters.rosters.copy, name="duplicate-roster"),
    path("rosters/<slug:code>/delete/", rosters.rosters.delete, name="delete-roster"),
    path("rosters/<slug:code>/restore/", rosters.rosters.restore, name="restore-roster"),
    path("rosters/<slug:code>/<paper:paper>.pdf", printing.roster_pdf, name="roster-pdf"),
    path("s/<slug:token>/<paper:paper>.pdf", printing.shared_pdf, name="shared-pdf"),
    path("samples/<slug:name>/<paper:paper>.pdf", printing.sample_pdf, name="sample-pdf"),
    path("rosters/<slug:code>/designs/<slug:design>/", carried.show, name="roster-design"),
    path("rosters/<slug:code>/designs/<slug:design>/<paper:paper>.pdf", carried.receipt_pdf, name="roster-design-pdf"),
    path("print/", include("armybuilder.printing.urls")),
    path("forge/", include("armybuilder.designs.urls")),
    path("account/", include("armybuilder.accounts.urls")),
]
