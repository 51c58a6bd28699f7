"""The addresses of accounts: ours, then those that allauth serves with our templates."""

from django.urls import include, path

from armybuilder.accounts.views import account, keys
from armybuilder.accounts.views.password_reset import complete_reset, confirm_reset_code

urlpatterns = [
    path("", account.show, name="account"),
    path("export/", account.export, name="export-account"),
    path("delete/", account.delete, name="delete-account"),
    path("keys/", keys.show, name="account-keys"),
    path("keys/<int:pk>/revoke/", keys.revoke, name="revoke-key"),
    path("password/reset/confirm/", confirm_reset_code, name="account_confirm_password_reset_code"),
    path("password/reset/complete/", complete_reset, name="account_complete_password_reset"),
    path("", include("allauth.urls")),
]
