"""Rosters of any game priced and reviewed: what pages, the API and sheets show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from armybuilder.core.games import GAMES, References, game_of, game_of_file
from tabletop.decoding import MalformedError
from tabletop.rosters.comparison import Change, UnitPair
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.rosters.document import Roster
from tabletop.rosters.event_table import EventRow, event_row, unreadable_row
from tabletop.rosters.files import ReadFile
from tabletop.rosters.reading import ReadList
from tabletop.rosters.verdict import Verdict


def verdict(roster: Roster, references: References | None = None) -> Verdict:
    """Price and review a roster; MalformedError where it names what there isn't.

    Its findings have no remedies: who shows them asks for `advised`, who doesn't needn't wait for them.
    """
    game = game_of(roster.game)
    judged: Verdict = game.verdicts([roster], (references or References()).of(game))[0]
    return judged


def verdicts(rosters: Sequence[Roster], references: References | None = None) -> list[Verdict]:
    """A verdict of each roster; what the rosters of a game are looked up in is fetched once."""
    references, judged = references or References(), dict[int, Verdict]()
    for slug in dict.fromkeys(roster.game for roster in rosters):
        game = game_of(slug)
        own = [index for index, roster in enumerate(rosters) if roster.game == slug]
        of_game = game.verdicts([rosters[index] for index in own], references.of(game))
        judged.update(zip(own, of_game, strict=True))
    return [judged[index] for index in range(len(rosters))]


class Opened(Struct, frozen=True):
    """A file as it was read, and the verdict on it where it could be."""

    read: ReadFile
    verdict: Verdict | None

    @property
    def checked(self) -> EventRow:
        """Its row in an organiser's table; the code is that of the file, whatever rules it was judged by."""
        if self.verdict is None or self.read.roster is None:
            return unreadable_row(self.read.name, self.read.problems)
        return event_row(self.read.name, self.verdict, code=short_digest(content_digest(self.read.roster)))


def opened(
    files: Sequence[tuple[str, bytes]],
    rules: Mapping[str, str] | None = None,
    references: References | None = None,
) -> list[Opened]:
    """Each file, named and of any format, judged by its own rules or by those that are given for its game.

    Their findings have no remedies.
    """
    references = references or References()
    reads = [read_file(name, content, references) for name, content in files]
    rosters = [read.roster for read in reads if read.roster is not None]
    judged = iter(verdicts([under_rules(roster, rules or {}) for roster in rosters], references))
    return [Opened(read, None if read.roster is None else next(judged)) for read in reads]


def under_rules(roster: Roster, named: Mapping[str, str]) -> Roster:
    """The roster, to be judged by the rules that are given for its game, or else by its own."""
    rules = named.get(roster.game, "")
    changed: Roster = game_of(roster.game).with_rules(roster, rules) if rules else roster
    return changed


def named_rules(words: str, references: References) -> dict[str, str]:
    """The rules that a player's words stand for in each game that knows them, nothing for no words.

    Raises MalformedError where no game knows them.
    """
    if not words:
        return {}
    named: dict[str, str] = {}
    refused: list[MalformedError] = []
    for slug, game in GAMES.items():
        try:
            named[slug] = game.named_rules(words, references.of(game))
        except MalformedError as error:
            refused.append(error)
    if not named:
        raise refused[0]
    return named


def read_file(name: str, content: bytes, references: References) -> ReadFile:
    """A file of any game and format as a roster, or with what is wrong in it."""
    game = game_of_file(content)
    return game.read_any(name, content, references.of(game))


def split_lists(content: bytes, references: References) -> Sequence[bytes]:
    """The lists in a file or a pasted text, each by itself."""
    game = game_of_file(content)
    return game.split_lists(content, references.of(game))


def read_list(name: str, content: bytes, references: References) -> ReadList:
    """A list as its player wrote it, line by line; MalformedError for what can't be a list at all."""
    game = game_of_file(content)
    return game.read_loosely(name, content, references.of(game))


def advised(judged: Verdict) -> Verdict:
    """The verdict with only those remedies that mend their finding and break nothing, each tried."""
    return game_of(judged.roster.game).advised(judged)


def differences(before: Roster, after: Roster, references: References | None = None) -> Sequence[Change]:
    """What differs from one roster to the other, as sentences; nothing where their choices are the same."""
    game = game_of(after.game)
    if before.game != game.slug:
        return (Change("", f"game: {game_of(before.game).name} → {game.name}"),)
    return game.differences(before, after, (references or References()).of(game))


def side_by_side(one: Roster, two: Roster, references: References) -> list[UnitPair]:
    """The units of both rosters, each beside its like; none where they are of different games."""
    game = game_of(one.game)
    return list(game.side_by_side(one, two, references.of(game))) if one.game == two.game else []


def written_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
