"""The editor's picker: the rows that can be added, and how many at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.core.languages import say
from armybuilder.rosters.presenters.facts import facts_of
from tabletop.arcana.army.rules.composition import SPECIAL_PERCENT
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyList, ListKind
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.game import ArcanaVerdict
from tabletop.languages import language, marked, within

USUAL_UNIT = {
    Section.TROOPS: 10,
    Section.MONSTERS: 1,
    Section.VEHICLES: 1,
    Section.WAR_MACHINES: 1,
    Section.CHARACTERS: 1,
}
KINDS = {
    Section.TROOPS: marked("Troops"),
    Section.MONSTERS: marked("Monsters"),
    Section.VEHICLES: marked("Vehicles"),
    Section.WAR_MACHINES: marked("War machines"),
    Section.CHARACTERS: marked("Characters"),
}
USUAL_UNIT_LARGE = 5
SINGLY_FROM = 100
OPEN_AT_FIRST = (Section.TROOPS, Section.CHARACTERS)


class Offer(Struct, frozen=True, cache_hash=True):
    """What is said of a row whatever the army: a few facts, how many are added at first, and the edit that does so."""

    row: Row
    facts: str
    count: int
    edit: str


class Pick(Struct, frozen=True):
    """A row that can be added, how many are in, why it wouldn't fit; and how many are at home, where that is known."""

    offer: Offer
    fielded: int
    misfit: str
    home: int | None = None

    @property
    def home_in_words(self) -> str:
        """`6 of 20 at home`, of so many that are in; of none `20 at home`. Empty where nothing is counted."""
        if self.home is None:
            return ""
        if not self.fielded:
            return say("{count} at home", count=self.home)
        return say("{home} of {needed} at home", home=min(self.home, self.fielded), needed=self.fielded)


class PickGroup(Struct, frozen=True):
    """The rows under one heading; the id is the same whatever is looked for."""

    id: str
    heading: str
    is_open: bool
    picks: tuple[Pick, ...]


class Picker(Struct, frozen=True):
    """The rows that can be added under their headings, those of the army's own list first."""

    groups: tuple[PickGroup, ...]
    find: str


class Room(Struct, frozen=True):
    """What an army has spent and may spend, in all and on special troops; a game of no size has no limits."""

    points: int
    special: int
    limit: int | None
    special_limit: int | None

    def misfit(self, more: int, *, special: bool) -> str:
        """Why so many points more don't fit; empty where they do.

        By how much is said only while there is room: later it would be another figure beside every row after each
        change.
        """
        if self.limit is None or self.special_limit is None:
            return ""
        over_special = self.special + more - self.special_limit
        if special and over_special > 0:
            is_full = self.special >= self.special_limit
            return (
                say("the special share is full") if is_full else say("{over} over the special share", over=over_special)
            )
        over = self.points + more - self.limit
        if over <= 0:
            return ""
        return say("the game is full") if self.points >= self.limit else say("{over} over the game", over=over)


def picker_of(verdict: ArcanaVerdict, *, find: str, home: Mapping[str, int] | None = None) -> Picker:
    """Rows that the army may field, of its own list and of the general ones, whose names have the words of `find`.

    `home` is how many models there are of each row in a player's collections; None for who has none.
    """
    own = verdict.army.own.army
    words = find.lower().split()[:8]
    fielded, room = _fielded(verdict), _room(verdict)
    groups: list[PickGroup] = []
    for army in (own, *(listed for listed in verdict.army.catalogue.lists.values() if listed.kind == ListKind.GENERAL)):
        rows: dict[Section, list[Pick]] = {}
        for row in verdict.army.catalogue.rows_of(army.slug):
            is_found = not words or all(word in row.name.lower() for word in words)
            if row.section in USUAL_UNIT and is_found and own.may_field(row):
                pick = _pick(row, own, verdict, room, fielded[row.slug])
                counted = pick if home is None else replace(pick, home=home.get(row.slug, 0))
                rows.setdefault(row.section, []).append(counted)
        for section, picks in rows.items():
            kind = say(KINDS[section])
            heading = say(army.name) if army.kind == ListKind.GENERAL else kind
            if army.slug == DESIGNS and army is not own:
                heading = f"{say(army.name)}: {within(kind)}"
            is_open = bool(words) or (army is own and section in OPEN_AT_FIRST)
            groups.append(PickGroup(f"picks-{army.slug}-{section}", heading, is_open, tuple(picks)))
    return Picker(tuple(groups), find)


def _fielded(verdict: ArcanaVerdict) -> Counter[str]:
    """How many there are of each row."""
    counts: Counter[str] = Counter()
    for unit in verdict.army.units:
        for models in unit.models:
            counts[models.row.slug] += models.count
        counts.update(character.row.slug for character in unit.characters)
    return counts


def _room(verdict: ArcanaVerdict) -> Room:
    limit = verdict.army.points_limit
    special_limit = None if limit is None else limit * SPECIAL_PERCENT // 100
    return Room(verdict.price.points, verdict.price.special, limit, special_limit)


# A row's offer is a function of its value and the language, so that none of those that are kept is ever out of date.
@lru_cache(maxsize=2000)
def offer_of(row: Row, spoken: str) -> Offer:
    count = USUAL_UNIT_LARGE if row.section == Section.TROOPS and row.base > 1 else USUAL_UNIT[row.section]
    if row.points >= SINGLY_FROM:
        count = 1
    edit = msgspec.json.encode({"verb": "add_unit", "profile": row.slug, "count": count}).decode()
    return Offer(row, facts_of(row), count, edit)


def _pick(row: Row, own: ArmyList, verdict: ArcanaVerdict, room: Room, fielded: int) -> Pick:
    offer, pack = offer_of(row, language()), verdict.army.pack
    if pack and pack.bans(row.slug):
        return Pick(offer, fielded, say("banned by {pack}", pack=pack.name))
    special = is_special(row, own, verdict.army.options, verdict.army.basis)
    return Pick(offer, fielded, room.misfit(row.points * offer.count, special=special))
