"""The endpoints' addresses."""

from django.urls import path

from armybuilder.accounts import api as accounts_api
from armybuilder.battles.api import battles, tables
from armybuilder.catalogue.api import lists, spells
from armybuilder.collection import api as collection_api
from armybuilder.core.api import docs
from armybuilder.designs.api import designs, prices
from armybuilder.event_packs import api as event_packs_api
from armybuilder.laboratory import api as laboratory_api
from armybuilder.odds import api as odds_api
from armybuilder.printing import api as printing_api
from armybuilder.rosters.api import history, readings, rosters, rules, tags, units, verdicts
from armybuilder.sharing import api as sharing_api
from armybuilder.terrain import api as terrain_api
from armybuilder.tournaments import api as tournaments_api

urlpatterns = [
    path("lists/", lists.ArmyListsView.as_view(), name="api-lists"),
    path("lists/<slug:slug>/", lists.ArmyListView.as_view(), name="api-list"),
    path("profiles/", lists.ProfilesView.as_view(), name="api-profiles"),
    path("profiles/<slug:list>/<slug:name>/", lists.ProfileView.as_view(), name="api-profile"),
    path("schools/", spells.SchoolsView.as_view(), name="api-schools"),
    path("spells/", spells.SpellsView.as_view(), name="api-spells"),
    path("spells/<slug:school>/<slug:spell>/", spells.SpellView.as_view(), name="api-spell"),
    path("terrain/", terrain_api.TerrainView.as_view(), name="api-terrain"),
    path("terrain/kinds/", terrain_api.KindsView.as_view(), name="api-terrain-kinds"),
    path("terrain/roll/", terrain_api.RollView.as_view(), name="api-terrain-roll"),
    path("table/", tables.TableView.as_view(), name="api-table"),
    path("battles/", battles.BattlesView.as_view(), name="api-battles"),
    path("battles/<slug:token>/", battles.BattleView.as_view(), name="api-battle"),
    path("battles/<slug:token>/after/<int:seq>/", battles.AfterView.as_view(), name="api-battle-after"),
    path("battles/<slug:token>/commands/", battles.CommandsView.as_view(), name="api-battle-commands"),
    path("events/<slug:token>/", tournaments_api.EventView.as_view(), name="api-event"),
    path("events/<slug:token>/standings/", tournaments_api.EventStandingsView.as_view(), name="api-event-standings"),
    path("events/<slug:token>/rounds/<int:number>/", tournaments_api.ReportView.as_view(), name="api-report-result"),
    path("experiments/", laboratory_api.ExperimentsView.as_view(), name="api-experiments"),
    path("experiments/<slug:code>/", laboratory_api.ExperimentView.as_view(), name="api-experiment"),
    path("experiments/<slug:code>/stop/", laboratory_api.StopView.as_view(), name="api-stop-experiment"),
    path("experiments/<slug:code>/go-on/", laboratory_api.GoOnView.as_view(), name="api-go-on-experiment"),
    path(
        "experiments/<slug:code>/restore/",
        laboratory_api.RestoreExperimentView.as_view(),
        name="api-restore-experiment",
    ),
    path("collections/", collection_api.CollectionsView.as_view(), name="api-collections"),
    path("collections/<slug:code>/", collection_api.CollectionView.as_view(), name="api-collection"),
    path("collections/<slug:code>/field/", collection_api.FieldView.as_view(), name="api-field-collection"),
    path(
        "collections/<slug:code>/restore/",
        collection_api.RestoreCollectionView.as_view(),
        name="api-restore-collection",
    ),
    path("odds/", odds_api.OddsView.as_view(), name="api-odds"),
    path("rules/", rules.RulesView.as_view(), name="api-rules"),
    path("seasons/<slug:token>/", tournaments_api.SeasonView.as_view(), name="api-season"),
    path("packs/", event_packs_api.PacksView.as_view(), name="api-packs"),
    path("packs/<slug:code>/", event_packs_api.PackView.as_view(), name="api-pack"),
    path("packs/<slug:code>/restore/", event_packs_api.RestorePackView.as_view(), name="api-restore-pack"),
    path("rosters/", rosters.RostersView.as_view(), name="api-rosters"),
    path("rosters/<slug:code>/", rosters.RosterView.as_view(), name="api-roster"),
    path("rosters/<slug:code>/report/", rosters.ReportView.as_view(), name="api-report"),
    path("rosters/<slug:code>/restore/", rosters.RestoreView.as_view(), name="api-restore-roster"),
    path("rosters/<slug:code>/undo/", history.UndoView.as_view(), name="api-undo"),
    path("rosters/<slug:code>/redo/", history.RedoView.as_view(), name="api-redo"),
    path("rosters/<slug:code>/versions/", history.VersionsView.as_view(), name="api-versions"),
    path("rosters/<slug:code>/versions/<int:version>/", history.VersionView.as_view(), name="api-version"),
    path(
        "rosters/<slug:code>/versions/<int:version>/restore/",
        history.BringBackView.as_view(),
        name="api-restore-version",
    ),
    path("rosters/<slug:code>/tags/", tags.TagsView.as_view(), name="api-tags"),
    path("rosters/<slug:code>/tags/<path:word>/", tags.TagView.as_view(), name="api-tag"),
    path("rosters/<slug:code>/edits/", rosters.EditsView.as_view(), name="api-edits"),
    path("rosters/<slug:code>/units/", units.UnitsView.as_view(), name="api-units"),
    path("rosters/<slug:code>/units/<slug:ref>/", units.UnitView.as_view(), name="api-unit"),
    path("rosters/<slug:code>/units/<slug:ref>/entries/", units.EntriesView.as_view(), name="api-entries"),
    path("rosters/<slug:code>/units/<slug:ref>/entries/<path:entry>/", units.EntryView.as_view(), name="api-entry"),
    path("rosters/<slug:code>/shares/", sharing_api.SharesView.as_view(), name="api-shares"),
    path("rosters/<slug:code>/shares/<slug:token>/", sharing_api.ShareView.as_view(), name="api-share"),
    path("designs/", designs.DesignsView.as_view(), name="api-designs"),
    path("designs/<slug:code>/", designs.DesignView.as_view(), name="api-design"),
    path("designs/<slug:code>/restore/", designs.RestoreDesignView.as_view(), name="api-restore-design"),
    path("bin/", accounts_api.BinView.as_view(), name="api-bin"),
    path("costs/", prices.CostsView.as_view(), name="api-costs"),
    path("price/", prices.PriceView.as_view(), name="api-price"),
    path("check/", verdicts.CheckView.as_view(), name="api-check"),
    path("read/", readings.ReadView.as_view(), name="api-read"),
    path("print/", printing_api.PrintView.as_view(), name="api-print"),
    path("schema/", docs.SchemaView.as_view(), name="api-schema"),
    path("docs/", docs.show, name="api-docs"),
]
