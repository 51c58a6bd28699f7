"""Designs and a club's variant for tests: a young dragon, a raiding party that carries one, rows for their owners."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.urls import reverse
from msgspec.structs import replace

from armybuilder.core.models import Visitor
from armybuilder.core.revisions import plain
from armybuilder.designs.services import create_design, create_own_list, create_variant, save_variant
from armybuilder.designs.snapshots import design_in
from armybuilder.models import Design as Row
from armybuilder.models import FormulaVariant, OwnList
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import OwnList as ListValue
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.catalogue.profiles import Morale, Movement
from tabletop.arcana.creation.design_files import OWN_DESIGNS, read_design
from tests.visitors import OWNER, RAIDERS

CODE, VARIANT_CODE, LIST_CODE = "young-dragon", "tuesday-club", "marsh-dragons"
LIST_TOKEN, LIST_ROW = "LinkOfMarsh1", "marsh-newt"
YOUNG_DRAGON: dict[str, Any] = {
    "format": "muster-design/1",
    "name": "Young Dragon",
    "kind": "monster",
    "movement": {"ground": 8, "fly": 15},
    "wounds": 5,
    "armour": {"value": 4, "fixed": True},
    "defence": {"magic_resistance": 4},
    "morale": {"value": 9, "kind": "fearless"},
    "melee": [{"attacks": 8, "skill": 3, "strength": 2}],
    "missile": [
        {
            "name": "Breath",
            "range": 12,
            "attacks": 1,
            "skill": 3,
            "strength": 2,
            "magical": True,
            "natural": True,
            "hits_d3": 3,
        }
    ],
    "fearsome": True,
    "base": 9,
}
CARRYING = json.loads(RAIDERS) | {"designs": [{**YOUNG_DRAGON, "format": None}]}


def design(**fields: Any) -> Design:
    """The young dragon with other fields."""
    return replace(read_design(json.dumps(YOUNG_DRAGON | fields)), format=None)


def kept_design(*, visitor: Visitor = OWNER, code: str = CODE, **fields: Any) -> Row:
    """A design in the database under a code of the test's own."""
    row = create_design(visitor=visitor, design=design(**fields))
    Row.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    return row


def kept_variant(*, visitor: Visitor = OWNER, code: str = VARIANT_CODE) -> FormulaVariant:
    """The Tuesday Club, where armour 4 fixed costs 13 instead of 12."""
    row = create_variant(visitor=visitor, name="Tuesday Club")
    save_variant(row=row, version=1, name=row.name, cells={("fixed_armour", "4"): Fraction(13)})
    FormulaVariant.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    return row


def kept_own_list(*, visitor: Visitor = OWNER, code: str = LIST_CODE, designs: Sequence[str] = ()) -> OwnList:
    """The Marsh Dragons, with the default shield and these designs, under a code of the test's own."""
    own = ListValue(name="Marsh Dragons", shield=OWN_DESIGNS.shield)
    row = create_own_list(visitor=visitor, own=own, designs=designs)
    OwnList.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    return row


def kept_shared_list(*, visitor: Visitor = OWNER, code: str = LIST_CODE, token: str = LIST_TOKEN) -> OwnList:
    """The Marsh Dragons with a newt as their only row, shared by a link of the test's own."""
    row = kept_own_list(visitor=visitor, code=code)
    newt = OwnRow(name="Marsh Newt", movement=Movement(ground=6), morale=Morale(value=7))
    own = ListValue(name="Marsh Dragons", shield=OWN_DESIGNS.shield, rows=(newt,))
    OwnList.objects.filter(pk=row.pk).update(content=plain(own), share=token)
    row.refresh_from_db()
    return row


def design_of(row: Row) -> Design:
    """What the database holds of a design now."""
    return design_in(Row.objects.get(pk=row.pk))


def address(name: str = "design", code: str = CODE, **more: str) -> str:
    return reverse(name, kwargs={"code": code, **more})
