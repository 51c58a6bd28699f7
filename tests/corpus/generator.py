"""Armies composed by the printed text: seeded, priced by their own arithmetic, and legal without asking the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.corpus.composer import Composer
from tests.corpus.copies import DESIGNS, Plain
from tests.corpus.priced import BEAST, LARGEST, SMALLEST, Priced, models, profiles
from tests.corpus.printed import entries


@dataclass
class Composed:
    """A roster as its file states it, what it costs, and which leave it needs."""

    name: str
    roster: Plain
    normal: int
    special: int
    leave: set[str]


def used_designs(units: list[Priced]) -> Iterator[Plain]:
    used = {slug for made in units for slug in profiles(made)}
    return (design for slug, (_, design) in DESIGNS.items() if slug in used)


def composed(name: str, army: str, size: int, seed: int, **wishes: Any) -> Composed:
    """One army of one list."""
    return attempt(lambda chance: one_army(name, army, size, chance, **wishes), seed)


def one_army(name: str, army: str, size: int, chance: Random, **wishes: Any) -> Composed | None:
    composer = Composer(army, size, chance, **wishes)
    units = composer.compose()
    roster = head(name, army, size) | {"units": [each.unit for each in units], "designs": list(used_designs(units))}
    if composer.tournament:
        roster["rules"] = "tournament"
    options = {"cheap_monsters_as_normal": composer.cheap_monsters, "optional_schools": composer.plague}
    roster["options"] = options
    return result(name, roster, [composer])


def allied(name: str, armies: tuple[str, str], sizes: tuple[int, int], seed: int) -> Composed:
    """Two armies, each within its share."""
    return attempt(lambda chance: two_armies(name, armies, sizes, chance), seed)


def two_armies(name: str, armies: tuple[str, str], sizes: tuple[int, int], chance: Random) -> Composed | None:
    own, other = (
        Composer(army, size, chance, letter=letter) for army, size, letter in zip(armies, sizes, "ab", strict=True)
    )
    units, others = own.compose(), other.compose()
    ally = {"army": other.army, "points": other.size, "units": [each.unit for each in others]}
    roster = head(name, own.army, sum(sizes)) | {"units": [each.unit for each in units], "allies": [ally]}
    if own.army != other.army:  # cousins are no allies
        own.leave.add("ALLY-01")
    return result(name, roster, [own, other])


def head(name: str, army: str, size: int) -> Plain:
    return {"format": "muster-roster/1", "game": "arcana", "name": name, "army": army, "points_limit": size}


def result(name: str, roster: Plain, composers: list[Composer]) -> Composed | None:
    """The army, or None where the last unit didn't fit."""
    if any(each.left < 0 or each.special_left < 0 or too_small(each) for each in composers):
        return None
    units = [made for each in composers for made in each.units]
    normal, special = sum(made.normal for made in units), sum(made.special for made in units)
    leave = {"DSGN-01", *(code for each in composers for code in each.leave)}
    return Composed(name, roster, normal, special, present(leave, units, roster))


def present(leave: set[str], units: list[Priced], roster: Plain) -> set[str]:
    """The leave that what was kept needs: a unit that was made and not kept needs none."""
    used = {slug for made in units for slug in profiles(made)}
    fielded = [entries().get(each["profile"], BEAST) for made in units for each in models(made)]
    cheap = any(row.is_cheap_monster for row in fielded if row != BEAST)
    schools = [each.get("school") for unit in roster["units"] for each in unit.get("characters", ())]
    needed = {"OPT-01": cheap, "DSGN-01": bool(used & set(DESIGNS)), "OPT-02": "plague" in schools, "ALLY-01": True}
    return {code for code in leave if needed[code]}


def too_small(composer: Composer) -> bool:
    """More than one small unit in a tournament, or a unit that is too large."""
    if not composer.tournament:
        return False
    small = [made for made in composer.units if models(made) and made.points < SMALLEST and counts_as_small(made)]
    return len(small) > 1 or any(made.points > LARGEST for made in composer.units)


def counts_as_small(made: Priced) -> bool:
    rows = [entries().get(each["profile"], BEAST) for each in models(made)]
    return any(row.is_normal or row.section == "monsters" for row in rows)


def attempt(make: Callable[[Random], Composed | None], seed: int) -> Composed:
    """The first army that fits, from this seed on."""
    for again in range(1000):
        if found := make(Random(seed * 1000 + again)):
            return found
    raise AssertionError(f"nothing fits from seed {seed}")
