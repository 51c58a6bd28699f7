"""Rosters of other programs: forces, selections and counts as lines of text, to be read by their names.

The ids of another program's entries mean nothing to us, its names do. Each selection that is or holds models becomes a
line as a player would write it, what was chosen for it behind its name; a unit of several gets a title. What says
nothing of the army is left to the reader, which lists it as not read.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.formats.battlescribe.xmltree import BETWEEN, Element
from tabletop.decoding import MalformedError
from tabletop.work import go_on

LONGEST_NAME = 120
CARRIED = "unit"  # the type of a selection that stands for several models


class Chosen(Struct, frozen=True):
    """A selection: its name, how many, its type, its own points and what was chosen within it."""

    name: str
    number: int
    kind: str
    custom: str
    points: int | None
    parts: tuple[Chosen, ...]

    @property
    def total(self) -> int | None:
        """Its points with those of its parts; None where a program states none."""
        stated = [part.total for part in self.parts]
        known = [points for points in (self.points, *stated) if points is not None]
        return sum(known) if known else None

    @property
    def models(self) -> tuple[Chosen, ...]:
        """The parts that are models, of whatever group they stand in."""
        found: list[Chosen] = []
        for part in self.parts:
            found += [part] if part.kind == "model" else part.models
        return tuple(found)


def text_of_ros(root: Element) -> str:
    """The choices of a .ros as lines of a list; MalformedError where the XML is no roster."""
    if _local(root) != "roster":
        raise MalformedError("", f"the XML isn't a roster: its outermost element is “{_local(root)[:40]}”")
    return "\n".join(_lines(root)) + "\n"


def _lines(root: Element) -> Iterator[str]:
    if name := _name(root):
        yield f"Roster: {name}"
    for number, force in enumerate(_within(root, "forces", "force")):
        army = force.attributes.get("catalogueName", "") or _name(force)
        yield f"{'Ally' if number else 'Army'}: {_plain(army)}"
        if not number and (limit := _cost(root, "costLimits", "costLimit")) and limit > 0:
            yield f"Limit: {limit}"
        yield ""
        for selection in _within(force, "selections", "selection"):
            yield from _unit(_chosen(selection))
            yield ""
    if total := _cost(root, "costs", "cost"):
        yield f"Total: {total}"


def _unit(chosen: Chosen) -> Iterator[str]:
    models = chosen.models
    if chosen.kind == "model" or not models:
        yield _row(chosen, chosen.total)
        return
    title = chosen.custom or chosen.name
    points = chosen.total
    yield f"Unit: {title}" + (f" [{points} pts]" if points else "")
    extras = [part for part in chosen.parts if part.kind != "model" and not part.models]
    for number, model in enumerate(models):
        shared = extras if not number else []
        yield f"- {_row(model, model.total if not shared else None, shared)}"


def _row(chosen: Chosen, points: int | None, shared: list[Chosen] | None = None) -> str:
    """`16 Axemen with Banner [340 pts]`; one alone without its number."""
    count = f"{chosen.number} " if chosen.number != 1 or chosen.kind == CARRIED else ""
    bought = [_bought(part, chosen.number) for part in _flat((*chosen.parts, *(shared or ())))]
    extras = f" with {', '.join(bought)}" if bought else ""
    return f"{count}{chosen.name}{extras}" + (f" [{points} pts]" if points else "")


def _flat(parts: tuple[Chosen, ...]) -> Iterator[Chosen]:
    """What was chosen, groups opened: those that hold other choices stand before them."""
    for part in parts:
        go_on()
        yield part
        yield from _flat(part.parts)


def _bought(part: Chosen, models: int) -> str:
    first, _, second = part.name.partition(", ")
    name = f"{second} {first}" if second and "," not in second else part.name  # a comma parts what was bought
    return name if part.number in (1, models) else f"{part.number} {name}"


def _chosen(element: Element) -> Chosen:
    go_on()
    number = element.attributes.get("number", "1").partition(".")[0]
    return Chosen(
        name=_name(element),
        number=int(number[:6]) if number.isascii() and number.isdecimal() else 1,
        kind=element.attributes.get("type", ""),
        custom=_plain(element.attributes.get("customName", "")),
        points=_cost(element, "costs", "cost"),
        parts=tuple(_chosen(child) for child in _within(element, "selections", "selection")),
    )


def _cost(element: Element, group: str, kind: str) -> int | None:
    """The points that an element states: those that are called so, else its first cost."""
    costs = list(_within(element, group, kind))
    named = [cost for cost in costs if cost.attributes.get("name", "").strip().casefold() in ("pts", "points", "pt")]
    for cost in (named or costs)[:1]:
        value = cost.attributes.get("value", "").partition(".")[0]
        if value.isascii() and value.isdecimal():
            return int(value[:9])
    return None


def _within(element: Element, group: str, kind: str) -> Iterator[Element]:
    for child in element.children:
        if _local(child) == group:
            yield from (entry for entry in child.children if _local(entry) == kind)


def _local(element: Element) -> str:
    """The name of an element without its namespace: programs differ in its version."""
    return element.name.rpartition(BETWEEN)[2]


def _name(element: Element) -> str:
    return _plain(element.attributes.get("name", ""))


def _plain(text: str) -> str:
    """On one line, without signs that show nothing."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()[:LONGEST_NAME]
