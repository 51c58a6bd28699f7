"""The URLs of rosters and samples; a code is longer than any of the words, so the two can't be confused."""

from django.urls import path

from armybuilder.rosters.views import at_home, detail, edit, history
from armybuilder.rosters.views import list as index

urlpatterns = [
    path("samples/<slug:name>/", detail.sample, name="sample"),
    path("samples/<slug:name>/copy/", detail.copy_sample, name="copy-sample"),
    path("rosters/", index.index, name="rosters"),
    path("rosters/new/", detail.create, name="new-roster"),
    path("rosters/deleted/", index.deleted, name="deleted-rosters"),
    path("rosters/several/", index.several, name="several-rosters"),
    path("rosters/<slug:code>/", detail.editor, name="roster"),
    path("rosters/<slug:code>/edit/", edit.edit, name="edit-roster"),
    path("rosters/<slug:code>/undo/", edit.undo, name="undo-roster"),
    path("rosters/<slug:code>/redo/", edit.redo, name="redo-roster"),
    path("rosters/<slug:code>/history/", history.history, name="roster-history"),
    path("rosters/<slug:code>/versions/<int:version>/", history.version_page, name="roster-version"),
    path("rosters/<slug:code>/versions/<int:version>/restore/", edit.restore_version, name="restore-version"),
    path("rosters/<slug:code>/repair/", detail.repair_page, name="repair-roster"),
    path("rosters/<slug:code>/at-home/", at_home.lacking, name="lacking"),
    path("rosters/<slug:code>/at-home/<paper:paper>.pdf", at_home.lacking_pdf, name="lacking-pdf"),
    path("rosters/<slug:code>/duplicate/", detail.rosters.copy, name="duplicate-roster"),
    path("rosters/<slug:code>/delete/", detail.rosters.delete, name="delete-roster"),
    path("rosters/<slug:code>/restore/", detail.rosters.restore, name="restore-roster"),
]
