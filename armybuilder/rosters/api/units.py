"""The units of a roster and what stands in them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.api.base_views import ListedView
from armybuilder.core.api.fields import reference
from armybuilder.core.api.filters import CHANGED_SINCE, if_changed
from armybuilder.core.api.owner_views import IF_MATCH, LISTS, READS, REMOVES, WRITES, answer, known_version
from armybuilder.core.api.parsers import shaped
from armybuilder.rosters.api.changes import CharacterChanges, ModelsChanges, NewEntry, NewUnit, UnitChanges, together
from armybuilder.rosters.api.rosters import RosterRowView
from armybuilder.rosters.api.serializers import EntrySerializer, KeptRosterSerializer, KeptUnitSerializer
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from tabletop.arcana.army import edits
from tabletop.arcana.army.edits import AnyEdit
from tabletop.arcana.army.roster import Roster, Unit
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.game import ARCANA

ENTRY = OpenApiParameter("entry", str, OpenApiParameter.PATH, description="A profile's slug or a character's `ref`.")


def unit_of(roster: Roster, ref: str) -> Unit:
    for unit in roster.contingent_units:
        if unit.ref == ref:
            return unit
    raise NotFound("There is no such unit.")


def plain_units(roster: Roster) -> list[dict[str, Any]]:
    """Every unit of every contingent with its price."""
    points = {entry.ref: entry.points for entry in verdict(roster).receipt}
    contingents = [(None, roster.units), *((ally.army, ally.units) for ally in roster.allies)]
    return [{"points": points[unit.ref], "ally": army, "unit": unit} for army, units in contingents for unit in units]


def plain_entries(unit: Unit) -> list[dict[str, Any]]:
    """The models, then the characters; of models that stand in two lines edits mean the first."""
    lines: list[dict[str, Any]] = [
        {"entry": models.profile, "models": models, "character": None} for models in unit.models
    ]
    return lines + [{"entry": character.ref, "models": None, "character": character} for character in unit.characters]


class UnitsOfRowView(RosterRowView):
    """A roster of the game whose rosters have units."""

    def row(self) -> Row:
        row = super().row()
        if row.content["game"] != ARCANA.slug:
            raise NotFound("This game's rosters have no units.")
        return row


class UnitsView(UnitsOfRowView, ListedView):
    @extend_schema(
        operation_id="units",
        summary="A roster's units",
        parameters=[CHANGED_SINCE],
        responses={200: KeptUnitSerializer(many=True)} | LISTS,
    )
    def get(self, request: Request, code: str) -> Response:
        """Every unit with its points, those of allies last; none if the roster is older than `changed_since`."""
        row = self.row()
        units = if_changed(request, plain_units(roster_of(row)), lambda: row.updated_at)
        return answer(row, self.page_of(units, KeptUnitSerializer).data)

    @extend_schema(
        operation_id="add_unit",
        summary="Add a unit",
        parameters=[IF_MATCH],
        request={"application/json": reference("NewUnit")},
        responses={201: KeptRosterSerializer} | WRITES,
    )
    def post(self, request: Request, code: str) -> Response:
        """A new unit at the end; the answer is the roster as it is then, `Location` the unit."""
        row, version = self.row(), known_version(request)
        new = shaped(request, NewUnit)
        made = self.edited(row, version, edits.AddUnit(profile=new.profile, count=new.count), status=201)
        made.headers["Location"] = reverse("api-unit", kwargs={"code": code, "ref": roster_of(row).units[-1].ref})
        return made


class UnitView(UnitsOfRowView):
    @extend_schema(operation_id="unit", summary="One unit", responses={200: KeptUnitSerializer} | READS)
    def get(self, request: Request, code: str, ref: str) -> Response:
        """A unit with its points."""
        row = self.row()
        roster = roster_of(row)
        unit_of(roster, ref)
        [plain] = [unit for unit in plain_units(roster) if unit["unit"].ref == ref]
        return answer(row, KeptUnitSerializer(plain).data)

    @extend_schema(
        operation_id="change_unit",
        summary="Change a unit",
        parameters=[IF_MATCH],
        request={"application/json": reference("UnitChanges")},
        responses={200: KeptRosterSerializer} | WRITES,
    )
    def patch(self, request: Request, code: str, ref: str) -> Response:
        """Name, notes, infiltrating; what isn't sent stays. The answer is the roster as it is then."""
        row, version = self.row(), known_version(request)
        unit_of(roster_of(row), ref)
        return self.edited(row, version, together(shaped(request, UnitChanges).edits(ref)))

    @extend_schema(
        operation_id="remove_unit",
        summary="Remove a unit",
        parameters=[IF_MATCH],
        responses={200: KeptRosterSerializer} | REMOVES,
    )
    def delete(self, request: Request, code: str, ref: str) -> Response:
        """The unit with everything in it; the answer is the roster as it is then."""
        row, version = self.row(), known_version(request)
        unit_of(roster_of(row), ref)
        return self.edited(row, version, edits.RemoveUnit(unit=ref))


class EntriesView(UnitsOfRowView, ListedView):
    @extend_schema(
        operation_id="entries",
        summary="What stands in a unit",
        parameters=[CHANGED_SINCE],
        responses={200: EntrySerializer(many=True)} | LISTS,
    )
    def get(self, request: Request, code: str, ref: str) -> Response:
        """Models by their profiles, then characters by their refs."""
        row = self.row()
        entries = if_changed(request, plain_entries(unit_of(roster_of(row), ref)), lambda: row.updated_at)
        return answer(row, self.page_of(entries, EntrySerializer).data)

    @extend_schema(
        operation_id="add_entry",
        summary="Add models or a character",
        parameters=[IF_MATCH],
        request={"application/json": reference("NewEntry")},
        responses={201: KeptRosterSerializer} | WRITES,
    )
    def post(self, request: Request, code: str, ref: str) -> Response:
        """So many more models of a profile, or a character to lead the unit; `Location` is the entry."""
        row, version = self.row(), known_version(request)
        unit_of(roster_of(row), ref)
        edit = adding(ref, shaped(request, NewEntry))
        made = self.edited(row, version, edit, status=201)
        made.headers["Location"] = added_address(row, ref, edit)
        return made


def adding(unit: str, new: NewEntry) -> edits.AddCharacter | edits.AddModels:
    """Characters lead, everything else is counted."""
    profile = current_catalogue().rows.get(new.profile)
    if profile is not None and profile.section == Section.CHARACTERS:
        return edits.AddCharacter(unit=unit, profile=new.profile)
    return edits.AddModels(unit=unit, profile=new.profile, count=new.count)


def added_address(row: Row, ref: str, edit: AnyEdit) -> str:
    unit = unit_of(roster_of(row), ref)
    entry = edit.profile if isinstance(edit, edits.AddModels) else unit.characters[-1].ref
    return f"{reverse('api-entries', kwargs={'code': row.code, 'ref': ref})}{quote(entry)}/"


class EntryView(UnitsOfRowView):
    """A line of models by its profile, or a character by its ref: slugs have a slash, refs have none."""

    def plain_entry(self, row: Row, ref: str, entry: str) -> dict[str, Any]:
        entries = plain_entries(unit_of(roster_of(row), ref))
        for listed in entries:
            if listed["entry"] == entry:
                return listed
        raise NotFound("There is no such entry.")

    @extend_schema(
        operation_id="entry",
        summary="One entry",
        parameters=[ENTRY],
        responses={200: EntrySerializer} | READS,
    )
    def get(self, request: Request, code: str, ref: str, entry: str) -> Response:
        """Models of one profile, or a character."""
        row = self.row()
        return answer(row, EntrySerializer(self.plain_entry(row, ref, entry)).data)

    @extend_schema(
        operation_id="change_entry",
        summary="Change an entry",
        parameters=[ENTRY, IF_MATCH],
        request={"application/json": {"anyOf": [reference("ModelsChanges"), reference("CharacterChanges")]}},
        responses={200: KeptRosterSerializer} | WRITES,
    )
    def patch(self, request: Request, code: str, ref: str, entry: str) -> Response:
        """How many models and with what, or what was bought for a character; what isn't sent stays."""
        row, version = self.row(), known_version(request)
        if self.plain_entry(row, ref, entry)["character"]:
            changes = shaped(request, CharacterChanges).edits(entry)
        else:
            changes = shaped(request, ModelsChanges).edits(ref, entry)
        return self.edited(row, version, together(changes))

    @extend_schema(
        operation_id="remove_entry",
        summary="Remove an entry",
        parameters=[ENTRY, IF_MATCH],
        responses={200: KeptRosterSerializer} | REMOVES,
    )
    def delete(self, request: Request, code: str, ref: str, entry: str) -> Response:
        """A unit whose last models go stays, empty; a character who stood alone takes its unit along."""
        row, version = self.row(), known_version(request)
        if self.plain_entry(row, ref, entry)["character"]:
            return self.edited(row, version, edits.RemoveCharacter(character=entry))
        return self.edited(row, version, edits.SetCount(unit=ref, profile=entry, count=0))
