"""The test of morale that a spell may bring about at the end of its turn, on what it has left of its target."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.situations import Loose, SpellCast
from tabletop.arcana.odds.spells import Borne, bewitched, unnerved
from tabletop.arcana.odds.units import Known, known, shaken
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import REGENERATION, Regaining
from tabletop.arcana.rules.magic.casting import Cast, Casting, Part
from tabletop.arcana.rules.magic.changes import under_spells
from tabletop.arcana.rules.magic.effects import reaches
from tabletop.arcana.rules.morale import testing
from tabletop.arcana.rules.morale.paying import Payment, paying_step, payment
from tabletop.arcana.rules.morale.testing import TESTS, Enemy, MoraleTest, Shaken, triggers
from tabletop.decoding import MalformedError
from tabletop.dice import Change, Step


class Standing(Struct, frozen=True):
    """What a test of morale hangs on after a spell; `harmed` is whether it took a wound, even one that came back."""

    left: Left
    character: Left
    harmed: bool
    works: bool
    displaced: tuple[int, ...]


class Aftermath(Struct, frozen=True):
    """The test of morale of the turn's end: regeneration, then the test on what the spell has left and made of it.

    `unnerving` are spells on its enemies.
    """

    casting: Casting
    unit: Known
    enemies: tuple[Enemy, ...]
    unnerving: tuple[Borne, ...]

    def steps(self) -> Iterator[Step[Cast] | Change[Cast]]:
        """Behind those of the casting."""
        yield Change(lambda cast: replace(cast, lost=(cast.at.left.lost, cast.at.character.lost)))
        for leads, figures in enumerate((self.unit.figures, self.unit.leader)):
            if figures is not None and figures.defence.regeneration:
                yield _regaining(self.unit.name, leads)
        test_of = cache(self._test)
        yield Step(
            "morale",
            TESTS,
            lambda cast: test_of(self._standing(cast))[0],
            lambda cast, points: self._tested(cast, points, *test_of(self._standing(cast))),
        )
        if self.unit.leader is not None:
            yield paying_step(
                f"{self.unit.name}'s character",
                self.unit.leader,
                lambda cast: Payment(character=cast.owed),
                lambda cast, unsaved: replace(cast, paid=cast.paid + unsaved, owed=0),
            )

    def _standing(self, cast: Cast) -> Standing:
        troops, leader = cast.lost or ((), ())
        left, character = replace(cast.at.left, lost=troops), replace(cast.at.character, lost=leader)
        harmed = (cast.at.left, cast.at.character) != (self.unit.left, self.unit.leader_left)
        return Standing(left, character, harmed, cast.goes_on, cast.displaced)

    def _tested(self, cast: Cast, points: int, test: MoraleTest | None, own: Shaken) -> Cast:
        pays = test is not None and test.pays
        troops = self._standing(cast).left.wounds(self.unit.figures.wounds)
        owed = payment(points, troops=troops, character=own.wounds - troops) if pays else Payment()
        return replace(cast, tests=True, broken=points > 0 and not pays, paid=owed.troops, owed=owed.character)

    def _test(self, standing: Standing) -> tuple[MoraleTest | None, Shaken]:
        """The test, None where it isn't made, and the unit as it is named."""
        unit = self._after(standing)
        own = shaken(unit, engaged=bool(self.enemies))
        forced = standing.works and testing.may_be_tested(own) and _forces(self.casting.spell)
        living = standing.left.models or standing.character.models
        if not living or not (triggers(own, self.enemies) or forced):
            return None, own
        pays = testing.may_pay(unit.morale, ranked=bool(unit.ranks), machine=unit.is_war_machine, chosen=unit.unit.pays)
        return MoraleTest(testing.number(own, self.enemies), pays=pays), own

    def _after(self, standing: Standing) -> Known:
        """The target with what it has lost to the spell, under those spells that are on it then."""
        before, stated = self.unit, self.unit.unit
        led = before.leader is not None
        fell = led and not standing.character.models
        return replace(
            before,
            figures=self._figures(standing),
            left=standing.left,
            leader=None if fell else before.leader,
            leader_left=standing.character,
            unit=replace(
                stated,
                formation=Loose() if standing.works and _loosens(self.casting) else stated.formation,
                models_at_first=before.models_at_first,
                wounds_at_first=before.wounds_at_first,
                fallen=stated.fallen + before.left.models - standing.left.models,
                wounded=stated.wounded or standing.harmed,
                characters=() if fell else stated.characters,
                characters_lost=stated.characters_lost + fell,
                commanders_lost=stated.commanders_lost + (fell and before.commander is not None),
            ),
        )

    def _figures(self, standing: Standing) -> Statistics:
        stay = tuple(own for place, own in enumerate(self.unit.borne) if place not in standing.displaced)
        figures = bewitched(self.unit.printed, stay)
        if standing.works and self.casting.part is Part.TARGET:
            figures = under_spells(figures, [self.casting.spell])
        return unnerved(figures, self.unnerving)


def _regaining(name: str, leads: int) -> Step[Cast]:
    """Regeneration of the troops, or of their character."""

    def roll(cast: Cast) -> Regaining | None:
        lost = (cast.lost or ((), ()))[leads]
        return Regaining(lost) if lost else None

    def after(cast: Cast, lost: tuple[int, ...]) -> Cast:
        troops, leader = cast.lost or ((), ())
        return replace(cast, lost=(troops, lost) if leads else (lost, leader))

    return Step(f"{name}{', its character' * leads}, regeneration", REGENERATION, roll, after)


def _forces(spell: Spell) -> bool:
    return any(isinstance(effect, fx.Does) and effect.rule == "tests-morale" for effect in spell.effects)


def _loosens(casting: Casting) -> bool:
    """Whether the spell breaks up the ranks of the unit before the turn ends."""
    effects = casting.spell.effects
    return any(
        isinstance(effect, fx.Loosens) and effect.at_once and reaches(effect, casting.part) for effect in effects
    )


def aftermath_of(catalogue: Catalogue, situation: SpellCast, casting: Casting, unit: Known) -> Aftermath:
    """The test of the target among those in contact with it; MalformedError for one of these that may regenerate."""
    foes = [
        known(catalogue, stated, f"enemies[{place}]", name="enemy") for place, stated in enumerate(situation.enemies)
    ]
    for foe in foes:
        hurt = ((foe.figures, foe.left, "models"), (foe.leader, foe.leader_left, "characters"))
        for figures, left, of in hurt:
            if figures is not None and figures.defence.regeneration and left.lost:
                reason = "must be 0: what enemies regenerate before the test isn't resolved after spells"
                raise MalformedError(f"{foe.field}.{of}[0].wounds_lost", reason)
    enemies = tuple(
        Enemy(shaken(foe, engaged=True), front=stated.fought_at == "front", at_flank=stated.stands_at != "front")
        for foe, stated in zip(foes, situation.enemies, strict=True)
    )
    return Aftermath(casting, unit, enemies, tuple(own for foe in foes for own in foe.borne))
