"""The formula's cost tables to read, and a club's changes to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct

from armybuilder.catalogue.queries import cost_cells
from armybuilder.core.forms import whole_number
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.designs import queries, services
from armybuilder.designs.models import FormulaVariant
from tabletop.arcana.creation.points.sums import format_amount

AMOUNT = re.compile(r"-?\d{1,5}(\.\d{1,4}|/[1-9]\d{0,3})?")
LONGEST_NAME = 120
NEVER_NOUGHT = {("movement", "terrain-ability-inches")}  # the formula divides by it
TITLES = {
    "movement": "Movement",
    "armour": "Armour",
    "fixed_armour": "Fixed armour",
    "defence": "Defence, for each wound",
    "magic_resistance": "Magic resistance",
    "evasion": "Evasion",
    "missile_armour": "Missile armour",
    "morale": "Morale, natural and berserk",
    "fearless_morale": "Morale, fearless",
    "discipline": "Discipline",
    "melee_strength": "Melee: strength",
    "melee_strength_magical": "Melee: strength, magical",
    "melee": "Melee: abilities",
    "melee_skill": "Melee: skill, a factor",
    "factors": "Factors of attacks",
    "missile_strength": "Missiles: strength",
    "missile_strength_magical": "Missiles: strength, magical",
    "missile": "Missiles: abilities",
    "missile_skill": "Missiles: skill, a factor",
    "range": "Missiles: range in inches, a factor",
    "special": "Special",
}


own_variants = KeptViews[FormulaVariant, None](kind=FormulaVariant, page="variant", index="variants")


class Cell(Struct, frozen=True):
    """A cell with the book's amount, a club's own as it was typed, and what is wrong with that."""

    table: str
    key: str
    amount: Fraction
    own: str = ""
    problem: str = ""

    @property
    def name(self) -> str:
        return f"{self.table}.{self.key}"

    @property
    def label(self) -> str:
        return self.key.replace("_", " ").replace("-", " ").capitalize()

    @property
    def book(self) -> str:
        return format_amount(self.amount)

    @property
    def is_changed(self) -> bool:
        return bool(self.own)


class CostTable(Struct, frozen=True):
    """One table with its place in the book."""

    slug: str
    title: str
    citation: str
    cells: tuple[Cell, ...]

    @property
    def is_changed(self) -> bool:
        return any(cell.is_changed for cell in self.cells)


def cost_tables(own: Mapping[str, str] | None = None) -> tuple[CostTable, ...]:
    """Every table in the book's order, from the loaded rows, with a club's own amounts by `table.key`."""
    own = own or {}
    rows = cost_cells()
    tables = []
    for (table, citation), group in groupby(rows, key=lambda row: (row.table, row.citation)):
        cells = tuple(_cell(row.table, row.key, Fraction(row.amount), own) for row in group)
        tables.append(CostTable(table, TITLES[table], citation, cells))
    return tuple(tables)


def _cell(table: str, key: str, amount: Fraction, own: Mapping[str, str]) -> Cell:
    """The cell; an amount equal to the book's is no change."""
    text = own.get(f"{table}.{key}", "").strip().replace("−", "-").replace(",", ".")
    if not text:
        return Cell(table, key, amount)
    if not AMOUNT.fullmatch(text):
        return Cell(table, key, amount, text, "must be a number, for example 3, 2.5 or 3/2")
    if (table, key) in NEVER_NOUGHT and Fraction(text) <= 0:
        return Cell(table, key, amount, text, "must be more than 0")
    return Cell(table, key, amount, "" if Fraction(text) == amount else text)


def changed_cells(tables: Iterable[CostTable]) -> dict[tuple[str, str], Fraction]:
    cells = (cell for table in tables for cell in table.cells if cell.is_changed)
    return {(cell.table, cell.key): Fraction(cell.own) for cell in cells}


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    return render(request, "designs/cost_tables.html", {"tables": cost_tables()})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def variants(request: HttpRequest) -> HttpResponse:
    """A visitor's variants, and a new one by its name."""
    problem = ""
    if request.method == "POST":
        name = request.POST.get("name", "").strip()[:LONGEST_NAME]
        try:
            row = services.create_variant(visitor=ensure_visitor(request), name=name)
            return redirect("variant", code=row.code)
        except ValueError as error:
            problem = str(error)
    rows = queries.variants_of(visitor_of(request))
    deleted = own_variants.just_deleted(request)
    return render(request, "designs/variants.html", {"rows": rows, "problem": problem, "deleted": deleted})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def variant(request: HttpRequest, code: str) -> HttpResponse:
    """A variant's cells; nothing is saved while one of them is no number or the variant was changed elsewhere."""
    row = own_variants.own_row(request, code)
    own = {f"{cell['table']}.{cell['key']}": cell["amount"] for cell in row.cells}
    posted = request.method == "POST"
    tables = cost_tables({name: str(request.POST[name]) for name in request.POST} if posted else own)
    notice = saved(row, request.POST, tables) if posted else {}
    if posted and not notice:
        return redirect("variant", code=code)
    name = request.POST.get("name", row.name) if posted else row.name
    version = request.POST.get("version", "") if posted else row.version
    context = {"row": row, "tables": tables, "notice": notice, "name": name, "version": version}
    return render(request, "designs/variant.html", context)


def saved(row: FormulaVariant, post: QueryDict, tables: Iterable[CostTable]) -> dict[str, str | int]:
    """Save the variant; returns the notice if it wasn't saved."""
    if any(cell.problem for table in tables for cell in table.cells):
        return {"kind": "problem", "text": "Nothing was saved: some amounts aren't numbers."}
    version = whole_number(post.get("over") or post.get("version", "")) or 0
    name = post.get("name", "").strip()[:LONGEST_NAME]
    try:
        services.save_variant(row=row, version=version, name=name, cells=changed_cells(tables))
    except ValueError as error:
        return {"kind": "problem", "text": f"Nothing was saved: {error}."}
    except services.StaleError as stale:
        return {"kind": "stale", "version": stale.current.version}
    return {}
