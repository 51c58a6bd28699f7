"""Which template a game's rosters are edited on, and what draws them; other games are shown by their receipts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from secrets import token_urlsafe
from typing import Any

from django.http import QueryDict
from django.utils.functional import SimpleLazyObject
from msgspec import Struct

from armybuilder.collection.queries import models_at_home
from armybuilder.core.games import References, game_of
from armybuilder.core.languages import say
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.presenters.editor import RosterPanel, roster_panel
from armybuilder.rosters.presenters.first_steps import first_steps_of
from armybuilder.rosters.presenters.parts import EditorParts
from armybuilder.rosters.presenters.rulebook_menu import rulebooks
from armybuilder.rosters.presenters.toasts import Toast, toast_of
from armybuilder.rosters.verdicts import verdict
from tabletop.arcana.army.edits import Several
from tabletop.arcana.army.repair import make_legal
from tabletop.arcana.game import ArcanaVerdict
from tabletop.findings import Remedy
from tabletop.rosters.verdict import Verdict

Context = dict[str, Any]

MARKS = "Muster-Has"  # the header in which a browser sends the marks of the parts that it shows
KEY_BYTES = 9  # of what tells one rendered page from another


class Editor(Struct, frozen=True):
    """A page to edit a roster on, and what it shows beside what every game's page does."""

    template: str
    context: Callable[[Any, Row, QueryDict, str], Context]


def _arcana_context(judged: ArcanaVerdict, row: Row, state: QueryDict, shown: str) -> Context:
    """The editor's context; `unit`, `outfit` and `find` in the address or the form say what is open and looked for.

    A form that is about another unit names the open one as `open`. `shown` are the marks of what the browser has.
    """
    open_character, find = state.get("outfit", ""), state.get("find", "")
    home = models_at_home(row.visitor, row.content["game"]) if getattr(row, "has_collection", False) else None
    open_unit = state.get("open") or state.get("unit") or ""
    panel = roster_panel(judged, open_character=open_character, open_unit=open_unit, home=home)
    return {
        "panel": panel,
        "parts": EditorParts(shown, judged, panel, row, outfit=open_character, find=find, home=home),
        "open_unit": panel.chosen,
        "key": token_urlsafe(KEY_BYTES),
        "first_steps": SimpleLazyObject(partial(first_steps_of, judged)),  # not every answer shows it
        "find": find,
        "rulebooks": SimpleLazyObject(partial(rulebooks, judged, row.visitor)),
        "open_character": open_character,
    }


def _plain_context(judged: Verdict, row: Row, state: QueryDict, shown: str) -> Context:
    """What any other game is edited by: its choices and its counters."""
    return {"desk": game_of(judged.roster.game).desk(judged)}


PLAIN = Editor("rosters/plain.html", _plain_context)
EDITORS = {"arcana": Editor("rosters/editor.html", _arcana_context)}


def editor_of(judged: Verdict) -> Editor:
    """The page on which rosters of the verdict's game are edited; the plain one for a game without its own."""
    return EDITORS.get(judged.roster.game, PLAIN)


def toast_since(before: Any, judged: Verdict) -> Toast | None:
    """What the roster that was judged has more or less than before; None where something else has changed."""
    if isinstance(judged, ArcanaVerdict):
        return toast_of(before, judged)
    game = game_of(judged.roster.game)
    return Toast("Removed") if game.count_parts(judged.roster) < game.count_parts(before) else None


def panel_of(judged: Verdict) -> RosterPanel | None:
    """The units and totals to draw; None for a game whose rosters are shown by their receipts."""
    return roster_panel(judged, all_open=True) if isinstance(judged, ArcanaVerdict) else None


def repair_of(judged: Verdict, references: References) -> Context | None:
    """A set of changes that makes the roster legal as far as it goes; None for a game that doesn't look for one.

    Sizes of the game that would do instead stand apart, as `agreements`.
    """
    if not isinstance(judged, ArcanaVerdict):
        return None
    repair = make_legal(judged.reviewed, judged.army.catalogue, judged.look)
    edit = Several(edits=tuple(part for step in repair.steps for part in step.edit.parts))
    return {
        "title": say("Agree on another size") if repair.steps and repair.is_agreement else say("Make it legal"),
        "repair": repair,
        "after": verdict(repair.after.roster, references),
        "edit": edit,
        "agreements": () if repair.is_agreement else _agreements(judged),
    }


def _agreements(judged: ArcanaVerdict) -> list[Remedy]:
    """The sizes of the game that make the roster legal as it is."""
    offered = [
        remedy for finding in judged.reviewed.report.findings for remedy in finding.remedies if remedy.by_agreement
    ]
    tries = {remedy.label: remedy for remedy in offered}.values()
    return [
        remedy
        for remedy in tries
        if judged.look(remedy.edit.applied(judged.roster, judged.army.catalogue)).report.is_legal
    ]
