"""Rams of several sources at one unit: halved together on a loose one, and magical ones may find a character.

All hits of the sources are one number that is halved and rounded up once (reading BR16); each source keeps what it adds
to the half, in their order. Magical hits are on a character by a 1 in 6, as those of missiles are (line 2437).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.rules.harm.among import Among, Body, Found, Harm, count_of
from tabletop.arcana.rules.harm.blows import Blows, Wounds, hits_of
from tabletop.citations import Citation
from tabletop.dice import Chain, Change, Hits, Sifted, Step
from tabletop.dice.steps import Steps

ALL = 6  # of six: every hit is on a character


class Ramming(Struct, frozen=True):
    """One source: its dice and what they need, the troops, and the characters that live.

    Of six hits `found` are on characters.
    """

    attacks: int
    needed: int
    troops: Body
    characters: tuple[Found, ...] = ()
    found: int = 0


class Rammed(Struct, frozen=True):
    """What the sources have done between two throws, each by its place.

    Hits of each, those of the source at hand that are on characters, and what troops and characters suffer of each.
    """

    hits: tuple[int, ...] = ()
    found: int = 0
    troops: tuple[Harm, ...] = ()
    characters: tuple[tuple[Harm, ...], ...] = ()


Suffered = tuple[tuple[Harm, tuple[Harm, ...]], ...]  # of each source what troops and each of the characters suffer


class Rams(Chain[Suffered], frozen=True):
    """What the troops and the characters of a unit suffer of each source."""

    sources: tuple[Ramming, ...]
    halved: bool
    citation: Citation

    @property
    def attacks(self) -> int:
        return sum(source.attacks for source in self.sources)

    @property
    def needed(self) -> int:
        """What the first of them needs."""
        return self.sources[0].needed

    def steps(self) -> Steps[Any]:
        steps: list[Step[Any] | Change[Any]] = [_hitting(source, self.citation) for source in self.sources]
        if self.halved:
            steps.append(Change(lambda rammed: replace(rammed, hits=halved_together(rammed.hits))))
        for place, source in enumerate(self.sources):
            steps += _suffering(source, place, self.citation)
        return steps

    def start(self) -> Rammed:
        return Rammed()

    def result(self, state: Rammed) -> Suffered:
        return tuple(zip(state.troops, state.characters, strict=True))


def halved_together(hits: tuple[int, ...]) -> tuple[int, ...]:
    """What each source adds to half of all hits up to it, rounded up."""
    total, before, shares = 0, 0, []
    for own in hits:
        total += own
        half = -(-total // 2)
        shares.append(half - before)
        before = half
    return tuple(shares)


def _hitting(source: Ramming, citation: Citation) -> Step[Rammed]:
    sieves = hits_of(source.needed)
    return Step(
        "",
        citation,
        lambda rammed: Sifted(source.attacks, sieves, citation),
        lambda rammed, hits: replace(rammed, hits=(*rammed.hits, hits)),
    )


def _suffering(source: Ramming, place: int, citation: Citation) -> Steps[Rammed]:
    def finding(rammed: Rammed) -> Hits | None:
        return Hits(rammed.hits[place], source.found) if 0 < source.found < ALL and rammed.hits[place] else None

    def on_troops(rammed: Rammed) -> Blows | Wounds | None:
        left = 0 if source.found == ALL else rammed.hits[place] - rammed.found
        body = source.troops
        if not left:
            return None
        blows = Blows(left, None, body.saves, citation, times=body.times)
        return Wounds(blows, body.dice, body.most or None) if body.dice else blows

    def on_characters(rammed: Rammed) -> Among | None:
        hits = rammed.hits[place] if source.found == ALL else rammed.found
        return Among(hits, None, source.characters, citation) if hits else None

    def suffered(rammed: Rammed, harm: Harm) -> Rammed:
        return replace(rammed, troops=(*rammed.troops[:place], harm))

    none = (0,) * sum(map(count_of, source.characters))
    return (
        Change(
            lambda rammed: replace(rammed, troops=(*rammed.troops, 0), characters=(*rammed.characters, none), found=0)
        ),
        Step("on characters", citation, finding, lambda rammed, found: replace(rammed, found=found)),
        Step("", citation, on_troops, suffered),
        Step(
            "the characters",
            citation,
            on_characters,
            lambda rammed, harms: replace(rammed, characters=(*rammed.characters[:place], harms)),
        ),
    )
