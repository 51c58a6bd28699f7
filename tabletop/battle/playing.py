"""How a game's battles are begun and shown, so that one set of pages plays those of every game.

The site has one page for a seat (`/b/TOKEN/`), one form reader, one API; it knows no game's inside. A game whose
battles it plays answers `Game.battle_rules()` with one value of `PlayedRules`, the same for all its battles: whatever a
battle depends on, such as its data pack and its board, stands in the battle's first fact, so that a file opened
elsewhere, or after its owner has changed the pack, still comes back to the byte.

What the site asks of it, beside what every log asks (`BattleRules`):

- `begun(name, rosters, reference)`: the sides, and the first facts, from two to `most_sides` rosters, the first of
  which is the first side's. The site's roles are the sides in this order, whatever they are called. Where
  `may_come_later`, one of the rosters may be None: its side brings it by a command, so that who begins the battle
  doesn't know it.
- `shown(state, seat, look, link)`: all that a seat's page shows, as a `Shown`. `look` are parameters of the page's
  address, such as `{"at": "5,7"}` for the hex that was chosen; `link` makes the address with others. A picture is an
  SVG, whose places are links made by it, so that it works without JavaScript and by keyboard.
- `plain(state, seat)`: what stands, for programs, as JSON values.
- `read(fields)`: a command from a form. `command_in` does for most: a field of several values is sent several times, a
  field `units.r1` is the entry `r1` of the dictionary `units`.

What can be done are `Offer`s: a command's tag, its label, and its fields. Reasons against stand in `why_not`: such an
offer is shown without a button. What a seat may not see is left out of all three by the game, as `seen_by` does of
events; a seat is a side, `referee` or `watcher`. The chain's digests are public: facts with secrets carry a salt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from msgspec import Struct, inspect

from tabletop.battle.events import Happening
from tabletop.battle.game import BattleRules
from tabletop.decoding import MalformedError, converted
from tabletop.dice.rolls import SIDES

State = TypeVar("State")
Command = TypeVar("Command")
Fact = TypeVar("Fact")
Look = Mapping[str, str]
Link = Callable[[Look], str]
FormFields = Mapping[str, Sequence[str]]

COLLECTIONS = (inspect.CollectionType, inspect.TupleType)


class Choice(Struct, frozen=True):
    """One of several: what is sent, how it reads, and a line about it."""

    value: str
    name: str
    about: str = ""


class Field(Struct, frozen=True, kw_only=True):
    """A field of an offer. `check` are any of its choices, or with none a tick that sends `true`.

    `value` is what it has at first, of `check` several with spaces between them; an empty one is sent as nothing.
    """

    name: str
    label: str
    kind: Literal["select", "radio", "check", "number", "text"] = "select"
    choices: tuple[Choice, ...] = ()
    value: str = ""
    least: int = 0
    most: int = 100


class Offer(Struct, frozen=True, kw_only=True):
    """What may be done now: a command by its tag, as a form with a button.

    `stated` are fields that are sent as they are. `title` heads it, offers in a row with one title stand together. With
    `dice` the player may type faces, of dice with `die` sides. `why_not` are reasons against, shown in place of the
    button; one is `primary`.
    """

    command: str
    label: str
    title: str = ""
    about: str = ""
    fields: tuple[Field, ...] = ()
    stated: tuple[tuple[str, str], ...] = ()
    dice: bool = False
    die: int = SIDES
    primary: bool = False
    why_not: tuple[str, ...] = ()

    @property
    def plain(self) -> dict[str, Any]:
        """The command as JSON states it, with what may be chosen."""
        fields = {field.name: [choice.value for choice in field.choices] for field in self.fields}
        return {"command": self.command, **dict(self.stated), "choose": fields}

    @property
    def key(self) -> str:
        """What tells it from all others of the page, as an id."""
        return "-".join(("do", self.command, *(value for _, value in self.stated))).replace("/", "-").replace(",", "-")


class Tally(Struct, frozen=True):
    """A number that is looked at all the time, as gold or the moon; `about` says more."""

    name: str
    value: str
    about: str = ""


class Told(Struct, frozen=True, kw_only=True):
    """A line of what stands: a name, a line about it, reasons against something, a link to more."""

    name: str
    about: str = ""
    reasons: tuple[str, ...] = ()
    href: str = ""
    is_lit: bool = False


class Group(Struct, frozen=True):
    """Lines under a heading; folded where few look for them."""

    title: str
    lines: tuple[Told, ...]
    is_folded: bool = False


class Shown(Struct, frozen=True, kw_only=True):
    """What a seat's page shows: where the battle is, whose step, what to do, the board, what stands in words.

    `whose` are the sides that may act. `picture` is an SVG, `caption` says what its marks mean. `result` is who has
    won, in words. `figures_from` is said wherever figures aren't the published ones.
    """

    title: str
    says: str
    whose: tuple[str, ...] = ()
    explains: str = ""
    offers: tuple[Offer, ...] = ()
    tallies: tuple[Tally, ...] = ()
    picture: str = ""
    caption: str = ""
    groups: tuple[Group, ...] = ()
    result: str = ""
    figures_from: str = ""


class Help(Struct, frozen=True, kw_only=True):
    """A question about a game outside any battle: a form whose fields stand in the page's address, and its answer.

    `stated` are fields that are sent as they are; `figures_from` is said wherever figures aren't the published ones.
    """

    slug: str
    title: str
    about: str = ""
    figures_from: str = ""
    fields: tuple[Field, ...] = ()
    stated: tuple[tuple[str, str], ...] = ()
    picture: str = ""
    caption: str = ""
    groups: tuple[Group, ...] = ()


class Begun(Struct, frozen=True):
    """A battle before anybody has done anything: its sides, the version of its rules, and its first facts."""

    sides: tuple[str, ...]
    rules_version: str
    happenings: Sequence[Happening[Any]]


class PlayedRules(BattleRules[State, Command, Fact], Protocol[State, Command, Fact]):
    """The battles of a game that the site's pages play."""

    may_come_later: ClassVar[bool]
    most_sides: ClassVar[int]  # up to four, one a phone

    def begun(self, name: str, rosters: Sequence[Any], reference: Any) -> Begun:
        """A battle of a roster a side; MalformedError, by `red`, `blue` and so on, where one can't take part."""

    def check_begun(self, state: State, sides: Sequence[str]) -> None:
        """MalformedError unless the first facts of a file make a battle of these sides that can be played on."""

    def name_of(self, state: State) -> str:
        """What the battle is called."""

    def shown(self, state: State, seat: str, look: Look, link: Link) -> Shown:
        """What a seat's page shows."""

    def plain(self, state: State, seat: str) -> dict[str, Any]:
        """What stands as a seat may see it, as JSON values."""

    def is_open(self, state: State, seat: str) -> bool:
        """Whether nothing is hidden from a seat any more, so that it may have the battle's file."""

    def read(self, fields: FormFields) -> Command:
        """A command from the fields of a form; MalformedError names one that can't be read."""


def command_in(fields: FormFields, commands: Any) -> Any:
    """One of a union of commands from the fields of a form, those that are empty left out; MalformedError for none."""
    stated = {name: [value for value in values if value] for name, values in fields.items() if any(values)}
    tag = (stated.get("command") or [""])[0]
    shapes = _shapes_of(commands)
    if tag not in shapes:
        raise MalformedError("command", f"there is no command “{tag}”")
    kinds = {field.encode_name: _bare(field.type) for field in shapes[tag].fields}
    plain: dict[str, Any] = {}
    for name, values in stated.items():
        whole, _, part = name.partition(".")
        kind = kinds.get(whole)
        if part and isinstance(kind, inspect.DictType):
            plain.setdefault(whole, {})[part] = values[0]
        else:
            plain[name] = values if isinstance(kind, COLLECTIONS) else values[0]
    return converted(plain, commands, strict=False)


def _bare(kind: inspect.Type) -> inspect.Type:
    """The type itself, without what is said about it."""
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


@lru_cache(maxsize=8)
def _shapes_of(commands: Any) -> dict[str, inspect.StructType]:
    shape = inspect.type_info(commands)
    types = shape.types if isinstance(shape, inspect.UnionType) else (shape,)
    return {str(each.tag): each for each in types if isinstance(each, inspect.StructType)}
