"""The schools of magic, their spells, and the odds of stopping one."""

from __future__ import annotations

from itertools import groupby
from typing import get_args

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.catalogue.views.odds import COUNTERSPELL_ODDS, DISPEL_ODDS, STEAL_ODDS
from armybuilder.core.htmx import template
from tabletop.arcana.catalogue.dispelling import turns_to_focus
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.arcana.catalogue.profiles import OPTIONAL_SCHOOLS, Row, School
from tabletop.arcana.catalogue.schools import wizards_of
from tabletop.arcana.catalogue.spells import HEADER_WORDS, Save, Spell, header_words
from tabletop.arcana.catalogue.spells.effects import Contest, Outcome
from tabletop.arcana.catalogue.spells.header import WORDS_OF_RANGE, WORDS_OF_SAVE
from tabletop.arcana.catalogue.spells.spell import Level
from tabletop.arcana.catalogue.spells.words import Fact, facts

SCHOOLS = tuple(School)
LEVELS = get_args(Level)


class SchoolCard(Struct, frozen=True):
    """A school with its spells in the book's order."""

    slug: School
    spells: tuple[Spell, ...]

    @property
    def name(self) -> str:
        return self.slug.capitalize()

    @property
    def is_optional(self) -> bool:
        return self.slug in OPTIONAL_SCHOOLS

    @property
    def is_general(self) -> bool:
        return self.slug == School.GENERAL

    @property
    def levels(self) -> tuple[tuple[int, int], ...]:
        """How many spells of each level."""
        return tuple((level, sum(spell.level == level for spell in self.spells)) for level in LEVELS)


class Casters(Struct, frozen=True):
    """An army's rows that have a school's spells."""

    army: ArmyList
    rows: tuple[Row, ...]


class Called(Struct, frozen=True):
    """A fact with the row it speaks of."""

    fact: Fact
    row: Row | None


class Search(forms.Form):
    """The filter of spells, from the query string."""

    words = forms.CharField(required=False, max_length=60)
    level = forms.CharField(required=False, max_length=1)
    range = forms.CharField(required=False, max_length=20)
    saves = forms.CharField(required=False, max_length=20)
    template = forms.CharField(required=False, max_length=3)

    @property
    def asks(self) -> bool:
        """Whether the filter is valid and has a criterion."""
        return self.is_valid() and any(self.cleaned_data.values())

    def keeps(self, spell: Spell) -> bool:
        wanted = self.cleaned_data
        text = " ".join([spell.name, spell.text, *(listing.school for listing in spell.schools)]).lower()
        return (
            all(word in text for word in wanted["words"].lower().split())
            and wanted["level"] in ("", str(spell.level))
            and wanted["range"] in ("", str(spell.range))
            and wanted["saves"] in ("", spell.save)
            and wanted["template"] in ("", "yes" if spell.template else "no")
        )


@require_safe
@vary_on_headers("HX-Request")
def index(request: HttpRequest) -> HttpResponse:
    catalogue = current_catalogue()
    search = Search(request.GET)
    context = {
        "schools": [card_of(catalogue, school) for school in SCHOOLS],
        "search": search,
        "asked": search.asks,
        "shown": [spell for spell in catalogue.spells.values() if search.keeps(spell)] if search.asks else [],
        "total": len(catalogue.spells),
        "levels": [(level, turns_to_focus(level)) for level in LEVELS],
        "ranges": _ranges(catalogue),
        "saves": [(save, capfirst(WORDS_OF_SAVE[save])) for save in Save],
        "header_words": HEADER_WORDS,
        "odds": (COUNTERSPELL_ODDS, DISPEL_ODDS),
    }
    return render(request, template(request, "catalogue/schools.html", "spells"), context)


@require_safe
def school(request: HttpRequest, school: str) -> HttpResponse:
    catalogue = current_catalogue()
    card = card_of(catalogue, _school(school))
    context = {
        "school": card,
        "casters": casters_of(catalogue, card.slug),
        "schools": [card_of(catalogue, name) for name in SCHOOLS],
    }
    return render(request, "catalogue/school.html", context)


@require_safe
def spell(request: HttpRequest, school: str, spell: str) -> HttpResponse:
    catalogue = current_catalogue()
    card = card_of(catalogue, _school(school))
    found = next((taught for taught in card.spells if taught.slug.endswith(f"/{spell}")), None)
    if found is None:
        raise Http404("There is no such spell.")
    if found.slug != f"{school}/{spell}":
        return redirect(f"/magic/{found.slug}/", permanent=True)
    context = {
        "school": card,
        "spell": found,
        "header_words": header_words(found),
        "facts": [Called(fact, catalogue.rows[fact.creature] if fact.creature else None) for fact in facts(found)],
        "taught": [(listing.school, casters_of(catalogue, listing.school)) for listing in found.schools],
        "odds": [
            DISPEL_ODDS if effect.outcome == Outcome.REMOVES else STEAL_ODDS
            for effect in found.effects
            if isinstance(effect, Contest)
        ],
    }
    return render(request, "catalogue/spell.html", context)


def _school(name: str) -> School:
    found: School | None = next((school for school in SCHOOLS if school == name), None)
    if found is None:
        raise Http404("There is no such school.")
    return found


def card_of(catalogue: Catalogue, school: School) -> SchoolCard:
    return SchoolCard(school, catalogue.spells_of(school))


def casters_of(catalogue: Catalogue, school: School) -> tuple[Casters, ...]:
    """The casters of a school, army by army."""
    rows = wizards_of(catalogue, school)
    by_army = groupby(rows, key=lambda row: catalogue.list_of(row.slug))
    return tuple(Casters(army, tuple(group)) for army, group in by_army)


def _ranges(catalogue: Catalogue) -> list[tuple[str, str]]:
    """The ranges that spells have, the shortest first, then those that are no distance."""
    found = {spell.range for spell in catalogue.spells.values()}
    inches = [
        (str(distance), f"{distance} inches")
        for distance in sorted(distance for distance in found if isinstance(distance, int))
    ]
    return inches + [(name, capfirst(words)) for name, words in WORDS_OF_RANGE.items() if name in found]
