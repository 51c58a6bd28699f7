"""Blows at several models of five wounds and more: each attack is on one figure, and what is beyond it is lost.

Who touches them is shared out evenly before the dice, the most wounded first, characters after their troops, and a
sweep reaches each of them once (readings BR15 and BR95). So every figure suffers by itself: they are taken one after
the other, and of those that are done only what they have lost is kept, the most first. Of magical rams each hit may be
on a character instead (reading BR93): how many are is kept, too. Cost: for k figures of w wounds as many states as
there are ways to be wounded, at most (k + w)! / k! w!, times the numbers of such hits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.rules.harm.among import Among, Found, Harm
from tabletop.arcana.rules.harm.blows import Blows, Wounds, hits_of
from tabletop.arcana.rules.harm.losses import Left, Part, of_parts
from tabletop.arcana.rules.melee.counting import (
    MELEE,
    RAMS,
    Strike,
    aimed_at,
    aiming,
    attacks,
    body_of,
    found_of,
    is_halved,
    itself_of,
    lost_by_crew,
    needed,
    numbers_of,
    rammers,
    save,
    strikers,
    struck_in,
)
from tabletop.arcana.rules.melee.fighters import Felled, Fight, Fighter, Fighters, Struck
from tabletop.arcana.rules.melee.leading import RAM, TROOPS, Beyond, Source
from tabletop.arcana.rules.melee.mixed import reached
from tabletop.dice import Chain, Change, Distribution, Hits, Sifted, Step, certain, spread
from tabletop.dice.steps import Steps

FINDS_A_CHARACTER = 1  # of six: each hit of a magical ram


class Allotted(Struct, frozen=True, gc=False):
    """Attacks of one kind at one figure; without `needed` they have hit. Those `halved` are so with all that are.

    Those of magical rams, whose source is named by `finds`, may find a character.
    """

    attacks: int
    needed: int | None
    saved: int
    times: int
    dice: int
    fearsome: bool = False
    halved: bool = False
    finds: Source | None = None


Figure = tuple[int, tuple[Allotted, ...]]  # what it has lost, and the attacks at it
Figures = tuple[Figure | None, ...]  # of several kinds None stands behind the last of each


class Finding(Struct, frozen=True):
    """The source of a magical ram, and on whom of the characters its hits may be, by their places."""

    source: Source
    places: tuple[int, ...]
    bodies: tuple[Found, ...]


class Felling(Chain[Felled], frozen=True):
    """What is left of figures of so many wounds each; a wound `costs` one as many.

    Magical rams find characters.
    """

    figures: Figures
    each: int
    costs: int = 1
    findings: tuple[Finding, ...] = ()

    def steps(self) -> Steps[Any]:
        numbered = enumerate(filter(None, self.figures), 1)
        each, costs = self.each, self.costs
        steps: list[Step[Between] | Change[Between]] = []
        for figure in self.figures:
            if figure is None:
                steps.append(Change(Between.next_kind))
            else:
                number, _ = next(numbered)
                steps += _felling_one(figure, f"figure {number}", each, costs)
        return [*steps, *map(_at_characters, self.findings)]

    def odds(self) -> Distribution[Felled]:
        """As the steps spread, one figure after the other."""
        ends = _felled_by(self.figures, self.each, self.costs)
        if self.findings:
            at_characters = [*map(_at_characters, self.findings)]
            ends = ends.then(lambda it: spread(at_characters, it))
        return ends.map(self.result).lowest()

    def start(self) -> Between:
        return Between()

    def result(self, state: Between) -> Felled:
        if state.kinds:
            ends = [place for place, figure in enumerate(self.figures) if figure is None]
            counts = [end - before - 1 for before, end in pairwise((-1, *ends))]
            parts = [(count - fallen, lost) for count, (fallen, lost) in zip(counts, state.kinds, strict=True)]
            return Felled(of_parts(parts, self.costs), state.frightened, state.aimed)
        left = Left(len(self.figures) - state.fallen, state.lost, self.costs)
        return Felled(left, state.frightened, state.aimed)


class Between(Struct, frozen=True, gc=False):
    """Figures between two throws: those that have fallen, what others have lost, and what the one at hand suffers.

    `odd` is whether an odd number of hits has been halved so far, `afraid` whether a fearsome blow has wounded it,
    `found` hits on characters, `aimed` what these suffer of them. `kinds` are those of several that are done: how many
    figures of each have fallen, and what others have lost.
    """

    fallen: int = 0
    lost: tuple[int, ...] = ()
    frightened: bool = False
    wounds: int = 0
    afraid: bool = False
    hits: int = 0
    odd: bool = False
    found: Beyond = ()
    aimed: tuple[tuple[int, Source, Harm], ...] = ()
    kinds: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def next_kind(self) -> Between:
        """With all figures of a kind done."""
        return replace(self, fallen=0, lost=(), kinds=(*self.kinds, (self.fallen, self.lost)))

    def having(self, one: Between) -> Between:
        """With another figure that is done."""
        lost = tuple(sorted(self.lost + one.lost, reverse=True)) if one.lost else self.lost
        found = one.found if not self.found else tuple(_added(dict(self.found), one.found).items())
        frightened = self.frightened or one.frightened
        return Between(self.fallen + one.fallen, lost, frightened, odd=one.odd, found=found, kinds=self.kinds)


class Allotment(Struct, frozen=True):
    """Attacks at each of the figures in reach, whatever these have lost; so many `of_kinds` are of each."""

    at: tuple[tuple[Allotted, ...], ...]
    findings: tuple[Finding, ...] = ()
    of_kinds: tuple[int, ...] = ()

    def felling(self, each: int, left: Left) -> Felling:
        """The roll for figures of so many wounds each, the most wounded first; others stay as they are."""
        if not self.of_kinds:
            return Felling(_figures((left.models, left.lost), self.at), each, left.costs, self.findings)
        figures: list[Figure | None] = []
        before = 0
        for part, number in zip(left.parts, self.of_kinds, strict=True):
            figures += (*_figures(part, self.at[before : before + number]), None)
            before += number
        return Felling(tuple(figures), each, left.costs, self.findings)


def _figures(part: Part, at: Sequence[tuple[Allotted, ...]]) -> tuple[Figure, ...]:
    """The figures of a kind, the most wounded first, those in reach with the attacks at them."""
    models, lost = part
    return tuple(zip((*lost, *(0,) * (models - len(lost))), (*at, *((),) * (models - len(at))), strict=True))


AtFigure = tuple[list[Allotted], Fighter]  # what is to be struck at one figure, and as what it suffers


class AtFigures(Step[Fight], frozen=True):
    """Blows that are shared out among figures before they are rolled: `shared` says how, at any of an aspect."""

    shared: Callable[[Fight], Allotment | None]


def _felling_one(figure: Figure, name: str, each: int, costs: int) -> Steps[Between]:
    lost, allotted = figure
    struck = [step for own in allotted for step in _striking(own, name, each - lost, costs)]
    return [*struck, Change(partial(_done, each=each, left=each - lost))]


@lru_cache(maxsize=2048)
def _felled_by(figures: Figures, each: int, costs: int) -> Distribution[Between]:
    """What the first figures become before the others are rolled for: kept, as many begin alike."""
    if not figures:
        return certain(Between())
    last = figures[-1]
    if last is None:
        return _felled_by(figures[:-1], each, costs).map(Between.next_kind)

    def following(it: Between) -> Distribution[Between]:
        return _one_felled(last, each, costs, odd=it.odd).map(it.having)

    return _felled_by(figures[:-1], each, costs).then(following)


@lru_cache(maxsize=1024)
def _one_felled(figure: Figure, each: int, costs: int, *, odd: bool) -> Distribution[Between]:
    """What one figure becomes by itself, after an odd number of halved hits or not."""
    return spread(_felling_one(figure, "", each, costs), Between(odd=odd)).lowest()


def _striking(own: Allotted, name: str, left: int, costs: int) -> Steps[Between]:
    def unsaved(count: int, needed: int | None) -> Blows | Wounds | None:
        blows = Blows(count, needed, own.saved, MELEE, times=own.times)
        return (Wounds(blows, own.dice, None) if own.dice else blows) if count else None

    def after(it: Between, harm: Harm) -> Between:
        wounds = min(it.wounds + costs * (harm or 0), left)  # type: ignore[operator]
        return replace(it, wounds=wounds, afraid=it.afraid or (own.fearsome and bool(harm)), hits=0)

    if not (own.halved or own.finds):
        return (Step(name, MELEE, lambda it: unsaved(own.attacks, own.needed), after),)
    hitting = Sifted(own.attacks, hits_of(own.needed), MELEE)
    steps: list[Step[Between] | Change[Between]] = [
        Step(name, MELEE, lambda it: hitting, _halved if own.halved else lambda it, hits: replace(it, hits=hits))
    ]
    if own.finds:
        steps.append(
            Step(
                f"{name}, on characters",
                MELEE,
                lambda it: Hits(it.hits, FINDS_A_CHARACTER) if it.hits else None,
                partial(_found, source=own.finds),
            )
        )
    return (*steps, Step(name, MELEE, lambda it: unsaved(it.hits, None), after))


def _found(it: Between, found: int, *, source: Source) -> Between:
    """So many of the hits at hand are on characters."""
    if not found:
        return it
    return replace(it, hits=it.hits - found, found=tuple(_added(dict(it.found), ((source, found),)).items()))


def _at_characters(finding: Finding) -> Step[Between]:
    """What characters suffer of the hits of a source that are on them."""

    def roll(it: Between) -> Among | None:
        hits = dict(it.found).get(finding.source, 0)
        return Among(hits, None, finding.bodies, RAMS) if hits else None

    def after(it: Between, harms: tuple[Harm, ...]) -> Between:
        own = zip(finding.places, harms, strict=True)
        return replace(it, aimed=(*it.aimed, *((place, finding.source, harm) for place, harm in own if harm)))

    return Step("the characters", RAMS, roll, after)


def _added(hits: dict[Source, int], more: Beyond) -> dict[Source, int]:
    """Hits by their sources, in the order of these."""
    for source, number in more:
        hits[source] = hits.get(source, 0) + number
    return dict(sorted(hits.items()))


def _halved(it: Between, hits: int) -> Between:
    """What they add to half of all hits so far, rounded up."""
    return replace(it, hits=(hits + (not it.odd)) // 2, odd=it.odd != bool(hits % 2))


def _done(it: Between, *, each: int, left: int) -> Between:
    falls, lost = it.wounds == left, each - left + it.wounds
    kept = it.lost if falls or not lost else tuple(sorted((*it.lost, lost), reverse=True))
    frightened = it.frightened or (falls and it.afraid)
    return Between(it.fallen + falls, kept, frightened, odd=it.odd, found=it.found, kinds=it.kinds)


def at_figures(fighters: Fighters, number: int, strike: Strike, *, replaced: bool) -> AtFigures:
    """All blows and rams of a side at the enemy's figures; of those who have stepped up, too, where some may have."""
    own, enemy = fighters[number], fighters[1 - number]

    def shared(fight: Fight) -> Allotment | None:
        struck, itself = fight.of(1 - number), fight.of(number)
        reach, bodies_at = in_reach(enemy, struck), bodies_in_reach(enemy, struck)
        at: list[list[Allotted]] = [[] for _ in range(reach)]
        findings: list[Finding] = []
        finds_any = any(left.models for left in struck.characters)
        for source, line in struck_in(fighters, number, strike) if reach else ():
            fighter, after = body_of(own, source[0]), 0 if line.sweep else _before(own, source) % reach
            as_it_is = itself_of(itself, source[0])
            struck_at = [*zip(at, bodies_at, strict=True)]
            others_first = [*struck_at[after:], *struck_at[:after]]
            if source[1] == RAM:
                finds = source if line.magical and finds_any else None
                if finds:
                    bodies, places = found_of(line, enemy, struck)
                    findings.append(Finding(source, places, bodies))
                _ram_at(others_first, fighter, line, as_it_is, finds)
            elif aimed_at(fighter, enemy, struck) == TROOPS:
                _strike_at(others_first, fighter, as_it_is, source, replaced=replaced)
        return _allotment(at, findings, kinds_in_reach(enemy, struck))

    return _at_figures(f"{own.name}, at {enemy.name}", enemy, 1 - number, shared)


def _before(own: Fighter, source: Source) -> int:
    """How many models touch the figures beside which a character comes: its troops, and characters before it."""
    return 0 if source[0] == TROOPS else own.contact + source[0] - 1


def _at_figures(name: str, enemy: Fighter, number: int, shared: Callable[[Fight], Allotment | None]) -> AtFigures:
    def thrown(fight: Fight) -> Felling | None:
        allotment = shared(fight)
        return allotment.felling(enemy.figures.wounds, fight.of(number).left) if allotment else None

    return AtFigures(name, MELEE, thrown, partial(_felled, number=number), shared)


def _ram_at(at: Sequence[AtFigure], fighter: Fighter, line: Melee, itself: Struck, finds: Source | None) -> None:
    """Rams of the sound and then of the broken down, shared out evenly one after the other."""
    before = 0
    for worse in (False, True) if fighter.towed else (False,):
        count = rammers(fighter, itself, broken_down=worse)
        for place, (allotted, body) in enumerate(at):
            models = _share(count, len(at), place, before=before)
            allotted.append(_ramming(line, fighter, body, models, worse=worse, finds=finds))
        before += count


def gone_on_to_figures(fighters: Fighters, number: int, sources: Sequence[tuple[Source, Melee, int]]) -> AtFigures:
    """Hits beyond a character, each source with how often one counts, shared out among the figures."""
    own, enemy = fighters[number], fighters[1 - number]

    def shared(fight: Fight) -> Allotment | None:
        struck = fight.of(1 - number)
        bodies_at = bodies_in_reach(enemy, struck)
        reach = len(bodies_at)
        at: list[list[Allotted]] = [[] for _ in range(reach)]
        before = 0
        for source, line, times in sources:
            fearsome = body_of(own, source[0]).figures.fearsome and not line.sweep
            hits = sum(more for beyond, more in struck.beyond if beyond == source)
            for place in range(reach):
                saved, own_hits = save(line, bodies_at[place]).number, _share(hits, reach, place, before=before)
                at[place].append(Allotted(own_hits, None, saved, times, line.wounds_d3, fearsome))
            before += hits
        return _allotment(at, (), kinds_in_reach(enemy, struck))

    return _at_figures(f"{own.name}, on to {enemy.name}", enemy, 1 - number, shared)


def in_reach(enemy: Fighter, struck: Struck) -> int:
    """Figures that are touched: those in contact that live, in ranks with those who have come in their place."""
    return min(enemy.contact - (0 if enemy.files else struck.gaps), struck.left.models)


def kinds_in_reach(enemy: Fighter, struck: Struck) -> tuple[int, ...]:
    """Of several kinds, how many of the figures that are touched are of each."""
    return reached(enemy, struck, in_reach(enemy, struck)) if enemy.parts else ()


def bodies_in_reach(enemy: Fighter, struck: Struck) -> list[Fighter]:
    """Those figures, each as blows at it find it: of kinds that are hit or save otherwise each by its own kind."""
    if not enemy.bodies:
        return [enemy] * in_reach(enemy, struck)
    kinds = enumerate(kinds_in_reach(enemy, struck))
    return [body for kind, number in kinds for body in [enemy.of_kind(kind)] * number]


def _share(count: int, among: int, place: int, *, before: int = 0) -> int:
    """How many more come to a place once those before have been shared out."""
    first, last = ((own + among - 1 - place) // among for own in (before, before + count))
    return last - first


def _strike_at(at: Sequence[AtFigure], fighter: Fighter, struck: Struck, source: Source, *, replaced: bool) -> None:
    """A line's attacks, each at a figure: in their places, then those who have stepped up; the crew's last are lost."""
    line, reach = fighter.figures.melee[source[1]], len(at)
    lost = lost_by_crew(fighter, struck, source[1])
    in_place, behind = strikers(fighter, struck, source[1])
    if fighter.aims:
        in_place = aiming(fighter, in_place, TROOPS)
    models = (in_place, behind)[: 2 if replaced and source[0] == TROOPS and fighter.files else 1]
    before = 0
    for stepped, count in enumerate(models):
        shared = attacks(fighter, struck, line, models=count, enemies=1) if line.per_wound else count
        each = 1 if line.per_wound else line.attacks
        fearsome = fighter.figures.fearsome and not line.sweep
        several = {id(body): body for _, body in at}
        every = {
            own: numbers_of(line, needed(line, fighter, body, stepped_up=bool(stepped)).number, body)
            for own, body in several.items()
        }
        for place, (allotted, body) in enumerate(at):
            number, saved, times = every[id(body)]
            if line.sweep:
                within = line.attacks if fighter.in_reach is None else min(fighter.in_reach, line.attacks)
                dice = count * line.sweeps if place < within else 0
            else:
                dice = _share(shared, reach, place, before=before) * each
            lost, dice = max(lost - dice, 0), max(dice - lost, 0)
            allotted.append(Allotted(dice, number, saved, times, line.wounds_d3, fearsome))
        before += shared


def _ramming(
    line: Melee, fighter: Fighter, enemy: Fighter, models: int, *, worse: bool, finds: Source | None
) -> Allotted:
    number = needed(line, fighter, enemy, broken_down=worse).number
    _, saved, times = numbers_of(line, number, enemy)
    return Allotted(models * line.attacks, number, saved, times, line.wounds_d3, halved=is_halved(enemy), finds=finds)


def _allotment(
    at: Sequence[Sequence[Allotted]], findings: Sequence[Finding], of_kinds: tuple[int, ...]
) -> Allotment | None:
    """None where nobody strikes."""
    allotted = tuple([tuple([own for own in every if own.attacks]) for every in at])
    return Allotment(allotted, tuple(findings), of_kinds) if any(allotted) else None


def _felled(fight: Fight, felled: Felled, *, number: int) -> Fight:
    struck = fight.of(number)
    for place, source, harm in felled.aimed:
        struck = struck.having_aimed(place, source, harm)
    return fight.having(number, with_felled(struck, felled))


def with_felled(struck: Struck, felled: Felled) -> Struck:
    """A unit with what blows leave of its figures, if that is less than before."""
    return struck if felled.left == struck.left else replace(struck, felled=felled)
