"""The addresses of files, links, checks and comparisons."""

from django.urls import path

from armybuilder.files.views import batch_check as batch
from armybuilder.files.views import compare as comparing
from armybuilder.files.views import export as taking
from armybuilder.files.views import import_ as opening
from armybuilder.sharing.views import share as sharing
from armybuilder.sharing.views import shared
from armybuilder.sharing.views import verify as proving

urlpatterns = [
    path("rosters/open/", opening.open_file, name="open-roster"),
    path("rosters/open/save/", opening.save_opened, name="save-opened"),
    path("rosters/<slug:code>/roster.<slug:suffix>", taking.roster_file, name="roster-file"),
    path("rosters/<slug:code>/text/", taking.roster_text, name="roster-text"),
    path("rosters/<slug:code>/share/", sharing.share, name="share-roster"),
    path("rosters/<slug:code>/share/<slug:token>/revoke/", sharing.revoke, name="revoke-share"),
    path("rosters/<slug:code>/seal/", sharing.seal, name="seal-roster"),
    path("s/<slug:token>/", shared.show, name="shared"),
    path("s/<slug:token>/copy/", shared.copy, name="copy-shared"),
    path("s/<slug:token>/<slug:paper>.pdf", shared.show_pdf, name="shared-pdf"),
    path("check/", proving.check, name="check"),
    path("check/<slug:token>/", proving.check_shared, name="check-shared"),
    path("compare/", comparing.compare, name="compare"),
    path("batch/", batch.batch, name="batch"),
    path("batch/table/<slug:suffix>/", batch.table, name="batch-table"),
]
