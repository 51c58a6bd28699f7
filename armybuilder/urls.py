"""The pages' addresses."""

from django.urls import include, path, register_converter

from armybuilder.core import languages
from armybuilder.core.converters import PaperConverter
from armybuilder.designs.views import carried
from armybuilder.operations import views as operations
from armybuilder.printing.views import rosters as printing
from armybuilder.rosters.views import home

register_converter(PaperConverter, "paper")

urlpatterns = [
    path("", home.home, name="home"),
    path("language/", languages.choose, name="language"),
    path("healthz", operations.show, name="health"),
    path("robots.txt", operations.robots, name="robots"),
    path("privacy/", operations.privacy, name="privacy"),
    path("report/", operations.report, name="report-verdict"),
    path("", include("armybuilder.offline.urls")),
    path("", include("armybuilder.lookup.urls")),
    path("", include("armybuilder.catalogue.urls")),
    path("packs/", include("armybuilder.event_packs.urls")),
    path("data-packs/", include("armybuilder.data_packs.urls")),
    path("collection/", include("armybuilder.collection.urls")),
    path("boards/", include("armybuilder.boards.urls")),
    path("terrain/", include("armybuilder.terrain.urls")),
    path("", include("armybuilder.battles.urls")),
    path("", include("armybuilder.tournaments.urls")),
    path("", include("armybuilder.laboratory.urls")),
    path("", include("armybuilder.odds.urls")),
    path("", include("armybuilder.files.urls")),
    path("", include("armybuilder.sharing.urls")),
    path("rosters/<slug:code>/<paper:paper>.pdf", printing.roster_pdf, name="roster-pdf"),
    path("", include("armybuilder.rosters.urls")),
    path("s/<slug:token>/<paper:paper>.pdf", printing.shared_pdf, name="shared-pdf"),
    path("samples/<slug:name>/<paper:paper>.pdf", printing.sample_pdf, name="sample-pdf"),
    path("rosters/<slug:code>/designs/<slug:design>/", carried.show, name="roster-design"),
    path("rosters/<slug:code>/designs/<slug:design>/<paper:paper>.pdf", carried.receipt_pdf, name="roster-design-pdf"),
    path("print/", include("armybuilder.printing.urls")),
    path("forge/", include("armybuilder.designs.urls")),
    path("account/", include("armybuilder.accounts.urls")),
]
