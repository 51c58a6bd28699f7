"""The rules of designing, run on every design that a roster fields; each as a model of the army that fields it."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec.structs import replace

from tabletop.arcana.army.edits import ReplaceDesign, SetReinforced
from tabletop.arcana.army.pricing import WAR_MACHINES
from tabletop.arcana.army.remedies import dismount, remove_character, remove_models
from tabletop.arcana.army.resolve import FieldedUnit
from tabletop.arcana.army.rules.context import Subject, character_culprit, unit_culprit
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.identifiers import Basis
from tabletop.arcana.creation.design_rules import DESIGN_RULES, has_second_crew
from tabletop.arcana.creation.points.formula import CREATING
from tabletop.findings import Culprit, Finding, Remedy
from tabletop.languages import say
from tabletop.rulebook import Breach, Pass, Rule, rule

NOT_TROOPS = "DSGN-02"


def fielded_designs(subject: Subject) -> Iterator[tuple[str, Design, Culprit, Remedy]]:
    """Every part that is an own design: its army, the design, the part to blame, and leaving it at home."""
    designs = subject.army.designs
    for contingent in subject.army.contingents if designs else ():
        for unit in contingent.units:
            for slug, culprit, remedy in _parts_by(designs, unit):
                yield contingent.army.slug, designs[slug], culprit, remedy


def _parts_by(designs: Container[str], unit: FieldedUnit) -> Iterator[tuple[str, Culprit, Remedy]]:
    """The unit's parts that are one of these designs."""
    for models in unit.models:
        if models.row.slug in designs:
            yield models.row.slug, unit_culprit(unit.ref), remove_models(unit, models.row, models.count)
    for character in unit.characters:
        ref = character.choice.ref
        if character.row.slug in designs:
            yield character.row.slug, character_culprit(ref), remove_character(ref, character.row)
        if character.mount and character.mount.slug in designs:
            yield character.mount.slug, character_culprit(ref), dismount(ref, character.mount)


def _breaches(subject: Subject, code: str) -> Iterator[Breach]:
    """What a rule of designing has to say of the designs fielded, once for each part that is one of them."""
    judged = set[tuple[str, str]]()
    for army, design, culprit, remedy in fielded_designs(subject):
        if (culprit.ref, design.name) in judged:
            continue
        judged.add((culprit.ref, design.name))
        for finding in subject.design_report(design, army).findings:
            if finding.code == code:
                yield _breach(finding, design, culprit, remedy)


def _breach(finding: Finding, design: Design, culprit: Culprit, remedy: Remedy) -> Breach:
    """The finding about a design as one about the part that fields it."""
    remedies = (Remedy(f"{design.name}: {each.label}", ReplaceDesign(design=each.edit)) for each in finding.remedies)
    message = f"{design.name}: {finding.message}"
    return Breach(message, culprit, finding.actual, finding.limit, (*remedies, remedy))


def _fielded(design_rule: Rule) -> Rule:
    """The rule of designing as a rule of army building."""

    def check(subject: Subject) -> Iterator[Breach | Pass]:
        if design_rule.code != NOT_TROOPS or subject.army.basis != Basis.TOURNAMENT:  # there TOUR-09 says it
            yield from _breaches(subject, design_rule.code)

    check.__doc__ = design_rule.statement
    return replace(design_rule, check=check, of=int(Trait.DESIGN))


FIELDED_DESIGN_RULES: tuple[Rule, ...] = tuple(_fielded(each) for each in DESIGN_RULES)


@rule("TOUR-09", CREATING, of=Trait.DESIGN)
def monsters_are_no_troops(subject: Subject) -> Iterator[Breach | Pass]:
    """In tournaments a creature unlike any printed trooper is designed as a monster."""
    yield from _breaches(subject, NOT_TROOPS)


@rule("WM-02", WAR_MACHINES, of=Trait.DESIGN)
def second_crew_only_once(subject: Subject) -> Iterator[Breach | Pass]:
    """A war machine takes a second crew only once; one that was designed with two crews can't take a third."""
    for unit in subject.army.units:
        for models in unit.models:
            design = subject.army.designs.get(models.row.slug)
            if design is None or design.kind != DesignKind.WAR_MACHINE or not models.choice.reinforced:
                continue
            if has_second_crew(design):
                edit = SetReinforced(unit=unit.ref, profile=models.row.slug, count=0)
                yield Breach(
                    say(
                        "{profile} was designed with its second crew, and has another one in the roster.",
                        profile=models.row.name,
                    ),
                    unit_culprit(unit.ref),
                    actual=models.choice.reinforced,
                    limit=0,
                    remedies=(Remedy(say("{profile} without a third crew", profile=models.row.name), edit),),
                )
