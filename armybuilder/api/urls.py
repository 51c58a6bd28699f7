"""The endpoints' addresses."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from armybuilder.api import docs, forge, magic, tables, terrain, views

urlpatterns = [
    path("lists/", views.ArmyListsView.as_view(), name="api-lists"),
    path("lists/<slug:slug>/", views.ArmyListView.as_view(), name="api-list"),
    path("profiles/", views.ProfilesView.as_view(), name="api-profiles"),
    path("profiles/<slug:list>/<slug:name>/", views.ProfileView.as_view(), name="api-profile"),
    path("schools/", magic.SchoolsView.as_view(), name="api-schools"),
    path("spells/", magic.SpellsView.as_view(), name="api-spells"),
    path("spells/<slug:school>/<slug:spell>/", magic.SpellView.as_view(), name="api-spell"),
    path("terrain/", terrain.TerrainView.as_view(), name="api-terrain"),
    path("terrain/kinds/", terrain.KindsView.as_view(), name="api-ground"),
    path("terrain/roll/", terrain.RollView.as_view(), name="api-roll"),
    path("table/", tables.TableView.as_view(), name="api-table"),
    path("rules/", views.RulesView.as_view(), name="api-rules"),
    path("packs/<slug:code>/", views.PackView.as_view(), name="api-pack"),
    path("costs/", forge.CostsView.as_view(), name="api-costs"),
    path("price/", forge.PriceView.as_view(), name="api-price"),
    path("check/", views.CheckView.as_view(), name="api-check"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs.show, name="api-docs"),
]
