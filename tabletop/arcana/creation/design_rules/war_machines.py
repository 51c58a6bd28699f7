"""War machines of one's own: the body and the crew that all have, the crew as the army's list has it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, WarMachineTerms
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee
from tabletop.arcana.creation.points.formula import DESIGNING_WAR_MACHINES
from tabletop.arcana.creation.points.melee import number_of
from tabletop.arcana.creation.points.pricing import SECOND_CREW
from tabletop.arcana.creation.war_machines import ARMOUR, MOVE, STANDARD_CREW, WOUNDS, war_machine
from tabletop.decoding import MalformedError
from tabletop.findings import Culprit, Remedy, Report
from tabletop.rulebook import Breach, Pass, Rulebook, rule

PURCHASING_WAR_MACHINES = BOOK.section("Purchasing War Machines")
MOVING_WAR_MACHINES = BOOK.section("Moving War Machines")

STANDARD = "standard crews"


class Manned(Struct, frozen=True):
    """A war machine's design, and the crew that it is held against with whose it is."""

    design: Design
    terms: WarMachineTerms
    whose: str

    @property
    def model(self) -> Design:
        """The same machine as the book makes it, with one crew or both."""
        return war_machine(
            self.design.name,
            self.design.missile,
            self.terms,
            base=self.design.base,
            reinforced=has_second_crew(self.design),
        )


def has_second_crew(design: Design) -> bool:
    """Whether a war machine's file has its second crew in it already."""
    return design.wounds > WOUNDS


def _in(field: str) -> Culprit:
    return Culprit("design", field)


@rule("WM-03", PURCHASING_WAR_MACHINES)
def wounds_of_one_crew_or_two(manned: Manned) -> Iterator[Breach | Pass]:
    """A war machine has 4 wounds, or 8 with its second crew, which it takes only once."""
    wounds, most = manned.design.wounds, WOUNDS + SECOND_CREW
    if wounds not in (WOUNDS, most):
        text = f"It has {counted('wound', wounds)}; a war machine has {WOUNDS}, or {most} with a second crew."
        yield Breach(text, _in("wounds"), wounds, most if wounds > WOUNDS else WOUNDS)


@rule("WM-04", DESIGNING_WAR_MACHINES)
def armour_of_every_war_machine(manned: Manned) -> Iterator[Breach | Pass]:
    """A war machine has armour 3 fixed, neither more nor less."""
    suit = manned.design.armour or Armour()
    if suit != ARMOUR:
        text = f"It has armour {suit.value}{' fixed' * suit.fixed}; a war machine has {ARMOUR.value} fixed."
        yield Breach(text, _in("armour"), suit.value, ARMOUR.value)
    if manned.design.second_armour is not None:
        yield Breach("A war machine can't have a second armour.", _in("second_armour"))


@rule("WM-05", DESIGNING_WAR_MACHINES)
def resistance_of_its_crew(manned: Manned) -> Iterator[Breach | Pass]:
    """Magic resistance is 1, or that of the army's crews; only a crew that makes it so makes it missile immune."""
    stated, crew = manned.design.defence, manned.model.defence
    if stated.magic_resistance != crew.magic_resistance:
        text = f"It has magic resistance {stated.magic_resistance}; {manned.whose} have {crew.magic_resistance}."
        yield Breach(text, _in("defence.magic_resistance"), stated.magic_resistance, crew.magic_resistance)
    if stated.missile_immune != crew.missile_immune:
        text = f"It {'is' if crew.missile_immune else 'is not'} missile immune with {manned.whose}."
        yield Breach(text, _in("defence.missile_immune"))


@rule("WM-06", DESIGNING_WAR_MACHINES)
def morale_of_its_crew(manned: Manned) -> Iterator[Breach | Pass]:
    """Morale is 8 natural, or that of the army's crews."""
    stated, crew = manned.design.morale, manned.model.morale
    if stated != crew and crew is not None:
        was = f"{stated.value} {stated.kind}{', disciplined' * stated.disciplined}" if stated else "missing"
        text = f"Its morale is {was}; {manned.whose} have {crew.value} {crew.kind}."
        yield Breach(text, _in("morale"), stated.value if stated else None, crew.value)


@rule("WM-07", DESIGNING_WAR_MACHINES)
def blows_of_its_crew(manned: Manned) -> Iterator[Breach | Pass]:
    """In melee only the crew fights: an attack for each wound at skill 2, or as the army's crews fight."""
    wounds, (crew,) = manned.design.wounds, manned.model.melee
    if _blows(manned.design.melee, wounds) != _blows((crew,), wounds):
        number = sum(number_of(line, wounds) for line in manned.design.melee)
        most = number_of(crew, wounds)
        text = f"It has {counted('attack', number)}; {manned.whose} have {most}, at skill {crew.skill} and strength 0."
        yield Breach(text, _in("melee"), number, most)


def _blows(lines: tuple[Melee, ...], wounds: int) -> tuple[Melee, ...]:
    """The lines without names, those counted by the wound as the number that they come to."""
    return tuple(replace(line, name="", per_wound=False, attacks=number_of(line, wounds)) for line in lines)


@rule("WM-08", MOVING_WAR_MACHINES)
def moves_as_every_war_machine(manned: Manned) -> Iterator[Breach | Pass]:
    """A war machine moves 4 inches on the ground and in no other way, though it pays for 6."""
    inches = manned.design.movement
    if (inches.ground or 0) > MOVE:
        yield Breach(f"It moves {inches.ground}″, not {MOVE}″.", _in("movement.ground"), inches.ground, MOVE)
    for way in ("fly", "swim"):
        if getattr(inches, way) is not None:
            yield Breach("A war machine moves on the ground only.", _in(f"movement.{way}"))
    if inches.abilities:
        yield Breach("Every kind of difficult ground slows a war machine.", _in("movement.abilities"))


@rule("WM-09", DESIGNING_WAR_MACHINES)
def nothing_but_body_and_crew(manned: Manned) -> Iterator[Breach | Pass]:
    """Body, crew and missiles are all that a war machine has: no other defence, ram, fear, magic or stealth."""
    for field in ("ramming", "fearsome", "spellcaster", "infiltrates"):
        if getattr(manned.design, field):
            yield Breach(f"A war machine can't have this: {field}.", _in(field))
    plain: Defence = replace(manned.design.defence, magic_resistance=0, missile_immune=False)
    for field in Defence.__struct_fields__:
        if getattr(plain, field):
            yield Breach(f"A war machine can't have this: {field.replace('_', ' ')}.", _in(f"defence.{field}"))


WAR_MACHINE_RULES = Rulebook(
    "war machines",
    "2026.11",
    (
        wounds_of_one_crew_or_two,
        armour_of_every_war_machine,
        resistance_of_its_crew,
        morale_of_its_crew,
        blows_of_its_crew,
        moves_as_every_war_machine,
        nothing_but_body_and_crew,
    ),
)


def review_war_machine(design: Design, catalogue: Catalogue, army: str | None = None) -> Report:
    """Every finding about a war machine's design, held against the crew of its army, or else of the army that fits.

    Without an army the crew is the standard one or that of the army whose crews break the fewest rules. The remedies
    are whole designs.
    """
    crews = [Manned(design, STANDARD_CREW, STANDARD)]
    armies = [catalogue.lists[army]] if army else catalogue.armies
    own = [
        Manned(design, each.war_machines, f"crews of the {each.name}")
        for each in armies
        if _differ(each.war_machines, STANDARD_CREW)
    ]
    crews = own if army and own else crews + own
    try:
        reports = [WAR_MACHINE_RULES.review(manned) for manned in crews]
    except MalformedError:  # more missiles than a file holds, and the like: the decoder says so
        return Report()
    best = min(range(len(crews)), key=lambda number: len(reports[number].findings))
    remedy = Remedy(f"Give it the body and crew of {crews[best].whose}", crews[best].model)
    findings = tuple(replace(finding, remedies=(remedy,)) for finding in reports[best].findings)
    return replace(reports[best], findings=findings)


def _differ(terms: WarMachineTerms, others: WarMachineTerms) -> bool:
    """Whether crews fight otherwise; what they cost doesn't matter."""
    free = {"surcharge": 0, "reinforcement": 0}
    return bool(replace(terms, **free) != replace(others, **free))
