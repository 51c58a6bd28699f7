"""Attacks at a character and what carries it, mount or vehicle: a die for each hit says which of the two takes it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Morale, MoraleKind
from tabletop.arcana.rules.harm.among import Body, Harm
from tabletop.arcana.rules.harm.blows import Blows, Wounds, hits_of
from tabletop.citations import Citation
from tabletop.dice import Chain, Hits, Sifted, Step
from tabletop.dice.steps import Steps

MOUNTED = BOOK.section("Monster Mounts with 4 Wounds or More")
RIDERS_HITS = {4: 2, 5: 2}  # or less, by the wounds of what carries it; a 1 from six wounds on
OF_LARGE_ONES = 1


def rider_on(wounds: int) -> int:
    """On how much or less a hit is on the rider; a vehicle of fewer than 4 wounds counts as one of 4 (ruling T11)."""
    return RIDERS_HITS.get(max(wounds, min(RIDERS_HITS)), OF_LARGE_ONES)


def ridden(mount: Morale, rider: Morale | None) -> Morale:
    """The morale of both together: the higher value, and fearless or berserk where either is."""
    if rider is None:
        return mount
    boldest = (MoraleKind.BERSERK, MoraleKind.FEARLESS, MoraleKind.NATURAL)
    kinds = [kind for kind in boldest if kind in (mount.kind, rider.kind)]
    disciplined = mount.disciplined and rider.disciplined
    return Morale(value=max(mount.value, rider.value), kind=kinds[0], disciplined=disciplined)


class Parted(Struct, frozen=True):
    """Hits between two throws, those on the rider, and what both suffer."""

    hits: int
    on_rider: int = 0
    mount: Harm = 0
    rider: Harm = 0


class Shared(Chain[tuple[Harm, Harm]], frozen=True):
    """What the mount and the rider suffer of so many attacks; without `needed` they have hit."""

    attacks: int
    needed: int | None
    rider_on: int
    mount: Body
    rider: Body
    citation: Citation

    def steps(self) -> Steps[Any]:
        hits, on = hits_of(self.needed), self.rider_on
        return (
            Step("", self.citation, lambda it: Sifted(it.hits, hits, self.citation), _with_hits),
            Step("on the rider", MOUNTED, lambda it: Hits(it.hits, on) if it.hits else None, _parted),
            Step("the mount", self.citation, lambda it: self._suffering(it.hits, self.mount), _on_mount),
            Step("the rider", self.citation, lambda it: self._suffering(it.on_rider, self.rider), _on_rider),
        )

    def _suffering(self, hits: int, body: Body) -> Blows | Wounds | None:
        if not hits:
            return None
        blows = Blows(hits, None, body.saves, self.citation, times=body.times)
        return Wounds(blows, body.dice, body.most) if body.dice else blows

    def start(self) -> Parted:
        return Parted(self.attacks)

    def result(self, state: Parted) -> tuple[Harm, Harm]:
        return state.mount, state.rider


def _with_hits(parted: Parted, hits: int) -> Parted:
    return Parted(hits)


def _parted(parted: Parted, on_rider: int) -> Parted:
    return Parted(parted.hits - on_rider, on_rider)


def _on_mount(parted: Parted, harm: Harm) -> Parted:
    return replace(parted, mount=harm)


def _on_rider(parted: Parted, harm: Harm) -> Parted:
    return Parted(0, 0, parted.mount, harm)
