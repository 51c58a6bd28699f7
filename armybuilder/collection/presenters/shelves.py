"""A collection as its page shows it: entries under the lists that their profiles stand in, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from armybuilder.core.games import AnyGame
from tabletop.heraldry import Shield
from tabletop.rosters.collection import Collection, Owned, OwnedKind


class Entry(Struct, frozen=True):
    """An entry with its name, and what is on each of its models."""

    owned: Owned
    name: str
    bought: str

    @property
    def facts(self) -> str:
        """`12 painted · 10 based · blue box`; empty where nothing is said."""
        owned = self.owned
        figures = [f"{owned.painted} painted"] * bool(owned.painted) + [f"{owned.based} based"] * bool(owned.based)
        return " · ".join([*figures, *[owned.where] * bool(owned.where)])


class Shelf(Struct, frozen=True):
    """The entries of one list."""

    slug: str
    name: str
    shield: Shield | None
    entries: tuple[Entry, ...]

    @property
    def count(self) -> int:
        return sum(entry.owned.count for entry in self.entries)


def kinds_of(game: AnyGame, reference: object) -> dict[str, OwnedKind]:
    """What may be owned of a game, by key."""
    return {kind.key: kind for kind in game.owned_kinds(reference)}


def shelves_of(collection: Collection, kinds: Mapping[str, OwnedKind]) -> list[Shelf]:
    """The lists of which there is something, in the game's order; what it doesn't know any more comes last."""
    order = {key: number for number, key in enumerate(kinds)}
    groups: dict[str, list[Owned]] = {}
    for owned in sorted(collection.models, key=lambda owned: order.get(owned.profile, len(order))):
        kind = kinds.get(owned.profile)
        groups.setdefault(kind.group if kind else "", []).append(owned)
    return [_shelf(slug, group, kinds) for slug, group in groups.items()]


def _shelf(slug: str, group: Sequence[Owned], kinds: Mapping[str, OwnedKind]) -> Shelf:
    kind = kinds.get(group[0].profile)
    name = kind.group_name if kind else "Not in the lists any more"
    return Shelf(slug or "unknown", name, kind.shield if kind else None, tuple(_entries(group, kinds)))


def _entries(group: Sequence[Owned], kinds: Mapping[str, OwnedKind]) -> Iterator[Entry]:
    for owned in group:
        yield Entry(owned, name_of(owned.profile, kinds), in_words(owned.bought, kinds))


def name_of(key: str, kinds: Mapping[str, OwnedKind]) -> str:
    """What a profile, or a thing on a model, is called."""
    return kinds[key].name if key in kinds else key.rpartition("/")[2].replace("-", " ")


def in_words(bought: Sequence[str], kinds: Mapping[str, OwnedKind]) -> str:
    """`crossbow, Giant Eagle, 6 Hydra, Head`."""
    pieces = {key: bought.count(key) for key in bought}
    return ", ".join(f"{count if count > 1 else ''} {name_of(key, kinds)}".strip() for key, count in pieces.items())
