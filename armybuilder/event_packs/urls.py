"""The packs' addresses; codes are longer than any of the words."""

from django.urls import path

from armybuilder.event_packs.views import editor as workbench
from armybuilder.event_packs.views import list as shelf

urlpatterns = [
    path("", shelf.index, name="packs"),
    path("new/", workbench.create, name="new-pack"),
    path("open/", shelf.packs.open_file, name="open-pack"),
    path("<slug:code>/", shelf.show, name="pack"),
    path("<slug:code>/edit/", workbench.edit, name="edit-pack"),
    path("<slug:code>/copy/", shelf.copy, name="copy-pack"),
    path("<slug:code>/delete/", shelf.packs.delete, name="delete-pack"),
    path("<slug:code>/restore/", shelf.packs.restore, name="restore-pack"),
    path("<slug:code>/pack.json", shelf.pack_file, name="pack-file"),
]
