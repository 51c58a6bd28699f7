"""What an organiser has set, exactly as a `muster-pack/1` file states it: the book's rules with other values."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.army.roster import Points
from tabletop.arcana.catalogue.identifiers import Basis, ListSlug, Rules
from tabletop.arcana.catalogue.lists import Catalogue, OwnList, list_slug
from tabletop.arcana.creation.own_lists import with_own_list
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.values import Name, Slug, Value

PREFIX = "pack/"
LINK = re.compile(r"(?:(?:.*/)?packs?/)?([A-Za-z0-9_-]{1,16})(?:/(?:[?#].*)?)?")


MOST_LISTS = 10


class Limit(Value, frozen=True, kw_only=True):
    """At most so many models of a profile in an army."""

    profile: Slug
    most: Annotated[int, Meta(ge=0, le=1000)]


class Pack(Value, frozen=True, kw_only=True):
    """What an organiser changes; absent means as the book has it.

    `sizes` to `small_units` belong to the tournament rules and say nothing without them; no sizes mean any size.
    `lists` are players' own that may be played here, as they are here; of others only where `own_lists` says so.
    """

    format: Literal["muster-pack/1"]
    name: Name
    tournament: bool = True
    sizes: Annotated[tuple[Points, ...], Meta(max_length=10)] = (4000, 5000)
    largest_unit: Points = 800
    small_unit: Annotated[int, Meta(ge=0, le=100_000)] = 200
    small_units: Annotated[int, Meta(ge=0, le=100)] = 1
    allies: bool = False
    optional_schools: bool = False
    cheap_monsters_as_normal: bool = False
    designs: bool = True
    own_lists: bool = False
    lists: Annotated[tuple[OwnList, ...], Meta(max_length=MOST_LISTS)] = ()
    banned_lists: Annotated[tuple[ListSlug, ...], Meta(max_length=40)] = ()
    banned: Annotated[tuple[Slug, ...], Meta(max_length=400)] = ()
    limits: Annotated[tuple[Limit, ...], Meta(max_length=400)] = ()

    @property
    def basis(self) -> Basis:
        return Basis.TOURNAMENT if self.tournament else Basis.CORE

    def bans(self, slug: str) -> bool:
        """Whether a row is banned, by itself or with its whole list."""
        return slug in self.banned or list_slug(slug) in self.banned_lists

    def has_list(self, own: OwnList) -> bool:
        """Whether it has this list, figure by figure; from where a roster took it says nothing."""
        return any(replace(each, pack=own.pack) == own for each in self.lists)


def read_pack(content: bytes | str) -> Pack:
    """A pack from the text of a file; MalformedError names the field."""
    return decoded(content, Pack, most=LARGEST_FILE)


def write_pack(pack: Pack) -> bytes:
    """The pack's file, indented for people, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(pack), indent=2) + b"\n"


def check_pack(pack: Pack, catalogue: Catalogue) -> None:
    """MalformedError names the first list or row that isn't printed, or a row that is limited twice.

    Also an own list that has no price in the formula somewhere, or is called as another.
    """
    for number, own in enumerate(pack.lists):
        with_own_list(catalogue, own, f"lists[{number}]")
        if own.name in [other.name for other in pack.lists[:number]]:
            raise MalformedError(f"lists[{number}].name", f"another list is “{own.name}” already")
    for number, slug in enumerate(pack.banned_lists):
        if slug not in catalogue.lists:
            raise MalformedError(f"banned_lists[{number}]", f"there is no army list “{slug}”")
    limited = [limit.profile for limit in pack.limits]
    named = [(f"banned[{number}]", slug) for number, slug in enumerate(pack.banned)]
    named += [(f"limits[{number}].profile", slug) for number, slug in enumerate(limited)]
    for place, slug in named:
        if slug not in catalogue.rows:
            raise MalformedError(place, f"there is no profile “{slug}”")
    for number, slug in enumerate(limited):
        if slug in limited[:number]:
            raise MalformedError(f"limits[{number}].profile", f"“{slug}” is limited twice")


def rules_of(code: str) -> Rules:
    """How a roster names the pack with this code."""
    return f"{PREFIX}{code}"


def code_of(rules: Rules) -> str:
    """The code of the pack that a roster names; empty for the book's own rules."""
    return rules.removeprefix(PREFIX) if rules.startswith(PREFIX) else ""


def code_in(link: str) -> str:
    """The code in a pack's link, or the code itself; MalformedError for any other text."""
    match = LINK.fullmatch(link.strip())
    if match is None:
        raise MalformedError("pack", "isn't the link or the code of a pack")
    return match[1]
