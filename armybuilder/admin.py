"""The catalogue and the rosters for editors, to search and to read."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from armybuilder.battles.models import Battle, TableRow
from armybuilder.catalogue.models import ArmyList, CostCell, Edition, Erratum, Profile, Spell, SpellListing
from armybuilder.catalogue.queries import army_lists
from armybuilder.collection.models import Collection
from armybuilder.data_packs.models import OwnPack
from armybuilder.designs.models import Design, FormulaVariant, OwnList
from armybuilder.event_packs.models import Pack
from armybuilder.files.models import CheckedBatch
from armybuilder.laboratory.models import Experiment
from armybuilder.rosters.models import Roster
from armybuilder.tournaments.models import Tournament

admin.site.site_header = "Muster"
admin.site.site_title = "Muster"
admin.site.index_title = "Catalogue and rosters"


def as_text(value: Any) -> SafeString:
    """Stored JSON as people read it."""
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))


class Closed:
    """Nothing is added, changed or deleted here: fixtures make the catalogue, players make rosters."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ClosedAdmin(Closed, admin.ModelAdmin):  # type: ignore[type-arg]  # Django's own isn't generic at run time
    """Pages to search and to read."""


@admin.register(Edition)
class EditionAdmin(ClosedAdmin):
    list_display = ["digest", "loaded_at"]
    list_filter = ["loaded_at"]
    search_fields = ["digest"]


@admin.register(ArmyList)
class ArmyListAdmin(ClosedAdmin):
    list_display = ["number", "name", "slug", "kind", "rows"]
    list_display_links = ["name"]
    list_filter = ["kind"]
    search_fields = ["name", "slug", "summary"]
    fields = ["number", "slug", "name", "kind", "summary", "facts_as_text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ArmyList]:
        return army_lists()

    @admin.display(ordering="rows")
    def rows(self, army_list: Any) -> int:
        return int(army_list.rows)

    @admin.display(description="facts")
    def facts_as_text(self, army_list: ArmyList) -> SafeString:
        return as_text(army_list.facts)


class ErratumInline(Closed, admin.TabularInline):  # type: ignore[type-arg]
    model = Erratum


@admin.register(Profile)
class ProfileAdmin(ClosedAdmin):
    list_display = ["name", "army_list", "section", "points", "base", "slug"]
    list_filter = ["section", "base", "army_list"]
    list_select_related = ["army_list"]
    search_fields = ["name", "slug"]
    fields = ["army_list", "number", "slug", "name", "section", "points", "base", "facts_as_text"]
    inlines = [ErratumInline]

    @admin.display(description="facts")
    def facts_as_text(self, profile: Profile) -> SafeString:
        return as_text(profile.facts)


@admin.register(Erratum)
class ErratumAdmin(ClosedAdmin):
    list_display = ["profile", "field", "printed", "corrected", "strength", "why"]
    list_filter = ["strength", "profile__army_list"]
    list_select_related = ["profile"]
    search_fields = ["profile__slug", "profile__name", "field", "why"]


class SpellListingInline(Closed, admin.TabularInline):  # type: ignore[type-arg]
    model = SpellListing


@admin.register(Spell)
class SpellAdmin(ClosedAdmin):
    list_display = ["number", "name", "level", "range", "kind", "saves", "template", "slug"]
    list_display_links = ["name"]
    list_filter = ["listings__school", "level", "kind", "saves", "template"]
    search_fields = ["name", "slug", "text"]
    fields = ["number", "slug", "name", "level", "range", "kind", "saves", "template", "text", "facts_as_text"]
    inlines = [SpellListingInline]

    @admin.display(description="facts")
    def facts_as_text(self, spell: Spell) -> SafeString:
        return as_text(spell.facts)


class ContentAdmin(ClosedAdmin):
    """What players keep, its content as text."""

    date_hierarchy = "updated_at"
    list_display = ["name", "code", "version", "updated_at", "deleted_at"]
    list_filter = [("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "code"]
    fields = ["name", "code", "version", "created_at", "updated_at", "deleted_at", "content_as_text"]

    @admin.display(description="content")
    def content_as_text(self, row: Any) -> SafeString:
        return as_text(row.content)


@admin.register(FormulaVariant)
class VariantAdmin(ContentAdmin):
    @admin.display(description="cells")
    def content_as_text(self, row: FormulaVariant) -> SafeString:
        return as_text(row.cells)


@admin.register(CheckedBatch)
class BatchAdmin(ContentAdmin):
    @admin.display(description="lists")
    def content_as_text(self, row: CheckedBatch) -> SafeString:
        return as_text(row.lists)


@admin.register(Battle)
class BattleAdmin(ContentAdmin):
    @admin.display(description="header")
    def content_as_text(self, row: Battle) -> SafeString:
        return as_text({"header": row.header, "head": row.head})


@admin.register(CostCell)
class CostCellAdmin(ClosedAdmin):
    list_display = ["number", "table", "key", "amount", "citation"]
    list_display_links = ["key"]
    list_filter = ["table"]
    search_fields = ["table", "key"]


admin.site.register(
    [Roster, Collection, Pack, OwnPack, Design, OwnList, TableRow, Tournament, Experiment], ContentAdmin
)
