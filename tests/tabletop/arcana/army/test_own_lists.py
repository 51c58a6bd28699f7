"""Army lists of a player's own: judged and priced as printed ones, marked as own, read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.offers import Wearer, weapons_for
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.formats.registry import FORMATS, read_any
from tabletop.arcana.game import ARCANA, ArcanaVerdict, Reference, judge
from tabletop.decoding import MalformedError
from tabletop.findings import Severity
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.reviews import briefs, errors, priced

CATALOGUE = printed_catalogue()
SHIELD = {"division": "pale", "field": "vert", "second": "or", "charge": "hammer", "charge_tincture": "sable"}
BODY = {"movement": {"ground": 6}, "morale": {"value": 7}, "melee": [{"attacks": 1, "skill": 2}]}
BOW = {"name": "Crossbow", "range": 24, "attacks": 1, "skill": 2, "strength": 2}
DESIGNS = [
    BODY | {"name": "Frog"},
    BODY | {"name": "Frog Bow", "missile": [BOW]},
    BODY | {"name": "Frog Prince", "kind": "character", "wounds": 3, "missile_skill": {"attacks": 1, "skill": 3}},
    BODY | {"name": "Great Frog", "wounds": 3, "armour": {"value": 5}, "melee": [{"attacks": 4, "skill": 4}]},
]


def host(*units: dict[str, Any], **fields: Any) -> Roster:
    plain = {
        "format": "muster-roster/1",
        "game": "arcana",
        "name": "Pond",
        "army": "designs",
        "own_list": {"name": "Frogs", "shield": SHIELD},
        "points_limit": 1000,
        "units": units,
        "designs": DESIGNS,
    }
    return read_roster(json.dumps({name: value for name, value in (plain | fields).items() if value is not None}))


def frogs(ref: str, profile: str, count: int, **leader: Any) -> dict[str, Any]:
    unit: dict[str, Any] = {"ref": ref, "models": [{"profile": f"designs/{profile}", "count": count}]}
    return unit | ({"characters": [{"ref": f"{ref}c", "profile": "designs/frog-prince"} | leader]} if leader else {})


def cost(profile: str) -> int:
    return priced(host(frogs("u1", profile, 1))).points


def test_composition_judges_it_as_a_printed_army() -> None:
    many = 600 // cost("frog") + 1
    assert briefs(host(frogs("u1", "frog", many))) == ["LIST-02 army designs"]
    assert errors(host(frogs("u1", "frog", 600 // cost("frog") - 1))) == ["COMP-01 army designs"]
    elite = frogs("u2", "great-frog", 401 // cost("great-frog") + 1)
    assert priced(host(elite)).special == priced(host(elite)).points
    assert "COMP-02 army designs" in errors(host(elite))


def test_characters_buy_what_troops_of_their_own_list_carry() -> None:
    armed = frogs("u1", "frog", 90, weapon="crossbow")
    assert errors(host(armed)) == []
    assert errors(host(armed, designs=[design for design in DESIGNS if design["name"] != "Frog Bow"])) == [
        "CHAR-01 character u1c"
    ]


def test_a_tournament_takes_it_only_where_its_pack_says_so() -> None:
    size = 4000 // 3 // cost("frog")
    roster = host(*(frogs(f"u{n}", "frog", min(size, 800 // cost("frog"))) for n in range(4)), points_limit=4000)
    pack = {"format": "muster-pack/1", "name": "Cup"}
    outcomes = {
        case: _errors(judge(roster, CATALOGUE, Pack(**pack, **fields)))  # type: ignore[arg-type]
        for case, fields in {
            "absent": {},
            "allowed": {"own_lists": True},
            "no designs": {"own_lists": True, "designs": False},
        }.items()
    }
    assert outcomes == {"absent": {"TOUR-10"}, "allowed": set(), "no designs": {"PACK-03"}}
    allowed = judge(roster, CATALOGUE, Pack(**pack, own_lists=True))  # type: ignore[arg-type]
    assert allowed.price.special == 0
    assert allowed.report.findings == ()


def test_its_elite_troops_may_be_few_as_a_printed_list_s_may() -> None:
    pack = Pack(format="muster-pack/1", name="Cup", own_lists=True, sizes=())
    units = [frogs("u1", "frog", 300 // cost("frog")), *(frogs(f"e{n}", "great-frog", 1) for n in range(2))]
    assert "TOUR-05" not in _errors(judge(host(*units), CATALOGUE, pack))
    others = frogs("u2", "frog", 3), frogs("u3", "frog", 3)
    assert "TOUR-05" in _errors(judge(host(*units, *others), CATALOGUE, pack))


def _errors(verdict: ArcanaVerdict) -> set[str]:
    return {finding.code for finding in verdict.report.findings if finding.severity == Severity.ERROR}


def test_its_name_and_shield_are_the_verdict_s_and_say_that_it_is_own() -> None:
    listed = judge(host(frogs("u1", "frog", 10)), CATALOGUE).listed
    assert listed.army == "Frogs (own list)"
    assert listed.shield.charge == "hammer"
    assert ARCANA.army_name(host(), Reference(CATALOGUE, lambda rules: {})) == "Frogs (own list)"


def test_what_an_ally_may_buy_is_still_told() -> None:
    ally = {
        "army": "dwarves",
        "points": 5000,
        "units": [{"ref": "d1", "characters": [{"ref": "dc", "profile": "dwarves/dwarf-lord"}]}],
    }
    roster = host(frogs("u1", "frog", 10, school=None), allies=[ally], points_limit=10_000)
    verdict = judge(roster, CATALOGUE)
    for contingent in verdict.army.contingents:
        (unit,) = contingent.units
        (character,) = unit.characters
        wearer = Wearer(verdict.army, verdict.price, verdict.rulebook, contingent, unit, character, roster)
        assert any(offer.value == "crossbow" and offer.is_legal for offer in weapons_for(wearer))


@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_it_comes_back_from_every_format(kind: str) -> None:
    own = {"name": 'Frogs; "of" the {pond}', "shield": SHIELD, "note": "They croak: loudly, [at 5 points]"}
    roster = host(frogs("u1", "frog", 10, weapon="crossbow"), own_list=own)
    written = FORMATS[kind].file(roster, CATALOGUE)
    read = read_any(written.name, written.content, CATALOGUE)
    assert read.roster == roster or "summary" in kind, read.problems


def test_a_list_that_is_named_as_a_printed_one_isn_t_taken_for_it() -> None:
    roster = host(frogs("u1", "frog", 10), own_list={"name": "Dwarves", "shield": SHIELD})
    assert judge(roster, CATALOGUE).listed.army == "Dwarves (own list)"
    written = FORMATS["text"].file(roster, CATALOGUE)
    assert read_any(written.name, written.content, CATALOGUE).roster == roster


def test_its_lines_say_names_that_other_armies_have_too() -> None:
    roster = host(frogs("u1", "axemen", 10), designs=[BODY | {"name": "Axemen"}])
    written = FORMATS["text"].file(roster, CATALOGUE)
    assert b"- 10 Axemen [" in written.content
    assert read_any(written.name, written.content, CATALOGUE).roster == roster


@of_each(
    ("fields", "field"),
    [
        ({"own_list": None}, "own_list"),
        ({"army": "dwarves"}, "own_list"),
        ({"own_list": {"name": "", "shield": SHIELD}}, "own_list.name"),
        ({"own_list": {"name": "Frogs"}}, "own_list.shield"),
        ({"own_list": {"name": "Frogs", "shield": SHIELD | {"charge": "frog"}}}, "own_list.shield.charge"),
        ({"own_list": {"name": "Frogs", "shield": SHIELD | {"second": "vert"}}}, "own_list.shield"),
        ({"own_list": {"name": "Frogs", "shield": SHIELD, "points": 5}}, "own_list.points"),
        ({"own_list": {"name": "Frogs", "shield": SHIELD, "note": "a\nb"}}, "own_list.note"),
        ({"designs": [DESIGNS[0] | {"points": 1}]}, "designs[0].points"),
    ],
)
def test_a_malformed_list_names_its_field(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(MalformedError) as raised:
        host(**fields)
    assert raised.value.field == field
