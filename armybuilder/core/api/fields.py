"""Frozen values of the games as JSON, with every field spelt out, and as components of the schema."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from msgspec import Struct
from rest_framework import serializers

from armybuilder.rosters.api.changes import (
    CharacterChanges,
    ModelsChanges,
    NewEntry,
    NewShare,
    NewUnit,
    RosterChanges,
    UnitChanges,
)
from tabletop.arcana.army.edits import AnyEdit
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.battlefield import Table
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Grants, WarMachineTerms
from tabletop.arcana.catalogue.profiles import Printed, Row
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.printing.orders import PrintOrder
from tabletop.arcana.queries.request import Asked
from tabletop.arcana.terrain import Chart, GroundKind, Order
from tabletop.heraldry import Shield

SHOWN = (
    Asked,
    Chart,
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
SENT = (CharacterChanges, ModelsChanges, NewEntry, NewShare, NewUnit, RosterChanges, UnitChanges)
PARTS = (Character, Design, Models, Unit)
REFERENCE = "#/components/schemas/{name}"


def spelt_out(value: Any) -> Any:
    """Plain values with the defaults that files leave out."""
    if isinstance(value, Struct):
        fields = {name: spelt_out(getattr(value, name)) for name in value.__struct_fields__}
        kind = value.__struct_config__
        return fields | ({kind.tag_field: kind.tag} if kind.tag_field else {})
    if isinstance(value, tuple):
        return [spelt_out(each) for each in value]
    return value


def reference(name: str) -> dict[str, str]:
    return {"$ref": REFERENCE.format(name=name)}


class ValueField(serializers.Field[Any, Any, Any, Any]):
    """A value of one of the `SHOWN` shapes, only ever written."""

    def __init__(self, shape: type[Struct], **options: Any) -> None:
        super().__init__(read_only=True, **options)
        self.shape = shape

    def to_representation(self, value: Struct) -> Any:
        return spelt_out(value)


class ValueFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = ValueField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, str]:
        return reference(self.target.shape.__name__)


def add_components(result: dict[str, Any], **generator: Any) -> dict[str, Any]:
    """A step of making the schema: the shapes of the games, from the types that read and write them."""
    shapes = [*SHOWN, *SENT, *PARTS, AnyEdit]
    schemas, components = msgspec.json.schema_components(shapes, ref_template=REFERENCE)
    own = result["components"]["schemas"]
    result["components"]["schemas"] = dict(sorted((own | components | {"Edit": schemas[-1]}).items()))
    return result
