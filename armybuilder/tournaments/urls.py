"""The URLs of events: one's own by their codes, and everybody's places by their links."""

from django.urls import path

from armybuilder.tournaments.views import desk, events, exports, lists

urlpatterns = [
    path("events/", events.index, name="events"),
    path("events/new/", events.create, name="new-event"),
    path("events/<slug:code>/", events.own, name="own-event"),
    path("events/<slug:code>/delete/", events.events.delete, name="delete-event"),
    path("events/<slug:code>/restore/", events.events.restore, name="restore-event"),
    path("e/<slug:token>/", desk.show, name="event"),
    path("e/<slug:token>/settings/", events.settings, name="event-settings"),
    path("e/<slug:token>/people/", desk.people, name="event-people"),
    path("e/<slug:token>/players/", desk.who_plays, name="event-players"),
    path("e/<slug:token>/event.json", exports.event, name="event-file"),
    path("e/<slug:token>/lists.csv", exports.table, name="event-table"),
    path("e/<slug:token>/approve/", desk.approve_all, name="approve-lists"),
    path("e/<slug:token>/course/", desk.course, name="event-course"),
    path("e/<slug:token>/lists/<slug:ref>/", lists.show, name="event-list"),
    path("e/<slug:token>/lists/<slug:ref>/bring/", lists.bring, name="bring-list"),
    path("e/<slug:token>/lists/<slug:ref>/judge/", lists.judge, name="judge-list"),
]
