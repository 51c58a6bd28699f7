"""Vehicles from their parts: the address holds the parts, the page shows the findings, the notes and the price."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from armybuilder.catalogue.loaders.creation import printed_vehicles
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from armybuilder.core.visitors import ensure_visitor
from armybuilder.designs.presenters.menus import row_menus
from armybuilder.designs.presenters.price_panel import PricePanel, price_panel
from armybuilder.designs.presenters.words import figure, label
from armybuilder.designs.services import create_design
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Section, Statistics, VehicleTypeSlug
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.arcana.creation.points import BOOK_FORMULA
from tabletop.arcana.creation.vehicles import (
    TYPES,
    Built,
    Difference,
    VehicleParts,
    build,
    differences,
    review,
)
from tabletop.decoding import MalformedError, converted
from tabletop.findings import Report

State = dict[str, str]

MOST_CREWS = 3
GROUPS = ("crew", "war_machines")
WHOLE = ("type", "army", "wounds", "cargo", "wears")
WEARS = (("vehicle", "The vehicle's"), ("beast", "The beast's"), ("both", "Both"))
ARMOURS = (("-1", "A point worse"), ("0", "As the type's"), ("1", "A point better"))
FIRST_VEHICLE = VehicleParts(name="New chariot", type=VehicleTypeSlug.LIGHT_CHARIOT)


class Assembled(Struct, frozen=True):
    """What the parts make, or what is wrong with them."""

    state: State
    parts: VehicleParts | None
    built: Built | None
    report: Report | None
    panel: PricePanel | None
    against: tuple[Difference, ...] = ()
    problem: str = ""

    @property
    def may_be_saved(self) -> bool:
        return bool(self.built and self.report and self.report.is_legal and self.panel and self.panel.receipt)

    @property
    def beast_count(self) -> str:
        return self.state.get("beasts.count", "")

    @property
    def army(self) -> str:
        """The list that crew and beasts are offered from."""
        return (self.built.vehicle.army if self.built else None) or self.state.get("army", "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def show(request: HttpRequest) -> HttpResponse:
    catalogue = current_catalogue()
    asked = request.POST if request.method == "POST" else request.GET
    made = assembled(asked, catalogue)
    if request.method == "POST" and made.may_be_saved and made.built:
        row = create_design(visitor=ensure_visitor(request), design=made.built.design)
        return redirect("design", code=row.code)
    return render(request, template(request, "designs/vehicle.html", "vehicle"), _context(made, catalogue))


def assembled(asked: QueryDict, catalogue: Catalogue) -> Assembled:
    """The vehicle of an address or a form: `printed` names a printed one to rebuild, other fields change it."""
    printed = asked.get("printed", "")
    state = {name: str(asked[name]) for name in asked if name != "csrfmiddlewaretoken"}
    if "type" not in asked:
        state |= state_of(printed_vehicles().get(printed, FIRST_VEHICLE))
    try:
        parts = parts_from(state)
        built = build(parts, catalogue)
    except MalformedError as error:
        return Assembled(state, None, None, None, None, problem=str(error))
    panel = price_panel(built.design, BOOK_FORMULA)
    against: tuple[Difference, ...] = ()
    if printed in catalogue.rows and panel.receipt:
        against = differences(built, catalogue.rows[printed])
    return Assembled(state, parts, built, review(built.vehicle, built.design), panel, against)


def state_of(parts: VehicleParts) -> State:
    """The form's fields for these parts."""
    state = {"name": parts.name, "type": parts.type, "army": parts.army or "", "armour": str(parts.armour)}
    state |= {"wounds": str(parts.wounds or ""), "cargo": str(parts.cargo), "wears": parts.wears}
    if parts.beasts:
        state |= {"beasts": parts.beasts.profile, "beasts.count": str(parts.beasts.count)}
    for group in GROUPS:
        for number, each in enumerate(getattr(parts, group)):
            state |= {f"{group}{number}": each.profile, f"{group}{number}.count": str(each.count)}
            state |= {f"{group}{number}.attack": str(each.attack)} if group == "crew" else {}
    return state


def parts_from(state: State) -> VehicleParts:
    """The parts that a form states; MalformedError names the field."""
    stated = {name: value for name, value in state.items() if value.strip()}
    plain: dict[str, Any] = {name: stated[name] for name in WHOLE if name in stated}
    plain["name"] = state.get("name", "").strip() or "Vehicle"
    plain["armour"] = _number(stated.get("armour", "0"))
    if "beasts" in stated:
        plain["beasts"] = _models("beasts", stated)
    elif own := {way: stated[way] for way in ("ground", "fly", "swim") if way in stated}:
        plain["movement"] = own
    for group in GROUPS:
        places = [f"{group}{number}" for number in range(MOST_CREWS)]
        plain[group] = [_models(place, stated) for place in places if place in stated]
    return converted(plain, VehicleParts, strict=False)


def _models(place: str, stated: State) -> dict[str, str]:
    leaves = {leaf: stated[f"{place}.{leaf}"] for leaf in ("count", "attack") if f"{place}.{leaf}" in stated}
    return {"profile": stated[place], **leaves}


def _number(text: str) -> int | str:
    """A small whole number with a sign, as choices between numbers want it."""
    return int(text) if text in ("-1", "0", "1") else text


def _context(made: Assembled, catalogue: Catalogue) -> dict[str, Any]:
    army = made.army
    return {
        "made": made,
        "panel": made.panel,
        "against": [
            (label(difference.field), *map(_shown, (difference.built, difference.printed)))
            for difference in made.against
        ],
        "types": TYPES.values(),
        "kind": TYPES.get(made.state.get("type", "")),  # type: ignore[call-overload]
        "armies": catalogue.armies,
        "beasts": row_menus(catalogue, (army, "monsters"), (Section.MONSTERS, Section.MOUNTS)),
        "crews": row_menus(catalogue, (army, "monsters"), (Section.TROOPS, Section.MONSTERS)),
        "machines": row_menus(catalogue, (army, "war-machines"), (Section.WAR_MACHINES,)),
        "crew_places": _places(made.state, "crew", catalogue),
        "machine_places": _places(made.state, "war_machines", catalogue),
        "printed": [catalogue.rows[slug] for slug in printed_vehicles() if slug in catalogue.rows],
        "wears": WEARS,
        "armours": ARMOURS,
    }


def _shown(value: Any) -> str:
    """A field's value; a dash where one of the two hasn't got it."""
    return "–" if value is None else figure(value)


class Place(Struct, frozen=True):
    """A place for models aboard."""

    name: str
    profile: str
    count: str
    attack: str
    attacks: tuple[tuple[str, str], ...] = ()


def _places(state: State, group: str, catalogue: Catalogue) -> list[Place]:
    """The places taken, and one more."""
    taken = sum(1 for number in range(MOST_CREWS) if state.get(f"{group}{number}"))
    names = [f"{group}{number}" for number in range(min(taken + 1, MOST_CREWS))]
    return [_place(name, state, catalogue) for name in names]


def _place(name: str, state: State, catalogue: Catalogue) -> Place:
    row = catalogue.rows.get(state.get(name, ""))
    lines = row.melee if row and len(row.melee) > 1 else ()
    attacks = tuple((str(number), stat_line(Statistics(melee=(line,))).melee) for number, line in enumerate(lines))
    count, attack = state.get(f"{name}.count", "1"), state.get(f"{name}.attack", "0")
    return Place(name, state.get(name, ""), count, attack, attacks)
