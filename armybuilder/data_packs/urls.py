"""The URLs of data packs."""

from django.urls import path

from armybuilder.data_packs.views import editor
from armybuilder.data_packs.views import list as index

urlpatterns = [
    path("", index.index, name="data-packs"),
    path("new/", editor.create, name="new-data-pack"),
    path("open/", index.data_packs.open_file, name="open-data-pack"),
    path("<slug:code>/", editor.edit, name="data-pack"),
    path("<slug:code>/delete/", index.data_packs.delete, name="delete-data-pack"),
    path("<slug:code>/restore/", index.data_packs.restore, name="restore-data-pack"),
    path("<slug:code>/pack.json", editor.download, name="data-pack-file"),
]
