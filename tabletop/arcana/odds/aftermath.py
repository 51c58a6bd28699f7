"""The test of morale that a spell may bring about at the end of its turn, on what it has left of its target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.regenerating import Body, bodies_of
from tabletop.arcana.odds.situations import Loose, SpellCast
from tabletop.arcana.odds.spells import Borne, bewitched, unnerved
from tabletop.arcana.odds.units import Known, known, of_each_kind, shaken
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import REGENERATION, Regaining
from tabletop.arcana.rules.magic.casting import Cast, Casting, Part, is_untouchable
from tabletop.arcana.rules.magic.changes import under_spells
from tabletop.arcana.rules.magic.effects import reaches
from tabletop.arcana.rules.morale import testing
from tabletop.arcana.rules.morale.paying import Payment, paying_among, paying_step, payment
from tabletop.arcana.rules.morale.testing import TESTS, Enemy, MoraleTest, Shaken, triggers
from tabletop.dice import Change, Step


class Standing(Struct, frozen=True):
    """What a test of morale hangs on after a spell; `harmed` is whether it took a wound, even one that came back.

    `regained` is what each of the enemies' bodies that may regenerate has regained.
    """

    left: Left
    characters: tuple[Left, ...]
    harmed: bool
    works: bool
    displaced: tuple[int, ...]
    regained: tuple[int, ...]


class Aftermath(Struct, frozen=True):
    """The test of morale of the turn's end: regeneration, then the test on what the spell has left and made of it.

    `unnerving` are spells on its enemies, `healing` who of these may regenerate.
    """

    casting: Casting
    unit: Known
    enemies: tuple[Enemy, ...]
    unnerving: tuple[Borne, ...]
    healing: tuple[Body, ...]

    def steps(self) -> Iterator[Step[Cast] | Change[Cast]]:
        """Behind those of the casting."""
        yield Change(lambda cast: replace(cast, lost=tuple(left.lost for left in self._bodies(cast))))
        for leads, figures in enumerate((self.unit.figures, *(own.figures for own in self.unit.characters))):
            if figures.defence.regeneration:
                yield _regaining(self.unit.name, leads)
        yield from map(_enemy_regaining, self.healing)
        test_of = cache(self._test)
        yield Step(
            "morale",
            TESTS,
            lambda cast: test_of(self._standing(cast))[0],
            lambda cast, points: self._tested(cast, points, *test_of(self._standing(cast))),
        )
        characters = self.unit.characters
        if len(characters) == 1:
            yield paying_step(
                f"{self.unit.name}'s character",
                characters[0].figures,
                lambda cast: Payment(character=cast.owed),
                lambda cast, unsaved: replace(cast, paid=cast.paid + unsaved, owed=0),
            )
        elif characters:
            bodies = [own.figures for own in characters]
            name, rides = f"{self.unit.name}'s characters", self.unit.rides_of
            yield paying_among(name, bodies, self._owed_among, self._paid_among, rides=rides)

    def _bodies(self, cast: Cast) -> tuple[Left, ...]:
        """What is left of its troops and of each of its characters."""
        return cast.at.bodies[: 1 + len(self.unit.characters)]

    def _owed_among(self, cast: Cast) -> tuple[Payment, list[int]]:
        living = [place for place, left in enumerate(self._bodies(cast)[1:]) if left.models]
        return Payment(character=cast.owed), living

    def _paid_among(self, cast: Cast, unsaved: Mapping[int, int]) -> Cast:
        characters = self._standing(cast).characters
        each = [own.figures.wounds for own in self.unit.characters]
        paid = sum(min(own, characters[place].wounds(each[place])) for place, own in unsaved.items())
        return replace(cast, paid=cast.paid + paid, owed=0)

    def _standing(self, cast: Cast) -> Standing:
        bodies = self._bodies(cast)
        left, *characters = (replace(body, lost=lost) for body, lost in zip(bodies, cast.lost, strict=True))
        harmed = bodies != (self.unit.left, *(own.left for own in self.unit.characters))
        return Standing(left, tuple(characters), harmed, cast.goes_on, cast.displaced, cast.enemies_regained)

    def _tested(self, cast: Cast, points: int, test: MoraleTest | None, own: Shaken) -> Cast:
        pays = test is not None and test.pays
        troops = self._standing(cast).left.wounds(self.unit.figures.wounds)
        owed = payment(points, troops=troops, character=own.wounds - troops) if pays else Payment()
        return replace(cast, tests=True, broken=points > 0 and not pays, paid=owed.troops, owed=owed.character)

    def _test(self, standing: Standing) -> tuple[MoraleTest | None, Shaken]:
        """The test, None where it isn't made, and the unit as it is named."""
        unit = self._after(standing)
        own, enemies = self._shaken(unit, standing), self._enemies(standing)
        forced = standing.works and testing.may_be_tested(own) and _forces(self.casting.spell)
        living = standing.left.models or any(left.models for left in standing.characters)
        if not living or not (triggers(own, enemies) or forced):
            return None, own
        pays = testing.may_pay(unit.morale, ranked=bool(unit.ranks), machine=unit.is_war_machine, chosen=unit.unit.pays)
        return MoraleTest(testing.number(own, enemies), pays=pays), own

    def _shaken(self, unit: Known, standing: Standing) -> Shaken:
        """As it is named, with what carried characters and has fallen."""
        led = zip(self.unit.characters, standing.characters, strict=True)
        killed = [own for own, left in led if own.carries and own.left.models and not left.models]
        bought = sum(not own.stated.joined for own in killed)
        wounds = sum(own.figures.wounds for own in killed)
        own = shaken(unit, engaged=bool(self.enemies))
        return replace(own, mounts_fallen=own.mounts_fallen + bought, mounts_wounds=own.mounts_wounds + wounds)

    def _enemies(self, standing: Standing) -> tuple[Enemy, ...]:
        """Those in contact with what has come back to them."""
        enemies = list(self.enemies)
        for body, back in zip(self.healing, standing.regained, strict=True):
            enemies[body.unit] = replace(enemies[body.unit], unit=body.recovered(enemies[body.unit].unit, back))
        return tuple(enemies)

    def _after(self, standing: Standing) -> Known:
        """The target with what it has lost to the spell, under those spells that are on it then."""
        before, stated = self.unit, self.unit.unit
        led = list(zip(before.characters, standing.characters, strict=True))
        fell = [own for own, left in led if own.left.models and not left.models and not own.carries]
        afoot = [own for own in fell if not before.rides and not before.carried(own)]
        bought = [own for own in afoot if not own.stated.joined]
        characters = tuple(replace(own, left=left, figures=self._figures(standing, own.printed)) for own, left in led)
        return replace(
            of_each_kind(before, partial(self._figures, standing), printed=True),
            left=standing.left,
            characters=characters,
            unit=replace(
                stated,
                formation=Loose() if standing.works and _loosens(self.casting) else stated.formation,
                models_at_first=before.models_at_first,
                wounds_at_first=before.wounds_at_first,
                fallen=stated.fallen + before.left.models - standing.left.models,
                wounded=stated.wounded or standing.harmed,
                characters_lost=stated.characters_lost + len(fell),
                commanders_lost=stated.commanders_lost + len(bought),
            ),
        )

    def _figures(self, standing: Standing, printed: Statistics) -> Statistics:
        stay = tuple(own for place, own in enumerate(self.unit.borne) if place not in standing.displaced)
        figures = bewitched(printed, stay)
        touched = self.casting.part is Part.TARGET and not is_untouchable(self.casting, printed)
        if standing.works and touched:
            figures = under_spells(figures, [self.casting.spell])
        return unnerved(figures, self.unnerving)


def _regaining(name: str, leads: int) -> Step[Cast]:
    """Regeneration of the troops, or of their character."""

    def roll(cast: Cast) -> Regaining | None:
        lost = cast.lost[leads]
        return Regaining(lost) if lost else None

    def after(cast: Cast, lost: tuple[int, ...]) -> Cast:
        return replace(cast, lost=(*cast.lost[:leads], lost, *cast.lost[leads + 1 :]))

    return Step(f"{name}{', its character' * bool(leads)}, regeneration", REGENERATION, roll, after)


def _enemy_regaining(body: Body) -> Step[Cast]:
    """Regeneration of an enemy that fights the target."""

    def after(cast: Cast, lost: tuple[int, ...]) -> Cast:
        return replace(cast, enemies_regained=(*cast.enemies_regained, body.regained(lost)))

    return Step(f"{body.name}, regeneration", REGENERATION, lambda _: body.roll, after)


def _forces(spell: Spell) -> bool:
    return any(isinstance(effect, fx.Does) and effect.rule == "tests-morale" for effect in spell.effects)


def _loosens(casting: Casting) -> bool:
    """Whether the spell breaks up the ranks of the unit before the turn ends."""
    effects = casting.spell.effects
    return any(
        isinstance(effect, fx.Loosens) and effect.at_once and reaches(effect, casting.part) for effect in effects
    )


def aftermath_of(catalogue: Catalogue, situation: SpellCast, casting: Casting, unit: Known) -> Aftermath:
    """The test of the target among those in contact with it."""
    foes = [
        known(catalogue, stated, f"enemies[{place}]", name="enemy") for place, stated in enumerate(situation.enemies)
    ]
    enemies = tuple(
        Enemy(shaken(foe, engaged=True), front=stated.fought_at == "front", at_flank=stated.stands_at != "front")
        for foe, stated in zip(foes, situation.enemies, strict=True)
    )
    healing = tuple(body for number, foe in enumerate(foes) for body in bodies_of(number, foe))
    return Aftermath(casting, unit, enemies, tuple(own for foe in foes for own in foe.borne), healing)
