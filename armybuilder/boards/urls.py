"""The URLs of the pages on which boards are made."""

from django.urls import path

from armybuilder.boards.views import areas, hexes, squares

urlpatterns = [
    path("", hexes.edit, name="board-editor"),
    path("squares/", squares.edit, name="squares-editor"),
    path("areas/", areas.edit, name="areas-editor"),
]
