"""Which models a roster puts on the table, and which can be owned: by the slugs of their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tabletop.arcana.army.roster import Character, Models, Roster, Unit, Upgrade, walk
from tabletop.arcana.catalogue.lists import Catalogue, ListKind
from tabletop.arcana.catalogue.profiles import Row
from tabletop.rosters.collection import Owned, OwnedKind


def models_needed(roster: Roster) -> dict[str, int]:
    """How many models of each row a roster has on the table, in its order: mounts and equipment by themselves."""
    needed: Counter[str] = Counter()
    for unit in roster.contingent_units:
        for key, number in needed_by(unit).items():
            needed[key] += number
    return dict(needed)


def needed_by(unit: Unit) -> Counter[str]:
    """The same of one unit; who shares a vehicle needs none of its own."""
    needed: Counter[str] = Counter()
    for models in unit.models:
        needed[models.profile] += models.count
        for upgrade in models.upgrades:
            needed[upgrade.profile] += upgrade.count * models.count
    for character in unit.characters:
        needed[character.profile] += 1
        if character.mount and not character.mount.shared:
            needed[character.mount.profile] += 1
        for upgrade in character.upgrades:
            needed[upgrade.profile] += upgrade.count
    return needed


def owned_in(roster: Roster) -> Iterator[Owned]:
    """The roster's models as whoever fields it owns them; those of designs, which no catalogue has, too."""
    for _, part in walk(roster):
        if isinstance(part, Models):
            yield Owned(profile=part.profile, count=part.count, bought=bought_by(part.upgrades))
        elif isinstance(part, Character):
            riding = (part.mount.profile,) if part.mount and not part.mount.shared else ()
            weapon = (part.weapon,) if part.weapon else ()
            yield Owned(profile=part.profile, count=1, bought=(*weapon, *riding, *bought_by(part.upgrades)))


def bought_by(upgrades: tuple[Upgrade, ...]) -> tuple[str, ...]:
    """The slugs of equipment, one for each piece."""
    return tuple(upgrade.profile for upgrade in upgrades for _ in range(upgrade.count))


def owned_kinds(catalogue: Catalogue) -> tuple[OwnedKind, ...]:
    """Every printed row: the armies' own lists in the book's order, then those that are open to all."""
    rows = sorted(catalogue.rows.values(), key=lambda row: catalogue.list_of(row.slug).kind != ListKind.ARMY)
    return tuple(_kind(row, catalogue) for row in rows)


def _kind(row: Row, catalogue: Catalogue) -> OwnedKind:
    home = catalogue.list_of(row.slug)
    return OwnedKind(row.slug, row.name, home.slug, home.name, home.shield)
