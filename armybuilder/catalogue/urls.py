"""The addresses of the printed lists and the schools of magic."""

from django.urls import path

from armybuilder.catalogue.views import lists, spells

urlpatterns = [
    path("armies/", lists.index, name="army-lists"),
    path("armies/<slug:army>/", lists.detail, name="army-list"),
    path("armies/<slug:army>/<slug:row>/", lists.row, name="row"),
    path("magic/", spells.index, name="schools"),
    path("magic/<slug:school>/", spells.school, name="school"),
    path("magic/<slug:school>/<slug:spell>/", spells.spell, name="spell"),
]
