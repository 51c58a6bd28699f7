"""The tables' addresses; codes are longer than any of the words."""

from django.urls import path

from armybuilder.battles.views import export as taking
from armybuilder.battles.views import list as shelf
from armybuilder.battles.views import play as playing

urlpatterns = [
    path("table/", shelf.index, name="tables"),
    path("table/new/", shelf.create, name="new-table"),
    path("table/demo/", shelf.demo, name="demo-table"),
    path("table/open/", playing.tables.open_file, name="open-table"),
    path("table/<slug:code>/", playing.show, name="table"),
    path("table/<slug:code>/do/", playing.command, name="command-table"),
    path("table/<slug:code>/undo/", playing.undo, name="undo-table"),
    path("table/<slug:code>/redo/", playing.redo, name="redo-table"),
    path("table/<slug:code>/army/", playing.deploy, name="deploy-table"),
    path("table/<slug:code>/name/", playing.rename, name="rename-table"),
    path("table/<slug:code>/share/", taking.share, name="share-table"),
    path("table/<slug:code>/table.json", taking.table_file, name="table-file"),
    path("table/<slug:code>/<paper:paper>.pdf", taking.table_pdf, name="table-pdf"),
    path("table/<slug:code>/delete/", playing.tables.delete, name="delete-table"),
    path("table/<slug:code>/restore/", playing.tables.restore, name="restore-table"),
    path("t/<slug:token>/", taking.shared, name="shared-table"),
]
