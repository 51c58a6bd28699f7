"""A roster from CSV as any spreadsheet saves it, read row by row; separators may be commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Unit, Upgrade
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.formats.draft import Draft, read_options
from tabletop.arcana.formats.listing.words import number
from tabletop.arcana.formats.naming import army_slug
from tabletop.arcana.formats.spreadsheet.writer import COLUMNS, OWN_ROW
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.rosters.problems import Faults, ProblemLine, UnclearError
from tabletop.spreadsheet import unguarded
from tabletop.work import go_on

FIRST = (["design"], [OWN_ROW])
NEEDED = ("what", "name", "profile")
ROWS = ("roster", "design", OWN_ROW, "ally", "models", "character", "unit")
SEPARATORS = ",;\t"
UPGRADE = re.compile(r"(\S+)(?:\s+x\s*([0-9]{1,9}))?")
TRUTHS = {"yes": True, "true": True, "1": True, "x": True, "": False, "no": False, "false": False, "0": False}

Cells = dict[str, str]


def is_sheet(content: str) -> bool:
    """Whether a text begins with the head of a roster's sheet, whatever separates its columns."""
    head, separator = _head(content)
    return {"what", "profile"} <= {cell.strip(' "\r').casefold() for cell in head.split(separator)}


def _head(content: str) -> tuple[str, str]:
    """The first line, and what separates its columns."""
    head = content.lstrip("\ufeff").partition("\n")[0]
    return head, max(SEPARATORS, key=head.count)


def read_csv(content: str, catalogue: Catalogue) -> tuple[Roster | None, tuple[ProblemLine, ...]]:
    """The roster of a sheet; None with every problem by its line where there is any."""
    if len(content) > LARGEST_FILE:
        raise MalformedError("", f"the sheet is longer than {LARGEST_FILE:,} characters")
    reader = _Reader(catalogue)
    reader.follow(content)
    roster = reader.draft.finish()
    return roster, tuple(reader.draft.problems)


class _Reader:
    """Reads rows into a draft."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.draft = Draft()

    def follow(self, content: str) -> None:
        """Designs and rows of an own list first, because units may be made of them."""
        for is_first in (True, False):
            rows = self._rows(content)
            _, head = next(rows, (0, []))
            columns = _columns(head)
            what = columns.index("what")
            wanted = ((line, row) for line, row in rows if (row[what : what + 1] in FIRST) == is_first)
            self._follow_all(wanted, columns)

    def _rows(self, content: str) -> Iterator[tuple[int, list[str]]]:
        """The rows, each with its line; one that can't be cut into cells is a problem, once, and ends the reading."""
        _, separator = _head(content)
        sheet = csv.reader(io.StringIO(content.lstrip("\ufeff"), newline=""), delimiter=separator, strict=True)
        try:
            yield from ((sheet.line_num, row) for row in sheet)
        except csv.Error as error:
            torn = ProblemLine(sheet.line_num, "", f"this can't be read as a row: {error}")
            self.draft.problems += [] if torn in self.draft.problems else [torn]

    def _follow_all(self, rows: Iterator[tuple[int, list[str]]], columns: list[str]) -> None:
        for line, row in rows:
            go_on()
            if self.draft.is_hopeless:
                return
            if any(cell.strip() for cell in row):
                with self.draft.collecting(line, ", ".join(filter(None, row))):
                    self._follow(_cells(columns, row))

    def _follow(self, cells: Cells) -> None:
        match cells["what"].strip().casefold():
            case "roster":
                self._state_head(cells)
            case "design":
                self.draft.add_design(decoded(cells["design"], Design))
            case "list row":
                self.draft.add_own_row(decoded(cells["design"], OwnRow))
            case "ally":
                self.draft.begin_ally(army_slug(cells["profile"], self.catalogue), number(cells["limit"]))
            case "unit":
                infiltrating = _truth(cells, "infiltrating")
                unit = Unit(ref=cells["ref"], name=cells["name"], notes=cells["notes"], infiltrating=infiltrating)
                self.draft.begin_unit(unit)
            case "models":
                self.draft.add(self._models(cells))
            case "character":
                self.draft.add(self._character(cells))
            case _:
                raise UnclearError(f"there are no rows of “{cells['what']}”", cells["what"], ROWS)

    def _state_head(self, cells: Cells) -> None:
        faults = Faults()
        for field, read in (
            ("name", lambda: cells["name"]),
            ("notes", lambda: cells["notes"]),
            ("army", lambda: army_slug(cells["profile"], self.catalogue)),
            ("points_limit", lambda: number(cells["limit"]) if cells["limit"].strip() else None),
            ("rules", lambda: cells["rules"].strip() or "core"),
            ("options", lambda: read_options(cells["options"], _pieces)),
            ("own_list", lambda: decoded(cells["design"], OwnList) if cells["design"].strip() else None),
        ):
            faults.attempt(self.draft.state, field, read)
        faults.raise_all()

    def _models(self, cells: Cells) -> Models:
        self._check_unit(cells)
        faults = Faults()
        models = Models(
            profile=faults.attempt(self._slug, cells["profile"]),
            count=faults.attempt(number, cells["count"]),
            reinforced=faults.attempt(number, cells["reinforced"] or "0"),
            upgrades=faults.attempt(self._upgrades, cells["upgrades"]),
            phalanx=faults.attempt(_truth, cells, "phalanx"),
        )
        faults.raise_all()
        if models.reinforced > models.count:
            raise UnclearError(f"only {counted('model', models.count)} can be reinforced")
        return replace(models, **_words(cells, "school"))

    def _character(self, cells: Cells) -> Character:
        self._check_unit(cells)
        if cells["count"].strip() not in ("", "1"):
            raise UnclearError("write one character in a row")
        faults = Faults()
        character = Character(
            ref=cells["ref"],
            profile=faults.attempt(self._slug, cells["profile"]),
            counterspell=faults.attempt(_truth, cells, "counterspell"),
            mount=faults.attempt(self._mount, cells),
            upgrades=faults.attempt(self._upgrades, cells["upgrades"]),
        )
        faults.raise_all()
        return replace(character, **_words(cells, "weapon", "school"))

    def _mount(self, cells: Cells) -> Mount | None:
        school, shared = _words(cells, "mount_school"), _truth(cells, "shared")
        if not cells["mount"].strip():
            if school or shared:
                raise UnclearError("there is no mount to share or to know a school")
            return None
        return Mount(profile=self._slug(cells["mount"]), shared=shared, school=school.get("mount_school"))

    def _check_unit(self, cells: Cells) -> None:
        """A sorted sheet has its rows under units that aren't theirs."""
        units = self.draft.contingents[-1].units
        if units and cells["unit"].strip() not in ("", units[-1].unit.ref):
            above = units[-1].unit.ref
            raise UnclearError(f"this row is “{cells['unit']}”'s but stands under “{above}”: was the sheet sorted?")

    def _slug(self, text: str) -> str:
        slug = text.strip().casefold()
        if slug not in self.catalogue.rows and slug not in self.draft.slugs:
            known = (*self.catalogue.rows, *self.draft.slugs)
            of_that_name = (whole for whole in known if whole.endswith(f"/{slug.replace(' ', '-')}"))
            own = f"{self.draft.head.get('army')}/"
            meant = min(of_that_name, key=lambda whole: not whole.startswith(own), default=slug)
            raise UnclearError(f"there is no profile “{slug}”", meant, known)
        return slug

    def _upgrades(self, text: str) -> tuple[Upgrade, ...]:
        matches = []
        for piece in filter(None, _pieces(text)):
            match = UPGRADE.fullmatch(piece)
            if match is None:
                raise UnclearError(f"“{piece}” isn't an upgrade: write its slug, and “x 2” for two")
            matches.append(match)
        return tuple(Upgrade(profile=self._slug(match[1]), count=int(match[2] or 1)) for match in matches)


def _columns(head: list[str]) -> list[str]:
    columns = [cell.strip().strip("\ufeff").casefold() for cell in head]
    missing = [name for name in NEEDED if name not in columns]
    unknown = [name for name in columns if name and name not in COLUMNS]
    if missing or unknown or len(set(columns)) < len(columns):
        faults = [f"has no column “{name}”" for name in missing]
        faults += [f"has an unknown column “{name}”" for name in unknown]
        raise MalformedError("", f"the head of the sheet {', '.join(faults) or 'names a column twice'}")
    return columns


def _cells(columns: list[str], row: list[str]) -> Cells:
    if len(row) > len(columns):
        raise UnclearError(f"this row has {len(row)} cells, the heading has {len(columns)}")
    return dict.fromkeys(COLUMNS, "") | {name: unguarded(cell) for name, cell in zip(columns, row, strict=False)}


def _truth(cells: Cells, column: str) -> bool:
    word = cells[column].strip().casefold()
    if word not in TRUTHS:
        raise UnclearError(f"{column} is yes or nothing, not “{word}”")
    return TRUTHS[word]


def _words(cells: Cells, *columns: str) -> dict[str, Any]:
    """What is chosen in these columns; the file's own reader knows which words there are."""
    return {name: cells[name].strip() for name in columns if cells[name].strip()}


def _pieces(text: str) -> list[str]:
    return [piece.strip() for piece in text.split(";")]
