"""The addresses of accounts: ours, then those that allauth serves with our templates."""

from django.urls import include, path

from armybuilder.accounts.views import account as pages
from armybuilder.accounts.views import keys

urlpatterns = [
    path("", pages.show, name="account"),
    path("export/", pages.export, name="export-account"),
    path("delete/", pages.delete, name="delete-account"),
    path("keys/", keys.show, name="account-keys"),
    path("keys/<int:pk>/revoke/", keys.revoke, name="revoke-key"),
    path("", include("allauth.urls")),
]
