"""What may be bought for a character, each with its price, and the reasons why it isn't legal or doesn't fit.

Each choice is made and reviewed. Rules about one unit need only that unit, so it alone is reviewed: a hundred mounts
take a hundred small reviews. What belongs to the whole army, its size and its special points, is added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.edits import OneEdit, SetMount, SetSchool, SetWeapon
from tabletop.arcana.army.pricing import ArmyPrice, weapon_points
from tabletop.arcana.army.repair import Reviewed, look_with
from tabletop.arcana.army.resolve import Army, Contingent, FieldedCharacter, FieldedUnit
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.army.rules.composition import SPECIAL_PERCENT, special_troops_share, within_points_limit
from tabletop.arcana.army.rules.mounts import carries
from tabletop.arcana.catalogue.lists import DESIGNS, list_slug
from tabletop.arcana.catalogue.profiles import Row, School
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.weapons import WEAPONS, Weapon
from tabletop.findings import Severity
from tabletop.languages import say
from tabletop.rulebook import Rulebook

Choosing = Callable[[str, str | None], OneEdit]  # of a character's ref and a value, or None for nothing
# Rules that one unit by itself says nothing about.
OF_THE_WHOLE_ARMY = frozenset(
    (
        *("ROST-01", "SIZE-01", "COMP-01", "COMP-02", "ALLY-01", "ALLY-02", "PACK-00"),
        *("TOUR-01", "TOUR-02", "TOUR-05", "TOUR-06", "TOUR-07", "TOUR-08"),
    )
)


class Reason(Struct, frozen=True):
    """Why a choice isn't legal: the code of the rule, and a sentence."""

    code: str
    text: str


class Offer(Struct, frozen=True):
    """A choice for a character, an empty `value` for choosing nothing; `row` is the profile of a mount.

    `change` is by how many points the army's price would change; `reasons` are empty where nothing is against it.
    """

    value: str
    name: str
    change: int
    chosen: bool
    edit: OneEdit
    reasons: tuple[Reason, ...] = ()
    row: Row | None = None

    @property
    def is_legal(self) -> bool:
        return not self.reasons


class Wearer(Struct, frozen=True):
    """A character in its unit, and the army that both stand in."""

    army: Army
    price: ArmyPrice
    rulebook: Rulebook
    contingent: Contingent
    unit: FieldedUnit
    character: FieldedCharacter
    roster: Roster

    @property
    def ref(self) -> str:
        return self.character.choice.ref


def weapons_for(wearer: Wearer) -> tuple[Offer, ...]:
    """The missile weapons with a price for the character, and the one it has."""
    row, chosen = wearer.character.row, wearer.character.choice.weapon
    known = [weapon for weapon in get_args(Weapon) if weapon == chosen or weapon_points(row, weapon) is not None]
    if not known:
        return ()
    choices = [_nothing(), *(Choice(weapon, WEAPONS[weapon].name) for weapon in known)]
    reasons = {"CHAR-01": say("troops of the {army} don't carry it", army=wearer.contingent.army.name)}
    return _offers(wearer, choices, _weapon, chosen=chosen, reasons=reasons)


def schools_for(wearer: Wearer) -> tuple[Offer, ...]:
    """The schools of magic, none for a character that casts no spells."""
    return _schools(wearer, wearer.character.row, wearer.character.choice.school, _school)


def mount_schools_for(wearer: Wearer) -> tuple[Offer, ...]:
    """The schools of magic of the beast that the character has bought."""
    mount, chosen = wearer.character.mount, wearer.character.choice.mount
    if mount is None or chosen is None or chosen.shared:
        return ()
    return _schools(wearer, mount, chosen.school, partial(_mount_school, chosen.profile))


def mounts_for(wearer: Wearer) -> tuple[Offer, ...]:
    """The army's mounts, monsters, vehicles and own designs on larger bases than the character's, and the one it has.

    None for a character that doesn't ride.
    """
    rider, mount = wearer.character.row, wearer.character.mount
    if rider.cannot_mount and mount is None:
        return ()
    army = wearer.contingent.army
    lists = dict.fromkeys((army.slug, "monsters", "vehicles", DESIGNS))
    listed = (row for slug in lists for row in wearer.army.catalogue.rows_of(slug) if army.may_field(row))
    rows = [row for row in listed if carries(row)]
    larger = [row for row in rows if row.base > rider.base or row == mount]
    if mount is not None and mount not in larger:
        larger.append(mount)
    order = {slug: place for place, slug in enumerate(lists)}
    larger.sort(key=lambda row: (order.get(list_slug(row.slug), len(order)), row.points))
    choices = [Choice("", say("On foot")), *(Choice(row.slug, row.name, row) for row in larger)]
    chosen = mount.slug if mount else None
    offers = _offers(wearer, choices, _mount, chosen=chosen, reasons={})
    return tuple(sorted((replace(offer, reasons=_but_magic(offer)) for offer in offers), key=_place))


def _but_magic(offer: Offer) -> tuple[Reason, ...]:
    """What is against a mount; one that casts chooses its school once it is there."""
    return tuple(reason for reason in offer.reasons if reason.code != "CHAR-03")


class Choice(Struct, frozen=True):
    """A value to choose, its name, and its profile if it is a mount."""

    value: str
    name: str
    row: Row | None = None


def _nothing() -> Choice:
    return Choice("", say("None"))


def _schools(wearer: Wearer, row: Row, chosen: School | None, choosing: Choosing) -> tuple[Offer, ...]:
    if row.spellcaster is None:
        return ()
    every = schools_of(row, optional=True)
    others = () if every == (School.GENERAL,) else tuple(school for school in School if school != School.GENERAL)
    choices = [Choice(school, school.capitalize()) for school in dict.fromkeys((*every, *others))]
    if row.spellcaster.cost or chosen is None:
        choices = [_nothing(), *choices]
    reasons = {"CHAR-03": say("no school of {profile}", profile=row.name)}
    return _offers(wearer, choices, choosing, chosen=chosen, reasons=reasons)


def _weapon(ref: str, value: str | None) -> OneEdit:
    return SetWeapon(character=ref, weapon=value)


def _school(ref: str, value: str | None) -> OneEdit:
    return SetSchool(character=ref, school=School(value) if value else None)


def _mount(ref: str, value: str | None) -> OneEdit:
    return SetMount(character=ref, profile=value)


def _mount_school(mount: str, ref: str, value: str | None) -> OneEdit:
    return SetMount(character=ref, profile=mount, school=School(value) if value else None)


def _offers(
    wearer: Wearer,
    choices: Sequence[Choice],
    choosing: Choosing,
    *,
    chosen: str | None,
    reasons: Mapping[str, str],
) -> tuple[Offer, ...]:
    """Each choice with what is against it, those first that nothing is against; `reasons` word rules by their codes."""
    trial = _Trial(wearer)
    tried = [(choice, trial.look(choosing(wearer.ref, choice.value or None))) for choice in choices]
    wrong = [_about(wearer, after) for _, after in tried]
    anyway = set(wrong[0]).intersection(*wrong[1:])  # whatever is chosen
    offers = []
    for (choice, after), findings in zip(tried, wrong, strict=True):
        change = after.points - trial.now.points
        against = [Reason(each.code, reasons.get(each.code, each.text)) for each in findings if each not in anyway]
        against += _beyond(wearer, change)
        is_chosen = choice.value == (chosen or "")
        edit = choosing(wearer.ref, choice.value or None)
        offers.append(Offer(choice.value, choice.name, change, is_chosen, edit, tuple(against), choice.row))
    return tuple(sorted(offers, key=_place))


def _place(offer: Offer) -> int:
    """Legal choices first, then those that only cost too much."""
    if offer.is_legal or offer.chosen:
        return 0
    return 1 + any(reason.code not in OF_THE_WHOLE_ARMY for reason in offer.reasons)


class _Trial:
    """The unit by itself, reviewed by the rules that a unit can break."""

    def __init__(self, wearer: Wearer) -> None:
        unit = wearer.unit.choice
        slug = wearer.contingent.army.slug
        own = wearer.roster.own_list if slug == DESIGNS else None
        self.alone = replace(wearer.roster, army=slug, own_list=own, units=(unit,), allies=(), points_limit=None)
        self.catalogue = wearer.army.catalogue
        rules = tuple(rule for rule in wearer.rulebook.rules if rule.code not in OF_THE_WHOLE_ARMY)
        self.reviewed = look_with(self.catalogue, replace(wearer.rulebook, rules=rules), wearer.army.pack)
        self.now = self.reviewed(self.alone)

    def look(self, edit: OneEdit) -> Reviewed:
        return self.reviewed(edit.applied(self.alone, self.catalogue))


def _about(wearer: Wearer, after: Reviewed) -> list[Reason]:
    """What is wrong with the character or its unit."""
    return [
        Reason(finding.code, finding.message)
        for finding in after.report.findings
        if finding.severity >= Severity.ERROR and finding.culprit.ref in (wearer.ref, wearer.unit.ref)
    ]


def _beyond(wearer: Wearer, change: int) -> Iterator[Reason]:
    """What a dearer choice goes beyond: the size of the game, and the points for special troops."""
    if change <= 0:
        return
    army, contingent = wearer.army, wearer.contingent
    shares = wearer.price.shares[army.contingents.index(contingent)]
    size = shares.total + change if contingent.points is None else max(contingent.points, 0)
    allowed = size * SPECIAL_PERCENT // 100
    if shares.special + change > allowed:
        text = say("special would be {more} of {allowed}", more=shares.special + change, allowed=allowed)
        yield Reason(special_troops_share.code, text)
    limit, spent = army.points_limit, wearer.price.points + change
    if limit is not None and spent > limit:
        yield Reason(within_points_limit.code, say("the army would be {spent} of {limit}", spent=spent, limit=limit))
