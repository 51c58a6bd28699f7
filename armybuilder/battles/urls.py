"""The URLs of tables; a code is longer than any of the words, so the two can't be confused."""

from django.urls import path

from armybuilder.battles.views import export, play
from armybuilder.battles.views import list as index

urlpatterns = [
    path("table/", index.index, name="tables"),
    path("table/new/", index.create, name="new-table"),
    path("table/demo/", index.demo, name="demo-table"),
    path("table/open/", play.tables.open_file, name="open-table"),
    path("table/<slug:code>/", play.show, name="table"),
    path("table/<slug:code>/do/", play.command, name="command-table"),
    path("table/<slug:code>/undo/", play.undo, name="undo-table"),
    path("table/<slug:code>/redo/", play.redo, name="redo-table"),
    path("table/<slug:code>/army/", play.deploy, name="deploy-table"),
    path("table/<slug:code>/name/", play.rename, name="rename-table"),
    path("table/<slug:code>/share/", export.share, name="share-table"),
    path("table/<slug:code>/table.json", export.table_file, name="table-file"),
    path("table/<slug:code>/<paper:paper>.pdf", export.table_pdf, name="table-pdf"),
    path("table/<slug:code>/delete/", play.tables.delete, name="delete-table"),
    path("table/<slug:code>/restore/", play.tables.restore, name="restore-table"),
    path("t/<slug:token>/", export.shared, name="shared-table"),
]
