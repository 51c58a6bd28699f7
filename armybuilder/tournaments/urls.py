"""The URLs of events: one's own by their codes, and everybody's places by their links."""

from django.urls import path

from armybuilder.tournaments.views import anew, desk, events, exports, games, lists, rounds, standings

urlpatterns = [
    path("events/", events.index, name="events"),
    path("events/new/", events.create, name="new-event"),
    path("events/open/", events.open_file, name="open-event"),
    path("events/<slug:code>/", events.own, name="own-event"),
    path("events/<slug:code>/delete/", events.events.delete, name="delete-event"),
    path("events/<slug:code>/restore/", events.events.restore, name="restore-event"),
    path("e/<slug:token>/", desk.show, name="event"),
    path("e/<slug:token>/settings/", events.settings, name="event-settings"),
    path("e/<slug:token>/people/", desk.people, name="event-people"),
    path("e/<slug:token>/players/", desk.who_plays, name="event-players"),
    path("e/<slug:token>/event.json", exports.event, name="event-file"),
    path("e/<slug:token>/lists.csv", exports.table, name="event-table"),
    path("e/<slug:token>/judging/", anew.judge_all, name="judge-all"),
    path("e/<slug:token>/approve/", desk.approve_all, name="approve-lists"),
    path("e/<slug:token>/course/", desk.course, name="event-course"),
    path("e/<slug:token>/rounds/", rounds.newest, name="event-rounds"),
    path("e/<slug:token>/rounds/change/", rounds.change, name="change-round"),
    path("e/<slug:token>/rounds/<int:number>/", rounds.show, name="event-round"),
    path("e/<slug:token>/rounds/<int:number>/clock/", rounds.clock, name="round-clock"),
    path("e/<slug:token>/rounds/<int:number>/<slug:ref>/", games.game, name="event-game"),
    path("e/<slug:token>/standings/", standings.show, name="event-standings"),
    path("e/<slug:token>/armies/", standings.statistics, name="event-statistics"),
    path("e/<slug:token>/standings.csv", exports.standings, name="event-standings-table"),
    path("e/<slug:token>/pairings.csv", exports.pairings, name="event-pairings-table"),
    path("e/<slug:token>/ranking.csv", exports.ranking, name="event-ranking"),
    path("e/<slug:token>/ranking.gep", exports.goepp, name="event-goepp"),
    path("e/<slug:token>/papers/<slug:kind>/<paper:paper>.pdf", exports.printed, name="event-paper"),
    path("e/<slug:token>/event.ics", exports.calendar, name="event-calendar"),
    path("e/<slug:token>/screen/", rounds.screen, name="event-screen"),
    path("e/<slug:token>/lists/<slug:ref>/", lists.show, name="event-list"),
    path("e/<slug:token>/lists/<slug:ref>/bring/", lists.bring, name="bring-list"),
    path("e/<slug:token>/lists/<slug:ref>/judge/", lists.judge, name="judge-list"),
]
