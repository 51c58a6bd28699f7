"""What spells make of a profile, and of the odds of those who bear them."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.arcana.catalogue.profiles import (
    Armour,
    Defence,
    Element,
    Melee,
    Missile,
    Morale,
    MoraleKind,
    Movement,
    OddStrength,
    Statistics,
    TerrainAbility,
)
from tabletop.arcana.catalogue.spells.effects import DieTable
from tabletop.arcana.rules.magic.changes import Moment, changed, under_spells
from tests.catalogue import printed_catalogue
from tests.fighters import blow, figures

BOW = Missile(name="Bow", range=21, attacks=1, skill=2, strength=1)
TROOPS = figures(
    blow(2, 2, 1),
    armour=3,
    missile=(BOW,),
    movement=Movement(ground=6, fly=12),
    defence=Defence(magic_resistance=3, evasion=2, shield=True),
)
FLAMES = Statistics(defence=Defence(immune=(Element.FIRE,)))


def borne(*slugs: str, on: Statistics = TROOPS, **moment: Any) -> Statistics:
    return under_spells(on, [printed_catalogue().spells[slug] for slug in slugs], Moment(**moment))


def line_of(bearer: Statistics) -> Melee:
    return bearer.melee[0]


def test_figures_change_by_what_the_book_says() -> None:
    assert borne("life/courage").morale == Morale(value=10)
    assert borne("death/invoke-terror").morale == Morale(value=6)
    assert borne("nature/strength").movement == Movement(ground=8, fly=14)
    assert line_of(borne("nature/strength")).strength == 3
    assert line_of(borne("death/curse")).skill == 1
    assert borne("death/curse").missile[0].skill == 1
    assert borne("chaos/corrupt-armour").armour == Armour(value=1)
    assert borne("chaos/corrupt-armour", "earth/stone-armour").second_armour == Armour(value=3, fixed=True)
    assert borne("water/cloudburst").movement.fly is None


def test_what_is_higher_already_stays() -> None:
    """BR30 and BR31, and the limit of Inoculate."""
    for resistance, shielded, inoculated in ((3, 4, 4), (4, 4, 4), (5, 5, 5)):
        bearer = figures(defence=Defence(magic_resistance=resistance, evasion=resistance - 3))
        assert borne("life/magic-shield", on=bearer).defence.magic_resistance == shielded
        assert borne("plague/inoculate", on=bearer).defence.magic_resistance == inoculated
        assert borne("life/guardian-spirit", on=bearer).defence.evasion == max(resistance - 3, 1)
    hide = figures(armour=4, fixed=True)
    assert borne("life/holy-armor", on=hide) == hide


def test_weak_counts_as_one_less_and_eldritch_has_no_strength() -> None:
    """BR35."""
    for strength, stronger in ((OddStrength.WEAK, 1), (OddStrength.ELDRITCH, OddStrength.ELDRITCH), (0, 2)):
        assert line_of(borne("nature/strength", on=figures(Melee(attacks=1, skill=2, strength=strength)))).strength == (
            stronger
        )


def test_attacks_are_altered_as_the_caster_chooses() -> None:
    """BR33 and BR34: one line of all models; of a sweep, one enemy more."""
    assert line_of(borne("life/bless")) == blow(2, 3, 1, magical=True)
    shooting = borne("life/bless", missile_line=0)
    assert shooting.missile[0].magical
    assert line_of(shooting) == line_of(TROOPS)
    assert line_of(borne("chaos/warp-weapon")) == blow(2, 1)
    assert borne("chaos/warp-weapon").missile == TROOPS.missile
    assert borne("chaos/warp-weapon", missile_line=0).missile == ()
    assert line_of(borne("death/energize-dead", on=figures(blow(5, 3, sweep=True)))).attacks == 6
    assert borne("fire/fire-breath").melee[1] == blow(1, 3, 1, magical=True, element=Element.FIRE)
    assert borne("death/energize-dead", on=figures()) == figures()


def test_some_effects_are_against_some_alone() -> None:
    assert borne("air/guardian-wind", on=figures()).defence.evasion == 0
    assert borne("air/guardian-wind", on=figures(), shot_at=True).defence.evasion == 1
    assert line_of(borne("fire/flaming-weapons")).element is Element.FIRE
    assert line_of(borne("fire/flaming-weapons", foe=FLAMES)) == line_of(TROOPS)
    assert borne("fire/fire-shield", on=figures(), foe=FLAMES).defence == Defence(immune=(Element.FIRE,))


def test_flyers_without_legs_are_held_fast() -> None:
    """A loss comes before what depends on it: grounded, and then without any move."""
    walker, winged = borne("air/wind-spirit"), borne("air/wind-spirit", on=figures(movement=Movement(fly=12)))
    assert walker.movement == Movement(ground=6)
    assert not walker.defence.slow
    assert winged.movement == Movement()
    assert winged.defence.slow


@pytest.mark.parametrize("kind", MoraleKind)
def test_terror_makes_the_fearless_natural_and_leaves_the_berserk(kind: MoraleKind) -> None:
    bearer = figures(morale=Morale(value=8, kind=kind))
    left = MoraleKind.BERSERK if kind is MoraleKind.BERSERK else MoraleKind.NATURAL
    assert borne("death/invoke-terror", on=bearer).morale == Morale(value=6, kind=left)
    assert borne("chaos/berserk", on=bearer).morale == Morale(value=8, kind=MoraleKind.BERSERK)


def test_abilities_come_and_go() -> None:
    assert borne("death/cloak-of-fear").fearsome
    assert borne("nature/pathfinding", "water/swimming").movement.abilities == (
        TerrainAbility.FORESTWALKER,
        TerrainAbility.SWIMMER,
    )
    assert borne("air/wind-walk", on=figures()).movement.fly == 15
    assert borne("chaos/berserk").defence == Defence(magic_resistance=3)
    assert borne("nature/tanglefoot").defence.evasion == 0
    spells = printed_catalogue().spells
    [aura] = [effect for effect in spells["chaos/aura-of-chaos"].effects if isinstance(effect, DieTable)]
    [same] = [result.effects for result in aura.results if 4 in result.rolls]
    [mark] = spells["chaos/mark-of-chaos"].effects
    assert isinstance(mark, DieTable)
    [faster] = [effect for result in mark.results if 4 in result.rolls for effect in result.effects]
    assert changed(TROOPS, faster).movement == Movement(ground=8, fly=12), "two inches on foot"
    assert same == spells["chaos/berserk"].effects, "the same as the spell"
