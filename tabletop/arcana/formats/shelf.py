"""What is owned, as people write it down: `20 Axemen, 12 painted, in the blue box`, army after army.

Names are matched as in mails (`formats/mail`), a guess is marked. A line that names an army says whose the lines below
are; where no such line stands above, a line is read by each army, and what one of them reads best is taken, unless
another reads it as well. A list in any format of rosters says what its roster has, and a table of ours what stands in
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.belongings import bought_by
from tabletop.arcana.army.roster import Character, Models
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.weapons import WEAPONS
from tabletop.arcana.formats.mail.heads import named_army
from tabletop.arcana.formats.mail.likeness import SURE, army_rows
from tabletop.arcana.formats.mail.row import ReadRow, likely_rows, read_row
from tabletop.arcana.formats.mail.written import MailLine, mail_lines
from tabletop.arcana.formats.naming import army_slug, name_key
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.rosters.collection import Owned, ReadLine, ReadModels, is_table, read_csv
from tabletop.rosters.reading import UnreadLine
from tabletop.work import go_on

LONGEST_PLACE = 80
MOST_ARMIES_ASKED = 40  # lines without an army above them: each is read by every army
SAID = re.compile(
    r"[,;(\[]?\s*\b(?:(all|none|[0-9]{1,5})\s+(painted|based)|(painted|based)\b:?\s*([0-9]{1,5})?)[)\]]?", re.I
)
PLACED = re.compile(r"[,;(\[]\s*(?:in|at|on|where:?)\s+(?:the\s+)?([^()\[\]]+?)[)\]]?\s*$", re.IGNORECASE)


class Told(Struct, frozen=True):
    """A line without what it says of paint, bases and place."""

    words: str
    painted: int | None = 0
    based: int | None = 0
    where: str = ""


def read_shelf(content: str, catalogue: Catalogue) -> ReadModels:
    """What a text says that is owned; MalformedError for a text that is too long."""
    if len(content) > LARGEST_FILE:
        raise MalformedError("", f"the text is longer than {LARGEST_FILE:,} characters")
    if is_table(content):
        return read_csv(content, lambda key, name, army: _key(key, name, army, catalogue))
    readings, unread, army, asked = list[ReadLine](), list[UnreadLine](), "", 0
    for line in mail_lines(content):
        go_on()
        if not line.body:
            continue
        told = _told(line.body)
        if head := _army_of(line, catalogue):
            army = head
            continue
        asked += not army
        read = _read(told.words, [army] if army else _armies(catalogue, asked), catalogue)
        if read is None:
            likely = likely_rows(told.words, army_rows(catalogue, army)) if army else ()
            unread.append(UnreadLine(line.number, line.written[:300], likely))
            continue
        owned = tuple(_owned(read, told))
        readings.append(ReadLine(line.number, line.written, _in_words(owned, catalogue), _is_exact(read), owned))
        unread += [UnreadLine(line.number, words) for words in read.unread]
    return ReadModels(tuple(readings), tuple(unread))


def _told(text: str) -> Told:
    """What a line says beside its models; None of `painted` and `based` stands for all of them."""
    said: dict[str, int | None] = {}
    where = ""
    if match := PLACED.search(text):
        where, text = match[1].strip()[:LONGEST_PLACE], text[: match.start()]
    while match := SAID.search(text):
        number, word = match[1] or match[4] or "all", (match[2] or match[3]).lower()
        said[word] = None if number.lower() == "all" else 0 if number.lower() == "none" else int(number)
        text = f"{text[: match.start()]} {text[match.end() :]}".strip(" ,;")
    return Told(" ".join(text.split()), said.get("painted", 0), said.get("based", 0), where)


def _army_of(line: MailLine, catalogue: Catalogue) -> str:
    """The army that a line names and nothing else."""
    text = line.said.rstrip(":")
    return "" if any(sign.isdecimal() for sign in text) else named_army(text, catalogue)[0]


def _armies(catalogue: Catalogue, asked: int) -> list[str]:
    return [army.slug for army in catalogue.armies] if asked <= MOST_ARMIES_ASKED else []


def _read(text: str, armies: list[str], catalogue: Catalogue) -> ReadRow | None:
    """A line as the army reads it that reads it best; None where none does, or two read it as well."""
    reads = [read for army in armies if (read := read_row(text, army_rows(catalogue, army)))]
    best = max(reads, key=lambda read: read.rank, default=None)
    if best is None or any(read.rank == best.rank and read.parts != best.parts for read in reads):
        return None
    return best


def _is_exact(read: ReadRow) -> bool:
    """Whether the words can mean nothing else: on a shelf, several bare characters of one name are no guess."""
    alike = Character(ref="", profile=read.parts[0].profile)
    return read.exact or (read.percent == SURE and not read.unread and all(part == alike for part in read.parts))


def _owned(read: ReadRow, told: Told) -> Iterator[Owned]:
    """The models of a line; what it says of paint and bases is of its first profile."""
    alike: dict[tuple[str, tuple[str, ...]], int] = {}
    for part in read.parts:
        key = (part.profile, tuple(_bought(part)))
        alike[key] = alike.get(key, 0) + (part.count if isinstance(part, Models) else 1) * read.units
    for number, ((profile, bought), count) in enumerate(alike.items()):
        painted, based = (
            0 if number else count if said is None else min(said, count) for said in (told.painted, told.based)
        )
        yield Owned(profile=profile, count=count, painted=painted, based=based, where=told.where, bought=bought)


def _bought(part: Models | Character) -> Iterator[str]:
    if isinstance(part, Character):
        if part.weapon:
            yield part.weapon
        if part.mount and not part.mount.shared:
            yield part.mount.profile
    yield from bought_by(part.upgrades)


def _in_words(owned: tuple[Owned, ...], catalogue: Catalogue) -> str:
    """`20 Axemen, 12 painted, in blue box`."""
    return "; ".join(_entry_in_words(entry, catalogue) for entry in owned)


def _entry_in_words(entry: Owned, catalogue: Catalogue) -> str:
    words = [f"{entry.count} {catalogue.rows[entry.profile].name}" if entry.count == 1 else _counted(entry, catalogue)]
    words += [f"with {bought_name(key, catalogue)}" for key in entry.bought]
    words += [f"{entry.painted} painted"] * bool(entry.painted) + [f"{entry.based} based"] * bool(entry.based)
    return ", ".join(words + [f"in {entry.where}"] * bool(entry.where))


def _counted(entry: Owned, catalogue: Catalogue) -> str:
    return counted(catalogue.rows[entry.profile].name, entry.count)


def bought_name(key: str, catalogue: Catalogue) -> str:
    """What is on a model, by its key."""
    if key in WEAPONS:
        return WEAPONS[key].words
    row = catalogue.rows.get(key)
    return row.name if row else key.replace("-", " ")


def _key(key: str, name: str, army: str, catalogue: Catalogue) -> str:
    """A row's slug by the cells of a table: its own, or its name in the list that is named; empty for none, or two."""
    if key:
        return key if key in catalogue.rows else ""
    slug = army_slug(army, catalogue) if army else ""
    named = [row.slug for row in catalogue.rows.values() if name_key(row.name) == name_key(name)]
    own = [row for row in named if row.startswith(f"{slug}/")] if slug else named
    return own[0] if len(own) == 1 else ""
