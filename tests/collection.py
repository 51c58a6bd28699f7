"""Collections for tests, kept for their owners."""

from __future__ import annotations

from armybuilder.collection.services import create_collection
from armybuilder.core.models import Visitor
from armybuilder.models import Collection as Row
from tabletop.rosters.collection import Collection, Owned, new_collection
from tests.visitors import OWNER

COLLECTION_CODE = "my-models"


def owned(profile: str, count: int = 1, *bought: str, painted: int = 0, based: int = 0, where: str = "") -> Owned:
    return Owned(profile=profile, count=count, bought=bought, painted=painted, based=based, where=where)


def shelf(name: str = "My models") -> Collection:
    """Enough dwarves for a small game, some of them painted."""
    models = (
        owned("dwarves/axemen", 60, painted=40, based=20, where="blue box"),
        owned("dwarves/crossbowmen", 30, painted=10),
        owned("dwarves/pikemen", 40),
        owned("dwarves/dwarf-champion", 3, "crossbow"),
        owned("dwarves/dwarf-lord", 2),
        owned("war-machines/cannon", 3),
        owned("monsters/bear", 10),
    )
    return new_collection("arcana", name, models)


def kept_collection(*, visitor: Visitor = OWNER, code: str = COLLECTION_CODE, name: str = "My models") -> Row:
    """The shelf in the database under a code of the test's own."""
    row = create_collection(visitor=visitor, collection=shelf(name))
    Row.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    return row
