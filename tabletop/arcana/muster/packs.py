"""An organiser's own rules: the book's rulebook with other figures, bans and limits."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.catalogue import list_slug
from tabletop.arcana.fielding import FieldedCharacter, FieldedUnit
from tabletop.arcana.muster.remedies import (
    dismount,
    remove_character,
    remove_models,
    take_from_character,
    take_from_models,
)
from tabletop.arcana.muster.subject import Subject, character_culprit, unit_culprit
from tabletop.arcana.muster.tournament import Terms, tournament_rules
from tabletop.arcana.pack import Pack
from tabletop.arcana.profile import Row
from tabletop.citations import Citation
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.rulebook import Breach, Pass, Rule, Rulebook, rule

PACKS = Citation("Muster", "Organisers’ packs")


@rule("PACK-00", PACKS, Severity.WARNING)
def pack_is_here(subject: Subject) -> Iterator[Breach | Pass]:
    """A roster under an organiser's pack is checked by it; without the pack only the core rules are."""
    if subject.army.pack is None:
        text = (
            f"The organiser’s pack of this roster ({subject.army.rules}) isn’t here; only the core rules were checked."
        )
        yield Breach(text)


class _Part(Struct, frozen=True):
    row: Row
    count: int
    culprit: Culprit
    removal: Remedy


def pack_rulebook(pack: Pack, core: Rulebook) -> Rulebook:
    """The rulebook that a pack makes of the book's core rules; what the organiser allows needs no other leave."""
    source = Citation(pack.name, "Organiser’s pack")
    settled = {"ALLY-01": pack.allies, "OPT-01": pack.cheap_monsters_as_normal}
    rules = (*core.rules, *(_tournament(pack) if pack.tournament else ()))
    kept = tuple(each for each in rules if not settled.get(each.code))
    return Rulebook(pack.name, core.version, (*kept, *_own_rules(pack, source)), core.unchecked)


def _tournament(pack: Pack) -> Iterator[Rule]:
    terms = Terms(
        sizes=pack.sizes,
        largest_unit=pack.largest_unit,
        small_unit=pack.small_unit,
        small_units=pack.small_units,
    )
    allowed = {
        "TOUR-01": not pack.sizes,
        "TOUR-02": pack.allies,
        "TOUR-06": pack.optional_schools,
        "TOUR-07": pack.cheap_monsters_as_normal,
    }
    return (each for each in tournament_rules(terms) if not allowed.get(each.code))


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
            if pack.bans(part.row.slug):
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
    culprit = unit_culprit(unit.ref)
    for models in unit.models:
        yield _Part(models.row, models.count, culprit, remove_models(unit, models.row, models.count))
        for upgrade in models.upgrades:
            removal = take_from_models(unit, models.row, upgrade.row)
            yield _Part(upgrade.row, upgrade.count * models.count, culprit, removal)
    for character in unit.characters:
        yield from _parts_of_character(character)


def _parts_of_character(character: FieldedCharacter) -> Iterator[_Part]:
    ref = character.choice.ref
    culprit = character_culprit(ref)
    yield _Part(character.row, 1, culprit, remove_character(ref, character.row))
    if character.mount:
        yield _Part(character.mount, 1, culprit, dismount(ref, character.mount))
    for upgrade in character.upgrades:
        yield _Part(upgrade.row, upgrade.count, culprit, take_from_character(ref, upgrade.row))
