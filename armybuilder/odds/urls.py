"""The addresses of odds."""

from django.urls import path

from armybuilder.odds.views import meeting

urlpatterns = [
    path("odds/", meeting.show, name="odds"),
]
