"""A roster as a spreadsheet: a row for each line of models and each character; and a summary for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from tabletop.arcana.army.roster import Character, Models, Roster, Unit, Upgrade
from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.creation.design_files import design_slug, own_slug
from tabletop.arcana.formats.draft import option_words
from tabletop.arcana.formats.line_costs import RosterCosts, roster_costs, total_points
from tabletop.arcana.formats.naming import army_name, profile_names
from tabletop.spreadsheet import guarded

COLUMNS = (
    "what", "ref", "unit", "name", "profile", "count", "reinforced", "phalanx", "infiltrating", "weapon",
    "counterspell", "school", "mount", "shared", "mount_school", "upgrades", "limit", "rules", "options", "design",
    "notes", "points",
)  # fmt: skip
OWN_ROW = "list row"
SUMMARY = ("army", "unit", "name", "profile", "count", "kind", "points")


def write_csv(roster: Roster, catalogue: Catalogue) -> str:
    """The roster with one row for everything that is chosen; `spreadsheet.read_csv` reads it back."""
    return _sheet(COLUMNS, _rows(roster, catalogue))


def write_summary(roster: Roster, catalogue: Catalogue) -> str:
    """What costs what, for people alone; nothing reads it back."""
    return _sheet(SUMMARY, _summary(roster, catalogue))


def _sheet(columns: tuple[str, ...], rows: Iterator[dict[str, object]]) -> str:
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(columns)
    writer.writerows([guarded(row.get(column)) for column in columns] for row in rows)
    return sheet.getvalue()


def _rows(roster: Roster, catalogue: Catalogue) -> Iterator[dict[str, object]]:
    costs, names = roster_costs(roster, catalogue), profile_names(catalogue, roster)
    yield {
        "what": "roster",
        "name": roster.name,
        "notes": roster.notes,
        "profile": roster.army,
        "limit": roster.points_limit,
        "rules": roster.rules,
        "options": "; ".join(option_words(roster.options)),
        "design": _own_head(roster.own_list),
        "points": costs.total(roster.contingent_units),
    }
    for row in roster.own_list.rows if roster.own_list else ():
        slug, text = own_slug(row.name), msgspec.json.encode(row).decode()
        yield {"what": OWN_ROW, "name": row.name, "profile": slug, "design": text, "points": row.points}
    for design in roster.designs:
        text = msgspec.json.encode(design).decode()
        yield {"what": "design", "name": design.name, "profile": design_slug(design), "design": text}
    yield from _units(roster.units, names, costs)
    for ally in roster.allies:
        total = costs.total(ally.units)
        yield {"what": "ally", "profile": ally.army, "limit": ally.points, "points": total}
        yield from _units(ally.units, names, costs)


def _own_head(own: OwnList | None) -> str | None:
    """What an own list says but for its rows, which have lines of their own: a cell holds 32,767 letters."""
    return msgspec.json.encode(replace(own, rows=())).decode() if own else None


def _units(units: tuple[Unit, ...], names: Mapping[str, str], costs: RosterCosts) -> Iterator[dict[str, object]]:
    for unit in units:
        cost = costs.of(unit)
        infiltrating = "yes" if unit.infiltrating else ""
        head = {"what": "unit", "ref": unit.ref, "name": unit.name, "notes": unit.notes}
        yield head | {"infiltrating": infiltrating, "points": costs.points_of(unit)}
        for place, models in enumerate(unit.models):
            spent = total_points(cost.models[place]) if cost else None
            yield {"unit": unit.ref, "name": names.get(models.profile), "points": spent} | _models(models)
        for place, character in enumerate(unit.characters):
            spent = cost.characters[place].points if cost else None
            name = names.get(character.profile)
            yield {"unit": unit.ref, "name": name, "points": spent} | _character(character)


def _models(models: Models) -> dict[str, object]:
    return {
        "what": "models",
        "profile": models.profile,
        "count": models.count,
        "reinforced": models.reinforced or "",
        "upgrades": _upgrades(models.upgrades),
        "school": models.school,
        "phalanx": "yes" if models.phalanx else "",
    }


def _character(character: Character) -> dict[str, object]:
    return {
        "what": "character",
        "ref": character.ref,
        "profile": character.profile,
        "count": 1,
        "weapon": character.weapon,
        "counterspell": "yes" if character.counterspell else "",
        "school": character.school,
        "mount": character.mount.profile if character.mount else "",
        "shared": "yes" if character.mount and character.mount.shared else "",
        "mount_school": character.mount.school if character.mount else "",
        "upgrades": _upgrades(character.upgrades),
    }


def _upgrades(upgrades: tuple[Upgrade, ...]) -> str:
    return "; ".join(
        f"{upgrade.profile} x {upgrade.count}" if upgrade.count > 1 else upgrade.profile for upgrade in upgrades
    )


def _summary(roster: Roster, catalogue: Catalogue) -> Iterator[dict[str, object]]:
    costs, names = roster_costs(roster, catalogue), profile_names(catalogue, roster)
    contingents = [(roster.army, roster.units), *((ally.army, ally.units) for ally in roster.allies)]
    for army, units in contingents:
        for unit in units:
            cost = costs.of(unit)
            items = [item for line in (*cost.models, cost.characters) for item in line] if cost else []
            for item in items:
                yield {
                    "army": army_name(army, catalogue, roster.own_list),
                    "unit": unit.ref,
                    "name": unit.name,
                    "profile": names.get(item.profile, item.profile),
                    "count": item.count,
                    "kind": "special" if item.special else "normal",
                    "points": item.points,
                }
