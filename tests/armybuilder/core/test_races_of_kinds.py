"""Designs, variants and packs saved twice at once: one is written, the other is told, and neither is lost unsaid."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from threading import Barrier

import pytest
from msgspec import Struct

from armybuilder.core.models import Kept
from armybuilder.core.revisions import StaleError
from armybuilder.designs import services as forge
from armybuilder.event_packs import services as packs
from armybuilder.models import Design, FormulaVariant, Pack, Seal
from armybuilder.models import Roster as Row
from armybuilder.sharing.services import seal_roster
from tests.designs import design, kept_design, kept_variant
from tests.packs import kept_pack, pack
from tests.racing import at_once, in_thread
from tests.visitors import OWNER, verdict_of

ROUNDS = 4


class Kind(Struct, frozen=True):
    """How a kind is kept and saved under another name."""

    model: type[Kept]
    keep: Callable[[], Kept]
    save: Callable[..., object]
    service: str


def save_design(row: Design, name: str) -> object:
    return forge.save_design.__wrapped__(row=row, version=row.version, design=design(name=name))


def save_variant(row: FormulaVariant, name: str) -> object:
    cells = {("armour", "3"): Fraction(len(name))}
    return forge.save_variant.__wrapped__(row=row, version=row.version, name=name, cells=cells)


def save_pack(row: Pack, name: str) -> object:
    return packs.save_pack.__wrapped__(row=row, version=row.version, pack=pack(name=name))


KINDS = {
    "design": Kind(Design, kept_design, save_design, "armybuilder.designs.services"),
    "variant": Kind(FormulaVariant, kept_variant, save_variant, "armybuilder.designs.services"),
    "pack": Kind(Pack, kept_pack, save_pack, "armybuilder.event_packs.services"),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, threads: ThreadPoolExecutor) -> Kind:
    found = KINDS[request.param]
    in_thread(threads, found.keep)
    return found


def raced(threads: ThreadPoolExecutor, kind: Kind, names: tuple[str, str]) -> tuple[list[str], Kept]:
    """Two saves of one version, both read before either is written: what each is told, and what is there then."""
    both_have_read = Barrier(2)

    def save(name: str) -> str:
        row = kind.model._default_manager.get()
        both_have_read.wait(timeout=30)
        try:
            kind.save(row, name)
        except StaleError:
            return "stale"
        return name

    told = at_once(threads, *(partial(save, name) for name in names))
    return told, in_thread(threads, kind.model._default_manager.get)


def test_of_two_saves_at_once_one_is_written_and_the_other_is_told(threads: ThreadPoolExecutor, kind: Kind) -> None:
    before = in_thread(threads, kind.model._default_manager.get).version
    for number in range(1, ROUNDS + 1):
        told, after = raced(threads, kind, (f"Mine {number}", f"Yours {number}"))
        assert sorted(each == "stale" for each in told) == [False, True]
        assert (after.name in told, after.version) == (True, before + number)


def test_without_the_guard_a_save_is_lost(
    threads: ThreadPoolExecutor, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: both are told that they are saved, and one of them isn't there."""

    def unguarded(row: Kept, **fields: object) -> None:
        type(row)._default_manager.filter(pk=row.pk).update(**fields, version=row.version + 1)

    monkeypatch.setattr(f"{kind.service}.update_row", unguarded)
    told, after = raced(threads, kind, ("Mine", "Yours"))
    assert sorted(told) == ["Mine", "Yours"]
    assert after.name in told


def test_the_same_roster_sealed_twice_at_once_is_sealed_once(threads: ThreadPoolExecutor) -> None:
    row = in_thread(threads, lambda: Row.objects.get(browser=OWNER.browser))
    for number in range(1, ROUNDS + 1):
        in_thread(threads, Seal.objects.all().delete)
        verdict = in_thread(threads, lambda: verdict_of(row))

        def seal(verdict: object = verdict) -> str:
            return str(seal_roster(row=row, verdict=verdict).digest)

        digests = at_once(threads, seal, seal)
        assert len(set(digests)) == 1
        assert in_thread(threads, Seal.objects.count) == 1, number
