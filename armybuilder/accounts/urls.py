"""The addresses of accounts: ours, then those that allauth serves with our templates."""

from django.urls import include, path

from armybuilder.accounts.views import account, keys

urlpatterns = [
    path("", account.show, name="account"),
    path("export/", account.export, name="export-account"),
    path("delete/", account.delete, name="delete-account"),
    path("keys/", keys.show, name="account-keys"),
    path("keys/<int:pk>/revoke/", keys.revoke, name="revoke-key"),
    path("", include("allauth.urls")),
]
