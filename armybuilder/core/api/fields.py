"""Serializer fields for the games' frozen values, and references to their schemas."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from msgspec import Struct
from rest_framework import serializers

REFERENCE = "#/components/schemas/{name}"


def spelt_out(value: Any) -> Any:
    """The value as JSON types, with the defaults that files leave out."""
    if isinstance(value, Struct):
        fields = {name: spelt_out(getattr(value, name)) for name in value.__struct_fields__}
        kind = value.__struct_config__
        return fields | ({kind.tag_field: kind.tag} if kind.tag_field else {})
    if isinstance(value, tuple):
        return [spelt_out(item) for item in value]
    return value


def reference(name: str) -> dict[str, str]:
    return {"$ref": REFERENCE.format(name=name)}


class ValueField(serializers.Field[Any, Any, Any, Any]):
    """A value, only ever written; `shape` names the component of the schema that shows it."""

    def __init__(self, shape: str, **options: Any) -> None:
        super().__init__(read_only=True, **options)
        self.shape = shape

    def to_representation(self, value: Struct) -> Any:
        return spelt_out(value)


class ValueFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = ValueField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, str]:
        return reference(self.target.shape)
