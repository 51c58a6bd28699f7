"""The URLs of collections."""

from django.urls import path

from armybuilder.collection.views import collections, fielding, filling

urlpatterns = [
    path("", collections.index, name="collections"),
    path("new/", collections.create, name="new-collection"),
    path("open/", collections.collections.open_file, name="open-collection"),
    path("<slug:code>/", collections.show, name="collection"),
    path("<slug:code>/change/", collections.change, name="change-collection"),
    path("<slug:code>/fill/", filling.fill, name="fill-collection"),
    path("<slug:code>/field/", fielding.field, name="field-collection"),
    path("<slug:code>/collection.<str:ending>", collections.file, name="collection-file"),
    path("<slug:code>/<paper:paper>.pdf", collections.pdf, name="collection-pdf"),
    path("<slug:code>/delete/", collections.collections.delete, name="delete-collection"),
    path("<slug:code>/restore/", collections.collections.restore, name="restore-collection"),
]
