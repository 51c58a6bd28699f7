"""A base trooper with several sets of equipment: a family of troops, priced side by side and saved together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.catalogue.loaders.creation import equipment
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.htmx import template
from armybuilder.core.models import Visitor
from armybuilder.core.visitors import ensure_visitor, visitor_of
from armybuilder.designs import queries
from armybuilder.designs.presenters.equipment import Slot, added, slots
from armybuilder.designs.presenters.menus import Menu, row_menus
from armybuilder.designs.services import create_designs
from armybuilder.designs.snapshots import design_in
from armybuilder.designs.views.list import FIRST_CREATURE
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_rules import review_design
from tabletop.arcana.creation.equipment import Kit, Package, family
from tabletop.arcana.creation.equipment.apply import Equipped
from tabletop.arcana.creation.points import Receipt, RefusedError, price
from tabletop.arcana.creation.points.rows import design_of
from tabletop.decoding import MalformedError
from tabletop.findings import Finding

MOST_KITS = 12
USUAL_KITS: tuple[tuple[str, ...], ...] = (("heavy-weapon", "shield"), ("spear",), ("crossbow",))


class Variant(Struct, frozen=True):
    """One set of packages with what it makes of the trooper."""

    number: int
    kit: Kit
    slots: tuple[Slot, ...]
    added: tuple[Package, ...]
    member: Equipped | None
    receipt: Receipt | None
    refusal: str
    findings: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        return bool(self.receipt and self.member and self.member.report.is_legal)


class Family(Struct, frozen=True):
    """A base trooper and its variants, or what is wrong with what was asked."""

    base: Design
    folk: str
    chosen: str
    variants: tuple[Variant, ...]
    problem: str

    @property
    def state(self) -> list[tuple[str, str]]:
        """The fields that ask for this family again."""
        fields = [("base", self.chosen), ("folk", self.folk), ("kits", str(len(self.variants)))]
        for variant in self.variants:
            prefix, kit = f"k{variant.number}", variant.kit
            skill = "" if kit.skill is None else str(kit.skill)
            fields += [(prefix, slug) for slug in kit.packages]
            fields += [(f"{prefix}.name", kit.name), (f"{prefix}.skill", skill)]
        return fields

    @property
    def may_be_saved(self) -> bool:
        return not self.problem and bool(self.variants) and all(variant.is_sound for variant in self.variants)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def show(request: HttpRequest) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    catalogue = current_catalogue()
    made = family_of(asked, visitor_of(request), catalogue)
    if request.method == "POST" and made.may_be_saved:
        designs = [variant.member.design for variant in made.variants if variant.member]
        create_designs(visitor=ensure_visitor(request), designs=designs)
        return redirect("designs")
    return render(request, template(request, "designs/family.html", "family"), _context(request, made, catalogue))


def _context(request: HttpRequest, made: Family, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "family": made,
        "own": queries.designs_of(visitor_of(request)),
        "menus": troop_menus(catalogue),
        "more": len(made.variants) + 1 if len(made.variants) < MOST_KITS else None,
    }


def troop_menus(catalogue: Catalogue) -> tuple[Menu, ...]:
    armies = [army.slug for army in catalogue.armies]
    return row_menus(catalogue, armies, (Section.TROOPS,))


def family_of(asked: QueryDict, visitor: Visitor, catalogue: Catalogue) -> Family:
    """The family that an address or a form asks for; the usual three kits where none are named."""
    chosen, folk = asked.get("base", ""), asked.get("folk", "").strip()
    base = _base(chosen, visitor, catalogue)
    if folk:
        base = replace(base, name=folk[:100])
    kits = tuple(_kits(asked))
    try:
        members: tuple[Equipped | None, ...] = family(base, kits, equipment())
        problem = ""
    except MalformedError as error:
        members, problem = (None,) * len(kits), str(error)
    variants = tuple(_variant(number, *pair, catalogue) for number, pair in enumerate(zip(kits, members, strict=True)))
    return Family(base, folk, chosen, variants, problem)


def _base(chosen: str, visitor: Visitor, catalogue: Catalogue) -> Design:
    """A printed row as played, a design of the visitor's, or a plain trooper."""
    if not chosen:
        return replace(FIRST_CREATURE, name="Trooper")
    if chosen in catalogue.rows:
        return design_of(catalogue.in_play(chosen))
    row = queries.designs_of(visitor).filter(code=chosen).first()
    if row is None:
        raise Http404("There is no such trooper.")
    return design_in(row)


def _kits(asked: QueryDict) -> Iterator[Kit]:
    count = asked.get("kits", "")
    if not (count.isascii() and count.isdecimal() and len(count) < 3):
        yield from (Kit(packages=packages) for packages in USUAL_KITS)
        return
    for number in range(min(int(count), MOST_KITS)):
        slugs = tuple(slug for slug in asked.getlist(f"k{number}") if slug)
        yield Kit(name=asked.get(f"k{number}.name", "").strip()[:120], packages=slugs, skill=_skill(asked, number))


def _skill(asked: QueryDict, number: int) -> int | None:
    text = asked.get(f"k{number}.skill", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None


def _variant(number: int, kit: Kit, member: Equipped | None, catalogue: Catalogue) -> Variant:
    receipt, refusal = None, ""
    try:
        receipt = price(member.design) if member else None
    except RefusedError as refused:
        refusal = str(refused)
    findings = (*member.report.findings, *review_design(member.design, catalogue).findings) if member else ()
    return Variant(number, kit, slots(kit.packages), added(), member, receipt, refusal, findings)
