"""A roster as it grows while a file is read line by line, with everything that was wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from tabletop.arcana.army.roster import (
    FORMAT,
    MOST_UNITS,
    Ally,
    Character,
    Models,
    Options,
    Points,
    Roster,
    Unit,
    check_refs,
)
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.identifiers import Notes, Rules
from tabletop.arcana.catalogue.lists import OwnList
from tabletop.arcana.catalogue.own_rows import MOST_OWN_ROWS, OwnRow
from tabletop.arcana.creation.design_files import design_slug, own_names, own_slug
from tabletop.decoding import MalformedError, converted
from tabletop.rosters.problems import (
    MOST_PROBLEMS,
    MOST_SUGGESTED,
    Faults,
    ProblemLine,
    UnclearError,
    errors_of,
    problem_of,
)
from tabletop.values import Name

OPTION_WORDS = {"cheap monsters as normal": "cheap_monsters_as_normal", "optional schools": "optional_schools"}
MOST_ALLIES = 10
MOST_DESIGNS = 100
NO_WORDS = {"", "none", "-", "no"}
FIELDS: dict[str, object] = {"name": Name, "notes": Notes, "points_limit": Points | None, "rules": Rules}


def convert(value: object, kind: object, field: str = "") -> Any:
    """The value as one of a kind; MalformedError names the field inside it, or else `field`."""
    try:
        return converted(value, kind)
    except MalformedError as error:
        dot = "." if field and error.field and not error.field.startswith("[") else ""
        raise MalformedError(f"{field}{dot}{error.field}", error.reason) from error


def check(value: Struct) -> None:
    """Raises MalformedError with the name of every field that a roster file could not state so."""
    plain = msgspec.to_builtins(value)
    try:
        convert(plain, type(value))
    except MalformedError:
        faults = Faults()
        for field in fields(type(value)):
            if field.encode_name in plain:
                faults.attempt(convert, plain[field.encode_name], field.type, field.encode_name)
        faults.raise_all()
        raise


class UnitDraft:
    """A unit whose lines are still being read."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.models: list[Models] = []
        self.characters: list[Character] = []


class Contingent:
    """An army's units; the first contingent of a draft is the player's own and has no share."""

    def __init__(self, army: str = "", points: int = 1) -> None:
        self.army = army
        self.points = points
        self.units: list[UnitDraft] = []


class Draft:
    """What was read so far: `head` has the fields of the roster itself."""

    def __init__(self) -> None:
        self.head: dict[str, object] = {}
        self.stated: set[str] = set()
        self.contingents = [Contingent()]
        self.designs: list[Design] = []
        self.own_rows: list[OwnRow] = []
        self.slugs: set[str] = set()
        self.problems: list[ProblemLine] = []

    @property
    def own_list(self) -> OwnList | None:
        """The list of the player's own, once it was read."""
        own = self.head.get("own_list")
        return own if isinstance(own, OwnList) else None

    @property
    def is_hopeless(self) -> bool:
        """Whether so much is wrong that nobody would read on."""
        return len(self.problems) >= MOST_PROBLEMS

    @contextmanager
    def collecting(self, line: int, text: str) -> Iterator[None]:
        """What a MalformedError raised inside the `with` block says becomes problems of this line."""
        try:
            yield
        except MalformedError as error:
            for fault in errors_of(error)[: MOST_PROBLEMS - len(self.problems)]:
                suggest = len(self.problems) < MOST_SUGGESTED
                self.problems.append(problem_of(fault, line, text, suggest=suggest))

    def state(self, field: str, read: Callable[[], object]) -> None:
        """A field of the roster itself; UnclearError where it was stated before."""
        if field in self.stated:
            raise UnclearError("this was stated already further up")
        self.stated.add(field)
        value = read()
        if field in FIELDS:
            convert(value, FIELDS[field], field)
        self.head[field] = value
        self.slugs |= own_names((), self.own_list).keys()

    def add_design(self, design: Design) -> None:
        """UnclearError for too many designs, or two with one slug."""
        slug = design_slug(design)
        if len(self.designs) == MOST_DESIGNS:
            raise UnclearError(f"a roster has at most {MOST_DESIGNS} designs")
        if slug in self.slugs:
            raise UnclearError(f"another design is “{slug}” already")
        self.slugs.add(slug)
        self.designs.append(design)

    def add_own_row(self, row: OwnRow) -> None:
        """A row of the own list that has a line of its own; UnclearError for too many, or two with one slug."""
        slug = own_slug(row.name)
        if len(self.own_rows) == MOST_OWN_ROWS:
            raise UnclearError(f"an own list has at most {MOST_OWN_ROWS} rows")
        if slug in self.slugs:
            raise UnclearError(f"another row or design is “{slug}” already")
        self.slugs.add(slug)
        self.own_rows.append(row)

    def begin_ally(self, army: str, points: int) -> None:
        """Units below belong to this ally; UnclearError for too many of them."""
        if len(self.contingents) > MOST_ALLIES:
            raise UnclearError(f"a roster has at most {MOST_ALLIES} allies")
        self.contingents.append(Contingent(army, points))
        check(Ally(army=army, points=points))

    def begin_unit(self, unit: Unit) -> None:
        """Lines below belong to this unit, even where its own line is malformed."""
        units = self.contingents[-1].units
        if len(units) == MOST_UNITS:
            raise UnclearError(f"an army has at most {MOST_UNITS} units")
        units.append(UnitDraft(unit))
        check(replace(unit, ref=unit.ref or "u"))

    def note(self, notes: str) -> None:
        """Notes of the unit begun last, or of the roster before there is any; UnclearError where there are some."""
        units = self.contingents[-1].units
        if not units and len(self.contingents) == 1:
            self.state("notes", lambda: notes)
        elif not units:
            raise UnclearError("an ally has no notes: put them below a unit")
        elif units[-1].unit.notes:
            raise UnclearError("this unit has notes already further up")
        else:
            units[-1].unit = replace(units[-1].unit, notes=convert(notes, Notes, "notes"))

    def add(self, part: Models | Character) -> None:
        """Models or a character of the unit begun last; UnclearError where there is none."""
        units = self.contingents[-1].units
        if not units:
            raise UnclearError("this stands before any unit: put a line “Unit: its name” above it")
        if isinstance(part, Models):
            check(part)
            units[-1].models.append(part)
        else:
            units[-1].characters.append(part)
            check(replace(part, ref=part.ref or "c"))

    def finish(self) -> Roster | None:
        """The roster; None where there are problems, which then stand in `problems`, by line."""
        self.problems += [ProblemLine(0, field, "is missing") for field in ("name", "army") if field not in self.stated]
        if self.problems:
            self.problems.sort(key=lambda problem: problem.line)
            return None
        try:
            return self._roster()
        except MalformedError as error:
            self.problems.append(problem_of(error))
            return None

    def _roster(self) -> Roster:
        refs = _Refs(self.contingents)
        own, *others = [tuple(refs.name(draft) for draft in contingent.units) for contingent in self.contingents]
        allies = zip(self.contingents[1:], others, strict=True)
        plain = {
            "format": FORMAT,
            "game": "arcana",
            **self.head,
            **self._whole_list(),
            "units": own,
            "allies": [Ally(army=ally.army, points=ally.points, units=units) for ally, units in allies],
            "designs": self.designs,
        }
        roster: Roster = convert(msgspec.to_builtins(plain), Roster)
        check_refs(roster)
        return roster

    def _whole_list(self) -> dict[str, OwnList]:
        """The own list with the rows that had lines of their own."""
        if not self.own_rows:
            return {}
        if self.own_list is None:
            raise MalformedError("own_list", "is missing: there are rows of one")
        return {"own_list": replace(self.own_list, rows=(*self.own_list.rows, *self.own_rows))}


class _Refs:
    """Gives refs to units and characters that were written without: `u3` to the third unit, if nobody has it."""

    def __init__(self, contingents: list[Contingent]) -> None:
        self.drafts = [draft for contingent in contingents for draft in contingent.units]
        self.taken = {draft.unit.ref for draft in self.drafts}
        self.taken |= {character.ref for draft in self.drafts for character in draft.characters}
        self.units, self.characters = count(1), count(1)
        self.spare = count(1 + len(self.drafts) + sum(len(draft.characters) for draft in self.drafts))

    def name(self, draft: UnitDraft) -> Unit:
        """The unit of a draft, it and its characters with their refs."""
        ref = self._next(draft.unit.ref, "u", next(self.units))
        leaders = tuple(
            replace(character, ref=self._next(character.ref, "c", next(self.characters)))
            for character in draft.characters
        )
        return replace(draft.unit, ref=ref, models=tuple(draft.models), characters=leaders)

    def _next(self, ref: str, letter: str, number: int) -> str:
        if ref:
            return ref
        fresh = f"{letter}{number}"
        while fresh in self.taken:
            fresh = f"{letter}{next(self.spare)}"
        self.taken.add(fresh)
        return fresh


def usual_refs(roster: Roster) -> set[str]:
    """The refs of a roster that a reader would give out itself, so that a file needn't state them."""
    units = roster.contingent_units
    characters = [character for unit in units for character in unit.characters]
    usual = {unit.ref for number, unit in enumerate(units, 1) if unit.ref == f"u{number}"}
    return usual | {character.ref for number, character in enumerate(characters, 1) if character.ref == f"c{number}"}


def read_options(text: str, split: Callable[[str], list[str]]) -> Options:
    """What the players agreed to, from words; UnclearError for what isn't an option."""
    chosen: dict[str, bool] = {}
    for word in split(text):
        if word.casefold() in OPTION_WORDS:
            chosen[OPTION_WORDS[word.casefold()]] = True
        elif word.casefold() not in NO_WORDS:
            raise UnclearError(f"there is no option “{word}”", word, OPTION_WORDS)
    return Options(**chosen)


def option_words(options: Options) -> list[str]:
    return [words for words, field in OPTION_WORDS.items() if getattr(options, field)]
