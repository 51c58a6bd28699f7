"""Everything that the page of a table shows, from its row and the state of its address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from urllib.parse import urlencode

from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.battles.presenters.explaining import Shots, marks_in, steps_in, volley_in
from armybuilder.battles.presenters.state import ABOUT_ENEMIES, LOOKS, USUAL_TEMPLATE, USUAL_WOUNDS, Look, State
from armybuilder.core.forms import problem_in_words
from tabletop.arcana.battle.drawing import Drawn
from tabletop.arcana.battle.table import Play
from tabletop.arcana.battle.table.console import ADVANCING, AnswerLine, answer_to, lines_of_answer, notes_about
from tabletop.arcana.battle.table.descriptions import (
    Relation,
    formation_in_words,
    missile_ranges,
    movement_in_words,
    relations,
)
from tabletop.arcana.battle.table.positions import middle_of
from tabletop.arcana.battlefield import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.schema import RankAndFile
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, ListKind, list_slug
from tabletop.arcana.pictures.board import board
from tabletop.arcana.pictures.emblems import kind_of
from tabletop.arcana.pictures.overlays import Overlay, Ray, RayKind
from tabletop.arcana.pictures.table import side_colour
from tabletop.arcana.queries.answer import Answer, Plain, Refusal
from tabletop.arcana.queries.charges import ChargeAnswer
from tabletop.arcana.queries.json import to_json
from tabletop.arcana.queries.sight import ShootAnswer
from tabletop.decoding import MalformedError
from tabletop.work import Work, foresee, go_on

FIRST_STATE = State()
SIDES_OF_ODDS = {Facing.FRONT: "front", Facing.LEFT: "flank", Facing.RIGHT: "flank", Facing.REAR: "rear"}
COVERS_OF_ODDS = {0: "none", -1: "cover", -2: "full"}


class Line(Struct, frozen=True):
    """A unit on the list."""

    unit: PlacedUnit
    kind: str
    formation: str
    movement: str
    query: str
    chosen: bool


class Side(Struct, frozen=True):
    """A side's units, its colour, and the printed lists that they are from."""

    name: str
    colour: str
    lines: list[Line]
    armies: list[ArmyList]


class Beside(Struct, frozen=True):
    """Another unit in the chosen one's list, and the address that asks about it."""

    relation: Relation
    query: str
    chosen: bool


def files_of(unit: PlacedUnit) -> int:
    """How wide it stands in rank and file, 0 where it doesn't."""
    return unit.formation.files if isinstance(unit.formation, RankAndFile) and unit.is_ranked else 0


class Board(Struct, frozen=True, dict=True):
    """A table in play as it is shown in one state; figures are worked out as they are asked for."""

    play: Play
    scene: PlacedTable
    catalogue: Catalogue
    state: State

    @cached_property
    def unit(self) -> PlacedUnit | None:
        return self.scene.units.get(self.state.unit)

    @cached_property
    def target(self) -> PlacedUnit | None:
        """The enemy that is asked about."""
        found = self.scene.units.get(self.state.to)
        return found if found and self.unit and found.side != self.unit.side else None

    @property
    def looks_out(self) -> bool:
        return self.state.look is Look.SIGHT or (self.state.look is Look.SHOOT and bool(self.ranges))

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        if not self.unit:
            return ()
        reach = max(self._reaches, default=None) if self.state.look is Look.SHOOT else None
        return relations(self.scene, self.state.unit, with_sight=self.looks_out, reach=reach)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(map(self._line, self.scene.units.values()))

    def _line(self, unit: PlacedUnit) -> Line:
        return Line(
            unit=unit,
            kind=kind_of(unit),
            formation=formation_in_words(unit),
            movement=movement_in_words(self.scene, unit, self.play.turn.get(unit.ref)),
            query=self.state.with_unit(unit.ref).query,
            chosen=unit.ref == self.state.unit,
        )

    @property
    def chosen(self) -> Line | None:
        return next((line for line in self.lines if line.chosen), None)

    @cached_property
    def sides(self) -> list[Side]:
        names = dict.fromkeys(line.unit.side for line in self.lines)
        return [self._side(name, [line for line in self.lines if line.unit.side == name]) for name in names]

    def _side(self, name: str, lines: list[Line]) -> Side:
        lists = dict.fromkeys(list_slug(line.unit.row.slug) for line in lines if line.unit.row)
        own = [army for army in map(self.catalogue.lists.__getitem__, lists) if army.kind == ListKind.ARMY]
        return Side(name, side_colour(self.scene, name), lines, own)

    @property
    def beside(self) -> Iterator[Beside]:
        """Everybody else; where it is about enemies, those alone."""
        for relation in self.relations:
            if self.unit and relation.unit.side == self.unit.side and self.state.look in ABOUT_ENEMIES:
                continue
            yield Beside(relation, self.state.with_target(relation.unit.ref).query, relation.unit.ref == self.state.to)

    @property
    def looks(self) -> list[tuple[str, str, str]]:
        """What can be asked about the chosen unit: its word, its name, its address."""
        return [(look, name, self.state.with_look(look).query) for look, name in LOOKS.items()]

    @property
    def all_query(self) -> str:
        return self.state.with_look(Look.MOVE if self.state.look is Look.ALL else Look.ALL).query

    @cached_property
    def everything(self) -> list[tuple[PlacedUnit, tuple[Relation, ...]]]:
        """From each unit the enemies, how far they are and whether it sees them; each pair once."""
        if self.state.look is not Look.ALL:
            return []
        foresee(Work.PAIRS, self._enemy_pairs())
        found = []
        order = {ref: place for place, ref in enumerate(self.scene.units)}
        for unit in self.scene.units.values():
            go_on()
            others = relations(self.scene, unit.ref, with_sight=True)
            later = (
                relation
                for relation in others
                if relation.unit.side != unit.side and order[relation.unit.ref] > order[unit.ref]
            )
            found.append((unit, tuple(later)))
        return [(unit, others) for unit, others in found if others]

    def _enemy_pairs(self) -> int:
        """Pairs of loose models of different sides on the whole table, a block counted as one."""
        blocks = Counter[str]()
        for unit in self.scene.units.values():
            blocks[unit.side] += len(unit.blocks)
        return (sum(blocks.values()) ** 2 - sum(count**2 for count in blocks.values())) // 2

    @cached_property
    def answer(self) -> Answer | None:
        """What is asked of the chosen unit besides distances and sights, where anything is."""
        ref, question = self._question
        if not question:
            return None
        try:
            return answer_to(self.play, self.scene, ref, question)
        except MalformedError as error:
            return Refusal(scene=self.scene, words=problem_in_words(error))

    @property
    def _question(self) -> tuple[str, str]:
        """Whom to ask, and what."""
        unit, to, look = self.state.unit, self.state.to, self.state.look
        if look is Look.ASK:
            return unit, self.state.words
        if look is Look.FLIGHT and self.target:
            return to, f"pursuit {unit}"
        questions = self._alone if self.unit else {}
        if self.target:
            questions[Look.CHARGE] = f"charge {to} {self.state.words}" if self.advancing else f"charge {to}"
            questions[Look.SHOOT] = f"shoot {to} moved {self._moved:g}" if self.ranges else ""
        return unit, questions.get(look, "")

    @property
    def _alone(self) -> dict[Look, str]:
        """What is asked of a unit without another."""
        template, wounds = f"template {self.template_words}", f"casualties {self.wounds_words}"
        return {Look.TEMPLATE: template, Look.FLIGHT: "flight", Look.MELEE: "melee", Look.WOUNDS: wounds}

    @property
    def advancing(self) -> bool:
        """Whether it is asked what an advance before the charge would change."""
        return self.state.words == ADVANCING

    @property
    def advancing_query(self) -> str:
        return replace(self.state, words=ADVANCING).query

    @property
    def _moved(self) -> float:
        ledger = self.play.turn.get(self.state.unit)
        return ledger.path if ledger else 0.0

    @property
    def answer_lines(self) -> list[AnswerLine]:
        """The answer to a typed question, in words, and who can't stand as the table has it."""
        if not (self.state.look is Look.ASK and self.answer):
            return []
        return [*lines_of_answer(self.answer), *notes_about(self.scene)]

    @property
    def more(self) -> list[tuple[str, str]]:
        """What else may be asked of the chosen unit without a word to type: its name and its address."""
        questions = {"formation": "Is its formation legal?"}
        if self.unit and self.unit.berserk:
            questions["berserk"] = "Whom must it charge?"
        foes = self.scene.foes(self.unit) if self.unit else ()
        if refs := [foe.ref for foe in foes or filter(None, [self.target])]:
            questions[f"overrun {' '.join(refs)}"] = f"Can it run {' and '.join(refs)} over?"
        return [(name, self.state.with_question(words).query) for words, name in questions.items()]

    @property
    def setup_query(self) -> str:
        return self.state.with_question("setup").query

    @property
    def steps(self) -> list[Step]:
        return steps_in(self.answer) if self.answer else []

    @property
    def rules(self) -> list[str]:
        """The places in the book that the answer rests on."""
        return [citation.section for citation in self.answer.citations] if self.answer else []

    @cached_property
    def plain(self) -> Plain:
        """The answer's figures, as a template prints them."""
        return to_json(self.answer) if self.answer else {}

    @property
    def volley(self) -> list[Shots]:
        return volley_in(self.answer.volley) if isinstance(self.answer, ShootAnswer) else []

    @property
    def odds_query(self) -> str:
        """The page of odds' state for the charge or the shots that are asked about; empty where it can't state them."""
        unit, target, answer = self.unit, self.target, self.answer
        if not (unit and target and unit.row and target.row):
            return ""
        state: dict[str, object] = {"a": unit.row.slug, "b": target.row.slug}
        for letter, each in (("a", unit), ("b", target)):
            state |= {f"{letter}n": each.models, f"{letter}f": files_of(each)}
        if isinstance(answer, ChargeAnswer):
            state["at"] = SIDES_OF_ODDS[answer.found.side]
        elif isinstance(answer, ShootAnswer) and answer.volley.fires:
            nearest = min(shot.inches for shot in answer.volley.fires)
            how = {"range": f"{nearest:.1f}", "moved": f"{self._moved:.1f}", "weapon": answer.volley.weapon.name}
            state |= {"kind": "shoot", "cover": COVERS_OF_ODDS[answer.volley.cover]} | how
        else:
            return ""
        return urlencode(state, safe="/")

    @property
    def template_words(self) -> str:
        return self.state.words or USUAL_TEMPLATE

    @property
    def wounds_words(self) -> str:
        return self.state.words or USUAL_WOUNDS

    @cached_property
    def _reaches(self) -> tuple[float, ...]:
        return tuple(missile_ranges(self.unit)) if self.unit else ()

    @property
    def ranges(self) -> list[str]:
        return [inches(reach) for reach in self._reaches]

    @property
    def picture(self) -> SafeString:
        return mark_safe(board(self.play, self.scene, self._overlay()))

    def _overlay(self) -> Overlay:
        marks = marks_in(self.answer, self.scene) if self.answer and self.state.look is not Look.SHOOT else ()
        if self.unit is None:
            return Overlay(marks=marks)
        return Overlay(
            chosen=self.unit.ref,
            rays=tuple(self._rays()),
            ranges=self._reaches if self.state.look is Look.SHOOT else (),
            charge=self._left if self.state.look is Look.CHARGE else None,
            marks=marks,
        )

    @property
    def _left(self) -> float:
        ledger = self.play.turn.get(self.state.unit)
        if ledger:
            return ledger.left
        return self.unit.ground if self.unit else 0.0

    @property
    def _way_is_drawn(self) -> bool:
        """Whether a charge's own way is drawn, and stands for the measure."""
        return (
            self.state.look is Look.CHARGE and isinstance(self.answer, ChargeAnswer) and bool(self.answer.found.needed)
        )

    def _rays(self) -> Iterator[Ray]:
        for relation in self.relations:
            if relation.sight and relation.sight.visible:
                yield Ray(*relation.sight.line, RayKind.SEEN)
            elif relation.sight and relation.sight.blockers:
                first, label = relation.sight.blockers[0], f"✕ {relation.sight.blockers[0].ref}"
                yield Ray(
                    relation.sight.line[0],
                    first.where,
                    RayKind.BLOCKED,
                    label,
                    relation.told,
                    tag=middle_of(relation.unit),
                )
            elif relation.far:
                label = f"↔ {relation.inches}"
                yield Ray(
                    relation.gap.start,
                    relation.gap.end,
                    RayKind.FAR,
                    label,
                    relation.told,
                    tag=middle_of(relation.unit),
                )
            if relation.unit.ref == self.state.to and not self._way_is_drawn:
                yield Ray(relation.gap.start, relation.gap.end, RayKind.MEASURE, relation.inches)


def board_of(drawn: Drawn, catalogue: Catalogue, state: State = FIRST_STATE) -> Board:
    return Board(drawn.play, drawn.scene, catalogue, state)
