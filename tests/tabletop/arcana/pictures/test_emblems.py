"""Emblems: every kind of troops has one of its own, and units are told apart by their profiles."""

from __future__ import annotations

import pytest

from tabletop.arcana.battlefield import lay
from tabletop.arcana.pictures.emblems import KINDS, emblem, kind_of, sign
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.played import ford
from tests.tables import block, loose

PROFILES = {
    "dwarves/axemen": "foot",
    "dwarves/pikemen": "long weapons",
    "dwarves/handgunner": "shooters",
    "dwarves/bear-cavalry-with-lance": "riders",
    "dwarves/dwarf-champion": "character",
    "dwarves/dwarf-wizard": "wizard",
    "war-machines/cannon": "war machine",
    "monsters/giant-eagle": "flyers",
    "monsters/basilisk": "monsters",
}


@of_each(("profile", "kind"), PROFILES.items())
def test_a_profile_is_of_its_kind(profile: str, kind: str) -> None:
    unit = loose("r1", (30, 20), profile=profile)
    unit.pop("base")
    unit.pop("movement")
    assert kind_of(lay(ford(units=[unit]), printed_catalogue()).unit("r1")) == kind


@pytest.mark.parametrize(("base", "kind"), [(1, "foot"), (2, "riders"), (4, "riders"), (9, "monsters")])
def test_without_a_profile_the_base_tells(base: int, kind: str) -> None:
    table = ford(units=[block("r1", corner=(20, 20), models=6, files=3, base=base)])
    assert kind_of(lay(table, printed_catalogue()).unit("r1")) == kind


def test_every_kind_has_an_emblem_of_its_own() -> None:
    assert len({emblem(charge) for charge in KINDS.values()}) == len(KINDS)
    assert all("<svg" in sign(kind) for kind in KINDS)
