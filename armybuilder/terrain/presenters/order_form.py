"""The form of a rolled table's order; its query string holds the whole order, nothing is stored."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from armybuilder.catalogue.loaders.terrain import terrain_charts
from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.terrain import Order, read_order
from tabletop.arcana.terrain.agreed import as_address, read_written
from tabletop.arcana.terrain.orders import LARGEST_SEED, MOST_PIECES, SMALLEST_SIDE
from tabletop.decoding import MalformedError

PLACINGS = (
    ("one-player", "One player places all pieces"),
    ("alternating", "Red and Blue in turn"),
    ("own-half", "In turn, each in its own half"),
)
STRIP_FIELD = "strip"
FIELDS = {"size[0]": "width", "size[1]": "depth", "clear[0]": STRIP_FIELD, "clear[1]": STRIP_FIELD}


class OrderForm(forms.Form):
    """The order of a table; without a `seed` one is drawn, `agreed` is the short text of the changes."""

    region = forms.ChoiceField(choices=lambda: [(chart.slug, chart.name) for chart in terrain_charts().values()])
    pieces = forms.IntegerField(label="Pieces", min_value=1, max_value=MOST_PIECES, initial=6)
    width = forms.FloatField(label="Width, inches", min_value=SMALLEST_SIDE, max_value=LARGEST_SIDE, initial=72)
    depth = forms.FloatField(label="Depth, inches", min_value=SMALLEST_SIDE, max_value=LARGEST_SIDE, initial=48)
    placing = forms.ChoiceField(label="Who places", choices=PLACINGS, initial="one-player")
    strip = forms.FloatField(
        label="Clear along both long edges, inches", min_value=0, max_value=LARGEST_SIDE / 2, initial=0
    )
    seed = forms.IntegerField(label="Seed", min_value=0, max_value=LARGEST_SEED, required=False)
    agreed = forms.CharField(required=False, max_length=4000)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                cleaned["order"] = read_order(_plain(cleaned))
            except MalformedError as error:
                self.add_error(field_of(error), error.reason)
        return cleaned

    @property
    def order(self) -> Order:
        order: Order = self.cleaned_data["order"]
        return order

    @property
    def has_seed(self) -> bool:
        return self.cleaned_data["seed"] is not None

    def query(self, **changes: object) -> str:
        """The order as an address states it, with other figures where some are given."""
        return urlencode(self.state | changes)

    @property
    def state(self) -> dict[str, object]:
        """Every field but an empty one, in the form's order, as hidden inputs and addresses carry it."""
        values = {name: self.cleaned_data[name] for name in self.fields} | {"agreed": as_address(self.order.agreed)}
        return {name: _plainly(value) for name, value in values.items() if value not in (None, "")}


def order_form(query: QueryDict) -> OrderForm:
    """The form of a query string; missing fields have the values of a new form."""
    initial = {name: field.initial for name, field in OrderForm.base_fields.items() if field.initial is not None}
    return OrderForm({"region": next(iter(terrain_charts()))} | initial | query.dict())


def field_of(error: MalformedError) -> str | None:
    """The form's field that an order's field comes from; None where it is the whole."""
    whole = error.field.partition("[")[0]
    found = FIELDS.get(error.field) or FIELDS.get(error.field.partition(".")[0], whole)
    return found if found in OrderForm.base_fields else None


def _plain(cleaned: dict[str, Any]) -> dict[str, Any]:
    size = (cleaned["width"], cleaned["depth"])
    return {
        "region": cleaned["region"],
        "pieces": cleaned["pieces"],
        "seed": cleaned["seed"] or 0,
        "size": size,
        "placing": cleaned["placing"],
        "clear": _strips(size, cleaned[STRIP_FIELD]),
        "agreed": read_written(cleaned["agreed"]),
    }


def _strips(size: tuple[float, float], breadth: float) -> list[tuple[float, float, float, float]]:
    """The boxes along both long edges; along the lower and the upper one of a square table."""
    width, depth = size
    if not breadth:
        return []
    if width >= depth:
        return [(0, 0, width, breadth), (0, depth - breadth, width, depth)]
    return [(0, 0, breadth, depth), (width - breadth, 0, width, depth)]


def _plainly(value: object) -> object:
    return f"{value:g}" if isinstance(value, float) else value
