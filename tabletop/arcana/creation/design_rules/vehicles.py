"""A vehicle's design held against its parts or, where its file gives figures alone, against every type there is.

Idea: a file with parts is what these parts make, and every rule of the chapter runs on the two. A file of figures alone
is legal if some type could have them, self-propelled or under a howdah on some printed monster; of all types and
beasts the one is taken that breaks the fewest limits, the first of several, and what it breaks is reported.
Guarantee: no vehicle that parts could make is refused; what depends on the crew stays unchecked without parts.
Cost: with figures alone, some hundred calls of small functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.lists import Catalogue, is_design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Movement, MovementWay, Section
from tabletop.arcana.catalogue.vehicle_parts import VehicleParts
from tabletop.arcana.creation.vehicles import derived_values
from tabletop.arcana.creation.vehicles.building import build
from tabletop.arcana.creation.vehicles.context import Subject
from tabletop.arcana.creation.vehicles.limits import ADJUSTMENT
from tabletop.arcana.creation.vehicles.parts import Aboard, Vehicle, look_up
from tabletop.arcana.creation.vehicles.review import VEHICLE_RULES
from tabletop.arcana.creation.vehicles.tables import TYPES, VehicleType
from tabletop.decoding import MalformedError
from tabletop.findings import Finding, Remedy, Report
from tabletop.rulebook import Rulebook

# The limits that a type sets to the figures, and then what no vehicle whatsoever has.
LIMITS = ("VEH-01", "VEH-02", "VEH-03", "VEH-04", "VEH-05", "VEH-06", "VEH-08")
WHATEVER_THE_PARTS = (*LIMITS, "VEH-14", "VEH-15", "VEH-23", "VEH-26", "VEH-28")


def _only(codes: tuple[str, ...]) -> Rulebook:
    rules = tuple(rule for rule in VEHICLE_RULES.rules if rule.code in codes)
    return Rulebook("vehicles by their figures", VEHICLE_RULES.version, rules)


LIMIT_RULES = _only(LIMITS)
FIGURE_RULES = _only(WHATEVER_THE_PARTS)


def review_vehicle(design: Design, catalogue: Catalogue, army: str | None = None) -> Report:
    """Every finding about a vehicle's design, as a model of this army list's where one is named.

    The remedies are whole designs. MalformedError names the field of `parts` that can't be looked up.
    """
    if design.parts is None:
        vehicle = nearest_vehicle(design, catalogue)
        report = FIGURE_RULES.review(Subject(vehicle, design))
        mended = within_limits(design, vehicle)
        remedy = Remedy(f"Make it a {vehicle.type.name} within its limits", mended)
        findings = tuple(_of_the_nearest(finding, vehicle, remedy) for finding in report.findings)
        return replace(report, findings=findings)
    parts = replace(design.parts, army=army) if army else design.parts
    report = VEHICLE_RULES.review(Subject(look_up(parts, catalogue), design))
    return replace(report, findings=tuple(_with_designs(finding, design, catalogue) for finding in report.findings))


def _of_the_nearest(finding: Finding, vehicle: Vehicle, remedy: Remedy) -> Finding:
    """The finding with its way out; a limit's says how the type was found."""
    why = f" No type allows these figures; the {vehicle.type.name} comes nearest." if finding.code in LIMITS else ""
    return replace(finding, message=f"{finding.message}{why}", remedies=(remedy,))


def _with_designs(finding: Finding, design: Design, catalogue: Catalogue) -> Finding:
    """The finding with designs in place of parts as its remedies; a figure is mended by what the parts make."""
    parts = [(remedy.label, remedy.edit) for remedy in finding.remedies]
    if finding.culprit.kind == "design":
        parts.append(("Use the figures of its parts", design.parts))
    made = ((label, _built(other, design, catalogue)) for label, other in parts)
    remedies = tuple(Remedy(label, other) for label, other in made if other is not None and other != design)
    return replace(finding, remedies=remedies)


def _built(parts: VehicleParts, design: Design, catalogue: Catalogue) -> Design | None:
    """What the parts make, under the design's own name; None where they make nothing that a file can hold."""
    stated = design.parts.army if design.parts else None
    try:
        return build(replace(parts, name=design.name, army=stated), catalogue).design
    except MalformedError:
        return None


def nearest_vehicle(design: Design, catalogue: Catalogue) -> Vehicle:
    """The type, and under a howdah the beast, whose limits the figures break least."""
    vehicles = [_towed(kind, design) for kind in TYPES.values() if not kind.is_howdah]
    broken = [_broken(vehicle, design) for vehicle in vehicles]
    if min(broken):
        carried = list(_carried(design, catalogue))
        vehicles += carried
        broken += [_broken(vehicle, design) for vehicle in carried]
    return vehicles[broken.index(min(broken))]


def _broken(vehicle: Vehicle, design: Design) -> int:
    return len(LIMIT_RULES.review(Subject(vehicle, design)).findings)


def _towed(kind: VehicleType, design: Design) -> Vehicle:
    """One that moves by itself as the figures have it, which no beasts slow."""
    return Vehicle(VehicleParts(type=kind.slug, movement=design.movement), None, (), ())


def _carried(design: Design, catalogue: Catalogue) -> Iterator[Vehicle]:
    """Howdahs on every beast of the figures' base that is large enough and has the wounds."""
    for kind in TYPES.values():
        width, depth = kind.least_base
        for row in catalogue.rows.values() if kind.is_howdah else ():
            fits = row.base == design.base >= width * depth and row.wounds >= kind.beast_wounds
            if (
                row.section == Section.MONSTERS
                and not is_design(row)
                and fits
                and row.wounds + kind.wounds >= design.wounds
            ):
                yield Vehicle(VehicleParts(type=kind.slug), Aboard(catalogue.in_play(row.slug), 1), (), ())


def within_limits(design: Design, vehicle: Vehicle) -> Design:
    """The design with what its type doesn't allow cut down to what it does."""
    ways = {way: getattr(design.movement, way) for way in MovementWay}
    slowed = {way: min(far, derived_values.top_speed(vehicle, way)) for way, far in ways.items() if far is not None}
    crossed = design.movement.abilities
    if vehicle.beasts:
        crossed = tuple(ability for ability in crossed if ability in vehicle.beasts.row.movement.abilities)
    movement: Movement = replace(
        design.movement, **(slowed or {MovementWay.GROUND: vehicle.type.speed}), abilities=crossed
    )
    defence: Defence = replace(design.defence, evasion=0)
    return replace(
        design,
        kind=DesignKind.VEHICLE,
        movement=movement,
        wounds=min(design.wounds, derived_values.most_wounds(vehicle)),
        armour=_armour(design, vehicle),
        second_armour=design.second_armour if vehicle.type.is_howdah else None,
        defence=defence,
        missile=tuple(replace(line, natural=True) for line in design.missile),
        ramming=derived_values.ramming(vehicle),
        spellcaster=None,
        infiltrates=False,
        base=derived_values.base(vehicle),
        footprint=derived_values.footprint(vehicle),
    )


def _armour(design: Design, vehicle: Vehicle) -> Armour:
    """Its own where the type may have it, or else the nearest that the type may have."""
    own = design.armour or Armour()
    if vehicle.beasts and own in (vehicle.beasts.row.armour, vehicle.beasts.row.second_armour):
        return own
    least, most = vehicle.type.armour - ADJUSTMENT, vehicle.type.armour + ADJUSTMENT
    return Armour(value=min(max(own.value, least), most), fixed=True)
