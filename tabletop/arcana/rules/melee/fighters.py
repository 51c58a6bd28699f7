"""Units of a melee: how each fights, and what the blows have made of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Morale, Statistics
from tabletop.arcana.rules.harm.among import models_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.leading import Beyond, Harm, Harms, Source

FIGURE_BY_FIGURE = 5  # wounds from which on attacks are shared out among figures


class Fighter(Struct, frozen=True, kw_only=True):
    """A unit of equal models in a melee with one enemy unit, as it stands when the blows begin.

    `files` is the width of its ranks, 0 where it is loose or its flank or rear is fought: then nobody steps up. In a
    loose unit `over` models reach over a comrade in contact with long weapons. `leader` is a character among them, in
    their first rank, and counts in neither `left` nor `contact`; who `seeks` strikes at the enemy's before its troops.
    `fresh` is who came into this melee this turn. `lines` are the attacks that are used, by their places in the
    figures. A sweep reaches `in_reach` enemies. `carries` is how war machines share their wounds. Of vehicles `crewed`
    are the attacks of those aboard, and wounded ones that are `towed` ram worse; who is `overflown` strikes at flyers
    that pass. Where the leader rides the only model, hits of `rider_on` or less are on the rider. `frightened` is
    whether a fearsome blow has cost it a model before, in this turn.

    Blows at a vehicle are aimed at the character of the place `aboard`, from 1, at -1, where that one rides it; else a
    die says whom they hit. Of those in contact so many as `aims` says, by the places of the enemy's characters, strike
    at these.

    `others` are further characters as the leader is one. Who seeks strikes at the enemy's character of that `mark`,
    counted from 1, the leader first. What carries a character among troops is one more of them, as which it `rides` the
    one of that place; both are one model, and one character to those who strike at either. There may be no troops.

    Of a unit of several kinds `parts` are how many there are of each as the blows begin, and `kinds` says by attack
    which have it, where not all do; the first touch the enemy first. Where they are hit or save each in its own way
    `bodies` are their figures, `morales` how bold each is where they differ in it. Machines that share wounds and had
    other numbers of them at first have `sizes`, in that order.
    """

    name: str
    figures: Statistics
    left: Left
    contact: int
    over: int = 0
    files: int = 0
    loose: bool = False
    fresh: bool = False
    rams: bool = False
    carries: bool = False
    modifier: int = 0
    in_reach: int | None = None
    frightened: bool = False
    lines: tuple[int, ...]
    leader: Fighter | None = None
    seeks: bool = False
    crewed: tuple[int, ...] = ()
    towed: bool = False
    rider_on: int = 0
    overflown: bool = False
    others: tuple[Fighter, ...] = ()
    mark: int = 1
    rides: int = 0
    kinds: tuple[tuple[int, ...], ...] = ()
    parts: tuple[int, ...] = ()
    bodies: tuple[Statistics, ...] = ()
    morales: tuple[Morale, ...] = ()
    aims: tuple[int, ...] = ()
    aboard: int = 0
    sizes: tuple[int, ...] = ()

    @property
    def characters(self) -> tuple[Fighter, ...]:
        """The leader and all others."""
        return () if self.leader is None else (self.leader, *self.others)

    @property
    def rides_of(self) -> tuple[int, ...]:
        """Of each of its characters the place of what carries it, 0 of who is on foot."""
        return tuple([own.rides for own in self.characters])

    def beside(self, place: int) -> tuple[int, ...]:
        """The places of a character with what carries it and whoever rides that, itself first."""
        mount = self.characters[place - 1].rides or place
        together = [own for own, one in enumerate(self.characters, 1) if mount in (own, one.rides) and own != place]
        return place, *together

    def models_of(self, characters: Sequence[Left]) -> int:
        """How many models its characters are, by what is left of them: a rider and what carries it are one."""
        return models_of((place for place, left in enumerate(characters, 1) if left.models), self.rides_of)

    @property
    def by_figure(self) -> bool:
        """Whether attacks at it are shared out among its models before they are rolled (BR15, BR118)."""
        each = self.figures.wounds >= FIGURE_BY_FIGURE or self.bodies
        return self.left.models > 1 and bool(each) and not self.carries

    def of_kind(self, kind: int) -> Fighter:
        """The unit as blows at models of that kind find it."""
        return replace(self, figures=self.bodies[kind]) if self.bodies else self

    @property
    def negates(self) -> bool:
        """Whether it takes the first strike from long weapons: not while it rams."""
        return self.figures.defence.negates_long_weapons and not self.rams


class Felled(Struct, frozen=True, gc=False):
    """What blows leave of models that each suffer by themselves, and whether a fearsome one has cost a model.

    `aimed` is what their characters, by their places, suffer of magical rams.
    """

    left: Left
    frightened: bool
    aimed: tuple[tuple[int, Source, Harm], ...] = ()


class Struck(Struct, frozen=True, gc=False):
    """A unit between blows: who is left, how many of the models in contact have fallen, and what it has yet to suffer.

    `afraid` is whether a fearsome blow is among these, `frightened` whether one has cost it a model, `hurt` whether it
    has lost anything. `leader` is what is left of its character, `aimed` what that has yet to suffer, `rammed` wounds
    of rams that may go on to it, and `beyond` are hits that do go on, to the unit or by a ram to the character.
    `regained` are wounds that came back after the blows, its character's the second. `others` are its further
    characters, each with what is left of it and what it has yet to suffer. `felled` is what models become that suffer
    each by itself.
    """

    left: Left
    gaps: int = 0
    wounds: int = 0
    hits: tuple[int, ...] = ()
    afraid: bool = False
    frightened: bool = False
    hurt: bool = False
    leader: Left | None = None
    aimed: Harms = ()
    rammed: Harms = ()
    beyond: Beyond = ()
    regained: tuple[int, int] = (0, 0)
    others: tuple[Struck, ...] = ()
    felled: Felled | None = None

    @property
    def characters(self) -> tuple[Left, ...]:
        """What is left of its characters, the leader first."""
        return () if self.leader is None else (self.leader, *(other.left for other in self.others))

    def having_aimed(self, whom: int, source: Source, harm: Harm) -> Struck:
        """With what one of its characters, by its place from 1, will suffer when these blows are over."""
        if whom == 1:
            return replace(self, aimed=(*self.aimed, (source, harm)))
        others = list(self.others)
        others[whom - 2] = replace(others[whom - 2], aimed=(*others[whom - 2].aimed, (source, harm)))
        return replace(self, others=tuple(others))


class Fight(Struct, frozen=True, gc=False):
    """Both units between blows."""

    first: Struck
    second: Struck

    def of(self, number: int) -> Struck:
        return self.second if number else self.first

    def having(self, number: int, struck: Struck) -> Fight:
        return Fight(self.first, struck) if number else Fight(struck, self.second)


Fighters = tuple[Fighter, Fighter]


def begin(fighters: Fighters) -> Fight:
    """The state before the first blow."""
    first, second = (
        Struck(
            one.left,
            frightened=one.frightened,
            leader=one.leader.left if one.leader else None,
            others=tuple(Struck(other.left) for other in one.others),
        )
        for one in fighters
    )
    return Fight(first, second)
