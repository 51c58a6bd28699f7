"""What a player owns, exactly as a `muster-collection/1` file states it: models by the keys of a game's profiles.

An entry is models that are alike: of one profile, with the same things on them, in one place. How many of them are
painted and based is counted beside how many there are. A collection says nothing of prices, and a key that a game
doesn't have any more stays in it.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.decoding import LARGEST_FILE, MalformedError, allowing, converted, decoded
from tabletop.heraldry import Shield
from tabletop.rosters.reading import UnreadLine
from tabletop.spreadsheet import unguarded, written_rows
from tabletop.values import NO_CONTROLS, ONE_LINE, Name, Value
from tabletop.work import go_on

FORMAT: Literal["muster-collection/1"] = "muster-collection/1"
MOST_ENTRIES = 2000
MOST_OWNED = 10_000
COLUMNS = ("profile", "name", "list", "bought", "count", "painted", "based", "where")
SEPARATORS = ",;\t"

A_KEY = allowing("small letters, digits and single hyphens, with a slash between a list and a profile")
Key = Annotated[
    str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?$(?!\n)", max_length=120, extra=A_KEY)
]
Number = Annotated[int, Meta(ge=0, le=MOST_OWNED)]
Place = Annotated[str, Meta(max_length=80, pattern=NO_CONTROLS, extra=ONE_LINE)]
GameSlug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60, extra=A_KEY)]
Kind = tuple[str, tuple[str, ...], str]  # what tells one entry from another: profile, what is on it, where


class Owned(Value, frozen=True, kw_only=True):
    """So many models of a profile that are alike; `bought` is what is on each: a weapon, a mount, equipment.

    None of them may be left: an entry of 0 keeps its place until it is taken out.
    """

    profile: Key
    count: Number
    painted: Number = 0
    based: Number = 0
    where: Place = ""
    bought: Annotated[tuple[Key, ...], Meta(max_length=20)] = ()

    @property
    def kind(self) -> Kind:
        return self.profile, self.bought, self.where

    @property
    def ref(self) -> str:
        """What the entry is called by in addresses and forms: the same as long as it is of this kind."""
        return "m" + blake2b("\n".join((self.profile, *self.bought, self.where)).encode(), digest_size=6).hexdigest()


class Collection(Value, frozen=True, kw_only=True):
    """What is owned of one game, in the order in which it was written down."""

    format: Literal["muster-collection/1"]
    game: GameSlug
    name: Name
    models: Annotated[tuple[Owned, ...], Meta(max_length=MOST_ENTRIES)] = ()


class OwnedKind(Struct, frozen=True):
    """A profile that may be owned: its key, its name, and the list that it stands in."""

    key: str
    name: str
    group: str
    group_name: str
    shield: Shield | None = None


class ReadLine(Struct, frozen=True):
    """A line of a text, what it was read as, and what of it is owned; not `exact` where it was guessed."""

    line: int
    text: str
    read_as: str
    exact: bool
    owned: tuple[Owned, ...] = ()


class ReadModels(Struct, frozen=True):
    """What a text says that is owned, line by line, and what of it wasn't understood."""

    readings: tuple[ReadLine, ...] = ()
    unread: tuple[UnreadLine, ...] = ()

    @property
    def owned(self) -> tuple[Owned, ...]:
        return tuple(owned for reading in self.readings for owned in reading.owned)


def new_collection(game: str, name: str, models: Iterable[Owned] = ()) -> Collection:
    return with_more(Collection(format=FORMAT, game=game, name=name), models)


def read_collection(content: bytes | str) -> Collection:
    """A collection from the text of a file; MalformedError names the first field that is wrong."""
    return checked(decoded(content, Collection, most=LARGEST_FILE))


def write_collection(collection: Collection) -> bytes:
    """The collection's file, indented for people, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(collection), indent=2) + b"\n"


def checked(collection: Collection) -> Collection:
    """The collection as its own file would be read; MalformedError where no file could say it."""
    collection = converted(msgspec.to_builtins(collection), Collection)
    seen: dict[Kind, int] = {}
    for number, owned in enumerate(collection.models):
        for field in ("painted", "based"):
            if getattr(owned, field) > owned.count:
                raise MalformedError(
                    f"models[{number}].{field}", f"must be at most {owned.count}, as many as there are"
                )
        if owned.kind in seen:
            raise MalformedError(
                f"models[{number}]", f"says the same as entry {seen[owned.kind] + 1}: count them there"
            )
        seen[owned.kind] = number
    return collection


def with_more(collection: Collection, models: Iterable[Owned]) -> Collection:
    """The collection with these models too: those of a kind that it has are counted there."""
    entries = {owned.kind: owned for owned in collection.models}
    for more in models:
        there = entries.get(more.kind, replace(more, count=0, painted=0, based=0))
        entries[more.kind] = replace(
            there, count=there.count + more.count, painted=there.painted + more.painted, based=there.based + more.based
        )
    return checked(replace(collection, models=tuple(entries.values())))


def filled_up(collection: Collection, models: Iterable[Owned]) -> Collection:
    """The collection with what it lacks of these models, wherever it has them; painted and based as it says there."""
    there: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for owned in collection.models:
        there[owned.profile, owned.bought] += owned.count
    lacking = []
    for wanted in new_collection(collection.game, collection.name, models).models:
        have = min(there[wanted.profile, wanted.bought], wanted.count)
        there[wanted.profile, wanted.bought] -= have
        more = wanted.count - have
        if more:
            lacking.append(
                replace(wanted, count=more, painted=min(wanted.painted, more), based=min(wanted.based, more))
            )
    return with_more(collection, lacking)


def stepped(collection: Collection, ref: str, by: int) -> Collection:
    """The collection with so many models of an entry more or fewer, never fewer than none.

    Of those that are left no more are painted or based than there are. MalformedError where there is no such entry.
    """
    number = _number_of(collection, ref)
    owned = collection.models[number]
    count = max(owned.count + by, 0)
    fewer = replace(owned, count=count, painted=min(owned.painted, count), based=min(owned.based, count))
    return _with_entries(collection, number, fewer)


def changed(collection: Collection, ref: str, owned: Owned) -> Collection:
    """The collection with another entry in place of one; MalformedError where there is none, or it can't be."""
    return _with_entries(collection, _number_of(collection, ref), owned)


def without(collection: Collection, ref: str) -> Collection:
    """The collection without an entry; MalformedError where there is none."""
    return _with_entries(collection, _number_of(collection, ref))


def _number_of(collection: Collection, ref: str) -> int:
    for number, owned in enumerate(collection.models):
        if owned.ref == ref:
            return number
    raise MalformedError("entry", "isn't in the collection any more")


def _with_entries(collection: Collection, number: int, *entries: Owned) -> Collection:
    models = (*collection.models[:number], *entries, *collection.models[number + 1 :])
    return checked(replace(collection, models=models))


def at_home(collections: Iterable[Collection]) -> Counter[str]:
    """How many models there are of each profile in all of these, what stands on others counted by itself too."""
    counts: Counter[str] = Counter()
    for collection in collections:
        for owned in collection.models:
            for key in (owned.profile, *owned.bought):
                counts[key] += owned.count
    return counts


class Shortfall(Struct, frozen=True):
    """Of a profile so many are needed, and so many of these are at home."""

    key: str
    needed: int
    home: int

    @property
    def lacking(self) -> int:
        return max(self.needed - self.home, 0)


def shortfalls(needed: Mapping[str, int], home: Mapping[str, int]) -> list[Shortfall]:
    """What a roster needs beside what there is of it, in the roster's order."""
    return [Shortfall(key, number, min(home.get(key, 0), number)) for key, number in needed.items()]


def write_csv(collection: Collection, kinds: Mapping[str, OwnedKind]) -> str:
    """The entries as a table that any spreadsheet opens; names stand beside keys for people, and aren't read again."""
    rows = [COLUMNS]
    for owned in collection.models:
        kind = kinds.get(owned.profile)
        named: Sequence[Any] = (owned.profile, kind.name if kind else "", kind.group_name if kind else "")
        rows.append((*named, " ".join(owned.bought), owned.count, owned.painted, owned.based, owned.where))
    return written_rows(rows)


def is_table(content: str) -> bool:
    """Whether a text begins with the head of a collection's table, whatever separates its columns."""
    head, separator = _head(content)
    columns = {cell.strip(' "\r').casefold() for cell in head.split(separator)}
    return "count" in columns and bool({"profile", "name"} & columns)


def read_csv(content: str, known: Callable[[str, str, str], str]) -> ReadModels:
    """The rows of a table; `known` is the key of a profile by the cells `profile`, `name` and `list`, or empty.

    A row that can't be read is unread, and the others are read all the same.
    """
    if len(content) > LARGEST_FILE:
        raise MalformedError("", f"the table is longer than {LARGEST_FILE:,} characters")
    _, separator = _head(content)
    sheet = csv.reader(io.StringIO(content.lstrip("\ufeff"), newline=""), delimiter=separator, strict=True)
    readings, unread = list[ReadLine](), list[UnreadLine]()
    try:
        columns = [cell.strip().casefold() for cell in next(sheet, [])]
        for row in sheet:
            go_on()
            cells = dict(zip(columns, (unguarded(cell.strip()) for cell in row), strict=False))
            text = separator.join(row)
            if not any(cells.values()):
                continue
            try:
                owned = _owned_in(cells, known)
            except MalformedError as error:
                unread.append(UnreadLine(sheet.line_num, f"{text[:120]} ({error})"))
                continue
            if len(readings) == MOST_ENTRIES:
                raise MalformedError("", f"the table has more than {MOST_ENTRIES:,} rows")
            readings.append(ReadLine(sheet.line_num, text, owned.profile, exact=True, owned=(owned,)))
    except csv.Error as error:
        unread.append(UnreadLine(sheet.line_num, f"the table can't be cut into cells from here on ({error})"))
    return ReadModels(tuple(readings), tuple(unread))


def _head(content: str) -> tuple[str, str]:
    """The first line, and what separates its columns."""
    head = content.lstrip("\ufeff").partition("\n")[0]
    return head, max(SEPARATORS, key=head.count)


def _owned_in(cells: Mapping[str, str], known: Callable[[str, str, str], str]) -> Owned:
    key = known(cells.get("profile", ""), cells.get("name", ""), cells.get("list", ""))
    if not key:
        raise MalformedError("profile", "no such profile is known")
    plain: dict[str, Any] = {"profile": key, "where": cells.get("where", ""), "bought": cells.get("bought", "").split()}
    for column in ("count", "painted", "based"):
        plain[column] = cells.get(column) or "0"
    owned = converted(plain, Owned, strict=False)
    new_collection("any", "any", [owned])  # says what no collection could have
    return owned
