"""The addresses of the search and of the reference."""

from django.urls import path

from armybuilder.lookup.views import reference, search

urlpatterns = [
    path("look/", search.look_up, name="look_up"),
    path("rules/", reference.index, name="rules"),
    path("rules/abilities/", reference.abilities, name="abilities"),
    path("rules/spell-words/", reference.spell_words, name="spell-words"),
    path("rules/rulings/", reference.all_rulings, name="rulings"),
    path("rules/checked/", reference.checked, name="checked-rules"),
    path("rules/<slug:chapter>/", reference.chapter, name="chapter"),
]
