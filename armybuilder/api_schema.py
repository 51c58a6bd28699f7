"""The shapes of the games as components of the API's schema."""

from __future__ import annotations

from typing import Any

import msgspec

from armybuilder.core.api.fields import REFERENCE, with_inline_enums
from armybuilder.rosters.api.changes import (
    CharacterChanges,
    ModelsChanges,
    NewEntry,
    NewUnit,
    RosterChanges,
    UnitChanges,
)
from armybuilder.rosters.api.readings import WrittenList
from armybuilder.rosters.api.tags import NewTag
from armybuilder.sharing.api import NewShare
from tabletop.arcana.army.edits import AnyEdit
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.fielding import Wish
from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.battlefield import Table
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Grants, WarMachineTerms
from tabletop.arcana.catalogue.profiles import Printed, Row
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.odds.situations import AnySituation
from tabletop.arcana.printing.orders import PrintOrder
from tabletop.arcana.queries.request import Asked
from tabletop.arcana.terrain import Chart, GroundKind, Order
from tabletop.heraldry import Shield
from tabletop.rosters.collection import Collection

SHOWN = (
    Asked,
    Chart,
    Collection,
    Grants,
    GroundKind,
    Order,
    Pack,
    Printed,
    PrintOrder,
    Roster,
    Row,
    Shield,
    Spell,
    Table,
    WarMachineTerms,
)
SENT = (
    CharacterChanges,
    ModelsChanges,
    NewEntry,
    NewShare,
    NewTag,
    NewUnit,
    RosterChanges,
    UnitChanges,
    Wish,
    WrittenList,
)
PARTS = (Character, Design, Models, Unit)


def add_components(result: dict[str, Any], **generator: Any) -> dict[str, Any]:
    """A step of making the schema: the shapes of the games, from the types that read and write them."""
    shapes = [*SHOWN, *SENT, *PARTS, AnyEdit]
    schemas, components = msgspec.json.schema_components(shapes, ref_template=REFERENCE)
    situation = situation_components(components)
    shown = readable_by_generators(with_inline_enums(components | situation, REFERENCE))
    own = result["components"]["schemas"]
    result["components"]["schemas"] = dict(sorted((own | shown | {"Edit": schemas[-1]}).items()))
    return result


def situation_components(others: dict[str, Any]) -> dict[str, Any]:
    """A situation and its parts; a part that is called as another component begins with `Situation`."""
    [situation], parts = msgspec.json.schema_components([AnySituation], ref_template=REFERENCE)
    names = {name: f"Situation{name}" for name, shape in parts.items() if others.get(name, shape) != shape}
    text = msgspec.json.encode(parts | {"Situation": situation}).decode()
    for name, new in names.items():
        text = text.replace(f'"{REFERENCE.format(name=name)}"', f'"{REFERENCE.format(name=new)}"')
    renamed: dict[str, Any] = msgspec.json.decode(text)
    for name, new in names.items():
        renamed[new] = renamed.pop(name) | {"title": new}
    return renamed


def require_bodies(result: dict[str, Any], **generator: Any) -> dict[str, Any]:
    """A step of making the schema: what is sent is never left out."""
    for operations in result["paths"].values():
        for operation in operations.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result


def readable_by_generators(schema: Any) -> Any:
    """A schema without `items: false` where `maxItems` allows no more than its `prefixItems` anyway.

    It says the same, and generators of clients that take `items` for a schema can read it. They can't write a default
    that is one of several shapes either: it is left out, too.
    """
    if isinstance(schema, list):
        return [readable_by_generators(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    left_out = {"default"} if "discriminator" in schema else set()
    if schema.get("items") is False and schema["maxItems"] == len(schema["prefixItems"]):
        left_out.add("items")
    return {name: readable_by_generators(part) for name, part in schema.items() if name not in left_out}
