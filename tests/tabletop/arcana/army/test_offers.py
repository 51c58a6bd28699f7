"""What is offered for a character: the legal first, the others with what is against them."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.edits import SetMount, SetWeapon
from tabletop.arcana.army.offers import Offer, Wearer, mounts_for, schools_for, weapons_for
from tabletop.arcana.army.roster import Character, Models, Roster, Unit, new_roster
from tabletop.arcana.game import judge
from tests.reviews import looked, priced
from tests.strategies import CATALOGUE, armies


def wearer(roster: Roster, ref: str) -> Wearer:
    verdict = judge(roster, CATALOGUE)
    for contingent in verdict.army.contingents:
        for unit in contingent.units:
            for character in unit.characters:
                if character.choice.ref == ref:
                    return Wearer(
                        verdict.army, verdict.price, verdict.rulebook, contingent, unit, character, verdict.roster
                    )
    raise LookupError(ref)


def dwarves(character: Character, *, limit: int | None = 2000, axemen: int = 60, rules: str = "core") -> Wearer:
    unit = Unit(ref="u1", models=(Models(profile="dwarves/axemen", count=axemen),), characters=(character,))
    roster = replace(new_roster(name="Watch", army="dwarves", points_limit=limit), units=(unit,), rules=rules)
    return wearer(roster, character.ref)


def named(offers: tuple[Offer, ...], name: str) -> Offer:
    return next(offer for offer in offers if offer.name == name)


LORD = Character(ref="c1", profile="dwarves/dwarf-lord", weapon="crossbow")


def test_weapons_of_the_army_come_first_with_what_changing_costs() -> None:
    offers = weapons_for(dwarves(LORD))
    assert [(offer.name, offer.change) for offer in offers if offer.is_legal] == [
        ("None", -32),
        ("Crossbow", 0),
        ("Handgun", -5),
    ]
    assert [reason.text for reason in named(offers, "Longbow").reasons] == ["troops of the Dwarves don't carry it"]


def test_a_mount_beyond_the_special_points_says_how_many_they_would_be() -> None:
    offers = mounts_for(dwarves(LORD, limit=1500))
    assert named(offers, "Bear").is_legal
    special, size = named(offers, "Titan").reasons
    assert (special.code, size.code) == ("COMP-02", "SIZE-01")
    assert special.text.endswith(" of 600")


def test_who_has_a_choice_of_schools_sees_the_others_with_their_reason() -> None:
    shaman = Unit(ref="u1", characters=(Character(ref="c1", profile="orcs/orc-shaman"),))
    roster = replace(new_roster(name="Tribe", army="orcs", points_limit=2000), units=(shaman,))
    offers = schools_for(wearer(roster, "c1"))
    legal = [offer.value for offer in offers if offer.is_legal]
    own = CATALOGUE.rows["orcs/orc-shaman"].spellcaster
    assert own is not None
    assert set(legal) == set(own.schools)
    assert all(reason.code == "CHAR-03" for offer in offers for reason in offer.reasons)


def test_what_is_wrong_whatever_is_chosen_is_against_no_mount() -> None:
    offers = mounts_for(dwarves(replace(LORD, weapon="longbow")))
    assert named(offers, "Bear").is_legal


def test_who_never_rides_is_offered_no_mount_and_who_never_shoots_no_weapon() -> None:
    row = next(row for row in CATALOGUE.rows.values() if row.cannot_mount and row.missile_skill is None)
    army = row.slug.partition("/")[0]
    unit = Unit(ref="u1", characters=(Character(ref="c1", profile=row.slug),))
    alone = wearer(replace(new_roster(name="Alone", army=army), units=(unit,)), "c1")
    assert (mounts_for(alone), weapons_for(alone)) == ((), ())


@settings(max_examples=15)
@given(armies(limits=st.integers(500, 3000)), st.data())
def test_an_offer_costs_what_it_says_and_a_legal_one_breaks_no_rule(roster: Roster, data: st.DataObject) -> None:
    refs = [character.ref for unit in roster.units for character in unit.characters]
    for ref in refs[:1]:
        now = looked(roster)
        some = wearer(roster, ref)
        offers = [offer for offer in (*mounts_for(some), *weapons_for(some)) if not offer.chosen]
        assume(offers)
        offer = data.draw(st.sampled_from(offers))
        after_roster = offer.edit.applied(roster, CATALOGUE)
        assert isinstance(offer.edit, SetMount | SetWeapon)
        assert priced(after_roster).points - priced(roster).points == offer.change
        if offer.is_legal:
            new = looked(after_roster).errors - now.errors
            assert {code for code, _ in new} <= {"CHAR-03", "COMP-01"}, new
