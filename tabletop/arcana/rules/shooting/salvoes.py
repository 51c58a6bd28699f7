"""The dice of one salvo at one unit: hits, who of the unit takes them, saves, and who falls.

Area attacks bring d3 for each shot that hits, and half of them, rounded up, for one that misses by one; each halving
is rounded by itself. Plain hits are the troops' until they are all dead; of magical, eldritch and artillery ones each
is on a character by a 1 in 6. Where there are no troops all are on the characters. The steps hold for playing and for
odds (`tabletop/dice/steps.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile, OddStrength, Statistics
from tabletop.arcana.rules.harm.among import Among, Body, Harm, Ridden, at_random
from tabletop.arcana.rules.harm.blows import Blows, Wounds
from tabletop.arcana.rules.harm.hitting import rolls_of
from tabletop.arcana.rules.harm.losses import Left, of_parts
from tabletop.arcana.rules.harm.saving import ALWAYS_SAVES, SAVES, Save, save_from_missile
from tabletop.arcana.rules.shooting.tohit import AREA_ATTACKS
from tabletop.dice import Change, Dice, Distribution, Hits, Several, Step, Total
from tabletop.dice.rolls import SIDES
from tabletop.dice.steps import Steps

SEVERAL_WOUNDS = BOOK.section("Multiple Wounding Attacks")
CHARACTERS = BOOK.section("Targeting Characters with Missiles and Magic")

ON_A_CHARACTER = 1  # of six
TROOPS = 0  # their place among the bodies of a target


class Target(Struct, frozen=True, kw_only=True):
    """A unit that is shot at. `takes_half` is whether area attacks are halved on it; `character` leads it, if one does.

    Of several characters `others` are all but that one, each hit at random. Where they ride the only model, a die for
    each hit says whether it is on one of them: `rider_on` or less. Without a model the characters are alone. What
    carries a character among others is one of them, at the place in `rides_of` of its rider.

    Of several `kinds` that save otherwise than each other those named last are hit first; what they don't save beyond
    the last of them goes on to those before them, who save anew (reading BR118).

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
    rides_of: tuple[int, ...] = ()
    kinds: tuple[Statistics, ...] = ()

    @property
    def characters(self) -> tuple[Statistics, ...]:
        return () if self.character is None else (self.character, *self.others)

    @property
    def characters_alone(self) -> bool:
        return not self.left.models and self.character is not None


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
        ranked = target.ranked and (figures is target.figures or figures in target.kinds)
        return save_from_missile(self.missile, figures, ranked=ranked, most=figures.wounds)


class SalvoState(Struct, frozen=True):
    """A salvo between two throws: shots or hits under way, hits scored in all, and what is left of the target.

    `near` are shots that have missed by one, `found` hits on characters, `beyond` those on them that were doubled for
    their troops before, and `others` what is left of further ones.
    """

    hits: int
    left: Left
    character: Left
    scored: int = 0
    near: int = 0
    found: int = 0
    beyond: int = 0
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
    target = salvo.target
    steps: list[Step[SalvoState] | Change[SalvoState]] = []
    steps.append(Change(lambda shot: replace(shot, scored=shot.scored + shot.hits, near=0)))
    if target.rider_on:
        return [*steps, _parted(salvo)]
    if target.characters_alone:
        steps.append(Change(lambda shot: replace(shot, hits=0, found=shot.hits)))
        return [*steps, *_characters_saving(salvo)]
    if salvo.finds_characters:
        steps.append(
            Step(
                f"{salvo.name}, on the character",
                CHARACTERS,
                lambda shot: Hits(shot.hits, ON_A_CHARACTER) if shot.hits else None,
                lambda shot, found: replace(shot, hits=shot.hits - found, found=found),
            )
        )
    if len({(saves.number, saves.times) for saves in map(salvo.save, target.kinds)}) > 1:
        return [*steps, *_kinds_saving(salvo), *_characters_saving(salvo)]
    return [*steps, *_saving(salvo), _wounding(salvo), *_characters_saving(salvo)]


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


def _kinds_saving(salvo: Salvo) -> Steps[SalvoState]:
    """Hits on kinds that save each in its own way, those named last first; what is beyond all finds the characters."""
    target, dice, steps = salvo.target, salvo.missile.wounds_d3, list[Step[SalvoState] | Change[SalvoState]]()
    each = target.figures.wounds
    for kind in range(len(target.kinds) - 1, -1, -1):
        saves = salvo.save(target.kinds[kind])
        roll = partial(_hits_on_kind, kind, saves, dice)
        steps.append(Step(f"{salvo.name}, saves", SAVES, roll, partial(_kind_harmed, kind, each)))
    if target.character is not None:
        steps.append(Change(lambda shot: replace(shot, hits=0, found=shot.found + shot.hits)))
    return [*steps, Change(lambda shot: replace(shot, hits=0))]


def _hits_on_kind(kind: int, saves: Save, dice: int, shot: SalvoState) -> Blows | Wounds | None:
    if not (shot.hits and shot.left.parts and shot.left.parts[kind][0]):
        return None
    blows = Blows(shot.hits, None, saves.number, SAVES, times=saves.times)
    return Wounds(blows, dice, None) if dice else blows


def _kind_harmed(kind: int, each: int, shot: SalvoState, harm: Harm) -> SalvoState:
    wounds, parts = harm if isinstance(harm, int) else sum(harm), list(shot.left.parts)
    own = Left(*parts[kind], shot.left.costs)
    after = own.after(each, wounds=wounds)
    parts[kind] = after.models, after.lost
    return replace(shot, hits=max(wounds - own.killed_by(each), 0), left=of_parts(parts, shot.left.costs))


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

    def going_on(shot: SalvoState, left: Left, beyond: int) -> SalvoState:
        if is_new:
            return replace(shot, hits=0, left=left, found=shot.found + beyond)
        return replace(shot, hits=0, left=left, beyond=beyond)

    def pooled(shot: SalvoState, wounds: int) -> SalvoState:
        beyond = max(wounds - shot.left.killed_by(each), 0)
        return going_on(shot, shot.left.after(each, wounds=wounds, shares=target.shares), beyond)

    led = target.character is not None
    if not dice or (led and each == 1 and not target.carries):  # one is all that such troops have
        return Change(lambda shot: pooled(shot, shot.hits))
    name = f"{salvo.name}, wounds"
    if target.carries:
        any_number = Dice(dice, 3)
        return Step(name, SEVERAL_WOUNDS, lambda shot: Total(shot.hits, any_number) if shot.hits else None, pooled)
    at_most = Dice(dice, 3, most=each)

    def placed(shot: SalvoState, hits: tuple[int, ...]) -> SalvoState:
        beyond = shot.left.spared(each, hits) if led else 0
        return going_on(shot, shot.left.after(each, hits=hits), beyond)

    return Step(name, SEVERAL_WOUNDS, lambda shot: Several(shot.hits, at_most) if shot.hits else None, placed)


def _characters_saving(salvo: Salvo) -> Steps[SalvoState]:
    """Characters save by themselves, and once more what troops haven't saved; of several a die says who is hit."""
    character = salvo.target.character
    if character is None:
        return []
    if salvo.target.others:
        return [_among_characters(salvo)]
    save, each, dice = salvo.save(character), character.wounds, salvo.missile.wounds_d3
    number, times = save.number, save.times

    def unsaved(shot: SalvoState, saved: int) -> SalvoState:
        return replace(shot, found=shot.found - saved)

    def wounded(shot: SalvoState, hits: tuple[int, ...]) -> SalvoState:
        return replace(shot, character=shot.character.after(each, hits=hits), found=0)

    steps: list[Step[SalvoState] | Change[SalvoState]] = [
        Change(lambda shot: replace(shot, found=shot.found * times + shot.beyond, beyond=0))
    ]
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


def _body(salvo: Salvo, figures: Statistics) -> Body:
    """What one suffers by itself."""
    save, dice = salvo.save(figures), salvo.missile.wounds_d3
    return Body(save.number, save.times, dice, figures.wounds if dice else 0)


def _among_characters(salvo: Salvo) -> Step[SalvoState]:
    """Hits on several characters: a die says on whom each is, and then it saves by itself."""
    characters = salvo.target.characters
    bodies = {place: _body(salvo, one) for place, one in enumerate(characters, 1)}
    wounds = [one.wounds for one in characters]
    rides = salvo.target.rides_of or (0,) * len(characters)

    def shared(shot: SalvoState) -> tuple[tuple[Body | Ridden, ...], tuple[int, ...]]:
        living = {place: body for place, body in bodies.items() if shot.bodies[place].models}
        return at_random(living, rides, wounds)

    def roll(shot: SalvoState) -> Among | None:
        struck, _ = shared(shot)
        hits = shot.found or shot.beyond
        return Among(shot.found, None, struck, CHARACTERS, once=shot.beyond) if hits and struck else None

    def after(shot: SalvoState, harms: tuple[Harm, ...]) -> SalvoState:
        _, places = shared(shot)
        return replace(_harmed(shot, salvo, dict(zip(places, harms, strict=True))), found=0, beyond=0)

    return Step(f"{salvo.name}, the characters", CHARACTERS, roll, after)


def _parted(salvo: Salvo) -> Step[SalvoState]:
    """Hits on what is ridden and on who rides it."""
    target = salvo.target
    bodies = {place: _body(salvo, one) for place, one in enumerate((target.figures, *target.characters))}

    def living(shot: SalvoState) -> dict[int, Body]:
        return {place: body for place, body in bodies.items() if shot.bodies[place].models}

    def struck(shot: SalvoState) -> tuple[Body | Ridden, ...]:
        mount, *riders = (now := living(shot)).values()
        return (Ridden(mount, tuple(riders), target.rider_on),) if TROOPS in now and riders else (mount, *riders)

    def roll(shot: SalvoState) -> Among | None:
        return Among(shot.hits, None, struck(shot), SAVES) if shot.hits and living(shot) else None

    def after(shot: SalvoState, harms: tuple[Harm, ...]) -> SalvoState:
        return replace(_harmed(shot, salvo, dict(zip(living(shot), harms, strict=True))), hits=0)

    return Step(salvo.name, CHARACTERS, roll, after)


def _harmed(shot: SalvoState, salvo: Salvo, harms: Mapping[int, Harm]) -> SalvoState:
    """With what troops, at 0, and characters suffer by their places."""
    figures, left = (salvo.target.figures, *salvo.target.characters), list(shot.bodies)
    for place, harm in harms.items():
        lost = {"hits": harm} if isinstance(harm, tuple) else {"wounds": harm}
        shares = salvo.target.shares and place == TROOPS
        left[place] = left[place].after(figures[place].wounds, **lost, shares=shares)
    troops, character, *others = left
    return replace(shot, left=troops, character=character, others=tuple(others))
