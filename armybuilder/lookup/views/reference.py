"""The reference of Armies of Arcana: chapters of play, abilities, words of spells, rulings, and what is checked."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.catalogue.loaders.rulings import rulings
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.lookup.presenters.chapters import OTHERS, PHASES, following, further, picture
from tabletop.arcana.army.rules import CORE, TOURNAMENT
from tabletop.arcana.army.rules.event_packs import pack_is_here
from tabletop.arcana.catalogue.abilities import ABILITIES, COLUMNS
from tabletop.arcana.catalogue.spells import HEADER_WORDS
from tabletop.arcana.reference.chapters import CHAPTERS
from tabletop.arcana.reference.entries import any_figure, name_of

CONTENTS = {"phases": PHASES, "others": OTHERS}  # beside every page of the reference
CODES = (*(rule.code for rule in TOURNAMENT.rules), pack_is_here.code)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The contents; the codes of what is checked are here, too, where links of before lead."""
    return render(request, "lookup/reference.html", {"codes": CODES} | CONTENTS)


@require_safe
def chapter(request: HttpRequest, chapter: str) -> HttpResponse:
    asked = CHAPTERS.get(chapter)
    if asked is None:
        raise Http404("There is no such chapter.")
    catalogue = current_catalogue()
    context = {
        "chapter": asked,
        "parent": CHAPTERS.get(asked.under),
        "sections": [(each, picture(each.figure, catalogue) if each.figure else "") for each in asked.sections],
        "further": further(asked),
        "next": following(asked),
    }
    return render(request, "lookup/chapter.html", context | CONTENTS)


@require_safe
def abilities(request: HttpRequest) -> HttpResponse:
    """Every ability from A to Z, and the columns of a profile."""
    named = sorted(((name_of(ability), ability) for ability in ABILITIES), key=lambda pair: pair[0].casefold())
    context = {
        "abilities": [(name, any_figure(ability.text), ability) for name, ability in named],
        "columns": COLUMNS,
    }
    return render(request, "lookup/abilities.html", context | CONTENTS)


@require_safe
def spell_words(request: HttpRequest) -> HttpResponse:
    return render(request, "lookup/spell_words.html", {"words": HEADER_WORDS} | CONTENTS)


@require_safe
def all_rulings(request: HttpRequest) -> HttpResponse:
    return render(request, "lookup/rulings.html", {"rulings": rulings()} | CONTENTS)


@require_safe
def checked(request: HttpRequest) -> HttpResponse:
    """Every rule that a roster is held against, with its code."""
    core = {rule.code for rule in CORE.rules}
    context = {"rulebook": TOURNAMENT, "core": core, "pack_rule": pack_is_here}
    return render(request, "lookup/checked.html", context | CONTENTS)
