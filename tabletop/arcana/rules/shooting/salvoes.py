"""The dice of one salvo at one unit: hits, who of the unit takes them, saves, and who falls.

Area attacks bring d3 for each shot that hits, and half of them, rounded up, for one that misses by one; each halving
is rounded by itself. Plain hits are the troops' until they are all dead; of magical, eldritch and artillery ones each
is on a character by a 1 in 6. The steps hold for playing and for odds (`tabletop/dice/steps.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile, OddStrength, Statistics
from tabletop.arcana.rules.harm.among import Among, Body, Harm
from tabletop.arcana.rules.harm.hitting import rolls_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.saving import ALWAYS_SAVES, SAVES, Save, save_from_missile
from tabletop.arcana.rules.shooting.tohit import AREA_ATTACKS
from tabletop.dice import Change, Dice, Distribution, Hits, Several, Step, Total
from tabletop.dice.rolls import SIDES
from tabletop.dice.steps import Steps

SEVERAL_WOUNDS = BOOK.section("Multiple Wounding Attacks")
CHARACTERS = BOOK.section("Targeting Characters with Missiles and Magic")

ON_A_CHARACTER = 1  # of six


class Target(Struct, frozen=True, kw_only=True):
    """A unit that is shot at. `takes_half` is whether area attacks are halved on it; `character` leads it, if one does.

    Of several characters `others` are all but that one, as sensitive as it is, each hit at random. Where the character
    rides the only model, a die for each hit says whether it is on the rider: `rider_on` or less.

    `carries` is how war machines and vehicles take several wounds: all of them count. War machines `share` theirs.
    """

    figures: Statistics
    left: Left
    ranked: bool = False
    takes_half: bool = False
    engaged: bool = False
    carries: bool = False
    shares: bool = False
    character: Statistics | None = None
    character_left: Left = Left(1)
    others: tuple[Statistics, ...] = ()
    others_left: tuple[Left, ...] = ()
    rider_on: int = 0

    @property
    def characters(self) -> tuple[Statistics, ...]:
        return () if self.character is None else (self.character, *self.others)


class Salvo(Struct, frozen=True, kw_only=True):
    """So many shots with a missile that needs a number, at a target."""

    name: str
    missile: Missile
    shots: int
    needed: int
    target: Target

    @property
    def finds_characters(self) -> bool:
        """Whether each of its hits may be on a character."""
        missile = self.missile
        special = missile.magical or missile.artillery or missile.strength == OddStrength.ELDRITCH
        return special and self.target.character is not None

    def save(self, figures: Statistics) -> Save:
        """What figures of the target save on: its troops in their formation, a character by itself."""
        target = self.target
        ranked = target.ranked and figures is target.figures
        return save_from_missile(self.missile, figures, ranked=ranked, most=figures.wounds)


class SalvoState(Struct, frozen=True):
    """A salvo between two throws: shots or hits under way, hits scored in all, and what is left of the target.

    `near` are shots that have missed by one, `found` hits on characters, and `others` what is left of further ones.
    """

    hits: int
    left: Left
    character: Left
    scored: int = 0
    near: int = 0
    found: int = 0
    others: tuple[Left, ...] = ()

    @property
    def bodies(self) -> tuple[Left, ...]:
        """What is left of the troops, then of each character."""
        return self.left, self.character, *self.others


class Shots(Struct, frozen=True):
    """Of so many area shots, how many hit, and how many miss by one."""

    count: int
    needed: int

    def read(self, faces: Sequence[int]) -> tuple[int, int]:
        return sum(face <= self.needed for face in faces), sum(face == self.needed + 1 for face in faces)

    def odds(self) -> Distribution[tuple[int, int]]:
        return _shots(self)


@lru_cache(maxsize=1024)
def _shots(shots: Shots) -> Distribution[tuple[int, int]]:
    """Shots that hit, and of the others those that miss by the least."""
    missing = SIDES - shots.needed
    return (
        Hits(shots.count, shots.needed)
        .odds()
        .then(
            lambda hits: Distribution({0: missing - 1, 1: 1}).summed(shots.count - hits).map(lambda near: (hits, near))
        )
    )


def salvo_start(salvo: Salvo) -> SalvoState:
    """The state before the first die."""
    target = salvo.target
    return SalvoState(salvo.shots, target.left, target.character_left, others=target.others_left)


def salvo_steps(salvo: Salvo) -> Steps[SalvoState]:
    """A whole salvo; its end has `scored` and what is left."""
    return [*_hitting(salvo), *hit_steps(salvo)]


def hit_steps(salvo: Salvo) -> Steps[SalvoState]:
    """What hits do once their number is known; they are counted in `scored`."""
    steps: list[Step[SalvoState] | Change[SalvoState]] = []
    steps.append(Change(lambda shot: replace(shot, scored=shot.scored + shot.hits, near=0)))
    on = salvo.target.rider_on or (ON_A_CHARACTER if salvo.finds_characters else 0)
    if salvo.target.character is not None and on:
        times = salvo.save(salvo.target.character).times
        steps.append(
            Step(
                f"{salvo.name}, on the character",
                CHARACTERS,
                lambda shot: Hits(shot.hits, on) if shot.hits else None,
                lambda shot, found: replace(shot, hits=shot.hits - found, found=found * times),
            )
        )
    steps += _saving(salvo)
    steps.append(_wounding(salvo))
    if salvo.target.character is not None:
        steps += _character_saving(salvo, salvo.target.character)
    return steps


def _hitting(salvo: Salvo) -> Steps[SalvoState]:
    """From shots to hits."""
    dice, halvings, needed = salvo.missile.hits_d3, int(salvo.target.takes_half), salvo.needed
    name = f"{salvo.name}, to hit"
    nearly = bool(dice) and 0 < needed < SIDES and not salvo.target.engaged
    if nearly:
        hitting = Step[SalvoState](
            name,
            AREA_ATTACKS,
            lambda shot: Shots(shot.hits, needed),
            lambda shot, it: replace(shot, hits=it[0], near=it[1]),
        )
        steps = [hitting]
    else:
        names = (name, f"{name} after a 1")
        steps = [_counted(called, number) for called, number in zip(names, rolls_of(needed), strict=False)]
        if not steps:
            return [Change(lambda shot: replace(shot, hits=0))]
    if not dice:
        return steps
    full, half = Dice(dice, 3, halvings=halvings), Dice(dice, 3, halvings=halvings + 1)
    steps.append(
        Step(
            f"{salvo.name}, hits",
            AREA_ATTACKS,
            lambda shot: Total(shot.hits, full) if shot.hits else None,
            lambda shot, hits: replace(shot, hits=hits),
        )
    )
    if nearly:
        steps.append(
            Step(
                f"{salvo.name}, half hits",
                AREA_ATTACKS,
                lambda shot: Total(shot.near, half) if shot.near else None,
                lambda shot, hits: replace(shot, hits=shot.hits + hits),
            )
        )
    return steps


def _counted(name: str, needed: int) -> Step[SalvoState]:
    return Step(
        name,
        SAVES,
        lambda shot: Hits(shot.hits, needed) if shot.hits else None,
        lambda shot, hits: replace(shot, hits=hits),
    )


def _saving(salvo: Salvo) -> Steps[SalvoState]:
    """Hits on the troops that aren't saved."""
    save = salvo.save(salvo.target.figures)
    number, times = save.number, save.times
    if number >= ALWAYS_SAVES:
        return [Change(lambda shot: replace(shot, hits=0))]
    doubled: list[Step[SalvoState] | Change[SalvoState]] = []
    if times > 1:
        doubled.append(Change(lambda shot: replace(shot, hits=shot.hits * times)))
    if number < 1:
        return doubled
    saves = Step[SalvoState](
        f"{salvo.name}, saves",
        SAVES,
        lambda shot: Hits(shot.hits, number) if shot.hits else None,
        lambda shot, spared: replace(shot, hits=shot.hits - spared),
    )
    return [*doubled, saves]


def _wounding(salvo: Salvo) -> Step[SalvoState] | Change[SalvoState]:
    """Troops that fall of what they haven't saved; hits that aren't needed for the last of them go on to characters."""
    target, each, dice = salvo.target, salvo.target.figures.wounds, salvo.missile.wounds_d3
    is_new = salvo.save(target.figures).times == 1  # what is doubled for the troops isn't doubled again
    times = salvo.save(target.character).times if target.character is not None and is_new else 1

    def pooled(shot: SalvoState, wounds: int) -> SalvoState:
        beyond = 0 if target.rider_on else max(wounds - shot.left.killed_by(each), 0)
        left = shot.left.after(each, wounds=wounds, shares=target.shares)
        return replace(shot, hits=0, left=left, found=shot.found + beyond * times)

    led = target.character is not None and not target.rider_on
    if not dice or (led and each == 1 and not target.carries):  # one is all that such troops have
        return Change(lambda shot: pooled(shot, shot.hits))
    name = f"{salvo.name}, wounds"
    if target.carries:
        any_number = Dice(dice, 3)
        return Step(name, SEVERAL_WOUNDS, lambda shot: Total(shot.hits, any_number) if shot.hits else None, pooled)
    at_most = Dice(dice, 3, most=each)

    def placed(shot: SalvoState, hits: tuple[int, ...]) -> SalvoState:
        beyond = shot.left.spared(each, hits) if led else 0
        return replace(shot, hits=0, left=shot.left.after(each, hits=hits), found=shot.found + beyond * times)

    return Step(name, SEVERAL_WOUNDS, lambda shot: Several(shot.hits, at_most) if shot.hits else None, placed)


def _character_saving(salvo: Salvo, character: Statistics) -> Steps[SalvoState]:
    """The character saves by itself, and once more what troops haven't saved."""
    if salvo.target.others:
        return [_among_characters(salvo, (character, *salvo.target.others))]
    number, each, dice = salvo.save(character).number, character.wounds, salvo.missile.wounds_d3

    def unsaved(shot: SalvoState, saved: int) -> SalvoState:
        return replace(shot, found=shot.found - saved)

    def wounded(shot: SalvoState, hits: tuple[int, ...]) -> SalvoState:
        return replace(shot, character=shot.character.after(each, hits=hits), found=0)

    steps: list[Step[SalvoState] | Change[SalvoState]] = []
    if number >= ALWAYS_SAVES:
        steps.append(Change(lambda shot: unsaved(shot, shot.found)))
    elif number > 0:
        saves = f"{salvo.name}, the character's saves"
        steps.append(Step(saves, CHARACTERS, lambda shot: Hits(shot.found, number) if shot.found else None, unsaved))
    if not dice:
        pooled = Change[SalvoState](
            lambda shot: replace(shot, character=shot.character.after(each, wounds=shot.found), found=0)
        )
        return [*steps, pooled]
    at_most, name = Dice(dice, 3, most=each), f"{salvo.name}, the character's wounds"
    steps.append(Step(name, SEVERAL_WOUNDS, lambda shot: Several(shot.found, at_most) if shot.found else None, wounded))
    return steps


def _among_characters(salvo: Salvo, characters: Sequence[Statistics]) -> Step[SalvoState]:
    """Hits on several characters: a die says on whom each is, and then it saves by itself."""
    dice = salvo.missile.wounds_d3
    bodies = tuple(Body(salvo.save(one).number, 1, dice, one.wounds if dice else 0) for one in characters)

    def living(shot: SalvoState) -> list[int]:
        return [place for place, left in enumerate((shot.character, *shot.others)) if left.models]

    def roll(shot: SalvoState) -> Among | None:
        found = [bodies[place] for place in living(shot)]
        return Among(shot.found, None, tuple(found), CHARACTERS) if shot.found and found else None

    def after(shot: SalvoState, harms: tuple[Harm, ...]) -> SalvoState:
        left = [shot.character, *shot.others]
        for place, harm in zip(living(shot), harms, strict=True):
            lost = {"hits": harm} if isinstance(harm, tuple) else {"wounds": harm}
            left[place] = left[place].after(characters[place].wounds, **lost)
        return replace(shot, character=left[0], others=tuple(left[1:]), found=0)

    return Step(f"{salvo.name}, the characters", CHARACTERS, roll, after)
