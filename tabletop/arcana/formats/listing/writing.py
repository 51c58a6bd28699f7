"""The lines of a roster as text and Markdown have them; each is the first form that reads back as what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.compare.costs import Costs, UnitCost, costs_of, points
from tabletop.arcana.formats.listing.draft import option_words, usual_refs
from tabletop.arcana.formats.listing.lines import (
    UnitHead,
    read_head,
    read_notes,
    read_part,
    written_character,
    written_head,
    written_models,
)
from tabletop.arcana.formats.listing.listing import keyword_of
from tabletop.arcana.formats.listing.naming import Names, army_name, names_of
from tabletop.arcana.formats.listing.words import cleaned, in_points, is_odd, quoted, with_points
from tabletop.decoding import MalformedError


class Style(Struct, frozen=True, kw_only=True):
    """How a format begins its lines; a name with one of the `marked` signs stands in quotation marks."""

    title: str
    fact: str
    unit: str
    unnamed: str
    ally: str
    marked: str = ""

    def names(self, name: str) -> Iterator[str]:
        """The name as it is, where chats and readers leave it alone, and in quotation marks."""
        if not any(is_odd(sign) or sign in self.marked for sign in name):
            yield name
        yield quoted(name, f'"\\{self.marked}')


class Block(Struct, frozen=True):
    """A heading and the lines below it."""

    heading: str
    lines: tuple[str, ...] = ()


class Writing(Struct, frozen=True):
    """A roster on its way to text."""

    roster: Roster
    catalogue: Catalogue
    costs: Costs
    usual: set[str]
    style: Style

    def title(self) -> str:
        wanted = UnitHead(self.roster.name, "", infiltrating=False)
        total = self.costs.total(self.roster.contingent_units)
        lines = (with_points(self.style.title + name, total) for name in self.style.names(self.roster.name))
        return _first(lines, _head, wanted)

    def facts(self) -> Iterator[str]:
        """Army, limit, rules and options."""
        roster = self.roster
        yield self.style.fact.format("Army", army_name(roster.army, self.catalogue))
        yield self.style.fact.format("Limit", in_points(roster.points_limit) if roster.points_limit else "none")
        yield self.style.fact.format("Rules", roster.rules)
        if options := option_words(roster.options):
            yield self.style.fact.format("Options", "; ".join(options))
        yield from self._notes(roster.notes)

    def _notes(self, notes: str) -> Iterator[str]:
        """A line of notes, where there are any."""
        if notes:
            yield _first((self.style.fact.format("Notes", form) for form in self.style.names(notes)), _noted, notes)

    def contingents(self) -> Iterator[Block]:
        """The own units, then each ally's heading and units."""
        yield from self._units(self.roster.army, self.roster.units)
        for ally in self.roster.allies:
            share = f"{army_name(ally.army, self.catalogue)}; {in_points(ally.points)}"
            yield Block(with_points(self.style.ally + share, self.costs.total(ally.units)))
            yield from self._units(ally.army, ally.units)

    def designs(self) -> Iterator[str]:
        return (msgspec.json.encode(design).decode() for design in self.roster.designs)

    def _units(self, army: str, units: tuple[Unit, ...]) -> Iterator[Block]:
        names = names_of(self.catalogue, army, self.roster.designs)
        for unit in units:
            cost = self.costs.of(unit)
            yield Block(self._heading(unit, cost), (*self._notes(unit.notes), *self._parts(unit, names, cost)))

    def _heading(self, unit: Unit, cost: UnitCost | None) -> str:
        forms = (self.style.unit + name for name in self.style.names(unit.name)) if unit.name else [self.style.unnamed]
        heads = written_head(unit, iter(forms), self._ref(unit.ref))
        lines = (with_points(head, cost.points if cost else None) for head in heads)
        return _first(lines, _head, UnitHead(unit.name, self._stated(unit.ref), unit.infiltrating))

    def _parts(self, unit: Unit, names: Names, cost: UnitCost | None) -> Iterator[str]:
        for place, models in enumerate(unit.models):
            spent = points(cost.models[place]) if cost else None
            lines = (f"- {with_points(line, spent)}" for line in written_models(models, names))
            yield _first(lines, lambda line: _part(line, names), models)
        for place, character in enumerate(unit.characters):
            spent = cost.characters[place].points if cost else None
            forms = written_character(character, names, self._ref(character.ref))
            lines = (f"- {with_points(line, spent)}" for line in forms)
            wanted = replace(character, ref=self._stated(character.ref))
            yield _first(lines, lambda line: _part(line, names), wanted)

    def _stated(self, ref: str) -> str:
        return "" if ref in self.usual else ref

    def _ref(self, ref: str) -> str:
        return "" if ref in self.usual else f" {{{ref}}}"


def writing(roster: Roster, catalogue: Catalogue, style: Style) -> Writing:
    return Writing(roster, catalogue, costs_of(roster, catalogue), usual_refs(roster), style)


def _first(lines: Iterable[str], read: Callable[[str], object], wanted: object) -> str:
    """The first line that reads back as what is wanted, or else the last."""
    written = ""
    for written in lines:
        try:
            if read(written) == wanted:
                break
        except MalformedError:
            continue
    return written


def _head(line: str) -> UnitHead | None:
    keyword, text = keyword_of(cleaned(line))
    return read_head(text) if keyword in ("roster", "unit") else None


def _noted(line: str) -> str | None:
    keyword, text = keyword_of(cleaned(line))
    return read_notes(text) if keyword == "notes" else None


def _part(line: str, names: Names) -> Models | Character | None:
    keyword, text = keyword_of(cleaned(line))
    return read_part(text, names, keyword) if keyword in ("", "models", "character") else None
