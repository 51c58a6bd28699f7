"""The printed lists and their rows."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from tabletop.arcana.army.roster import Options
from tabletop.arcana.army.rules.characters import common_weapons, weapon_with_carriers
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.abilities import Ability, abilities_of
from tabletop.arcana.catalogue.lists import Catalogue, Erratum, ListKind
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.stat_lines import StatLine, cells


class Entry(Struct, frozen=True):
    """A row as the pages show it."""

    row: Row
    line: StatLine
    errata: tuple[Erratum, ...]
    special: bool


class Search(forms.Form):
    """The filter of a list's rows, from the query string."""

    words = forms.CharField(required=False, max_length=60)
    section = forms.CharField(required=False, max_length=20)
    least = forms.IntegerField(required=False, min_value=0, max_value=100_000)
    most = forms.IntegerField(required=False, min_value=0, max_value=100_000)

    def keeps(self, entry: Entry) -> bool:
        wanted = self.cleaned_data
        row = entry.row
        text = " ".join([row.name, *(getattr(entry.line, name) for name in entry.line.__struct_fields__)]).lower()
        return (
            all(word in text for word in wanted.get("words", "").lower().split())
            and wanted.get("section", "") in ("", row.section)
            and row.points >= (wanted.get("least") or 0)
            and row.points <= (wanted.get("most") or row.points)
        )


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    lists = current_catalogue().lists.values()
    context = {
        "armies": [army_list for army_list in lists if army_list.kind == ListKind.ARMY],
        "general": [army_list for army_list in lists if army_list.kind == ListKind.GENERAL],
    }
    return render(request, "catalogue/army_lists.html", context)


@require_safe
@vary_on_headers("HX-Request")
def detail(request: HttpRequest, army: str) -> HttpResponse:
    catalogue = current_catalogue()
    if army not in catalogue.lists:
        raise Http404("There is no such list.")
    entries = [entry_of(catalogue, row) for row in catalogue.rows_of(army)]
    search = Search(request.GET)
    shown = [entry for entry in entries if search.keeps(entry)] if search.is_valid() else entries
    context = {
        "army": catalogue.lists[army],
        "weapons": [weapon_with_carriers(*carriers) for carriers in common_weapons(catalogue.rows_of(army)).items()],
        "shown": shown,
        "total": len(entries),
        "sections": list(dict.fromkeys(entry.row.section for entry in entries)),
        "search": search,
        "sample": army if army in sample_rosters() else None,
    }
    return render(request, template(request, "catalogue/army_list.html", "rows"), context)


@require_safe
def row(request: HttpRequest, army: str, row: str) -> HttpResponse:
    catalogue = current_catalogue()
    found = catalogue.rows.get(f"{army}/{row}")
    if found is None:
        raise Http404("There is no such profile.")
    in_play = catalogue.in_play(found.slug)
    abilities: tuple[Ability, ...] = abilities_of(in_play)
    context = {
        "army": catalogue.lists[army],
        "entry": entry_of(catalogue, found),
        "in_play": in_play,
        "abilities": abilities,
        "schools": [(school, catalogue.spells_of(school)) for school in schools_of(found, optional=False)],
        "neighbours": catalogue.rows_of(army),
    }
    return render(request, "catalogue/row.html", context)


def entry_of(catalogue: Catalogue, row: Row) -> Entry:
    special = is_special(row, catalogue.list_of(row.slug), Options())
    return Entry(row, cells(row), catalogue.errata.get(row.slug, ()), special)
