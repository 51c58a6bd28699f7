"""Where packages clash: each rule alone, and ways out that help."""

from __future__ import annotations

from functools import partial

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Morale, Movement
from tabletop.arcana.creation.equipment import EQUIPMENT_RULES, apply
from tabletop.findings import Finding
from tests.catalogue import equipment
from tests.laws import of_each

PACKAGES = equipment()
equip = partial(apply.equip, equipment=PACKAGES)

MAN = Design(name="Man", movement=Movement(ground=6), morale=Morale(value=7), melee=(Melee(attacks=1, skill=2),))
SHIELDED = replace(MAN, defence=Defence(shield=True))
LEGAL = ["chainmail", "shield", "magic-armour", "spear", "bow"]
CASES = [
    ("EQUIP-01", MAN, ["cloth", "plate"], {"plate"}),
    ("EQUIP-01", MAN, ["spear", "polearm", "heavy-weapon"], {"spear", "polearm"}),
    ("EQUIP-01", MAN, ["berserk", "berserk-strong"], {"berserk-strong"}),
    ("EQUIP-02", MAN, ["shield", "two-handed-weapon"], {"two-handed-weapon"}),
    ("EQUIP-02", MAN, ["shield", "polearm"], {"polearm"}),
    ("EQUIP-02", MAN, ["shield", "two-weapons"], {"two-weapons"}),
    ("EQUIP-02", MAN, ["berserk", "chainmail"], {"berserk"}),
    ("EQUIP-02", MAN, ["berserk-strong", "magic-armour"], {"berserk-strong"}),
    ("EQUIP-03", SHIELDED, ["polearm"], {"polearm"}),
    ("EQUIP-04", replace(MAN, melee=()), ["spear"], {"spear"}),
    ("EQUIP-04", replace(MAN, melee=(Melee(attacks=1, skill=2, strength="eldritch"),)), ["spear"], {"spear"}),
    (
        "EQUIP-04",
        replace(MAN, melee=(Melee(attacks=1, skill=2, first_strike=True),)),
        ["two-handed-weapon"],
        {"two-handed-weapon"},
    ),
    ("EQUIP-05", replace(MAN, movement=Movement(ground=3)), ["plate"], {"plate"}),
    ("EQUIP-06", replace(MAN, armour=Armour(value=2)), ["plate"], {"plate"}),
    ("EQUIP-06", SHIELDED, ["shield"], {"shield"}),
]


def findings(base: Design, chosen: list[str]) -> tuple[Finding, ...]:
    return equip(base, chosen).report.findings


@of_each(("code", "base", "chosen", "culprits"), CASES)
def test_clash_is_found_and_nothing_else(code: str, base: Design, chosen: list[str], culprits: set[str]) -> None:
    found = findings(base, chosen)
    assert {finding.code for finding in found} == {code}
    assert {finding.culprit.ref for finding in found} == culprits


@of_each(
    ("base", "chosen"),
    [
        (MAN, LEGAL),
        (MAN, ["berserk", "cloth", "two-weapons"]),
        (replace(MAN, armour=Armour(value=2, fixed=True)), ["plate", "shield"]),
        (replace(MAN, movement=Movement(ground=4)), ["plate"]),
        (replace(MAN, movement=Movement(fly=12)), ["plate"]),
        (replace(MAN, melee=(Melee(attacks=1, skill=2, strength="eldritch"),)), ["primitive-spear"]),
        (SHIELDED, ["spear"]),
        (SHIELDED, ["berserk"]),
    ],
)
def test_what_goes_together_has_no_findings(base: Design, chosen: list[str]) -> None:
    assert findings(base, chosen) == ()


def test_every_rule_has_a_case() -> None:
    assert {code for code, *_ in CASES} == {rule.code for rule in EQUIPMENT_RULES.rules}


def test_armour_that_gives_way_is_only_a_warning() -> None:
    assert equip(SHIELDED, ["shield"]).report.is_legal
    assert equip(SHIELDED, ["shield"]).design.armour == MAN.armour


@given(st.lists(st.sampled_from(list(PACKAGES)), unique=True, max_size=8), st.sampled_from([MAN, SHIELDED]))
def test_every_way_out_helps(chosen: list[str], base: Design) -> None:
    for finding in findings(base, chosen):
        assert finding.remedies
        for remedy in finding.remedies:
            assert len(findings(base, remedy.edit)) < len(findings(base, chosen))
