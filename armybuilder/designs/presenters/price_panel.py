"""What the designer shows of a design: its receipt, its card, what a step costs and how to reach a price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec import Struct

from armybuilder.designs.presenters.words import figure, label, signed
from tabletop.arcana.catalogue.abilities import Ability, abilities_of
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.stat_lines import StatLine, stat_line
from tabletop.arcana.creation.design_files import row_of
from tabletop.arcana.creation.points import Formula, Receipt, Refusal, price, refusals, reinforcement
from tabletop.arcana.creation.points.changes import Change
from tabletop.arcana.creation.points.sensitivity import Step, Way, cheapest_changes, sensitivity
from tabletop.arcana.creation.points.sums import format_amount


class StepChoice(Struct, frozen=True):
    """One step of one statistic: where to, what it costs, and the button's value."""

    to: str
    costs: str
    points: int | None
    refusal: str
    action: str


class Statistic(Struct, frozen=True):
    """A statistic with its steps."""

    label: str
    now: str
    choices: tuple[StepChoice, ...]


class PriceChange(Struct, frozen=True):
    """Changes that lead to a price that was asked for, in words."""

    words: str
    points: int
    exact: str
    action: str


class PricePanel(Struct, frozen=True):
    """Everything that the designer shows of a design."""

    design: Design
    formula: Formula
    refused: tuple[Refusal, ...]
    receipt: Receipt | None
    row: Row | None
    line: StatLine
    abilities: tuple[Ability, ...]
    wanted_points: int | None

    @property
    def exact(self) -> str:
        return format_amount(self.receipt.exact) if self.receipt else ""

    @property
    def special(self) -> bool:
        return bool(self.receipt and self.receipt.is_special())

    @property
    def second_crew(self) -> str:
        """What a second crew costs, for a war machine."""
        extra = reinforcement(self.design, self.formula) if self.receipt else None
        return "" if extra is None else format_amount(extra)

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """What one step of each statistic costs."""
        return tuple(statistics(sensitivity(self.design, self.formula))) if self.receipt else ()

    @property
    def price_changes(self) -> tuple[PriceChange, ...]:
        """The shortest combinations of changes that lead to the price that was asked for."""
        if self.wanted_points is None or self.receipt is None:
            return ()
        ways = cheapest_changes(self.design, self.wanted_points, self.formula)
        return tuple(_price_change(way, self.design) for way in ways)


def price_panel(design: Design, formula: Formula, wanted_points: int | None = None) -> PricePanel:
    """The design with its price by this formula, or with what the formula refuses."""
    refused = tuple(refusals(design, formula))
    row = None if refused else row_of(design, formula)
    return PricePanel(
        design=design,
        formula=formula,
        refused=refused,
        receipt=None if refused else price(design, formula),
        row=row,
        line=StatLine(**_cells(row)) if row else stat_line(design),
        abilities=abilities_of(design),
        wanted_points=wanted_points,
    )


def _cells(row: Row) -> dict[str, str]:
    return {name: getattr(row.printed, name) for name in StatLine.__struct_fields__}


def statistics(steps: Sequence[Step]) -> Iterator[Statistic]:
    for field, group in groupby(steps, key=lambda step: step.field):
        of_field = list(group)
        choices = tuple(_choice(step) for step in of_field)
        yield Statistic(label(field), figure(of_field[0].before), choices)


def _choice(step: Step) -> StepChoice:
    return StepChoice(
        to=_aim(step),
        costs="" if step.difference is None else signed(step.difference),
        points=step.points,
        refusal=step.refusal.reason if step.refusal else "",
        action=_action([Change(step.field, step.after)]),
    )


def _aim(step: Step) -> str:
    """The new value; of lists what comes or goes."""
    if not isinstance(step.after, tuple):
        return figure(step.after)
    more, fewer = set(step.after) - set(step.before), set(step.before) - set(step.after)
    return ", ".join([*(f"with {ability}" for ability in more), *(f"without {ability}" for ability in fewer)])


def _price_change(way: Way, design: Design) -> PriceChange:
    words = " and ".join(_change(change, design) for change in way.changes)
    return PriceChange(words, way.points, format_amount(way.exact), _action(way.changes))


def _change(change: Change, design: Design) -> str:
    return f"{label(change.field)}: {figure(change.before(design))} to {figure(change.value)}"


def _action(changes: Sequence[Change]) -> str:
    pairs = [(change.field, change.value) for change in changes]
    return msgspec.json.encode({"verb": "apply", "changes": pairs}).decode()
