"""War machines of one's own: a crew, a body and the missiles that are designed for it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.lists import WarMachineTerms
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, MoraleKind, Movement
from tabletop.arcana.creation.equipment.apply import reread_design
from tabletop.arcana.creation.points.pricing import with_second_crew

MOVE = 4  # inches on the table; the formula charges for 6 (ruling P11)
WOUNDS = 4
ARMOUR = Armour(value=3, fixed=True)
MAGIC_RESISTANCE = 1
MORALE = 8
SKILL = 2
USUAL_BASE = 9
STANDARD_CREW = WarMachineTerms()


def war_machine(
    name: str,
    missiles: Sequence[Missile],
    terms: WarMachineTerms = STANDARD_CREW,
    *,
    base: float = USUAL_BASE,
    reinforced: bool = False,
) -> Design:
    """A war machine with a standard crew or an army's own; a second crew adds 4 wounds and their attacks.

    Every missile is artillery; each reloads or not as it says. Source: “Designing War Machines”, “Purchasing War
    Machines”, the notes at the head of the army lists. MalformedError for a field that no design file can hold.
    """
    design = Design(
        name=name,
        kind=DesignKind.WAR_MACHINE,
        movement=Movement(ground=MOVE),
        wounds=WOUNDS,
        armour=ARMOUR,
        missile=tuple(replace(missile, artillery=True) for missile in missiles),
        base=base,
    )
    design = reread_design(with_crew(design, terms))
    return with_second_crew(design) if reinforced else design


def with_crew(design: Design, terms: WarMachineTerms) -> Design:
    """The war machine with this crew: its magic resistance, morale, skill, attacks for each wound, immunity."""
    resistance = MAGIC_RESISTANCE if terms.magic_resistance is None else terms.magic_resistance
    morale = MORALE if terms.morale is None else terms.morale
    skill = SKILL if terms.skill is None else terms.skill
    return replace(
        design,
        defence=Defence(magic_resistance=resistance, missile_immune=terms.missile_immune),
        morale=Morale(value=morale, kind=MoraleKind.FEARLESS if terms.fearless else MoraleKind.NATURAL),
        melee=(Melee(attacks=terms.attacks, per_wound=True, skill=skill),),
    )
