"""A roster as a list in plain text, which people paste in chats and e-mails, and as a list in Markdown.

A name may look like a price, a keyword or a bullet. A line is therefore tried in several forms, from the plainest to
the most explicit, and the first form is kept that the reader takes for what was meant. `listing.reader` reads both
formats back. Points stand in a line for people; no reader believes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.draft import option_words, usual_refs
from tabletop.arcana.formats.line_costs import UnitCost, roster_costs, total_points
from tabletop.arcana.formats.listing.lines import (
    UnitHead,
    character_forms,
    head_forms,
    models_forms,
    read_head,
    read_notes,
    read_part,
)
from tabletop.arcana.formats.listing.reader import keyword_of
from tabletop.arcana.formats.listing.words import clean_line, in_points, is_odd, quote, with_points
from tabletop.arcana.formats.naming import Place, ProfileNames, army_name, contingent_names
from tabletop.decoding import MalformedError

MARKED = "`*_{}[]<>#|~$"


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
        yield quote(name, f'"\\{self.marked}')


TEXT = Style(title="Roster: ", fact="{}: {}", unit="Unit: ", unnamed="Unit:", ally="Ally: ")
MARKDOWN = Style(title="# ", fact="- **{}:** {}", unit="## ", unnamed="## Unit", ally="## Ally: ", marked=MARKED)


def write_text(roster: Roster, catalogue: Catalogue) -> str:
    """The roster in lines of plain text."""
    writer = _Writer(roster, catalogue, TEXT)
    blocks = ["\n".join([writer.title(), *writer.facts()])]
    blocks += ["\n".join([block.heading, *block.lines]) for block in writer.contingents()]
    blocks += [*writer.own_list(), *(f"Design: {design}" for design in writer.designs())]
    return "\n\n".join(blocks) + "\n"


def write_markdown(roster: Roster, catalogue: Catalogue) -> str:
    """The roster with headings and bullets; designs stand in a code block at the end."""
    writer = _Writer(roster, catalogue, MARKDOWN)
    blocks = [writer.title(), "\n".join(writer.facts())]
    for block in writer.contingents():
        blocks += [block.heading, "\n".join(block.lines)] if block.lines else [block.heading]
    if designs := [*writer.own_list(), *writer.designs()]:
        blocks += ["## Designs", "\n".join(["```json", *designs, "```"])]
    return "\n\n".join(blocks) + "\n"


class Block(Struct, frozen=True):
    """A heading and the lines below it."""

    heading: str
    lines: tuple[str, ...] = ()


class _Writer:
    """The parts of a roster's text, in one style."""

    def __init__(self, roster: Roster, catalogue: Catalogue, style: Style) -> None:
        self.roster = roster
        self.catalogue = catalogue
        self.style = style
        self.costs = roster_costs(roster, catalogue)
        self.usual_refs = usual_refs(roster)

    def title(self) -> str:
        wanted = UnitHead(self.roster.name, "", infiltrating=False)
        total = self.costs.total(self.roster.contingent_units)
        lines = (with_points(self.style.title + name, total) for name in self.style.names(self.roster.name))
        return _readable(lines, _read_head_line, wanted)

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
            yield _readable(
                (self.style.fact.format("Notes", form) for form in self.style.names(notes)), _read_notes_line, notes
            )

    def contingents(self) -> Iterator[Block]:
        """The own units, then each ally's heading and units."""
        yield from self._units(self.roster.army, self.roster.units)
        for ally in self.roster.allies:
            share = f"{army_name(ally.army, self.catalogue)}; {in_points(ally.points)}"
            yield Block(with_points(self.style.ally + share, self.costs.total(ally.units)))
            yield from self._units(ally.army, ally.units)

    def own_list(self) -> Iterator[str]:
        """What a list of the player's own is called, where the army is of one."""
        if own := self.roster.own_list:
            yield f"Own list: {msgspec.json.encode(own).decode()}"

    def designs(self) -> list[str]:
        return [msgspec.json.encode(design).decode() for design in self.roster.designs]

    def _units(self, army: str, units: tuple[Unit, ...]) -> Iterator[Block]:
        names = contingent_names(self.catalogue, army, self.roster.designs, self.roster.own_list)
        for unit in units:
            cost = self.costs.of(unit)
            yield Block(self._heading(unit), (*self._notes(unit.notes), *self._parts(unit, names, cost)))

    def _heading(self, unit: Unit) -> str:
        forms = (self.style.unit + name for name in self.style.names(unit.name)) if unit.name else [self.style.unnamed]
        heads = head_forms(unit, iter(forms), self._ref(unit.ref))
        lines = (with_points(head, self.costs.points_of(unit)) for head in heads)
        return _readable(lines, _read_head_line, UnitHead(unit.name, self._stated(unit.ref), unit.infiltrating))

    def _parts(self, unit: Unit, names: ProfileNames, cost: UnitCost | None) -> Iterator[str]:
        for index, models in enumerate(unit.models):
            spent = total_points(cost.models[index]) if cost else None
            lines = (f"- {with_points(line, spent)}" for line in models_forms(models, names))
            yield _readable(lines, lambda line: _read_part_line(line, names), models)
        for index, character in enumerate(unit.characters):
            spent = cost.characters[index].points if cost else None
            forms = character_forms(character, names, self._ref(character.ref))
            lines = (f"- {with_points(line, spent)}" for line in forms)
            wanted = replace(character, ref=self._stated(character.ref))
            yield _readable(lines, lambda line: _read_part_line(line, names), wanted)

    def _stated(self, ref: str) -> str:
        return "" if ref in self.usual_refs else ref

    def _ref(self, ref: str) -> str:
        return "" if ref in self.usual_refs else f" {{{ref}}}"


def _readable(lines: Iterable[str], read: Callable[[str], object], wanted: object) -> str:
    """The first of the lines that `read` takes for `wanted`, or else the last."""
    written = ""
    for written in lines:
        try:
            if read(written) == wanted:
                break
        except MalformedError:
            continue
    return written


def _read_head_line(line: str) -> UnitHead | None:
    keyword, text = keyword_of(clean_line(line))
    return read_head(text) if keyword in ("roster", "unit") else None


def _read_notes_line(line: str) -> str | None:
    keyword, text = keyword_of(clean_line(line))
    return read_notes(text) if keyword == "notes" else None


def _read_part_line(line: str, names: ProfileNames) -> Models | Character | None:
    keyword, text = keyword_of(clean_line(line))
    if keyword not in ("", Place.MODELS, Place.CHARACTER):
        return None
    return read_part(text, names, Place(keyword) if keyword else None)
