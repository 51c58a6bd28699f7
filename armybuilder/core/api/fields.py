"""Serializer fields for the games' frozen values, and references to their schemas."""

from __future__ import annotations

from collections.abc import Mapping
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


def with_inline_enums(components: Mapping[str, Any], template: str) -> dict[str, Any]:
    """The components of a schema with the values of a closed set where they are used; the template is of references.

    For an Enum msgspec makes a component, `{title, enum}`; published schemas name files' shapes and not our classes.
    """
    values = {template.format(name=name): shape["enum"] for name, shape in components.items() if "enum" in shape}
    return {name: _inlined(shape, values) for name, shape in components.items() if "enum" not in shape}


def _inlined(schema: Any, values: Mapping[str, list[Any]]) -> Any:
    if isinstance(schema, list):
        return [_inlined(item, values) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("$ref") in values:
        return {"enum": values[schema["$ref"]], **{name: part for name, part in schema.items() if name != "$ref"}}
    return {name: _inlined(part, values) for name, part in schema.items()}


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
