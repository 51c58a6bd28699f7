"""What differs inside a unit: models, characters, what they bought and how they deploy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tabletop.arcana.army.roster import Character, Models, Mount, Unit, Upgrade
from tabletop.arcana.catalogue.counted_names import counted, named
from tabletop.arcana.formats.compare.pairing import paired_characters
from tabletop.arcana.formats.line_costs import RosterCosts, total_points
from tabletop.rosters.comparison import MINUS, Change, signed
from tabletop.rosters.digest import same_choices

MOST_NOTED = 60


class UnitComparison(Struct, frozen=True):
    """Names for profiles, and the costs of both rosters."""

    names: Mapping[str, str]
    before: RosterCosts
    after: RosterCosts

    def named(self, slug: str) -> str:
        return self.names.get(slug, slug)

    def described(self, unit: Unit) -> str:
        """`The Old Guard (17 Axemen, Dwarf Lord)`, or its parts alone."""
        parts = [counted(self.named(models.profile), models.count) for models in unit.models]
        parts += [self.named(character.profile) for character in unit.characters]
        made = ", ".join(parts) or "empty unit"
        return f"{unit.name} ({made})" if unit.name else made

    def changed(self, old: Unit, new: Unit) -> Iterator[Change]:
        """The unit's own differences first; they bear what its parts' don't explain of the price."""
        if same_choices(old, new):
            return
        parts = [*self._models(old, new), *self._characters(old, new)]
        own = list(_own(old, new))
        if own or not parts:
            was, now = self.before.of(old), self.after.of(new)
            rest = now.points - was.points - sum(part.points or 0 for part in parts) if was and now else None
            text = ", ".join(own) or "its parts are grouped or ordered differently"
            yield Change(new.ref, f"{new.name or old.name or self.described(new)}: {text}", rest)
        yield from parts

    def _models(self, old: Unit, new: Unit) -> Iterator[Change]:
        for slug in dict.fromkeys(models.profile for models in (*old.models, *new.models)):
            text = "; ".join(self._counted(slug, _of(old, slug), _of(new, slug)))
            if text:
                was, now = _spent_on(old, slug, self.before), _spent_on(new, slug, self.after)
                yield Change(new.ref, text, None if was is None or now is None else now - was)

    def _counted(self, slug: str, old: Sequence[Models], new: Sequence[Models]) -> Iterator[str]:
        """`+5 Axemen`, and what else is new about all models of a profile."""
        more = sum(models.count for models in new) - sum(models.count for models in old)
        if more:
            yield f"{signed(more)} {named(self.named(slug), abs(more))}"
        crews = sum(models.reinforced for models in new) - sum(models.reinforced for models in old)
        if crews:
            yield f"{self.named(slug)}: {signed(crews)} reinforced"
        if old and new:
            was, now = self._bought(old), self._bought(new)
            yield from () if was == now else [f"{self.named(slug)}: {', '.join(now) or 'no upgrades'}"]
            learned, learning = _learned(old), _learned(new)
            if learned != learning:
                yield f"{self.named(slug)}: {', '.join(learning) or 'nothing learned'}"

    def _bought(self, lines: Sequence[Models]) -> list[str]:
        return [text for models in lines for text in self._upgrades(models.upgrades)]

    def _upgrades(self, upgrades: Sequence[Upgrade]) -> list[str]:
        return [
            f"with {'' if upgrade.count == 1 else f'{upgrade.count} '}{self.named(upgrade.profile)}"
            for upgrade in upgrades
        ]

    def _seated(self, mount: Mount) -> str:
        learned = f", mount's school of {mount.school}" if mount.school else ""
        return f"{'aboard' if mount.shared else 'on'} {self.named(mount.profile)}{learned}"

    def _characters(self, old: Unit, new: Unit) -> Iterator[Change]:
        was, now = self.before.of(old), self.after.of(new)
        for one, two in paired_characters(old.characters, new.characters):
            leaving = old.characters[one] if one is not None else None
            coming = new.characters[two] if two is not None else None
            if text := self._leader(leaving, coming):
                gone = was.characters[one].points if was and one is not None else 0
                spent = now.characters[two].points if now and two is not None else 0
                yield Change(new.ref, text, spent - gone if was and now else None)

    def _leader(self, old: Character | None, new: Character | None) -> str:
        if old and new:
            bought = ", ".join(self._outfit(old, new))
            return f"{self.named(new.profile)}: {bought}" if bought else ""
        if new:
            return f"+ {self.named(new.profile)}"
        return f"{MINUS} {self.named(old.profile)}" if old else ""

    def _outfit(self, old: Character, new: Character) -> Iterator[str]:
        """What a character has now and hadn't, or has no more."""
        if old.weapon != new.weapon:
            yield new.weapon.replace("-", " ") if new.weapon else f"no {(old.weapon or '').replace('-', ' ')}"
        if old.counterspell != new.counterspell:
            yield "counterspell" if new.counterspell else "no counterspell"
        if old.school != new.school:
            yield f"school of {new.school}" if new.school else "no school"
        if old.mount != new.mount:
            yield self._seated(new.mount) if new.mount else "on foot"
        if old.upgrades != new.upgrades:
            yield ", ".join(self._upgrades(new.upgrades)) or "no upgrades"


def _learned(lines: Sequence[Models]) -> list[str]:
    schools = [f"school of {models.school}" for models in lines if models.school]
    return schools + ["phalanx" for models in lines if models.phalanx]


def _own(old: Unit, new: Unit) -> Iterator[str]:
    if old.name != new.name:
        yield f"was {f'“{old.name}”' if old.name else 'without a name'}" if new.name else "its name was removed"
    if old.infiltrating != new.infiltrating:
        yield "infiltrating" if new.infiltrating else "not infiltrating"
    if old.notes != new.notes:
        yield notes_text(new.notes)


def notes_text(notes: str) -> str:
    """`notes: “Hold the ford”`, the beginning of long ones."""
    if len(notes) > MOST_NOTED:
        notes = f"{notes[: MOST_NOTED - 1].rstrip()}…"
    return f"notes: “{notes}”" if notes else "no notes"


def _of(unit: Unit, slug: str) -> list[Models]:
    return [models for models in unit.models if models.profile == slug]


def _spent_on(unit: Unit, slug: str, costs: RosterCosts) -> int | None:
    cost = costs.of(unit)
    if cost is None:
        return None
    return sum(total_points(cost.models[place]) for place, models in enumerate(unit.models) if models.profile == slug)
