"""The URLs of packs; a code is longer than any of the words, so the two can't be confused."""

from django.urls import path

from armybuilder.event_packs.views import editor
from armybuilder.event_packs.views import list as index

urlpatterns = [
    path("", index.index, name="packs"),
    path("new/", editor.create, name="new-pack"),
    path("open/", index.packs.open_file, name="open-pack"),
    path("<slug:code>/", index.show, name="pack"),
    path("<slug:code>/edit/", editor.edit, name="edit-pack"),
    path("<slug:code>/copy/", index.copy, name="copy-pack"),
    path("<slug:code>/delete/", index.packs.delete, name="delete-pack"),
    path("<slug:code>/restore/", index.packs.restore, name="restore-pack"),
    path("<slug:code>/pack.json", index.pack_file, name="pack-file"),
]
