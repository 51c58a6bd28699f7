"""The route table: every address of the site, who may see it, and how it is asked for."""

from __future__ import annotations

from typing import Literal, NamedTuple

from django.urls import URLResolver, get_resolver, reverse

from tests.forge import CODE as DESIGN_CODE
from tests.forge import VARIANT_CODE
from tests.packs import CODE as PACK_CODE

Who = Literal["everybody", "owner", "staff"]
READ = frozenset({"GET", "HEAD"})
WRITE = frozenset({"POST"})
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE")


class Route(NamedTuple):
    """Who may see an address, the methods it answers, and arguments that lead somewhere (`code` is filled in)."""

    who: Who
    methods: frozenset[str] = READ
    arguments: dict[str, str] = {}  # noqa: RUF012 (never changed)


RAIDERS = {"name": "dwarf-raiding-party"}
CODE = {"code": ""}
PACK = {"code": PACK_CODE}
DESIGN, VARIANT = {"code": DESIGN_CODE}, {"code": VARIANT_CODE}
CARRIED = CODE | {"design": "young-dragon"}
ROUTES = {
    "home": Route("everybody"),
    "rules": Route("everybody"),
    "armies": Route("everybody"),
    "army": Route("everybody", READ, {"army": "dwarves"}),
    "row": Route("everybody", READ, {"army": "dwarves", "row": "axemen"}),
    "magic": Route("everybody"),
    "school": Route("everybody", READ, {"school": "earth"}),
    "spell": Route("everybody", READ, {"school": "earth", "spell": "geyser"}),
    "terrain": Route("everybody"),
    "terrain-table": Route("everybody"),
    "change-terrain": Route("everybody"),
    "terrain-file": Route("everybody"),
    "terrain-pdf": Route("everybody", READ, {"paper": "a4"}),
    "sample": Route("everybody", READ, RAIDERS),
    "copy-sample": Route("everybody", WRITE, RAIDERS),
    "sample-pdf": Route("everybody", READ, RAIDERS | {"paper": "a4"}),
    "rosters": Route("everybody"),
    "new-roster": Route("everybody", READ | WRITE),
    "open-roster": Route("everybody", READ | WRITE),
    "roster": Route("owner", READ, CODE),
    "edit-roster": Route("owner", WRITE, CODE),
    "repair-roster": Route("owner", READ, CODE),
    "duplicate-roster": Route("owner", WRITE, CODE),
    "delete-roster": Route("owner", WRITE, CODE),
    "restore-roster": Route("owner", WRITE, CODE),
    "roster-file": Route("owner", READ, CODE),
    "roster-pdf": Route("owner", READ, CODE | {"paper": "letter"}),
    "packs": Route("everybody"),
    "new-pack": Route("everybody", READ | WRITE),
    "open-pack": Route("everybody", READ | WRITE),
    "pack": Route("everybody", READ, PACK),
    "edit-pack": Route("owner", READ | WRITE, PACK),
    "copy-pack": Route("everybody", WRITE, PACK),
    "delete-pack": Route("owner", WRITE, PACK),
    "restore-pack": Route("owner", WRITE, PACK),
    "pack-file": Route("everybody", READ, PACK),
    "forge": Route("everybody"),
    "new-design": Route("everybody", READ | WRITE),
    "open-design": Route("everybody", READ | WRITE),
    "family": Route("everybody", READ | WRITE),
    "vehicle": Route("everybody", READ | WRITE),
    "war-machine": Route("everybody", READ | WRITE),
    "cost-tables": Route("everybody"),
    "variants": Route("everybody", READ | WRITE),
    "variant": Route("owner", READ | WRITE, VARIANT),
    "delete-variant": Route("owner", WRITE, VARIANT),
    "restore-variant": Route("owner", WRITE, VARIANT),
    "audit": Route("everybody"),
    "audited": Route("everybody", READ, {"army": "dwarves", "row": "axemen"}),
    "design": Route("owner", READ | WRITE, DESIGN),
    "muster-design": Route("owner", WRITE, DESIGN),
    "duplicate-design": Route("owner", WRITE, DESIGN),
    "delete-design": Route("owner", WRITE, DESIGN),
    "restore-design": Route("owner", WRITE, DESIGN),
    "design-file": Route("owner", READ, DESIGN),
    "receipt-pdf": Route("owner", READ, DESIGN | {"paper": "a4"}),
    "roster-design": Route("owner", READ | WRITE, CARRIED),
    "roster-design-pdf": Route("owner", READ, CARRIED | {"paper": "letter"}),
    "print": Route("everybody"),
    "print-pdf": Route("everybody"),
    "print-zip": Route("everybody"),
    "print-page": Route("everybody", READ, {"page": "1"}),
    "api-print": Route("everybody", WRITE),
    "api-costs": Route("everybody"),
    "api-price": Route("everybody", WRITE),
    "api-lists": Route("everybody"),
    "api-list": Route("everybody", READ, {"slug": "dwarves"}),
    "api-profiles": Route("everybody"),
    "api-profile": Route("everybody", READ, {"list": "dwarves", "name": "axemen"}),
    "api-schools": Route("everybody"),
    "api-spells": Route("everybody"),
    "api-spell": Route("everybody", READ, {"school": "earth", "spell": "geyser"}),
    "api-terrain": Route("everybody"),
    "api-ground": Route("everybody"),
    "api-roll": Route("everybody", WRITE),
    "api-rules": Route("everybody"),
    "api-pack": Route("everybody", READ, PACK),
    "api-check": Route("everybody", WRITE),
    "api-schema": Route("everybody"),
    "api-docs": Route("everybody"),
    "admin": Route("staff"),
}
NAMESPACES = {"admin": "admin:index"}


def named_routes(resolver: URLResolver | None = None) -> list[str]:
    """The name of every address, and a namespace's own for all in it; an address without a name is told as it is."""
    names: list[str] = []
    for each in (resolver or get_resolver()).url_patterns:
        if not isinstance(each, URLResolver):
            names.append(each.name or f"unnamed: {each.pattern}")
        else:
            names += [each.namespace] if each.namespace else named_routes(each)
    return names


def address_of(name: str, *, code: str) -> str:
    arguments = {key: value or code for key, value in ROUTES[name].arguments.items()}
    return reverse(NAMESPACES.get(name, name), kwargs=arguments or None)
