"""What a browser needs to go on without a network. The worker stands at the root: it answers for all pages."""

from django.urls import path

from armybuilder.offline import views

urlpatterns = [
    path("worker.js", views.worker, name="worker"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("start/", views.start, name="start"),
    path("offline/", views.show, name="offline"),
    path("offline/look-up.json", views.look_up_file, name="look-up-file"),
]
