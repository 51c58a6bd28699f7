"""The parts of the editor, and which of them a browser has already as they are now.

A page of twenty units has a part for each unit, for each row that can be added, and for what stands around them. Each
part bears its mark, a digest of the values that it shows (`unit3.Xk8w2Qbn`). A browser sends the marks of all parts
that it shows with each change, and is answered with those parts alone whose marks are others by now. Nothing is
remembered between two requests, so nothing is out of date: who sends no marks, or strange ones, gets everything.

`tests/armybuilder/rosters/test_parts.py` holds that a page with the parts of an answer put in is the page loaded anew.
"""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Mapping
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

from msgspec import Struct, msgpack

from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.editor import RosterPanel, UnitCard
from armybuilder.rosters.presenters.picker import Offer, Pick, Picker, PickGroup, picker_of
from tabletop.arcana.game import ArcanaVerdict
from tabletop.rosters.document import has_notes

MARK_BYTES = 6  # two values have the same mark once in 2⁴⁸


class Part(Struct, frozen=True):
    """A part of the page by its name, and whether a browser must be sent it."""

    name: str
    mark: str
    is_new: bool

    def __str__(self) -> str:
        return f"{self.name}.{self.mark}"


class UnitPart(Struct, frozen=True):
    """A unit's line with all that belongs to it."""

    card: UnitCard
    part: Part


class PickPart(Struct, frozen=True):
    """A row to be added."""

    pick: Pick
    part: Part


class GroupPart(Struct, frozen=True):
    """The rows to be added under one heading."""

    group: PickGroup
    picks: tuple[PickPart, ...]


class EditorParts:
    """The parts of the editor of one roster, for a browser that shows parts with these marks.

    `units` and `picks` are new where there are others, or in another order; then all that is in them is sent.
    """

    def __init__(
        self,
        shown: str,
        verdict: ArcanaVerdict,
        panel: RosterPanel,
        row: Row,
        *,
        outfit: str,
        find: str,
        home: Mapping[str, int] | None = None,
    ) -> None:
        self._shown = frozenset(shown.split())
        self._verdict, self._panel, self._row = verdict, panel, row
        self._outfit, self._find, self._home = outfit, find, home

    def _part(self, name: str, *values: Any) -> Part:
        return self._marked(name, _mark(msgpack.encode(values)))

    def _marked(self, name: str, mark: str) -> Part:
        return Part(name, mark, f"{name}.{mark}" not in self._shown)

    @cached_property
    def tools(self) -> Part:
        """The menu of the army. A browser states the version itself, so forms of before are as good as new ones."""
        roster, army, row = self._verdict.roster, self._verdict.army, self._row
        steps = (row.undo_to is not None, row.redo_to is not None)
        agreed = (roster.rules, army.pack and army.pack.name, roster.options)
        listed = (army.own.army.slug, army.own.army.name, army.has_own_list, bool(self._panel.units))
        noted = (roster.notes, has_notes(roster))
        return self._part("tools", row.name, *steps, *agreed, *noted, *listed, self._panel.chosen, self._outfit)

    @cached_property
    def units(self) -> Part:
        return self._part("units", [card.unit.ref for card in self._panel.units])

    @cached_property
    def head(self) -> Part:
        """What is said of the army above its units, and of prices that have moved since it was written."""
        panel, priced = self._panel, self._row.priced
        said = (panel.progress.to_do, panel.findings)
        passes = [(each.code, each.message) for each in self._verdict.report.passes]
        standing = (len(panel.units), panel.progress.standing, priced, self._verdict.roster.rules)
        return self._part("head", *said, self._code(*said), *standing, passes)

    @cached_property
    def cards(self) -> tuple[UnitPart, ...]:
        return tuple(UnitPart(card, self._card(place, card)) for place, card in enumerate(self._panel.units))

    def _card(self, place: int, card: UnitCard) -> Part:
        """What is open has more in it than is worth a mark, and is always sent."""
        name, unit = f"unit{place}", card.unit
        if card.is_open:
            return Part(name, "open", is_new=True)
        line = (
            unit.name,
            unit.choice.infiltrating,
            card.line,
            card.points,
            card.has_normal,
            card.has_special,
            card.home,
        )
        return self._part(name, *line, card.findings, card.has_remedies, self._code(card.findings))

    def _code(self, *findings: Any) -> str:
        """The code of the roster, where it stands in links that report one of these."""
        return self._verdict.code if any(findings) else ""

    @cached_property
    def picker(self) -> Picker:
        return picker_of(self._verdict, find=self._find, home=self._home)

    @cached_property
    def picks(self) -> Part:
        offers = [
            [group.id, group.is_open, [_offered(pick.offer) for pick in group.picks]] for group in self.picker.groups
        ]
        return self._part("picks", offers, self.picker.find)

    @cached_property
    def groups(self) -> tuple[GroupPart, ...]:
        return tuple(
            GroupPart(group, tuple(self._pick(f"pick{at}-{place}", pick) for place, pick in enumerate(group.picks)))
            for at, group in enumerate(self.picker.groups)
        )

    def _pick(self, name: str, pick: Pick) -> PickPart:
        """Most rows say nothing of the army, which is a mark, too."""
        said = f"{pick.fielded} {pick.misfit}" if pick.fielded or pick.misfit else ""
        said += pick.home_in_words
        return PickPart(pick, self._marked(name, _mark_of(said)))


def _offered(offer: Offer) -> tuple[str, str, int, str]:
    """What a row shows of itself: that of an own design may be another one with each version."""
    return offer.row.slug, offer.row.name, offer.row.points, offer.facts


@lru_cache(maxsize=2000)  # of the words alone; many rows say the same
def _mark_of(said: str) -> str:
    return _mark(said.encode()) if said else ""


def _mark(shown: bytes) -> str:
    return b2a_base64(blake2b(shown, digest_size=MARK_BYTES).digest(), newline=False).decode()
