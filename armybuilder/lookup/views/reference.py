"""The reference of Armies of Arcana: chapters of play, abilities, words of spells, rulings, and what is checked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.catalogue.loaders.rulings import rulings
from tabletop.arcana.army.rules import CORE, TOURNAMENT
from tabletop.arcana.army.rules.event_packs import pack_is_here
from tabletop.arcana.catalogue.abilities import ABILITIES, COLUMNS
from tabletop.arcana.catalogue.spells import HEADER_WORDS
from tabletop.arcana.reference.entries import any_figure

CODES = (*(rule.code for rule in TOURNAMENT.rules), pack_is_here.code)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "lookup/reference.html", {"codes": CODES})


@require_safe
def abilities(request: HttpRequest) -> HttpResponse:
    """Every ability from A to Z, and the columns of a profile."""
    named = sorted(((any_figure(ability.name), ability) for ability in ABILITIES), key=lambda pair: pair[0].casefold())
    context = {
        "abilities": [(name, any_figure(ability.text), ability) for name, ability in named],
        "columns": COLUMNS,
    }
    return render(request, "lookup/abilities.html", context)


@require_safe
def spell_words(request: HttpRequest) -> HttpResponse:
    return render(request, "lookup/spell_words.html", {"words": HEADER_WORDS})


@require_safe
def all_rulings(request: HttpRequest) -> HttpResponse:
    return render(request, "lookup/rulings.html", {"rulings": rulings()})


@require_safe
def checked(request: HttpRequest) -> HttpResponse:
    """Every rule that a roster is held against, with its code."""
    core = {rule.code for rule in CORE.rules}
    context = {"rulebook": TOURNAMENT, "core": core, "pack_rule": pack_is_here}
    return render(request, "lookup/checked.html", context)
