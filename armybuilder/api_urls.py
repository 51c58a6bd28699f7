"""The endpoints' addresses."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from armybuilder.battles import api as tables
from armybuilder.catalogue.api import lists as views
from armybuilder.catalogue.api import spells as magic
from armybuilder.core.api import docs
from armybuilder.designs.api import designs
from armybuilder.designs.api import prices as forge
from armybuilder.event_packs import api as packs
from armybuilder.printing import api as prints
from armybuilder.rosters.api import rosters, units, verdicts
from armybuilder.sharing import api as shares
from armybuilder.terrain import api as terrain

urlpatterns = [
    path("lists/", views.ArmyListsView.as_view(), name="api-lists"),
    path("lists/<slug:slug>/", views.ArmyListView.as_view(), name="api-list"),
    path("profiles/", views.ProfilesView.as_view(), name="api-profiles"),
    path("profiles/<slug:list>/<slug:name>/", views.ProfileView.as_view(), name="api-profile"),
    path("schools/", magic.SchoolsView.as_view(), name="api-schools"),
    path("spells/", magic.SpellsView.as_view(), name="api-spells"),
    path("spells/<slug:school>/<slug:spell>/", magic.SpellView.as_view(), name="api-spell"),
    path("terrain/", terrain.TerrainView.as_view(), name="api-terrain"),
    path("terrain/kinds/", terrain.KindsView.as_view(), name="api-terrain-kinds"),
    path("terrain/roll/", terrain.RollView.as_view(), name="api-terrain-roll"),
    path("table/", tables.TableView.as_view(), name="api-table"),
    path("rules/", verdicts.RulesView.as_view(), name="api-rules"),
    path("packs/", packs.PacksView.as_view(), name="api-packs"),
    path("packs/<slug:code>/", packs.PackView.as_view(), name="api-pack"),
    path("rosters/", rosters.RostersView.as_view(), name="api-rosters"),
    path("rosters/<slug:code>/", rosters.RosterView.as_view(), name="api-roster"),
    path("rosters/<slug:code>/report/", rosters.ReportView.as_view(), name="api-report"),
    path("rosters/<slug:code>/edits/", rosters.EditsView.as_view(), name="api-edits"),
    path("rosters/<slug:code>/units/", units.UnitsView.as_view(), name="api-units"),
    path("rosters/<slug:code>/units/<slug:ref>/", units.UnitView.as_view(), name="api-unit"),
    path("rosters/<slug:code>/units/<slug:ref>/entries/", units.EntriesView.as_view(), name="api-entries"),
    path("rosters/<slug:code>/units/<slug:ref>/entries/<path:entry>/", units.EntryView.as_view(), name="api-entry"),
    path("rosters/<slug:code>/shares/", shares.SharesView.as_view(), name="api-shares"),
    path("rosters/<slug:code>/shares/<slug:token>/", shares.ShareView.as_view(), name="api-share"),
    path("designs/", designs.DesignsView.as_view(), name="api-designs"),
    path("designs/<slug:code>/", designs.DesignView.as_view(), name="api-design"),
    path("costs/", forge.CostsView.as_view(), name="api-costs"),
    path("price/", forge.PriceView.as_view(), name="api-price"),
    path("check/", verdicts.CheckView.as_view(), name="api-check"),
    path("print/", prints.PrintView.as_view(), name="api-print"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs.show, name="api-docs"),
]
