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

from tabletop.battle.playing import Help, Link, Look, PlayedRules
from tabletop.decoding import LARGEST_FILE, MalformedError, converted, decoded
from tabletop.dice.rolls import SIDES
from tabletop.dice.sources import Rolled
from tabletop.languages import marked
from tabletop.packs import GamePack, Origin, Packs, PackTable
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.collection import Owned, OwnedKind, ReadModels
from tabletop.rosters.comparison import Change, UnitPair
from tabletop.rosters.desk import Beginning, Desk
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
    summary: ClassVar[str] = ""  # what it is, where it is offered
    document: type[Document]
    edits: ClassVar[Any]
    shares: ClassVar[tuple[str, ...]] = ()  # the names of those points that its verdicts count apart
    formats: ClassVar[Mapping[str, FileFormat]] = {"json": ROSTER_FILE}
    counts: ClassVar[str] = marked("points")  # what the price of a roster is counted in, as pages say it after a number
    die: ClassVar[int] = SIDES  # the sides of its dice, of those with the most
    has_collections: ClassVar[bool] = False  # whether what is owned of it can be counted
    has_helps: ClassVar[bool] = False  # whether players may ask it something outside a battle
    papers: ClassVar[Mapping[str, str]] = {}  # what it prints beside a roster's sheet, by its kind, and its name

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

    def figures_from(self, price: PriceRecord) -> str:
        """Whose figures a price was counted by, where they aren't the published ones: it is said beside the points."""
        return ""

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

    def beginnings(self) -> Sequence[Beginning]:
        """Rosters to begin with, for a game that is begun and edited on the plain pages."""
        return ()

    def first_battle(self) -> Sequence[str]:
        """Beginnings that make a first battle, one a side: the page that begins one has them chosen."""
        return ()

    def begun(self, slug: str, pack: str = "") -> Document:
        """The roster that a beginning stands for, by a data pack of this code; MalformedError for no such."""
        raise MalformedError("begin", f"{self.name} has no roster to begin with")

    def desk(self, verdict: Verdict) -> Desk:
        """What a roster is changed by on the plain page."""
        return Desk()

    @abstractmethod
    def edited(self, roster: Document, edit: Struct, reference: Reference) -> Document:
        """The changed roster; MalformedError names the field that can't be."""

    def entries(self, reference: Reference) -> Sequence[Entry]:
        """What players look up of the game, each with its facts; `page` of an address is a name of the site's pages."""
        return ()

    def contents(self, roster: Document, reference: Reference) -> Iterable[str]:
        """What the roster has, a phrase each, by which its player finds it again."""
        return ()

    def taken(self, roster: Document, reference: Reference) -> Mapping[str, int]:
        """What the roster takes, by name, and how many of each: what statistics of an event count."""
        return {}

    def owned_kinds(self, reference: Reference) -> Sequence[OwnedKind]:
        """The profiles that may be owned, in the order of the lists that they stand in; none for most games."""
        return ()

    def owned_in(self, roster: Document, reference: Reference) -> Iterable[Owned]:
        """The roster's models, as whoever fields it owns them."""
        return ()

    def models_needed(self, roster: Document, reference: Reference) -> Mapping[str, int]:
        """How many models of each profile the roster puts on the table, by their keys."""
        return {}

    def read_owned(self, content: str, reference: Reference) -> ReadModels:
        """What a text or a table says that is owned, line by line; MalformedError where nothing can be read."""
        raise MalformedError("game", f"what is owned of {self.name} can't be counted")

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

    def read_pack(self, content: bytes | str) -> GamePack:
        """A pack of the game's figures from its file; MalformedError where it can't be read, or there are none."""
        raise MalformedError("game", f"{self.name} has no packs of figures")

    def pack_tables(self, pack: GamePack | None) -> Sequence[PackTable]:
        """What may be typed into a pack of the game, with what stands in one; nothing where there are no packs."""
        return ()

    def pack_of(self, pack: GamePack | None, meta: Origin, typed: Mapping[str, Any]) -> GamePack:
        """A pack, or a new one, with what was typed into its cells by their names; MalformedError if it can't be."""
        raise MalformedError("game", f"{self.name} has no packs of figures")

    def odds(self, content: bytes | str, reference: Reference) -> dict[str, Any]:
        """The exact odds of a `muster-situation/1` file, for JSON: `results` by name, `steps` that explain them.

        MalformedError names the field that can't be.
        """
        raise MalformedError("game", f"{self.name} has no odds")

    def resolved(self, content: bytes | str, reference: Reference, source: Rolled) -> dict[str, Any]:
        """What came up once with these dice: `results` by name, `steps` with their faces; MalformedError as above."""
        raise MalformedError("game", f"{self.name} has no odds")

    def helps(self, look: Look, link: Link, reference: Reference) -> Iterable[Help]:
        """Questions outside any battle with their answers, by what the page's address states; none for most games.

        MalformedError names a field of the address that can't be.
        """
        return ()

    def battle_rules(self) -> PlayedRules[Any, Any, Any] | None:
        """The rules by which the site's pages for all games play its battles; None where they don't."""
        return None

    @abstractmethod
    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        """The roster on paper, with the seal that lets a reader check it again."""

    def printed(self, kind: str, verdict: Verdict | None, reference: Reference, *, paper: Paper) -> Sheet:
        """One of `papers`, for a judged roster or for none; MalformedError where there is no such kind."""
        raise MalformedError("kinds", f"{self.name} prints nothing that is called “{kind}”")


class GameOfPacks(Game[Document, Packs]):
    """A game whose figures come from data packs: a price record names whose figures it was counted by."""

    def figures_from(self, price: PriceRecord) -> str:
        return price.catalogue

    def verdict_bases(self, rules: Iterable[str], reference: Packs) -> dict[str, str]:
        return reference.digests(rules)
