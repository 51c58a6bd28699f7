"""Edits of the whole roster."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.army.edits.parts import Edit, Written, one_line
from tabletop.arcana.army.roster import Options, Points, Roster
from tabletop.arcana.catalogue.identifiers import ListSlug, Rules
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.values import Name


class Rename(Edit, frozen=True, kw_only=True, tag="rename"):
    name: Name

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return replace(roster, name=self.name.strip() or roster.name)


class SetNotes(Edit, frozen=True, kw_only=True, tag="set_notes"):
    """What the player wants to remember of the roster; line breaks become spaces."""

    notes: Written

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return replace(roster, notes=one_line(self.notes))


class SetLimit(Edit, frozen=True, kw_only=True, tag="set_limit"):
    """Change the agreed size of the game; None is no agreed size."""

    points: Points | None

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return replace(roster, points_limit=self.points)


class RemoveAlly(Edit, frozen=True, kw_only=True, tag="remove_ally"):
    """Leave the contingents of one army list at home."""

    army: ListSlug

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return replace(roster, allies=tuple(ally for ally in roster.allies if ally.army != self.army))


class SetRules(Edit, frozen=True, kw_only=True, tag="set_rules"):
    rules: Rules

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        return replace(roster, rules=self.rules)


class SetOptions(Edit, frozen=True, kw_only=True, tag="set_options"):
    cheap_monsters_as_normal: bool = False
    optional_schools: bool = False

    def changed(self, roster: Roster, catalogue: Catalogue) -> Roster:
        options = Options(
            cheap_monsters_as_normal=self.cheap_monsters_as_normal, optional_schools=self.optional_schools
        )
        return replace(roster, options=options)
