"""What the site needs of a game to keep, change, judge, share, compare and print its rosters.

A game's package makes one subclass, `tabletop.games` registers one value of it, and everything else reaches the game
through that value. Only what a game can't do without is abstract; the other methods say what holds for a game that
has nothing of the kind. `reference` is whatever a game looks its rosters up in (printed lists, packs of organisers):
the site fetches it and hands it in, and a game that needs none is given None. It can be hashed, so that what is
prepared from it is kept.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from tabletop.decoding import LARGEST_FILE, MalformedError, converted, decoded
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.comparison import Change, UnitPair
from tabletop.rosters.digest import same_choices
from tabletop.rosters.document import Document
from tabletop.rosters.files import ROSTER_FILE, FileFormat, ReadFile, WrittenFile
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.problems import problem_of
from tabletop.rosters.reading import ReadList, UnreadLine
from tabletop.rosters.verdict import Verdict, VerdictSeal
from tabletop.search import Entry

Reference = TypeVar("Reference")


class Game(ABC, Generic[Document, Reference]):
    """One game: its rosters are values of `document`, whose field `game` is the game's slug.

    `edits` are what changes a roster: a Struct with a tag, or a union of such Structs.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    document: type[Document]
    edits: ClassVar[Any]
    shares: ClassVar[tuple[str, ...]] = ()  # the names of those points that its verdicts count apart
    formats: ClassVar[Mapping[str, FileFormat]] = {"json": ROSTER_FILE}

    def read(self, content: bytes | str) -> Document:
        """A roster from the text of its file; MalformedError names the first field that is wrong."""
        return self.checked(decoded(content, self.document, most=LARGEST_FILE))

    def checked(self, roster: Document) -> Document:
        """The roster as its own file would be read; MalformedError where no file could say it."""
        return converted(msgspec.to_builtins(roster), self.document)

    def read_any(self, name: str, content: bytes, reference: Reference) -> ReadFile:
        """A file of any of the game's formats as a roster that can be priced, or with what is wrong in it."""
        try:
            roster = self.read(content)
            self.price(roster, reference)
        except MalformedError as error:
            return ReadFile(name=name, format="json", problems=(problem_of(error),))
        return ReadFile(name=name, format="json", roster=roster)

    def read_loosely(self, name: str, content: bytes, reference: Reference) -> ReadList:
        """A list as its player wrote it, line by line beside what it was read as; what was guessed is marked.

        Raises MalformedError for what can't be a list at all.
        """
        read = self.read_any(name, content, reference)
        unread = tuple(UnreadLine(problem.line, problem.text or problem.reason) for problem in read.problems)
        return ReadList(
            roster=read.roster, unread=unread, problems=read.problems, format=read.format, strict=not read.problems
        )

    def split_lists(self, content: bytes, reference: Reference) -> tuple[bytes, ...]:
        """The lists in a file or a pasted text, in their order; the content itself where it isn't several."""
        return (content,)

    def write(self, roster: Document, kind: FileFormat, reference: Reference) -> WrittenFile:
        """The roster as a file of one of the game's formats."""
        return kind.file(roster, reference)

    @abstractmethod
    def price(self, roster: Document, reference: Reference) -> PriceRecord:
        """What the roster comes to; MalformedError where it names what there isn't."""

    def army_name(self, roster: Document, reference: Reference) -> str:
        """What the army list is called that the roster is chosen from; empty where the game has no such lists."""
        return ""

    def army_names(self, reference: Reference) -> Sequence[str]:
        """The army lists that a roster may be chosen from; none where the game has no such lists."""
        return ()

    def verdict_bases(self, rules: Iterable[str], reference: Reference) -> dict[str, str]:
        """By rules that rosters name: what a verdict by them depends on, beside the roster and this library.

        Two verdicts on one roster are the same where these texts are.
        """
        return dict.fromkeys(rules, "")

    @abstractmethod
    def verdicts(self, rosters: Sequence[Document], reference: Reference) -> Sequence[Verdict]:
        """Each roster priced and judged by the rules that it names; MalformedError as for `price`."""

    def advised(self, verdict: Verdict) -> Verdict:
        """The verdict with only those remedies that have been tried."""
        return verdict

    def profile_names(self, verdict: Verdict) -> Mapping[str, str]:
        """What those profiles are called that a price record names by their slugs."""
        return {}

    def named_rules(self, words: str, reference: Reference) -> str:
        """The rules that a player's words stand for, empty for none; MalformedError where there are none such."""
        if words:
            raise MalformedError("rules", f"there are no rules “{words}”")
        return ""

    def with_rules(self, roster: Document, rules: str) -> Document:
        """The roster, to be judged by other rules than its own."""
        return roster

    def read_edit(self, fields: Any, *, from_form: bool = False) -> Struct:
        """An edit from plain values; a form's are texts. MalformedError names the field that can't be read."""
        edit: Struct = converted(fields, self.edits, strict=not from_form)
        return edit

    @abstractmethod
    def edited(self, roster: Document, edit: Struct, reference: Reference) -> Document:
        """The changed roster; MalformedError names the field that can't be."""

    def entries(self, reference: Reference) -> Sequence[Entry]:
        """What players look up of the game, each with its facts; `page` of an address is a name of the site's pages."""
        return ()

    def contents(self, roster: Document, reference: Reference) -> Iterable[str]:
        """What the roster has, a phrase each, by which its player finds it again."""
        return ()

    def count_parts(self, roster: Document) -> int:
        """How many parts the roster has; where an edit leaves fewer, the player is offered to undo it."""
        return 0

    def merged(self, base: Document, mine: Document, theirs: Document) -> Document | None:
        """Their roster with my changes of `base` made in it too; None where both have changed the same thing."""
        return None

    def differences(self, before: Document, after: Document, reference: Reference) -> Sequence[Change]:
        """What differs in the choices, as sentences; nothing where they are the same."""
        return () if same_choices(before, after) else (Change("", "other choices"),)

    def side_by_side(self, one: Document, two: Document, reference: Reference) -> Iterable[UnitPair]:
        """The units of both rosters, each beside its like."""
        return ()

    @abstractmethod
    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        """The roster on paper, with the seal that lets a reader check it again."""
