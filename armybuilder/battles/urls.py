"""The URLs of tables and battles; a code is longer than any of the words, so the two can't be confused."""

from django.urls import path

from armybuilder.battles.views import battles, bell, export, games, play, report
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
    path("t/<slug:token>/after/<int:seq>/", export.shared_after, name="after-shared-table"),
    path("battle/", battles.index, name="battles"),
    path("battle/new/", battles.create, name="new-battle"),
    path("battle/learn/", battles.learn, name="learning-battle"),
    path("battle/new/<slug:game>/", games.create, name="new-battle-of"),
    path("battle/demo/", battles.demo, name="demo-battle"),
    path("battle/open/", battles.battles.open_file, name="open-battle"),
    path("battle/<slug:code>/", battles.own, name="own-battle"),
    path("battle/<slug:code>/delete/", battles.battles.delete, name="delete-battle"),
    path("battle/<slug:code>/restore/", battles.battles.restore, name="restore-battle"),
    path("b/<slug:token>/", battles.show, name="battle"),
    path("b/<slug:token>/do/", battles.send, name="send-to-battle"),
    path("b/<slug:token>/odds/", battles.odds, name="battle-odds"),
    path("b/<slug:token>/dice/", battles.dice, name="battle-dice"),
    path("b/<slug:token>/report/", report.report, name="battle-report"),
    path("b/<slug:token>/after/<int:seq>/", battles.after, name="after-event"),
    path("b/<slug:token>/bell/", bell.bell, name="battle-bell"),
    path("b/<slug:token>/seats/", battles.seats, name="battle-seats"),
    path("b/<slug:token>/battle.jsonl", battles.file, name="battle-file"),
]
