"""The addresses of links, seals and checks of prints."""

from django.urls import path

from armybuilder.sharing.views import share, shared, verify

urlpatterns = [
    path("rosters/<slug:code>/share/", share.share, name="share-roster"),
    path("rosters/<slug:code>/share/<slug:token>/revoke/", share.revoke, name="revoke-share"),
    path("rosters/<slug:code>/seal/", share.seal, name="seal-roster"),
    path("s/<slug:token>/", shared.show, name="shared"),
    path("s/<slug:token>/copy/", shared.copy, name="copy-shared"),
    path("check/", verify.check, name="check"),
    path("check/<slug:token>/", verify.check_shared, name="check-shared"),
]
