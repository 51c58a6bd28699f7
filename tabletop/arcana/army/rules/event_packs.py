"""An organiser's own rules: the book's rulebook with other figures, bans and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from tabletop.arcana.army.edits import RemoveAlly
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.remedies import (
    dismount,
    remove_character,
    remove_models,
    take_from_character,
    take_from_models,
)
from tabletop.arcana.army.resolve import FieldedCharacter, FieldedModels, FieldedUnit
from tabletop.arcana.army.rules.context import Subject, character_culprit, unit_culprit
from tabletop.arcana.army.rules.tournament import Terms, tournament_rules
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyList, OwnList, list_slug
from tabletop.arcana.catalogue.profiles import Row
from tabletop.citations import Citation
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.languages import say
from tabletop.rulebook import Breach, Pass, Rule, Rulebook, rule

PACKS = Citation("Muster", "Organisers' packs")


@rule("PACK-00", PACKS, Severity.WARNING)
def pack_is_here(subject: Subject) -> Iterator[Breach | Pass]:
    """A roster that names an event pack is checked by it; without the pack, only by the core rules."""
    if subject.army.pack is None:
        text = say(
            "This roster's event pack ({rules}) isn't on this site; only the core rules were checked.",
            rules=subject.army.rules,
        )
        yield Breach(text)


class _Part(Struct, frozen=True):
    row: Row
    count: int
    culprit: Culprit
    fewer: Callable[[int], Remedy]


def pack_rulebook(pack: Pack, core: Rulebook) -> Rulebook:
    """The rulebook that a pack makes of the book's core rules; what the organiser has decided needs no other leave."""
    source = Citation(pack.name, "Organiser's pack")
    settled = {
        "ALLY-01": pack.allies,
        "LIST-02": pack.own_lists or pack.lists,
        "OPT-01": pack.cheap_monsters_as_normal,
        "OPT-02": pack.optional_schools,
        "DSGN-01": not pack.designs,
    }
    rules = (*core.rules, *(_tournament(pack) if pack.tournament else ()))
    kept = tuple(rule for rule in rules if not settled.get(rule.code))
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
        "TOUR-10": pack.own_lists or pack.lists,
    }
    return (rule for rule in tournament_rules(terms) if not allowed.get(rule.code))


def _own_rules(pack: Pack, source: Citation) -> Iterator[Rule]:
    if pack.banned or pack.banned_lists:
        yield _bans(pack, source)
    if pack.limits:
        yield _limits(pack, source)
    if not pack.designs:
        yield _no_designs(pack, source)
    if pack.lists:
        yield _own_lists(pack, source)


def _bans(pack: Pack, source: Citation) -> Rule:
    @rule("PACK-01", source)
    def nothing_banned(subject: Subject) -> Iterator[Breach | Pass]:
        """Profiles and lists that the organiser has banned aren't fielded."""
        armies = [contingent.army for contingent in subject.army.contingents]
        banned = {army.slug: army for army in armies if army.slug in pack.banned_lists}
        for army in banned.values():
            yield _banned_army(army, pack, allied=army != armies[0])
        for part in _parts(subject):
            if pack.bans(part.row.slug) and list_slug(part.row.slug) not in banned:
                text = say("{part} is banned by {pack}.", part=part.row.name, pack=pack.name)
                yield Breach(text, part.culprit, remedies=(part.fewer(part.count),))

    return nothing_banned


def _banned_army(army: ArmyList, pack: Pack, *, allied: bool) -> Breach:
    remedies = (Remedy(say("Leave the {army} at home", army=army.name), RemoveAlly(army=army.slug)),) if allied else ()
    return Breach(
        say("The {army} are banned by {pack}.", army=army.name, pack=pack.name),
        Culprit("army", army.slug),
        remedies=remedies,
    )


def _limits(pack: Pack, source: Citation) -> Rule:
    @rule("PACK-02", source)
    def within_the_limits(subject: Subject) -> Iterator[Breach | Pass]:
        """No more models of a profile than the organiser allows."""
        for limit in pack.limits:
            parts = [part for part in _parts(subject) if part.row.slug == limit.profile]
            total = sum(part.count for part in parts)
            if total > limit.most:
                text = say(
                    "{models} in the army; {pack} allows {most}.",
                    models=counted(parts[0].row.name, total),
                    pack=pack.name,
                    most=limit.most,
                )
                remedies = tuple(part.fewer(total - limit.most) for part in parts)
                smallest = min(parts, key=lambda part: (part.count, part.culprit.ref))
                yield Breach(text, smallest.culprit, actual=total, limit=limit.most, remedies=remedies)

    return within_the_limits


def _no_designs(pack: Pack, source: Citation) -> Rule:
    @rule("PACK-03", source, of=Trait.DESIGN)
    def no_designs(subject: Subject) -> Iterator[Breach | Pass]:
        """Players' own designs aren't fielded."""
        for part in _parts(subject):
            if part.row.slug in subject.army.designs:
                text = say(
                    "{part} is a player's own design; {pack} doesn't allow any.", part=part.row.name, pack=pack.name
                )
                yield Breach(text, part.culprit, remedies=(part.fewer(part.count),))

    return no_designs


def _own_lists(pack: Pack, source: Citation) -> Rule:
    @rule("PACK-04", source)
    def only_lists_of_the_event(subject: Subject) -> Iterator[Breach | Pass]:
        """A player's own army list is one that the organiser has set, figure by figure, without designs beside it."""
        own = subject.army.own_list
        if own is None:
            return
        if pack.has_list(own):
            yield from _designs_beside(subject, own)
        elif own.name in [each.name for each in pack.lists]:
            text = say(
                "{own} isn't as {pack} has this list by now. Start from the list of the pack.",
                own=own.name,
                pack=pack.name,
            )
            yield Breach(text, Culprit("army", DESIGNS))
        elif not pack.own_lists:
            names = say(" or ").join(each.name for each in pack.lists)
            text = say(
                "{own} is none of the own lists that {pack} plays, which are {names}.",
                own=own.name,
                pack=pack.name,
                names=names,
            )
            yield Breach(text, Culprit("army", DESIGNS))

    return only_lists_of_the_event


def _designs_beside(subject: Subject, own: OwnList) -> Iterator[Breach]:
    """Designs in an army of the event's list: they would be its troops as the list's own rows are."""
    for part in _parts(subject):
        if part.row.slug in subject.army.designs:
            text = say(
                "{part} isn't in the list of {own} as the organiser has set it.", part=part.row.name, own=own.name
            )
            yield Breach(text, part.culprit, remedies=(part.fewer(part.count),))


def _parts(subject: Subject) -> Iterator[_Part]:
    for unit in subject.army.units:
        yield from _parts_of(unit)


def _parts_of(unit: FieldedUnit) -> Iterator[_Part]:
    for models in unit.models:
        yield from _parts_of_models(unit, models)
    for character in unit.characters:
        yield from _parts_of_character(character)


def _parts_of_models(unit: FieldedUnit, models: FieldedModels) -> Iterator[_Part]:
    culprit = unit_culprit(unit.ref)
    yield _Part(
        models.row, models.count, culprit, lambda count: remove_models(unit, models.row, min(count, models.count))
    )
    for upgrade in models.upgrades:
        taken = take_from_models(unit, models.row, upgrade.row)
        yield _Part(upgrade.row, upgrade.count * models.count, culprit, _whole(taken))


def _parts_of_character(character: FieldedCharacter) -> Iterator[_Part]:
    ref = character.choice.ref
    culprit = character_culprit(ref)
    yield _Part(character.row, 1, culprit, _whole(remove_character(ref, character.row)))
    if character.mount and not character.rides_along:
        yield _Part(character.mount, 1, culprit, _whole(dismount(ref, character.mount)))
    for upgrade in character.upgrades:
        yield _Part(upgrade.row, upgrade.count, culprit, _whole(take_from_character(ref, upgrade.row)))


def _whole(remedy: Remedy) -> Callable[[int], Remedy]:
    """What can't be made fewer, only taken away."""
    return lambda count: remedy
