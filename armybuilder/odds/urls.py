"""The addresses of odds."""

from django.urls import path

from armybuilder.odds.views import helps, matrix, meeting

urlpatterns = [
    path("odds/", meeting.show, name="odds"),
    path("odds/matrix/", matrix.show, name="odds-matrix"),
    path("odds/<slug:game>/", helps.show, name="helps"),
]
