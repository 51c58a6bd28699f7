"""The laboratory's addresses."""

from django.urls import path

from armybuilder.laboratory.views import asking, comparing, experiments, pricing

urlpatterns = [
    path("laboratory/", experiments.index, name="laboratory"),
    path("laboratory/new/", asking.new, name="new-experiment"),
    path("laboratory/swap/", asking.swap, name="swap-experiment"),
    path("laboratory/versions/", asking.versions, name="versions-experiment"),
    path("laboratory/profile/", pricing.row, name="profile-experiment"),
    path("laboratory/league/", pricing.league, name="league-experiment"),
    path("laboratory/ready/", asking.ready, name="ready-experiment"),
    path("laboratory/open/", experiments.experiments.open_file, name="open-experiment"),
    path("laboratory/compare/", comparing.compare, name="compare-experiments"),
    path("laboratory/<slug:code>/", experiments.show, name="experiment"),
    path("laboratory/<slug:code>/stop/", experiments.stop, name="stop-experiment"),
    path("laboratory/<slug:code>/go-on/", experiments.go_on, name="go-on-experiment"),
    path("laboratory/<slug:code>/table/", experiments.on_table, name="table-experiment"),
    path("laboratory/<slug:code>/watch/", experiments.watch, name="watch-experiment"),
    path("laboratory/<slug:code>/share/", experiments.share, name="share-experiment"),
    path("laboratory/<slug:code>/copy/", experiments.experiments.copy, name="copy-experiment"),
    path("laboratory/<slug:code>/delete/", experiments.experiments.delete, name="delete-experiment"),
    path("laboratory/<slug:code>/restore/", experiments.experiments.restore, name="restore-experiment"),
    path("laboratory/<slug:code>/experiment.<str:ending>", comparing.file, name="experiment-file"),
    path("l/<slug:token>/", experiments.shared, name="shared-experiment"),
    path("l/<slug:token>/experiment.<str:ending>", comparing.shared_file, name="shared-experiment-file"),
    path("l/<slug:token>/copy/", experiments.copy_shared, name="copy-shared-experiment"),
]
