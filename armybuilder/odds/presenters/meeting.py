"""Two units and how they meet, and the same as a situation."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from armybuilder.odds.presenters.spells import touches_models
from armybuilder.odds.snapshots import Contestant, Leader
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.odds.contenders import NOBODY
from tabletop.arcana.odds.questions import characters_called
from tabletop.arcana.terrain import Feature

ARMIES = ("your army", "their army")
MOST_MODELS, MOST_SHOTS = 1000, 200
BESIDE = 2  # models that touch from beside a front, one on each side


class Party(Struct, frozen=True, kw_only=True):
    """One of the two: how many, how many files wide (0 in loose order), who touch, what changes its numbers.

    Of several kinds of models the first are so many.

    `leaders` are with it, `strikes` is the attack that it uses of those to choose from, from 1, `spells` are on it.
    """

    unit: Contestant
    count: int
    files: int
    contact: int | None = None
    fallen: int = 0
    to_hit: int = 0
    morale: int = 0
    leaders: tuple[Leader, ...] = ()
    strikes: int | None = None
    rams: bool = False
    spells: tuple[str, ...] = ()

    @property
    def models(self) -> int:
        """How many there are of all kinds."""
        return self.count + self.unit.beside

    @property
    def wounds(self) -> int:
        """Those of all its models, unhurt."""
        return self.count * self.unit.figures.wounds + self.unit.mixed_wounds

    @property
    def stands(self) -> str:
        return f"{self.files} wide" if self.files else "in loose order"

    def length(self, place: str) -> float:
        """How long the side of it is at which an enemy stands, in base units."""
        width, depth = self.unit.figures.stands_on
        if not self.files:
            return width * (self.models + (self.led_by if self.is_of_characters else 0))
        return -(-self.models // self.files) * depth if place == "flank" else self.files * width

    @property
    def lines(self) -> tuple[int, ...] | None:
        """The attacks that it uses, from 1, where it doesn't use the first of those to choose from."""
        melee = self.unit.figures.melee
        if self.strikes is None:
            return None
        first = max(number for number in range(1, self.strikes + 1) if not melee[number - 1].alternative)
        kept = [number for number, line in enumerate(melee, 1) if not line.alternative and number != first]
        return tuple(sorted([*kept, self.strikes]))

    @property
    def led_by(self) -> int:
        """Characters that stand among its models, those aboard with another as one with it."""
        return sum(not (leader.stated.rides or leader.stated.aboard) for leader in self.leaders)

    @property
    def is_of_characters(self) -> bool:
        """Whether it has no models but characters: the one that stands for it is the first of them, or is ridden."""
        rides = {leader.stated.rides for leader in self.leaders}
        section = self.unit.figures.section if isinstance(self.unit.figures, Row) else self.unit.section
        return len(rides) > 1 or (rides == {False} and section is Section.CHARACTERS)

    @property
    def is_one(self) -> bool:
        """Whether it is a single model in no ranks."""
        return self.models == 1 and not self.files and not self.is_of_characters


class Cast(Struct, frozen=True):
    """A spell that is cast or dispelled with so much power, its level or 1 unless stated, and what counters it.

    0 counters where nobody does, and of a counterspell is that of an ability that was bought. Of a template that
    wanders `ahead` are the inches at which its middle lies before the unit's front until then; else None.
    """

    spell: Spell | None = None
    power: int | None = None
    counter: int = 0
    touched: int = 0
    ahead: float | None = None


NO_CAST = Cast()


class Toll(Struct, frozen=True):
    """An army's points as it was brought, and those that it has lost."""

    points: int
    lost: int


class Area(Struct, frozen=True):
    """Shots of an area attack by plain numbers: what each needs, how many d3 of hits it brings, and d3 of wounds.

    `made` is whether they are `plain`, `magical` or of `artillery`, `engaged` whether their target fights somebody.
    """

    shots: int
    needed: int
    hits: int
    strength: int
    wounds: int = 0
    made: str = "plain"
    engaged: bool = False


class Meeting(Struct, frozen=True, kw_only=True):
    """Both and how they meet: in a melee the first one stands at the `place` of the second, in a test the other way."""

    parties: tuple[Party, Party]
    kind: str = "melee"
    turn: str = "first"
    place: str = "front"
    range: float = 12
    moved: float = 0
    cover: str = "none"
    weapon: str = ""
    alone: bool = False
    nearest: float = 12
    cast: Cast = NO_CAST
    ground: Feature | None = None
    tolls: tuple[Toll, ...] = ()
    area: Area | None = None

    @property
    def names(self) -> tuple[str, str]:
        """How results name both: never alike, and not as results name nobody."""
        first, second = (party.unit.name if party.unit.name != NOBODY else "a unit" for party in self.parties)
        return first, second if second != first else f"the other {second}"[:40]

    @property
    def ground_named(self) -> str:
        """The ground that somebody stands in."""
        return self.ground.name if self.ground else ""

    def says(self, which: int, many: str, one: str) -> str:
        """A unit's name with what it does: `Axemen break`, `Stonewall breaks`."""
        return f"{self.names[which]} {many if self.parties[which].unit.is_many else one}"

    def leads(self, which: int) -> list[tuple[str, str]]:
        """Who is with a unit, by what results call it and by name; none is named like another."""
        every = [leader.name for party in self.parties for leader in party.leaders]
        leaders = self.parties[which].leaders
        names = [
            f"{leader.name} of {self.names[which]}" if every.count(leader.name) > 1 else leader.name
            for leader in leaders
        ]
        several = [
            f"{name}, number {number}" if names.count(name) > 1 else name for number, name in enumerate(names, 1)
        ]
        stands = any(leader.stated.rides for leader in leaders) or not self.parties[which].is_of_characters
        if not stands:
            several = [self.names[which], *several]
        called = characters_called((0,) * len(several))
        named = list(zip(called, several, strict=True))
        carried = [
            (f"{name}.mount", f"{whose}, its mount")
            for (name, whose), leader in zip(named[len(named) - len(leaders) :], leaders, strict=True)
            if leader.stated.mount
        ]
        return named + carried

    @property
    def counts_contact(self) -> bool:
        """Whether how many touch is said: in a melee in which ranks alone don't say it."""
        return self.kind == "melee" and self.needs_contact

    @property
    def needs_contact(self) -> bool:
        """Whether ranks alone don't say how many touch."""
        return self.place != "front" or not all(party.files or party.is_one for party in self.parties)

    def contact(self, which: int) -> int | None:
        """How many touch: as stated, else those before the enemy's side and beside it, characters among them.

        None where ranks say it, or characters leave no room.
        """
        own, enemy = self.parties[which], self.parties[1 - which]
        if own.is_of_characters:
            return None
        if own.contact is not None or not self.needs_contact:
            return own.contact
        if own.is_one:
            return 1
        width = own.length("flank" if which and self.place == "flank" else "front")
        mine = self.place if which else "front"
        theirs = "front" if which else self.place
        each = own.unit.figures.stands_on[1 if mine == "flank" and own.files else 0]
        most = int(width / each) - own.led_by if own.files else own.models
        models = min(most, own.models, int(enemy.length(theirs) / each) + BESIDE - own.led_by)
        return models if models > 0 else None

    def situation(self, *, to_the_end: bool = False) -> bytes:
        """The same as a muster-situation/1 file."""
        head = {"format": "muster-situation/1", "game": "arcana", "kind": self.kind}
        return msgspec.json.encode(head | self._stated(to_the_end=to_the_end))

    def _stated(self, *, to_the_end: bool) -> dict[str, Any]:
        """What a situation of the kind states."""
        first, second = (self._unit(which) for which in (0, 1))
        stated: dict[str, Any]
        match self.kind:
            case "shoot":
                how = {"range": self.range, "moved": self.moved, "cover": self.cover, "weapon": self.weapon}
                stated = {"shooter": first, "target": second, "to_hit": self.parties[0].to_hit} | how
            case "area":
                stated = self._area(second)
            case "morale":
                enemies = [] if self.alone else [second | {"stands_at": self.place}]
                stated = {"unit": first, "enemies": enemies, "forced": True}
            case "rally":
                stated = {"unit": first, "nearest_enemy": self.nearest}
            case "cast":
                stated = self._casting(second)
            case "template":
                stated = self._lying(second)
            case "hazard":
                assert self.ground
                stated = {"unit": first, "hazard": msgspec.to_builtins(self.ground.effects.hazard)}
            case "counterspell" | "dispel":
                stated = self._contest()
            case "break-test":
                both = zip(ARMIES, self.tolls, strict=True)
                stated = {"sides": [{"name": name} | msgspec.to_builtins(toll) for name, toll in both]}
            case _:
                sides = [first | self._blows(0), second | self._blows(1) | {"fought_at": self.place}]
                stated = {"kind": "fight-on"} if to_the_end else {}
                stated |= {"turn": self.turn, "sides": sides}
        return stated

    def _unit(self, which: int) -> dict[str, Any]:
        party = self.parties[which]
        unit = party.unit
        figures = {"figures": msgspec.to_builtins(unit.figures), "section": unit.section}
        models = {"profile": unit.profile} if unit.profile else figures
        ranks = {"kind": "rank-and-file", "files": party.files}
        alone = self.kind == "shoot" and which == 0  # who leads shoots by himself
        alone |= self.kind == "duel" and not unit.is_ridden
        return {
            "name": self.names[which],
            "models": [models | {"count": party.count}, *map(msgspec.to_builtins, unit.mixed)],
            "formation": ranks if party.files else {"kind": "skirmish"},
            "fallen": party.fallen,
            "morale_modifier": party.morale,
            "characters": [] if alone else [msgspec.to_builtins(leader.stated) for leader in party.leaders],
            "spells": [{"spell": spell} for spell in party.spells],
        }

    def _area(self, target: dict[str, Any]) -> dict[str, Any]:
        """An area attack; d3 are stated in words, none of wounds not at all."""
        area = self.area
        assert area
        kinds = {made: area.made == made for made in ("magical", "artillery")}
        dice = {
            name: f"{d3s if d3s > 1 else ''}d3" for name, d3s in (("hits", area.hits), ("wounds", area.wounds)) if d3s
        }
        numbers = {"shots": area.shots, "needed": area.needed, "strength": area.strength, "engaged": area.engaged}
        return {"target": target} | numbers | dice | kinds

    def _casting(self, target: dict[str, Any]) -> dict[str, Any]:
        cast = self.cast
        assert cast.spell
        counters = [{"power": cast.counter}] if cast.counter else []
        stated = {"spell": cast.spell.slug, "counters": counters, "target": target}
        power = {} if cast.power is None else {"power": cast.power}
        return stated | power | ({"touched": cast.touched} if touches_models(cast.spell) else {})

    def _lying(self, unit: dict[str, Any]) -> dict[str, Any]:
        """A template that lies on a unit, or wanders at it."""
        cast = self.cast
        assert cast.spell
        there = {"touched": cast.touched} if cast.ahead is None else {"middle": [0, cast.ahead], "drifts": True}
        return {"spell": cast.spell.slug, "unit": unit} | there

    def _contest(self) -> dict[str, Any]:
        """A counterspell, or a dispel of a lasting spell."""
        cast = self.cast
        counters: list[dict[str, Any]] = [{"power": cast.counter}] if cast.counter else []
        stated: dict[str, Any] = {"power": cast.power or 1}
        if cast.spell is None:
            return stated | {"counters": counters or [{"bought": True}]}
        return stated | {"spell": cast.spell.slug, "counters": counters}

    def _blows(self, which: int) -> dict[str, Any]:
        contact, party = self.contact(which), self.parties[which]
        stated = {"to_hit": party.to_hit, "rams": party.rams, "in_contact": contact, "lines": party.lines}
        return {name: value for name, value in stated.items() if value is not None}
