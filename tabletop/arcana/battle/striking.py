"""Blows struck in their order over all pairs of a fight at once.

Each pair that touches is a melee of two as the resolvers know it (`tabletop/arcana/rules/melee/blows.py`). What is
struck at one time is struck in all pairs from the same state, and what one suffers of all its enemies is added up
before anybody falls. Where large models fight each by itself, those who touch them are shared out among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battle.facts.melee import Blow
from tabletop.arcana.battle.fights import Part, PartSide, is_fresh, led, named_apart, rams_cover, shares, sides_of
from tabletop.arcana.battle.kinds import kinds_of, parted
from tabletop.arcana.battle.state import BattleUnit, Body, Contact, State
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.contenders import check_melee, contender
from tabletop.arcana.odds.situations import Side
from tabletop.arcana.odds.units import fighting, known
from tabletop.arcana.rules.harm.among import Among
from tabletop.arcana.rules.harm.blows import Blows, Wounds
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.blows import stages
from tabletop.arcana.rules.melee.counting import Strike
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, Struck
from tabletop.arcana.rules.melee.leading import Harm, Harms
from tabletop.arcana.rules.melee.rams import Rams
from tabletop.arcana.rules.melee.stages import Stage
from tabletop.dice import Step, play
from tabletop.dice.sources import Rolled


class Pairing(Struct, frozen=True):
    """Two who fight each other, by their parts."""

    parts: tuple[Part, Part]
    fighters: Fighters
    stages: tuple[Stage, ...]

    @property
    def refs(self) -> tuple[Ref, Ref]:
        return self.parts[0].ref, self.parts[1].ref


class Met(Struct, frozen=True):
    """Two who fight each other: with how many each strikes, 0 of who only suffers, and whether its characters do."""

    first: PartSide
    second: PartSide
    striking: tuple[int, int]
    leading: tuple[bool, bool] = (True, True)


def pairings(state: State, catalogue: Catalogue, contact: Contact) -> list[Pairing]:
    """Everybody of two units in contact against each other; MalformedError for what the resolvers don't know."""
    first, second = (sides_of(state, catalogue, contact, ref) for ref in contact.units)
    met = [*_met(first[0], second[0])]
    met += [Met(own, second[0][0], (1, 0)) for own in first[1]]
    met += [Met(first[0][0], own, (0, 1)) for own in second[1]]
    return [_pairing(state, catalogue, contact, pair) for pair in met]


def _met(first: Sequence[PartSide], second: Sequence[PartSide]) -> Iterator[Met]:
    """Who of both fights whom: all have somebody, and who has several shares its strikers out among them.

    Its characters strike in the first of its pairs alone.
    """
    pairs = [(place % len(first), place % len(second)) for place in range(max(len(first), len(second)))]
    striking = [_striking([pair[own] for pair in pairs], side) for own, side in ((0, first), (1, second))]
    for place, (own, theirs) in enumerate(pairs):
        leading = (place < len(first), place < len(second))
        yield Met(first[own], second[theirs], (striking[0][place], striking[1][place]), leading)


def _striking(uses: Sequence[int], side: Sequence[PartSide]) -> list[int]:
    """With how many each fights in every pair that it is in."""
    found = [0] * len(uses)
    for own, (_, stated) in enumerate(side):
        places = [place for place, used in enumerate(uses) if used == own]
        contact = stated.in_contact or 0
        for place, number in zip(places, shares([contact] * len(places), contact), strict=True):
            found[place] = number
    return found


def _pairing(state: State, catalogue: Catalogue, contact: Contact, met: Met) -> Pairing:
    parts = met.first[0], met.second[0]
    sides = met.first[1], named_apart(met.second[1], met.first[1], contact.units[1])
    first, second = (known(catalogue, side, ref, name=ref) for side, ref in zip(sides, contact.units, strict=True))
    for unit in (first, second):
        check_melee(unit)
    units = fighting(first, second), fighting(second, first)
    found: list[Fighter] = []
    for own, part in enumerate(parts):
        fresh, upon_cover = is_fresh(state, contact, part.ref), rams_cover(state, contact, part.ref)
        fighter = contender(sides[own], units[own], units[1 - own], fresh=fresh or upon_cover).fighter
        fighter = _not_fresh(fighter) if upon_cover else fighter
        found.append(
            _as_it_is(state.unit(part.ref), part, fighter, sides[own], met.striking[own], leads=met.leading[own])
        )
    fighters = found[0], found[1]
    return Pairing(parts, fighters, tuple(stages(fighters, elsewhere=True)))


def _not_fresh(fighter: Fighter) -> Fighter:
    """Without blows of a first round but rams."""
    leader = replace(fighter.leader, fresh=False) if fighter.leader else None
    return replace(
        fighter, fresh=False, leader=leader, others=tuple(replace(own, fresh=False) for own in fighter.others)
    )


def _as_it_is(unit: BattleUnit, part: Part, fighter: Fighter, side: Side, contact: int, *, leads: bool) -> Fighter:
    """With every wound of its models, of which situations state one; with so many who strike, characters too or not."""
    characters = [
        replace(own, left=replace(body.remains, costs=own.left.costs), name=body.name)
        for own, body in zip(fighter.characters, led(unit), strict=False)
    ]
    body, mute = unit.body(part.body), not contact and bool(side.in_contact)
    if mute:
        fighter = replace(fighter, over=0, files=0, lines=(), rams=False)
    if mute or not leads:
        characters = [replace(own, lines=(), rams=False) for own in characters]
    if part.place is None:
        name = body.name if body.character else fighter.name
        leader = characters[0] if characters else None
        left = fighter.left
        if left.models and len(kinds_of(unit)) == 1:
            left = replace(body.remains, costs=left.costs)
        fighter = replace(fighter, name=name, left=left, bodies=(), leader=leader, others=tuple(characters[1:]))
    return replace(fighter, contact=contact, over=min(fighter.over, contact))


class Melee:
    """A fight while it is struck: what is left of everybody, and in every pair who has fallen in contact."""

    def __init__(self, pairs: Sequence[Pairing]) -> None:
        self.pairs = pairs
        self.now: dict[Part, Struck] = {}
        self._views = {
            (place, own): Struck(Left(0)) for place in range(len(pairs)) for own in (0, 1)
        }  # gaps and hits that go on, by pair and side
        for pair in pairs:
            for part, fighter in zip(pair.parts, pair.fighters, strict=True):
                leader = fighter.leader.left if fighter.leader else None
                others = tuple(Struck(own.left) for own in fighter.others)
                struck = Struck(fighter.left, frightened=fighter.frightened, leader=leader, others=others)
                self.now.setdefault(part, struck)

    def together(self, strike: Strike, *, goes_on: bool) -> list[tuple[int, Stage]]:
        """What is struck at one time: a stage of each pair that has one."""
        return [
            (place, stage)
            for place, pair in enumerate(self.pairs)
            for stage in pair.stages
            if stage.strike is strike and stage.goes_on is goes_on
        ]

    def before(self, place: int) -> Fight:
        """A pair as it stands before blows."""
        first, second = (
            replace(self.now[part], gaps=view.gaps, beyond=view.beyond)
            for part, view in ((part, self._views[place, own]) for own, part in enumerate(self.pairs[place].parts))
        )
        return Fight(first, second)

    def left_of(self, unit: BattleUnit) -> dict[Ref, Left]:
        """What is left of a unit's bodies, as it began the fight."""
        found: dict[Ref, Left] = {}
        for body in unit.bodies:
            own = {part: now for part, now in self.now.items() if (part.ref, part.body) == (unit.ref, body.ref)}
            if own and any(part.place is None for part in own) and not body.character:
                found |= parted(kinds_of(unit), next(iter(own.values())).left)
            elif own:
                found[body.ref] = _together(body, own)
            for now in own.values():
                found |= {its.ref: left for its, left in zip(led(unit), now.characters, strict=False)}
        return {ref: Left(left.models, left.lost) for ref, left in found.items()}

    def frightened(self, ref: Ref) -> bool:
        return any(now.frightened for part, now in self.now.items() if part.ref == ref)

    def suffer(self, together: Sequence[tuple[int, Stage]], ends: Sequence[Fight]) -> dict[Ref, set[Ref]]:
        """Take off what everybody has suffered in all pairs; by whom each was harmed."""
        harmed: dict[Ref, set[Ref]] = {}
        parts: dict[Part, list[tuple[int, int, Stage, Struck]]] = {}
        for (place, stage), end in zip(together, ends, strict=True):
            for own, part in enumerate(self.pairs[place].parts):
                parts.setdefault(part, []).append((place, own, stage, end.of(own)))
                if _suffered(end.of(own)):
                    harmed.setdefault(part.ref, set()).add(self.pairs[place].refs[1 - own])
        for part, its in parts.items():
            self._after(part, its)
        return harmed

    def _after(self, part: Part, parts: Sequence[tuple[int, int, Stage, Struck]]) -> None:
        before = self.now[part]
        _, own, stage, _ = parts[0]
        fighter = self.pairs[parts[0][0]].fighters[own]
        wounds = sum(struck.wounds for *_, struck in parts)
        together = replace(
            before,
            wounds=min(wounds, before.left.wounds(fighter.figures.wounds)),
            hits=tuple(sorted((hit for *_, struck in parts for hit in struck.hits), reverse=True)),
            afraid=any(struck.afraid for *_, struck in parts),
            aimed=_by_pair((place, struck.aimed) for place, _, _, struck in parts),
            rammed=_by_pair((place, struck.rammed) for place, _, _, struck in parts),
            others=tuple(
                replace(other, aimed=_by_pair((place, struck.others[number].aimed) for place, _, _, struck in parts))
                for number, other in enumerate(before.others)
            ),
        )
        after: Any = stage.after[own](together)  # sources in it are a pair's
        self.now[part] = replace(after, gaps=0, beyond=())
        fallen = shares(
            [struck.wounds + sum(struck.hits) for *_, struck in parts], before.left.models - after.left.models
        )
        for (place, side, _, _), number in zip(parts, fallen, strict=True):
            view = self._views[place, side]
            contact = self.pairs[place].fighters[side].contact
            beyond = tuple((source[1], hits) for source, hits in after.beyond if source[0] == place)
            self._views[place, side] = replace(view, gaps=min(view.gaps + number, contact), beyond=beyond)
        self._close(part, after.left.models)

    def _close(self, part: Part, models: int) -> None:
        """Nobody strikes twice: where fewer live than are in contact anywhere, the others' places are empty, too."""
        places = [(place, own) for place, pair in enumerate(self.pairs) for own in (0, 1) if pair.parts[own] == part]
        in_contact = {key: self.pairs[key[0]].fighters[key[1]].contact - self._views[key].gaps for key in places}
        too_many = sum(in_contact.values()) - models
        for key, number in in_contact.items():
            gone = max(min(too_many, number), 0)
            too_many -= gone
            self._views[key] = replace(self._views[key], gaps=self._views[key].gaps + gone)


def _together(body: Body, parts: dict[Part, Struck]) -> Left:
    """A body's models that fight each by itself, with those that touch nobody."""
    if any(part.place is None for part in parts):
        return next(iter(parts.values())).left
    places = {part.place for part in parts}
    lost = [*body.lost, *(0,) * (body.left - len(body.lost))]
    others = [wounds for place, wounds in enumerate(lost) if place not in places]
    living = [sum(now.left.lost) for now in parts.values() if now.left.models]
    return Left(len(others) + len(living), tuple(sorted((it for it in (*others, *living) if it), reverse=True)))


def _by_pair(harms: Iterator[tuple[int, Harms]]) -> Any:
    """Harm with the pair that it comes from in its source: equal attacks of two enemies aren't one."""
    return tuple(((place, source), harm) for place, own in harms for source, harm in own)


def struck(step: Step[Fight], fight: Fight, fighter: Fighter, number: int, dice: Rolled) -> tuple[Fight, Blow | None]:
    """One kind of blows thrown: the pair after it, and what is noted of it; None where nobody strikes."""
    roll = step.roll(fight)
    if roll is None:
        return fight, None
    thrown = play((step,), fight, dice)
    blows = roll.blows if isinstance(roll, Wounds) else roll
    assert isinstance(blows, Blows | Among | Rams)
    hits = [it.result for it in thrown.log if it.name.removesuffix(" after a 1").endswith("to hit")]
    before, after = fight.of(1 - number), thrown.state.of(1 - number)
    return thrown.state, Blow(
        name=attack_of(step, fighter),
        character=_leading(step, fighter) is not None,
        dice=blows.attacks,
        needed=blows.needed,
        hits=blows.attacks if blows.needed is None else sum(hits if isinstance(blows, Rams) else hits[-1:]),
        saved=sum(it.result for it in thrown.log if it.name.endswith("saves")),
        wounds=_suffered(after) - _suffered(before),
    )


def attack_of(step: Step[Fight], fighter: Fighter) -> str:
    """What is struck with, without whose it is."""
    return step.name.removeprefix(f"{(_leading(step, fighter) or fighter).name}, ")[:100]


def _leading(step: Step[Fight], fighter: Fighter) -> Fighter | None:
    """The character whose blows these are."""
    return next((own for own in fighter.characters if step.name.startswith(f"{own.name}, ")), None)


def _suffered(unit: Struck) -> int:
    aimed = (*unit.aimed, *unit.rammed, *(own for other in unit.others for own in other.aimed))
    pending: list[Harm] = [unit.wounds, unit.hits, *(harm for _, harm in aimed)]
    return sum(harm if isinstance(harm, int) else sum(harm) for harm in pending)
