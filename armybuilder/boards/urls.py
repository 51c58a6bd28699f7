"""The URL of the page on which boards are made."""

from django.urls import path

from armybuilder.boards import views

urlpatterns = [path("", views.edit, name="board-editor")]
