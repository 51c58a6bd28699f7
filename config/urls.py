"""The site's parts and where they hang."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from armybuilder.accounts.staff import after_second_step, may_enter

to_password = RedirectView.as_view(pattern_name="account_change_password")
admin.site.has_permission = may_enter  # type: ignore[method-assign]
admin.site.login = secure_admin_login(after_second_step(admin.site.login))  # type: ignore[method-assign]

handler404 = "armybuilder.core.errors.not_found"
handler429 = "armybuilder.core.throttles.too_often"  # allauth's, where its own limits are used up
handler500 = "armybuilder.core.errors.server_error"
urlpatterns = [
    path("admin/password_change/", require_safe(to_password), name="admin-password"),
    path("admin/", admin.site.urls),
    path("api/", include("armybuilder.api_urls")),
    path("", include("armybuilder.urls")),
]
