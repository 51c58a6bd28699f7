"""A fight struck, all at once or throw by throw: blows in their order, and the facts of them.

Throw by throw nothing is kept between two throws but the faces: all that has been thrown is struck again up to the
first throw that is missing, and what was told of it before isn't told again. Choices count from the first dice of each
time on (reading BR13): what was chosen before those of the first, normal and last blows is kept with the fight. Cost: a
fight struck once for each of its throws, some milliseconds each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from msgspec.structs import replace

from tabletop.arcana.battle.awaited import Awaited, When
from tabletop.arcana.battle.commands.command import Moment
from tabletop.arcana.battle.commands.losing import takes
from tabletop.arcana.battle.facts.melee import SAVES, BlowsStruck, BlowsThrown
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import in_order, not_resolved
from tabletop.arcana.battle.state import Aim, BegunFight
from tabletop.arcana.battle.striking import Melee, Pairing, attack_of, pairings, struck
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.rules.melee.counting import Strike
from tabletop.arcana.rules.melee.fighters import Fight as Pair
from tabletop.arcana.rules.melee.stages import Stage
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError
from tabletop.dice import Foretold, Hits, Roll
from tabletop.dice.rolls import SIDES

WHEN: dict[Strike, When] = {Strike.FIRST: "first", Strike.NORMAL: "normal", Strike.LAST: "last"}
RULES = {Strike.FIRST: ("B43", "B44"), Strike.NORMAL: ("B44", "B46"), Strike.LAST: ("B44", "B46")}
RULES_OF = {WHEN[strike]: rules for strike, rules in RULES.items()}


def paired(moment: Moment, fight: BegunFight, aims: Mapping[Ref, tuple[Aim, ...]]) -> list[Pairing]:
    """Who strikes whom in a fight as it began, by these choices; MalformedError for what the resolvers don't know."""
    began = {unit.ref: replace(unit, aims=aims.get(unit.ref, moment.state.unit(unit.ref).aims)) for unit in fight.units}
    state = replace(moment.state, units=moment.state.units | began, contacts=fight.contacts)
    standing = in_order(state, moment.catalogue)
    return [pair for contact in fight.contacts for pair in pairings(standing, moment.catalogue, contact)]


class Striking:
    """A fight while it is struck, from its first dice to the last that are thrown by now.

    What has been thrown before is struck again, and nothing of it told again: the dice are all that is kept between.
    """

    def __init__(self, moment: Moment, fight: BegunFight, *, most: int | None = None) -> None:
        """With so many throws more than have been thrown; without `most` all that there are."""
        self._moment, self._fight = moment, fight
        self._kept: tuple[tuple[tuple[Ref, tuple[Aim, ...]], ...], list[Pairing]] | None = None
        self.faces = FacesOfFight(moment, fight, most)
        self.told, self.times = 0, 0

    def strike(self) -> Awaited | None:
        """All blows, time by time; whoever has fallen in one doesn't strike in the next. The throw that is missing."""
        melee = Melee(self._paired(WHEN[Strike.FIRST]))
        try:
            for strike, goes_on in product(Strike, (False, True)):
                melee.pairs = self._paired(WHEN[strike])
                if together := melee.together(strike, goes_on=goes_on):
                    self._strike_at_once(melee, strike, together)
        except AwaitedError as missing:
            return missing.awaits
        return None

    def _paired(self, when: When) -> list[Pairing]:
        """Who strikes whom, by what was chosen before the first dice of that time."""
        state = self._moment.state
        chosen = next((own.aims for own in self._fight.aimed if own.when == when), None)
        aims = chosen or tuple((unit.ref, state.unit(unit.ref).aims) for unit in self._fight.units)
        if self._kept is None or self._kept[0] != aims:
            try:
                self._kept = aims, paired(self._moment, self._fight, dict(aims))
            except MalformedError as error:
                raise not_resolved(error) from error
        return self._kept[1]

    def _strike_at_once(self, melee: Melee, strike: Strike, together: Sequence[tuple[int, Stage]]) -> None:
        ends = {place: melee.before(place) for place, _ in together}
        for refs in dict.fromkeys(melee.pairs[place].refs for place in ends):
            own = [(place, stage) for place, stage in together if melee.pairs[place].refs == refs]
            self._blows(melee, own, ends, 0)
            self._blows(melee, own, ends, 1)
        before = {unit.ref: melee.frightened(unit.ref) for unit in self._fight.units}
        harmed = melee.suffer(together, list(ends.values()))
        self.times += 1
        if self.times <= self._fight.times:
            return
        for unit in self._fight.units:
            by = next(iter(harmed[unit.ref])) if len(harmed.get(unit.ref, ())) == 1 else None
            frightened = melee.frightened(unit.ref) and not before[unit.ref]
            takes(self._moment, unit.ref, melee.left_of(unit), by=by, frightened=frightened, rules=RULES[strike])

    def _blows(self, melee: Melee, together: Sequence[tuple[int, Stage]], ends: dict[int, Pair], number: int) -> None:
        """One unit's blows at another that come together, and the fact of them."""
        noted, rams = [], False
        for place, stage in together:
            pair = melee.pairs[place]
            refs = pair.refs[number], pair.refs[1 - number]
            rams = rams or (stage.strike is Strike.NORMAL and not stage.goes_on and _rams(pair, number))
            for step in stage.blows[number]:
                own = self.faces.of(refs, WHEN[stage.strike], attack_of(step, pair.fighters[number]))
                ends[place], blow = struck(step, ends[place], pair.fighters[number], number, own)
                noted += [blow] if blow else []
        if not noted:
            return
        self.told += 1
        if self.told > self._fight.told:
            (place, stage), *_ = together
            refs = melee.pairs[place].refs
            fact = BlowsStruck(
                unit=refs[number], target=refs[1 - number], when=WHEN[stage.strike], blows=tuple(noted), rams=rams
            )
            self._moment.happens(fact, *RULES[stage.strike])


class AwaitedError(Exception):
    """A throw that is missing."""

    def __init__(self, awaits: Awaited) -> None:
        super().__init__(awaits.purpose)
        self.awaits = awaits


class FacesOfFight(Foretold):
    """The faces of a fight: those that have been thrown, then so many throws of the moment's dice, or all."""

    def __init__(self, moment: Moment, fight: BegunFight, most: int | None) -> None:
        self._thrown, self._moment, self._most, self._fighters = fight.faces, moment, most, fight.fighters
        self._refs: tuple[Ref, Ref] = ("", "")
        self._when: When = "normal"
        self._attack = ""
        self.roll: Roll | None = None

    def of(self, refs: tuple[Ref, Ref], when: When, attack: str) -> FacesOfFight:
        """The same for blows of a unit at another."""
        self._refs, self._when, self._attack = refs, when, attack
        return self

    def next_roll(self, roll: Roll) -> None:
        self.roll = roll

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        """RefusalError where others have been thrown: by the rules of another day."""
        if not count:
            return ()
        if self._thrown:
            faces, self._thrown = self._thrown[:count], self._thrown[count:]
            if len(faces) < count:
                raise RefusalError(Refused.NOT_RESOLVED, reason="its blows were thrown by other rules")
            return faces
        awaits = self._awaited(count, name)
        if self._most == 0:
            raise AwaitedError(awaits)
        faces = self._moment.dice.of(self._refs[0]).faces(count, name, sides)
        if self._most is not None:
            self._most -= 1
            self._moment.happens(
                BlowsThrown(fighters=self._fighters, thrown=awaits, faces=faces), *RULES_OF[self._when]
            )
        return faces

    def _awaited(self, count: int, name: str) -> Awaited:
        by, at = self._refs
        purpose = name.rpartition(", ")[2]
        needed = self.roll.needed if isinstance(self.roll, Hits) else None
        return Awaited(
            unit=at if purpose == SAVES else by,
            by=by,
            at=at,
            when=self._when,
            attack=self._attack,
            purpose=purpose,
            dice=count,
            needed=needed,
        )


def _rams(pair: Pairing, number: int) -> bool:
    fighter = pair.fighters[number]
    return fighter.rams or (fighter.leader is not None and fighter.leader.rams)
