"""The addresses of files, comparisons and whole batches."""

from django.urls import path

from armybuilder.files.views import batch_check, compare, export, import_

urlpatterns = [
    path("rosters/open/", import_.open_file, name="open-roster"),
    path("rosters/open/save/", import_.save_opened, name="save-opened"),
    path("rosters/<slug:code>/roster.<slug:suffix>", export.roster_file, name="roster-file"),
    path("rosters/<slug:code>/text/", export.roster_text, name="roster-text"),
    path("compare/", compare.compare, name="compare"),
    path("batch/", batch_check.batch, name="batch"),
    path("batch/editor/", batch_check.open_in_editor, name="batch-editor"),
    path("batch/table/<slug:suffix>/", batch_check.table, name="batch-table"),
    path("batch/<slug:code>/", batch_check.batch, name="kept-batch"),
    path("batch/<slug:code>/delete/", batch_check.batches.delete, name="delete-batch"),
    path("batch/<slug:code>/restore/", batch_check.batches.restore, name="restore-batch"),
]
