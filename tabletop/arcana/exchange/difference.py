"""What differs between two rosters, as sentences for people: for histories and for comparing lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.designs import design_slug
from tabletop.arcana.exchange.costs import Costs, UnitCost, costs_of, points
from tabletop.arcana.exchange.digest import same_choices
from tabletop.arcana.exchange.draft import option_words
from tabletop.arcana.exchange.naming import army_name
from tabletop.arcana.roster import Ally, Character, Models, Roster, Unit, Upgrade

MINUS = "−"
Pair = tuple[Unit | None, Unit | None]


class Change(Struct, frozen=True):
    """One difference: the ref of its unit, empty for the roster itself; `points` is None where it has no price."""

    ref: str
    text: str
    points: int | None = None

    @property
    def told(self) -> str:
        """`Old Guard: +5 Axemen, +90`."""
        return self.text if not self.points else f"{self.text}, {signed(self.points)}"


def signed(number: int) -> str:
    """`+5` and `−100`, with a true minus sign."""
    return f"{'+' if number >= 0 else MINUS}{abs(number):,}"


def summary_difference(before: Roster, after: Roster, catalogue: Catalogue) -> tuple[Change, ...]:
    """Every difference in the choices, the roster's own first, then unit by unit; none exactly where digests agree.

    Units are the same where they have one ref and something in common, or one name, or the same models. Both are
    priced by the same catalogue.
    """
    if same_choices(before, after):
        return ()
    told = (*_heads(before, after, catalogue), *_Comparing(before, after, catalogue).units())
    return told or (Change("", "the units are grouped or ordered differently"),)


def _heads(before: Roster, after: Roster, catalogue: Catalogue) -> Iterator[Change]:
    """What differs in the roster itself, its options, allies and designs."""
    facts: tuple[tuple[str, Callable[[Roster], str]], ...] = (
        ("name", lambda roster: f"“{roster.name}”"),
        ("army", lambda roster: army_name(roster.army, catalogue)),
        ("limit", lambda roster: f"{roster.points_limit:,}" if roster.points_limit else "none"),
        ("rules", lambda roster: roster.rules),
        ("options", lambda roster: ", ".join(option_words(roster.options)) or "none"),
        ("allies", lambda roster: ", ".join(_ally(ally, catalogue) for ally in roster.allies) or "none"),
    )
    for fact, said in facts:
        if said(before) != said(after):
            yield Change("", f"{fact}: {said(before)} → {said(after)}")
    yield from _designs(before, after)


def _ally(ally: Ally, catalogue: Catalogue) -> str:
    return f"{army_name(ally.army, catalogue)} with {ally.points:,}"


def _designs(before: Roster, after: Roster) -> Iterator[Change]:
    old = {design_slug(design): replace(design, format=None) for design in before.designs}
    new = {design_slug(design): replace(design, format=None) for design in after.designs}
    for slug in old.keys() | new.keys():
        if slug not in new:
            yield Change("", f"{MINUS} design {old[slug].name}")
        elif slug not in old:
            yield Change("", f"+ design {new[slug].name}")
        elif not same_choices(old[slug], new[slug]):
            yield Change("", f"design {new[slug].name} changed")
    if old.keys() == new.keys() and list(old) != list(new):
        yield Change("", "the designs are ordered differently")


class _Comparing:
    """Two rosters, priced, with names for their profiles."""

    def __init__(self, before: Roster, after: Roster, catalogue: Catalogue) -> None:
        self.before, self.after = before, after
        self.old, self.new = costs_of(before, catalogue), costs_of(after, catalogue)
        self.names = {slug: row.name for slug, row in catalogue.rows.items()}
        for design in (*before.designs, *after.designs):
            self.names[design_slug(design)] = design.name

    def units(self) -> Iterator[Change]:
        pairs = paired(self.before.contingent_units, self.after.contingent_units)
        for old, new in pairs:
            yield from self._unit(old, new)
        both = [(old, new) for old, new in pairs if old and new]
        places = [self.before.contingent_units.index(old) for old, _ in both]
        if places != sorted(places) or self._moved(both):
            yield Change("", "the units are ordered differently")

    def _moved(self, both: list[tuple[Unit, Unit]]) -> bool:
        """Whether a unit that is in both is now in another contingent."""
        old, new = _contingents(self.before), _contingents(self.after)
        return any(old[one.ref] != new[two.ref] for one, two in both)

    def _unit(self, old: Unit | None, new: Unit | None) -> Iterator[Change]:
        if old and new:
            yield from self._changed(old, new)
        elif new:
            yield Change(new.ref, f"+ {self.described(new)}", _total(self.new, new))
        elif old:
            spent = _total(self.old, old)
            yield Change(old.ref, f"{MINUS} {self.described(old)}", None if spent is None else -spent)

    def described(self, unit: Unit) -> str:
        """`The Old Guard (17 Axemen, Dwarf Lord)`, or its parts alone."""
        parts = [f"{models.count} {self.named(models.profile)}" for models in unit.models]
        parts += [self.named(character.profile) for character in unit.characters]
        made = ", ".join(parts) or "empty unit"
        return f"{unit.name} ({made})" if unit.name else made

    def named(self, slug: str) -> str:
        return self.names.get(slug, slug)

    def _changed(self, old: Unit, new: Unit) -> Iterator[Change]:
        """Differences of one unit; what infiltrating changes about prices is told with it."""
        if same_choices(old, new):
            return
        changes = list(self._parts(old, new))
        spent, spends = _total(self.old, old), _total(self.new, new)
        rest = None if spent is None or spends is None else spends - spent - sum(each.points or 0 for each in changes)
        head = list(_own(old, new))
        if head or not changes:
            yield Change(new.ref, f"{self._called(new)}: {', '.join(head) or 'its parts are ordered differently'}", rest)
        yield from changes

    def _called(self, unit: Unit) -> str:
        return unit.name or self.described(unit)

    def _parts(self, old: Unit, new: Unit) -> Iterator[Change]:
        costs = self.old.of(old), self.new.of(new)
        slugs = dict.fromkeys(models.profile for models in (*old.models, *new.models))
        for slug in slugs:
            text = ", ".join(self._models(slug, _lines(old, slug), _lines(new, slug)))
            if text:
                yield self._change(new, text, _spent(new, slug, costs[1]), _spent(old, slug, costs[0]))
        for one, two in _leaders(old.characters, new.characters):
            text = self._leader(one, two)
            if text:
                yield self._change(new, text, _leaders_price(new, two, costs[1]), _leaders_price(old, one, costs[0]))
