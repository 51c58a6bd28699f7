"""Forms of a battle's page: a command with the fields that its player fills in, and drafts kept in an address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import ArmyList

ENVELOPE = frozenset({"csrfmiddlewaretoken", "draft", "on", "id", "as", "how", "command", "unit"})
INCHES = (
    "inches",
    "range",
    "moved",
    "edge",
    "gap",
    "at",
)  # that a form states in inches, a command in hundredths


class Choice(Struct, frozen=True):
    """One of several: what is sent, and how it reads; `why_not` where it can't be chosen.

    `army` is whose shield it bears, `needs` the number that dice need against it.
    """

    value: str
    name: str
    about: str = ""
    why_not: str = ""
    army: ArmyList | None = None
    needs: str = ""


class Field(Struct, frozen=True, kw_only=True):
    """A field of a form, folded where few need it; an empty value is sent as nothing.

    `kind` is radio, select, number, text, check, or checks: several of its choices, their values parted by spaces.
    """

    name: str
    label: str
    kind: str
    value: str = ""
    choices: tuple[Choice, ...] = ()
    least: float = 0
    most: float = 100
    step: str = "1"
    is_folded: bool = False

    @property
    def values(self) -> list[str]:
        """The choices that are ticked at first."""
        return self.value.split()


class Action(Struct, frozen=True, kw_only=True):
    """A command as a form. Where `dice` fall its odds can be asked before, and faces be typed; one is `primary`."""

    command: str
    label: str
    unit: str = ""
    fields: tuple[Field, ...] = ()
    stated: tuple[tuple[str, str], ...] = ()
    dice: bool = False
    odds: bool = False
    primary: bool = False
    folded: str = ""
    choice: bool = False
    title: str = ""
    about: str = ""
    is_drafted: bool = False

    @property
    def has_bar(self) -> bool:
        """Whether it may lie under the thumb."""
        return self.primary and not self.folded and not self.choice

    @property
    def key(self) -> str:
        """What tells it from all others of the page, as an id."""
        stated = (value.replace("/", "-") for _, value in self.stated)
        return "-".join(("do", self.command, *([self.unit] if self.unit else []), *stated))

    @property
    def open_fields(self) -> list[Field]:
        """The fields that everybody sees."""
        return [field for field in self.fields if not field.is_folded]

    @property
    def folded_fields(self) -> list[Field]:
        """The fields for those who look for them."""
        return [field for field in self.fields if field.is_folded]


Actions = Iterator[Action]
TYPED = "typed."  # before the name of a field, in an address that keeps a draft


def draft_of(post: QueryDict) -> str:
    """A form that wasn't carried out, as the end of the address of a page that has it filled in; none for others."""
    if "draft" not in post:
        return ""
    stated = [("draft", post["draft"]), ("side", post.get("as", "")), ("unit", post.get("unit", ""))]
    fields = [(f"{TYPED}{name}", value) for name in post if name not in ENVELOPE for value in post.getlist(name)]
    return f"?{urlencode([pair for pair in (*stated, *fields) if pair[1]])}"


def filled_in(actions: Actions, query: QueryDict) -> tuple[Action, ...]:
    """Forms as an address keeps one of them: with what was typed and chosen; only the first is solid."""
    found: list[Action] = []
    for action in actions:
        is_second = action.has_bar and any(other.has_bar for other in found)
        one = replace(action, primary=False) if is_second else action
        found.append(_filled(one, query) if action.key == query.get("draft") else one)
    return tuple(found)


def _filled(action: Action, query: QueryDict) -> Action:
    fields = tuple(replace(field, value=" ".join(query.getlist(f"{TYPED}{field.name}"))) for field in action.fields)
    return replace(action, fields=fields, is_drafted=True)


def choices_of(pairs: Iterable[tuple[str, str]]) -> tuple[Choice, ...]:
    return tuple(Choice(value, name) for value, name in pairs)


def edge_field(*, is_folded: bool = False) -> Field:
    """How far it is to the table's edge on a flight's way."""
    label = "Inches to the table's edge, if it is near"
    return Field(name="edge", label=label, kind="number", most=200, step="any", is_folded=is_folded)


def touching_fields(unit: str, foe: str, *, is_folded: bool = True) -> tuple[Field, Field]:
    """How many of both touch, where the players count them; the names are in sentences."""
    labels = f"Models of {unit} that touch", f"Models of {foe} that touch"
    mine, theirs = (
        Field(name="touching", label=label, kind="number", least=1, is_folded=is_folded) for label in labels
    )
    return mine, theirs


BY_HAND = Field(name="by_hand", label="Dice and losses are the table's", kind="check", is_folded=True)
