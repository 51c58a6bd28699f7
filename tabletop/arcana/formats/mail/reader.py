"""A list as people write it, read line by line into a roster; what was guessed is marked, the rest stays unread.

First the army: as a line says it, else the file's name, else the list that most rows are of. Then each line: a line of
our own plain text says what it always says; other lines are rows, headings, titles of units or what stands around a
list. A row that stands under no unit's title is a unit of its own; one that stands deeper belongs to the row above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arcana.army.roster import Models, Unit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.draft import check
from tabletop.arcana.formats.listing.lines import character_forms, models_forms, read_head
from tabletop.arcana.formats.listing.reader import LONGEST_LINE, ListReader
from tabletop.arcana.formats.listing.words import JUNK
from tabletop.arcana.formats.mail.extras import likely_extras
from tabletop.arcana.formats.mail.heads import Head, army_in_words, army_of_rows, head_of
from tabletop.arcana.formats.mail.likeness import army_rows
from tabletop.arcana.formats.mail.prices import Priced, PricedPart, StatedOn, differing_prices, parts_points, unit_costs
from tabletop.arcana.formats.mail.row import LONGEST_ROW, Part, ReadRow, likely_rows, read_more, read_row
from tabletop.arcana.formats.mail.surroundings import (
    PLAIN_ASIDES,
    Aside,
    aside_of,
    is_heading,
    is_sentence,
    is_signature,
    player_of,
    subtotal_of,
)
from tabletop.arcana.formats.mail.written import MailLine, mail_lines
from tabletop.arcana.formats.naming import army_name, contingent_names
from tabletop.decoding import MalformedError
from tabletop.rosters.reading import Reading, ReadList, UnreadLine
from tabletop.work import go_on

LONGEST_TITLE = 60
DEEPER = 2  # blanks
MOST_TELLING = 40  # lines that are asked whose they are
CONTINUED = re.compile(r"(?:with|w/|on|riding|mounted on|and|&|\+|plus)\s*(?=\S)", re.IGNORECASE)
OUR_WORDS = frozenset({"roster", "limit", "rules", "options", "design", "ally", "notes", "models", "character", "unit"})


def read_mail(name: str, content: str, catalogue: Catalogue) -> ReadList:
    """What an ordinary mail, chat or note says of an army; `name` is the file's. Nothing is raised."""
    return _Mail(name, mail_lines(content), catalogue).read()


def exact_readings(content: str) -> Iterator[Reading]:
    """The lines of a list in our own plain text, each as it stands."""
    for line in mail_lines(content):
        if line.keyword != "nothing" and line.body:
            word = f"{line.keyword.capitalize()}: " if line.keyword else ""
            yield Reading(line.number, line.written, f"{word}{line.said}", exact=True)


class _Mail:
    """One mail as it is read: its lines, the roster that grows of them, and what is said of each."""

    def __init__(self, name: str, lines: list[MailLine], catalogue: Catalogue) -> None:
        self.name = name
        self.catalogue = catalogue
        self.lines = lines
        self.strict = ListReader(catalogue)
        self.draft = self.strict.draft
        self.army = ""
        self.states_army = any(line.keyword == "army" for line in lines)
        self.readings: list[Reading] = []
        self.unread: list[UnreadLine] = []
        self.stated: list[StatedOn] = []
        self.bought: dict[int, list[PricedPart]] = {}  # what each line buys
        self.subtotal: int | None = None  # in `stated`, of the heading above
        self.below_heading: list[PricedPart] = []
        self.heads: dict[int, Head] = {}
        self.titled = False  # rows below belong to the unit that is named above
        self.kept_open = False  # by a line “Unit:”, until the next
        self.signed = False
        self.signer = ""
        self.led = False  # whether the last part was a character
        self.indent: int | None = None  # of the last row that began a unit

    def read(self) -> ReadList:
        self._read_army()
        for place, line in enumerate(self.lines):
            go_on()
            try:
                self._read_line(line, self.lines[place + 1] if place + 1 < len(self.lines) else None)
            except MalformedError:
                self.unread.append(UnreadLine(line.number, line.written))
        if "name" not in self.draft.stated and "army" in self.draft.stated:
            self.draft.state("name", self._own_name)
        roster = self.draft.finish() if "army" in self.draft.stated else None
        self.unread += [UnreadLine(problem.line, problem.text) for problem in self.draft.problems if problem.line]
        if roster is not None and not roster.contingent_units:
            roster = None
        costs = unit_costs(roster, self.catalogue) if roster else []
        stated = [price for price in self.stated if price.parts or not price.is_part]
        points = {line: parts_points(parts, costs) for line, parts in self.bought.items()} if costs else {}
        says = {price.line: price.says for price in stated}
        totals = [price.says for price in stated if not price.parts]
        return ReadList(
            roster=roster,
            readings=tuple(
                replace(reading, points=points.get(reading.line), says=says.get(reading.line))
                for reading in sorted(self.readings, key=lambda reading: reading.line)
            ),
            unread=tuple(sorted(self.unread, key=lambda line: line.line)),
            prices=tuple(differing_prices(stated, costs)),
            player=next(filter(None, (player_of(line.body) for line in self.lines)), "") or self.signer,
            says=totals[-1] if totals else None,
        )

    def _own_name(self) -> str:
        stem = re.sub(r"\.\w{1,5}$", "", self.name.rpartition("/")[2]).strip(JUNK)
        called = " ".join(re.sub(r"[-_]+", " ", stem).split())
        named = called if called and re.search(r"[^\W\d_]", called) else army_name(self.army, self.catalogue)
        plain = "".join(sign for sign in named if sign.isprintable()).strip()
        return plain[:LONGEST_TITLE].strip() or army_name(self.army, self.catalogue)

    # The army

    def _read_army(self) -> None:
        self.heads = {line.number: head for line in self.lines if (head := self._head(line))}
        said = [(line, head) for line in self.lines if (head := self.heads.get(line.number)) and head.army]
        said = [pair for pair in said if not pair[0].quoted] or said
        if said:
            self.army = said[0][1].army
            other = {line.number for line, head in said if head.army != self.army}
            self.heads = {number: head for number, head in self.heads.items() if number not in other}
        else:
            self.army = army_in_words(re.sub(r"\.\w{1,5}$", "", self.name), self.catalogue)
            self._note_army(self.name, bool(self.army))
        self.rows = army_rows(self.catalogue, self.army)
        self.strict.names = contingent_names(self.catalogue, self.army)
        if self.army:
            self.draft.state("army", lambda: self.army)
        rows_outside = any(not line.quoted and self._reads_surely(line.body) for line in self.lines)
        if rows_outside:
            quoted = [line for line in self.lines if line.quoted]
            self.lines = [line for line in self.lines if not line.quoted]
            self.readings += [self._aside(line, Aside.QUOTE) for line in quoted if line.body]

    def _note_army(self, text: str, in_name: bool) -> None:
        """The army that no line names, marked on line 0."""
        if not in_name:
            texts = [line.body for line in self.lines if line.body]
            telling = [text for text in texts if not (aside_of(text) or is_sentence(text))]
            self.army = army_of_rows(telling[:MOST_TELLING], self.catalogue)
            text = ""
        if self.army:
            self.readings.append(Reading(0, text, f"Army: {army_name(self.army, self.catalogue)}", exact=False))

    def _head(self, line: MailLine) -> Head | None:
        go_on()
        keyword, text = line.keyword, line.body
        is_called = keyword == "roster" and self.states_army
        if not line.body or len(text) > LONGEST_ROW or is_called or keyword in OUR_WORDS - {"roster"}:
            return None
        subject = re.match(r"(?:subject|re)\s*:\s*(.*)", text, re.IGNORECASE)
        if subject:
            army = army_in_words(subject[1], self.catalogue)
            return Head(army=army, exact=False) if army else None
        return None if aside_of(text) else head_of(line.said, self.catalogue)

    # Lines

    def _read_line(self, line: MailLine, below: MailLine | None) -> None:
        if not line.body:
            self.titled = self.titled and self.kept_open
            self.indent = None
            return
        if len(line.body) > LONGEST_LINE and line.keyword not in ("design", "notes"):
            self.unread.append(UnreadLine(line.number, line.written[:LONGEST_LINE]))
            return
        if line.keyword == "unit" and re.match(r"[0-9]", line.said) and self._reads_surely(line.said):
            line = replace(line, keyword="", body=line.said)
        row = None if line.keyword in OUR_WORDS else read_row(line.body, self.rows)
        if (head := self.heads.get(line.number)) and not (row and row.exact and not head.army):
            self._follow_head(line, head)
        elif line.keyword in OUR_WORDS:
            self._follow_ours(line)
        elif (subtotal := subtotal_of(line.body)) is not None:
            self._state_subtotal(line, subtotal)
        elif kind := self._plain_aside(line, row):
            self.signed = kind in (Aside.WISHES, Aside.SIGNATURE)
            self.readings.append(self._aside(line, kind, exact=True))
        elif self._continues(line):
            return
        elif row:
            self._add(line, row)
        else:
            self._read_rest(line, below)

    def _plain_aside(self, line: MailLine, row: ReadRow | None) -> Aside | None:
        kind = aside_of(line.body)
        if is_heading(line.body) and not (row and row.exact):
            self.titled, self.indent, self.below_heading, self.subtotal = False, None, [], None
            return Aside.HEADING
        if kind in PLAIN_ASIDES or kind == Aside.SIGNATURE:
            return None if row and row.exact and kind not in (Aside.MAIL_HEAD, Aside.SIGNATURE) else kind
        return None

    def _state_subtotal(self, line: MailLine, says: int) -> None:
        """The points of what stands above, since the last heading; or below it, where this is one."""
        if is_heading(line.body):
            self.titled, self.indent, self.below_heading = False, None, []
            self.subtotal = len(self.stated)
            self.stated.append(StatedOn(line.number, says, (), is_part=True))
        else:
            self.stated.append(StatedOn(line.number, says, tuple(self.below_heading), is_part=True))
            self.below_heading, self.subtotal = [], None
        self.readings.append(Reading(line.number, line.written, f"Subtotal: {says:,}", exact=True, about="Subtotal"))

    def _aside(self, line: MailLine, kind: Aside, *, exact: bool = False) -> Reading:
        return Reading(line.number, line.written, f"left out: {kind.value}", exact=exact, left_out=kind.value)

    def _follow_head(self, line: MailLine, head: Head) -> None:
        said = []
        if head.army:
            said.append(f"Army: {army_name(head.army, self.catalogue)}")
        if head.limit and "points_limit" not in self.draft.stated:
            self.draft.state("points_limit", lambda: head.limit)
            said.append(f"Limit: {head.limit:,}")
        if head.total or (head.limit and not said):
            total = head.total or head.limit or 0
            self.stated.append(StatedOn(line.number, total, ()))
            said.append(f"Total: {total:,}")
        about = "Total" if self.stated and self.stated[-1].line == line.number else ""
        self.readings.append(Reading(line.number, line.written, "; ".join(said), exact=head.exact, about=about))

    def _follow_ours(self, line: MailLine) -> None:
        """A line with a word of our own plain text."""
        try:
            if line.keyword == "unit":
                self._begin(Unit(ref="", name=read_head(line.said).unit.name), titled=True)
                self.kept_open = True
                self._state_price(line, whole_unit=True)
            else:
                self.strict.follow_line(line.keyword, line.said)
                if line.keyword == "ally":
                    self.rows = army_rows(self.catalogue, self.draft.contingents[-1].army)
        except MalformedError:
            self.unread.append(UnreadLine(line.number, line.written, likely_rows(line.said, self.rows)))
            return
        words, about = f"{line.keyword.capitalize()}: {line.said}", line.said.partition("[")[0].strip()
        self.readings.append(Reading(line.number, line.written, words, exact=True, about=about))

    def _read_rest(self, line: MailLine, below: MailLine | None) -> None:
        """A line that buys nothing: a title, a sentence, a name below good wishes, or what isn't read."""
        if self._is_title(line, below):
            title = re.sub(r"[\[(]?\s*[0-9][0-9,. ]*\s*(?:points?|pts?)\.?\s*[\])]?", "", line.body).strip(" :-–—=*_")
            self._begin(Unit(ref="", name=title[:LONGEST_TITLE]), titled=True)
            self._state_price(line, whole_unit=True)
            self.readings.append(Reading(line.number, line.written, f"Unit: {title}", exact=False, about=title))
        elif is_sentence(line.body):
            self.readings.append(self._aside(line, Aside.SENTENCE))
        elif self.signed and is_signature(line.body):
            self.signer = self.signer or player_of(f"From: {line.body}")
            self.readings.append(self._aside(line, Aside.SIGNATURE))
        elif self._is_name(line):
            self.draft.state("name", lambda: line.body.strip(' :"“”*_'))
            self.readings.append(Reading(line.number, line.written, f"Roster: {line.body}", exact=False))
        else:
            self.unread.append(UnreadLine(line.number, line.written, likely_rows(line.body, self.rows)))

    def _is_title(self, line: MailLine, below: MailLine | None) -> bool:
        """Whether the line names the unit below: a row follows at once, and a sign says that it isn't one itself."""
        if below is None or not below.body or len(line.body) > LONGEST_TITLE or not self._reads_surely(below.body):
            return False
        priced = re.search(r"[0-9]\s*(?:points?|pts?)|\[[0-9]+\]", line.body, re.IGNORECASE)
        deeper = below.indent > line.indent or (below.bulleted and not line.bulleted)
        begins_with_number = re.match(r"\s*[0-9]", line.body)
        return not begins_with_number and bool(line.heading or deeper or priced or line.body.endswith(":"))

    def _is_name(self, line: MailLine) -> bool:
        """Whether the line may be what the army is called: the first that means something, without a number."""
        is_first = not any(contingent.units for contingent in self.draft.contingents)
        plain = (
            len(line.body) <= LONGEST_TITLE and line.body.isprintable() and not re.search(r"[\d,]|[.!?]$", line.body)
        )
        return is_first and plain and "name" not in self.draft.stated and not line.bulleted and not self.unread

    def _reads_surely(self, text: str) -> bool:
        row = read_row(text, self.rows) if text else None
        return row is not None and not row.unread

    # Units

    def _begin(self, unit: Unit, *, titled: bool = False) -> None:
        check(replace(unit, ref="u"))  # before there is a unit that no file could say
        self.draft.begin_unit(unit)
        self.titled, self.kept_open, self.indent = titled, False, None

    def _continues(self, line: MailLine) -> bool:
        """Whether the line buys more for the row above, and is read so: `with crossbow`, or a deeper `crossbow 32`."""
        units = self.draft.contingents[-1].units
        deeper = self.indent is not None and line.indent >= self.indent + DEEPER
        if not units or not (deeper or CONTINUED.match(line.body)):
            return False
        unit = units[-1]
        last = (unit.characters if self.led else unit.models)[-1:]
        more = read_more(line.body, last[0], self.rows) if last else None
        if more is None:
            return False
        changed = more.parts[0]
        if isinstance(changed, Models):
            unit.models[-1] = changed
        else:
            unit.characters[-1] = changed
        if more.infiltrating:
            units[-1].unit = replace(units[-1].unit, infiltrating=True)
        self.readings.append(Reading(line.number, line.written, self._words(more.parts), exact=False))
        return True

    def _add(self, line: MailLine, row: ReadRow) -> None:
        deeper = self.indent is not None and line.indent >= self.indent + DEEPER
        below = self.titled or deeper
        try:
            parts = [part for number in range(row.units) for part in self._add_unit(row, below and not number)]
        except MalformedError:
            self.unread.append(UnreadLine(line.number, line.written))
            return
        if not deeper:
            self.indent = line.indent
        if row.says is not None:
            self.stated.append(StatedOn(line.number, row.says, tuple(parts), times=row.units))
        words = self._words(row.parts) + (f", {row.units} times" if row.units > 1 else "")
        words += " (infiltrating)" if row.infiltrating else ""
        exact = row.exact and not deeper
        likely = () if exact else tuple(meant for meant in likely_rows(line.body, self.rows) if meant != words)
        about = words.partition(": ")[0]
        self.readings.append(Reading(line.number, line.written, words, exact, likely=likely, about=about))
        self.bought[line.number] = parts
        self.below_heading += parts
        if self.subtotal is not None:
            self.stated[self.subtotal] = replace(self.stated[self.subtotal], parts=tuple(self.below_heading))
        for piece in row.unread:
            self.unread.append(UnreadLine(line.number, piece, likely_extras(piece, self.rows)))

    def _add_unit(self, row: ReadRow, below: bool) -> Iterator[PricedPart]:
        """The row's parts in the unit above or in a new one; where each of them stands is returned."""
        if not below:
            self.draft.begin_unit(Unit(ref="", infiltrating=row.infiltrating))
        number = sum(len(contingent.units) for contingent in self.draft.contingents) - 1
        unit = self.draft.contingents[-1].units[-1]
        if row.infiltrating:
            unit.unit = replace(unit.unit, infiltrating=True)
        for part in row.parts:
            self.draft.add(part)
            is_models = isinstance(part, Models)
            self.led = not is_models
            entries = unit.models if is_models else unit.characters
            yield PricedPart(number, Priced.MODELS if is_models else Priced.CHARACTER, len(entries) - 1)

    def _state_price(self, line: MailLine, *, whole_unit: bool) -> None:
        match = re.search(r"([0-9][0-9,. ]*)\s*(?:points?|pts?)|\[([0-9]+)\]", line.body, re.IGNORECASE)
        if match and whole_unit:
            number = sum(len(contingent.units) for contingent in self.draft.contingents) - 1
            says = int(re.sub(r"\D", "", match[1] or match[2]))
            self.stated.append(StatedOn(line.number, says, (PricedPart(number),)))

    def _words(self, parts: tuple[Part, ...]) -> str:
        names = self.strict.names
        return " + ".join(
            next(models_forms(part, names) if isinstance(part, Models) else character_forms(part, names, ""))
            for part in parts
        )
