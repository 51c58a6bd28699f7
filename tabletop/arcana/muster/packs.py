"""An organiser's own rules: the book's rulebook with other figures, bans and limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tabletop.arcana.catalogue import list_slug
from tabletop.arcana.fielding import FieldedUnit
from tabletop.arcana.muster.remedies import remove_character, remove_models
from tabletop.arcana.muster.subject import Subject, character_culprit, unit_culprit
from tabletop.arcana.muster.tournament import Terms, tournament_rules
from tabletop.arcana.profile import Name, Row, Slug, Value
from tabletop.arcana.roster import ListSlug, Points, malformed
from tabletop.citations import Citation
from tabletop.findings import Culprit, Remedy
from tabletop.rulebook import Breach, Pass, Rule, Rulebook, rule

FORMAT = "muster-pack/1"


class Limit(Value, frozen=True, kw_only=True):
    """At most so many models of a row in an army."""

    profile: Slug
    most: Annotated[int, Meta(ge=0, le=1000)]


class Pack(Value, frozen=True, kw_only=True):
    """What an organiser changes; absent means as the book has it."""

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
    banned_lists: Annotated[tuple[ListSlug, ...], Meta(max_length=40)] = ()
    banned: Annotated[tuple[Slug, ...], Meta(max_length=400)] = ()
    limits: Annotated[tuple[Limit, ...], Meta(max_length=400)] = ()

    @property
    def terms(self) -> Terms:
        return Terms(
            sizes=self.sizes,
            largest_unit=self.largest_unit,
            small_unit=self.small_unit,
            small_units=self.small_units,
        )


class _Part(Struct, frozen=True):
    row: Row
    count: int
    culprit: Culprit
    removal: Remedy


def read_pack(content: bytes | str) -> Pack:
    """A pack from the text of a file; MalformedError names the field."""
    try:
        return msgspec.json.decode(content, type=Pack)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error) from error


def pack_rulebook(pack: Pack, core: Rulebook) -> Rulebook:
    """The rulebook that a pack makes of the book's core rules."""
    source = Citation(pack.name, "Organiser’s pack")
    rules = core.rules + (_tournament(pack) if pack.tournament else ())
    return Rulebook(pack.name, core.version, (*rules, *_own_rules(pack, source)), core.unchecked)


def _tournament(pack: Pack) -> tuple[Rule, ...]:
    allowed = {"TOUR-02": pack.allies, "TOUR-06": pack.optional_schools, "TOUR-07": pack.cheap_monsters_as_normal}
    return tuple(each for each in tournament_rules(pack.terms) if not allowed.get(each.code))


def _own_rules(pack: Pack, source: Citation) -> Iterator[Rule]:
    if pack.banned or pack.banned_lists:
        yield _bans(pack, source)
    if pack.limits:
        yield _limits(pack, source)
    if not pack.designs:
        yield _no_designs(source)


def _bans(pack: Pack, source: Citation) -> Rule:
    @rule("PACK-01", source)
    def nothing_banned(subject: Subject) -> Iterator[Breach | Pass]:
        """Rows and lists that the organiser has banned aren't fielded."""
        for part in _parts(subject):
            if part.row.slug in pack.banned or list_slug(part.row.slug) in pack.banned_lists:
                text = f"{part.row.name} is banned by {pack.name}."
                yield Breach(text, part.culprit, remedies=(part.removal,))

    return nothing_banned


def _limits(pack: Pack, source: Citation) -> Rule:
    @rule("PACK-02", source)
    def within_the_limits(subject: Subject) -> Iterator[Breach | Pass]:
        """No more models of a row than the organiser allows."""
        for limit in pack.limits:
            parts = [part for part in _parts(subject) if part.row.slug == limit.profile]
            total = sum(part.count for part in parts)
            if total > limit.most:
                text = f"{total} {parts[0].row.name} in the army; {pack.name} allows {limit.most}."
                removals = tuple(part.removal for part in parts)
                yield Breach(text, parts[-1].culprit, actual=total, limit=limit.most, remedies=removals)

    return within_the_limits


def _no_designs(source: Citation) -> Rule:
    @rule("PACK-03", source)
    def no_designs(subject: Subject) -> Iterator[Breach | Pass]:
        """Creatures of one's own aren't fielded."""
        for part in _parts(subject):
            if list_slug(part.row.slug) == "designs":
                yield Breach(f"{part.row.name} is an own design.", part.culprit, remedies=(part.removal,))

    return no_designs


def _parts(subject: Subject) -> Iterator[_Part]:
    for unit in subject.army.units:
        yield from _parts_of(unit)


def _parts_of(unit: FieldedUnit) -> Iterator[_Part]:
    for models in unit.models:
        removal = remove_models(unit, models.row, models.count)
        yield _Part(models.row, models.count, unit_culprit(unit.ref), removal)
    for character in unit.characters:
        ref = character.choice.ref
        removal = remove_character(ref, character.row)
        yield _Part(character.row, 1, character_culprit(ref), removal)
        if character.mount:
            yield _Part(character.mount, 1, character_culprit(ref), removal)
