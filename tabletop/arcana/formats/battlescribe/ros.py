"""Rosters as BattleScribe's .ros: selections for other programs, our own choices in the notes to read back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import count, zip_longest
from xml.etree import ElementTree

import msgspec
from msgspec import Struct

from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.formats.battlescribe.selections import Selection, Sheet, selection_maker
from tabletop.arcana.formats.battlescribe.xmltree import BETWEEN, Element, read_xml
from tabletop.arcana.formats.line_costs import roster_costs
from tabletop.arcana.formats.naming import army_name
from tabletop.decoding import MalformedError
from tabletop.rosters.digest import content_digest
from tabletop.rosters.files import LARGEST_XML, decode_text
from tabletop.rosters.problems import MOST_PROBLEMS, ProblemLine

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
VERSION = "2.03"
SYSTEM = {"gameSystemId": "muster-arcana", "gameSystemName": "Armies of Arcana", "gameSystemRevision": "1"}
POINTS = {"name": "pts", "typeId": "points"}
NO_LIMIT = -1
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NO_CHARACTERS = {"\ufffe": "\ufffd", "\uffff": "\ufffd"}  # XML can't hold these two
SHOWN = str.maketrans(NO_CHARACTERS)
NOTED = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in NO_CHARACTERS})

Tag = ElementTree.Element


class Outline(Struct, frozen=True):
    """What of an element decides the army: which entry, how many, what it is called, and what is in it."""

    entry: str
    name: str
    number: str = ""
    custom: str = ""
    parts: tuple[Outline, ...] = ()

    @property
    def called(self) -> str:
        return f"“{' '.join(word for word in (self.number, self.custom or self.name) if word)}”"

    @property
    def choice(self) -> tuple[str, str, str]:
        return self.entry, self.number, self.custom


def write_ros(roster: Roster, catalogue: Catalogue) -> bytes:
    """The roster as XML; the same bytes every time."""
    root = _Writing(roster).root(tuple(_forces(roster, catalogue)))
    ElementTree.indent(root)
    return f"{DECLARATION}{ElementTree.tostring(root, 'unicode')}\n".encode()


def read_ros(content: bytes, catalogue: Catalogue) -> tuple[Roster | None, tuple[ProblemLine, ...]]:
    """The roster of a .ros written here, or where another program has changed it since.

    MalformedError for anything else.
    """
    root = read_xml(decode_text(content, LARGEST_XML))
    if root.name != _named("roster"):
        raise MalformedError("", "the XML isn't a BattleScribe roster: its outermost element is another")
    notes = root.child(_named("customNotes"))
    if notes is None or not notes.text.lstrip().startswith("{"):
        reason = "another program wrote this roster; only those written here can be read back"
        raise MalformedError("customNotes", reason)
    roster = read_roster(notes.text)
    problems = tuple(_changes(_outline(root), _expected(roster, catalogue), roster.name))
    return (None if problems else roster), problems[:MOST_PROBLEMS]


def _forces(roster: Roster, catalogue: Catalogue) -> Iterator[Selection]:
    """A contingent as those programs see it: a force with selections."""
    chosen = selection_maker(roster, catalogue, roster_costs(roster, catalogue))
    contingents = [(roster.army, roster.units), *((ally.army, ally.units) for ally in roster.allies)]
    for army, units in contingents:
        parts = tuple(chosen.unit(unit) for unit in units)
        yield Selection(entry=army, name=army_name(army, catalogue, roster.own_list), parts=parts)


class _Writing:
    """Elements with ids that are the same for the same roster."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.seed = content_digest(roster)
        self.places = count()

    def root(self, forces: tuple[Selection, ...]) -> Tag:
        root = Tag("roster", self._named(self.roster.name, battleScribeVersion=VERSION, generatedBy="Muster", **SYSTEM))
        root.set("xmlns", NAMESPACE)
        self._cost(root, "cost", _total(forces))
        limit = self.roster.points_limit
        self._cost(root, "costLimit", NO_LIMIT if limit is None else limit)
        tags = ElementTree.SubElement(root, "forces")
        for force in forces:
            self._force(tags, force)
        notes = ElementTree.SubElement(root, "customNotes")
        notes.text = msgspec.json.encode(self.roster).decode().translate(NOTED)
        return root

    def _named(self, name: str, **attributes: str) -> dict[str, str]:
        """Attributes that begin with an id and a name."""
        identity = hashlib.sha256(f"{self.seed}/{next(self.places)}".encode()).hexdigest()
        return {
            "id": "-".join(identity[part : part + 4] for part in range(0, 16, 4)),
            "name": name.translate(SHOWN),
        } | {key: value.translate(SHOWN) for key, value in attributes.items()}

    def _cost(self, parent: Tag, kind: str, points: int | None) -> None:
        if points is not None:
            costs = ElementTree.SubElement(parent, f"{kind}s")
            ElementTree.SubElement(costs, kind, POINTS | {"value": f"{points}.0"})

    def _force(self, parent: Tag, force: Selection) -> None:
        catalogue = {"catalogueId": force.entry, "catalogueRevision": "1", "catalogueName": force.name}
        tag = ElementTree.SubElement(parent, "force", self._named(force.name, entryId=force.entry, **catalogue))
        self._selections(tag, force.parts)
        categories = dict.fromkeys(unit.category for unit in force.parts)
        self._categories(tag, categories, primary=False)

    def _selections(self, parent: Tag, selections: tuple[Selection, ...]) -> None:
        if selections:
            tags = ElementTree.SubElement(parent, "selections")
            for selection in selections:
                self._selection(tags, selection)

    def _selection(self, parent: Tag, selection: Selection) -> None:
        attributes = self._named(
            selection.name,
            entryId=selection.entry,
            number=str(selection.number),
            type=selection.kind,
            **{"from": "entry"},
        )
        if selection.custom:
            attributes["customName"] = selection.custom.translate(SHOWN)
        tag = ElementTree.SubElement(parent, "selection", attributes)
        self._profiles(tag, selection.sheets)
        self._selections(tag, selection.parts)
        self._cost(tag, "cost", selection.points)
        self._categories(tag, [selection.category] if selection.category else [], primary=True)

    def _profiles(self, parent: Tag, sheets: tuple[Sheet, ...]) -> None:
        if not sheets:
            return
        profiles = ElementTree.SubElement(parent, "profiles")
        for sheet in sheets:
            kind = {"typeId": sheet.kind.lower(), "typeName": sheet.kind, "hidden": "false"}
            profile = ElementTree.SubElement(profiles, "profile", self._named(sheet.name, **kind))
            cells = ElementTree.SubElement(profile, "characteristics")
            for name, text in sheet.cells:
                ElementTree.SubElement(cells, "characteristic", {"name": name, "typeId": name.lower()}).text = text

    def _categories(self, parent: Tag, names: Iterable[str], *, primary: bool) -> None:
        tags = ElementTree.SubElement(parent, "categories")
        for name in names:
            attributes = self._named(name, entryId=name.lower(), primary=str(primary).lower())
            ElementTree.SubElement(tags, "category", attributes)


def _total(forces: tuple[Selection, ...]) -> int | None:
    """The selections' own costs together; None where a unit isn't priced."""
    units = [unit for force in forces for unit in force.parts]
    if any(unit.points is None for unit in units):
        return None
    return sum(part.points or 0 for unit in units for part in unit.parts)


def _named(name: str) -> str:
    return f"{NAMESPACE}{BETWEEN}{name}"


def _outline(root: Element) -> Outline:
    """What an XML file chooses."""
    limits = root.child(_named("costLimits"))
    limit = next((child.attributes.get("value", "") for child in limits.children), "") if limits else ""
    forces = root.child(_named("forces"))
    parts = [] if forces is None else [_chosen(force) for force in forces.children]
    return Outline("roster", "the roster", limit, root.attributes.get("name", ""), tuple(parts))


def _chosen(element: Element) -> Outline:
    selections = element.child(_named("selections"))
    attributes = element.attributes
    return Outline(
        attributes.get("entryId", ""),
        attributes.get("name", ""),
        attributes.get("number", ""),
        attributes.get("customName", ""),
        tuple(_chosen(child) for child in selections.children) if selections else (),
    )


def _expected(roster: Roster, catalogue: Catalogue) -> Outline:
    """What the XML file of a roster chooses when we have written it."""
    limit = NO_LIMIT if roster.points_limit is None else roster.points_limit
    forces = tuple(_wanted(force, is_force=True) for force in _forces(roster, catalogue))
    return Outline("roster", "the roster", f"{limit}.0", roster.name.translate(SHOWN), forces)


def _wanted(selection: Selection, *, is_force: bool = False) -> Outline:
    number = "" if is_force else str(selection.number)
    parts = tuple(_wanted(part) for part in selection.parts)
    return Outline(selection.entry, selection.name, number, selection.custom.translate(SHOWN), parts)


def _changes(there: Outline, ours: Outline, where: str) -> Iterator[ProblemLine]:
    """Where the selections differ from our notes: neither is believed over the other."""
    if there.choice != ours.choice:
        yield ProblemLine(
            0, where, f"another program changed this: it says {there.called}, the notes say {ours.called}"
        )
    for one, two in zip_longest(there.parts, ours.parts):
        if one is None:
            yield ProblemLine(0, where, f"another program removed {two.called}")
        elif two is None:
            yield ProblemLine(0, where, f"another program added {one.called}")
        else:
            yield from _changes(one, two, (two.custom or two.name)[:120])
