"""Everything that the page of a table shows, from its row and the state of its address."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from armybuilder.models import TableRow as Row
from armybuilder.services.tablefiles import laid
from armybuilder.snapshots import play_in
from armybuilder.web.table.state import LOOKS, USUAL_TEMPLATE, State
from tabletop.arcana.asking.answer import Answer, Plain
from tabletop.arcana.asking.questions import ask
from tabletop.arcana.playing import Play
from tabletop.arcana.playing.boardpicture import Overlay, Ray, board, side_colour
from tabletop.arcana.playing.commands import check_pairs
from tabletop.arcana.playing.telling import (
    Relation,
    formation_in_words,
    missile_ranges,
    movement_in_words,
    relations,
)
from tabletop.arcana.roster import MalformedError
from tabletop.arcana.table import PlacedTable, PlacedUnit
from tabletop.arcana.table.reasons import inches

FIRST_STATE = State()


class Line(Struct, frozen=True):
    """A unit on the list."""

    unit: PlacedUnit
    formation: str
    movement: str
    query: str
    chosen: bool
    colour: str


class Beside(Struct, frozen=True):
    """Another unit in the chosen one's list, and the address that asks about it."""

    relation: Relation
    query: str
    chosen: bool


class Desk(Struct, frozen=True, dict=True):
    """A table in play as it is shown in one state; figures are worked out as they are asked for."""

    play: Play
    scene: PlacedTable
    state: State

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        if not self.state.unit:
            return ()
        return relations(self.scene, self.state.unit, with_sight=self.state.look == "sight")

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(map(self._line, self.scene.units.values()))

    def _line(self, unit: PlacedUnit) -> Line:
        return Line(
            unit=unit,
            formation=formation_in_words(unit),
            movement=movement_in_words(unit, self.play.turn.get(unit.ref)),
            query=self.state.with_unit(unit.ref).query,
            chosen=unit.ref == self.state.unit,
            colour=side_colour(self.scene, unit.side),
        )

    @property
    def chosen(self) -> Line | None:
        return next((line for line in self.lines if line.chosen), None)

    @property
    def sides(self) -> list[tuple[str, list[Line]]]:
        names = dict.fromkeys(line.unit.side for line in self.lines)
        return [(name, [line for line in self.lines if line.unit.side == name]) for name in names]

    @property
    def beside(self) -> Iterator[Beside]:
        for each in self.relations:
            yield Beside(each, self.state.with_target(each.unit.ref).query, each.unit.ref == self.state.to)

    @property
    def looks(self) -> list[tuple[str, str, str]]:
        """What can be asked about the chosen unit: its word, its name, its address."""
        return [(look, name, self.state.with_look(look).query) for look, name in LOOKS.items()]

    @cached_property
    def charge(self) -> Plain | None:
        """The charge on the unit that is asked about, where one is."""
        target = self.scene.units.get(self.state.to)
        chosen = self.scene.units.get(self.state.unit)
        if self.state.look != "charge" or target is None or chosen is None or target.side == chosen.side:
            return None
        try:
            check_pairs(self.scene, self.state.unit, self.state.to)
            answer: Answer = ask(self.scene, "charge", [self.state.unit, self.state.to])
        except MalformedError as error:
            return {"possible": False, "reason": error.reason}
        return answer.plain

    @property
    def template_words(self) -> str:
        return self.state.words or USUAL_TEMPLATE

    @cached_property
    def template(self) -> Answer | None:
        """The template that is put down, where one is: who is under it, and its outline as marks."""
        if self.state.look != "template" or not self.state.unit:
            return None
        try:
            return ask(self.scene, "template", [self.state.unit, self.template_words])
        except MalformedError as error:
            return Answer({"possible": False, "reason": str(error)}, self.scene)

    @property
    def has_moved(self) -> bool:
        return self.state.unit in self.play.turn

    @property
    def ranges(self) -> list[str]:
        unit = self.scene.units.get(self.state.unit)
        return [inches(each) for each in missile_ranges(unit)] if unit else []

    @property
    def picture(self) -> SafeString:
        return mark_safe(board(self.play, self.scene, self._overlay()))

    def _overlay(self) -> Overlay:
        unit = self.scene.units.get(self.state.unit)
        if unit is None:
            return Overlay()
        return Overlay(
            chosen=unit.ref,
            rays=tuple(self._rays()),
            ranges=tuple(missile_ranges(unit)) if self.state.look == "range" else (),
            charge=self.state.look == "charge",
            marks=self.template.marks if self.template else (),
        )

    def _rays(self) -> Iterator[Ray]:
        for each in self.relations:
            if each.sight and each.sight.visible:
                yield Ray(*each.sight.line, "seen")
            elif each.sight and each.sight.blockers:
                yield Ray(each.sight.line[0], each.sight.blockers[0].where, "blocked")
            if each.unit.ref == self.state.to:
                yield Ray(each.gap.start, each.gap.end, "measure", each.inches)


def desk_of(row: Row, state: State = FIRST_STATE) -> Desk:
    play = play_in(row)
    return Desk(play, laid(play.table), state)
