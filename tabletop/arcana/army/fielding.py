"""What can be fielded of the models at home: legal armies as near to the points of a game as they come.

Idea. Models of a kind cost the same each, and the book limits an army by sums alone: normal troops are at least 60 % of
the game, special ones at most 40 %, both together no more than the game. So two programs over points do, one for kinds
that are normal and one for those that are special: a bit of a number stands for each sum that can be reached, and
taking x models of a kind shifts all bits by their price. Kinds first cheapest, then dearer ones; going back from the
dearest, each style of army takes of a kind what it likes best of what still leads to the sum. Kinds of which each
model costs normal and special points at once (troops with bought equipment) are counted through one by one around both.

In the programs are: prices, the 60/40 rule, the size of the game, how many models there are, what must come along, how
large units are, and of tournaments the dearest unit and how many may be small. Not in them, and left to the proof: all
other rules. Every proposal is therefore judged whole, by the same verdict as any roster, and one that isn't legal is
dropped. Models are taken as they stand: nothing is bought that isn't at home (counterspells, second schools, phalanxes,
infiltration), what needs the opponent's leave stays at home, and loose mounts and equipment stay in their box.

Guarantee. A proposal is legal and its points are the verdict's. A second program has neither sizes of units nor the
rules of tournaments in it: every legal army of these models, taken so, is among its sums, so no army is nearer than its
best. Where a proposal comes as near, the answer is exact; otherwise it is bounded, and says by how much
a nearer army might come nearer at most. The same question has the same answer: nothing is drawn by lot.
Cost: models × points / 64 words for the sums, and a verdict for each proposal; 200 models at 2,000 points take some
hundredths of a second. `MOST_MIXED` bounds the kinds that are counted through, `MOST_TRIES` the sums that are proved.
Source: Bellman's bounded knapsack, its sums kept as bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import islice, product
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.arcana.army.judging import JudgedArmy, Standard, judge_army, standard_of
from tabletop.arcana.army.point_sums import (
    MOST_MIXED,
    Stock,
    Sums,
    bits_of,
    highest_bits,
    largest_sum,
    normal_needed,
    points_of,
    special_allowed,
    totals,
)
from tabletop.arcana.army.resolve import only_school
from tabletop.arcana.army.roster import MOST_MODELS, Character, Models, Mount, Options, Roster, Unit, Upgrade
from tabletop.arcana.army.rules.tournament import Terms
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, School, Section
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.weapons import WEAPONS
from tabletop.decoding import MalformedError, allowing
from tabletop.findings import Severity
from tabletop.languages import language
from tabletop.rosters.collection import Collection
from tabletop.values import Slug, Value
from tabletop.work import go_on

MOST_POINTS = 20_000
MOST_PROPOSALS = 5
MOST_TRIES = 12
DIFFERENT = 15  # per cent of the points that two proposals don't share
USUAL_UNIT = 5
SECOND_CREW = "second-crew"
FOOT_BASE = 2  # up to this base, models are counted by the dozen
LARGEST_BEASTS = 10
FOR_OTHERS = (Section.MOUNTS, Section.EQUIPMENT)
OF_ITS_UNIT = ("ROST-01", "SIZE-01", "COMP-01", "COMP-02", "TOUR-01", "TOUR-05")


ANY = allowing("empty, or small letters, digits and single hyphens")
AnyList = Annotated[str, Meta(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*)?$(?!\n)", max_length=60, extra=ANY)]
AnyProfile = Annotated[
    str, Meta(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*)?$(?!\n)", max_length=120, extra=ANY)
]


class Kept(Value, frozen=True, kw_only=True):
    """At least so many models of a profile have to be in the army."""

    profile: Slug
    count: Annotated[int, Meta(ge=1, le=MOST_MODELS)] = 1


class Wish(Value, frozen=True, kw_only=True):
    """What is asked: the size of the game, and what the army should be like; no `army` means any that there is."""

    points: Annotated[int, Meta(ge=100, le=MOST_POINTS)]
    army: AnyList = ""
    rules: Literal["core", "tournament"] = "core"
    general: AnyProfile = ""
    keep: Annotated[tuple[Kept, ...], Meta(max_length=50)] = ()
    leave: Annotated[tuple[Slug, ...], Meta(max_length=400)] = ()
    smallest: Annotated[int, Meta(ge=1, le=100)] = USUAL_UNIT
    largest: Annotated[int, Meta(ge=1, le=MOST_MODELS)] = 30


class Style(StrEnum):
    """What an army takes most of, where several come as near."""

    EVEN = "even"
    PAINTED = "painted"
    SPECIAL = "special"
    NORMAL = "normal"
    FEW = "few"


class Proposal(Struct, frozen=True):
    """A legal army of what is at home, with its exact points."""

    roster: Roster
    style: Style
    points: int
    normal: int
    special: int


class Hindrance(StrEnum):
    """Why there is no army."""

    NO_TROOPS = "no-troops"
    TOO_FEW_NORMAL = "too-few-normal"
    NOT_AT_HOME = "not-at-home"
    NO_SUM = "no-sum"
    AGAINST_THE_RULES = "against-the-rules"


class Answer(Struct, frozen=True, kw_only=True):
    """The proposals of one army list, the nearest first.

    `nearest` are points that no legal army of these models exceeds; None where there can be no army. `looked` is how
    many partial armies the programs have told apart, `proved` how many whole ones were judged. Without a proposal
    `hindrance` says why, with `has` of `needs` points, or the words of the rule that is broken.
    """

    army: str
    proposals: tuple[Proposal, ...] = ()
    nearest: int | None = None
    looked: int = 0
    proved: int = 0
    hindrance: Hindrance | None = None
    has: int = 0
    needs: int = 0
    words: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether no legal army of these models comes nearer than the first proposal, or there is none at all."""
        return self.nearest == (self.proposals[0].points if self.proposals else None)

    @property
    def gap(self) -> int:
        """By how many points an army might come nearer at most."""
        return (self.nearest or 0) - (self.proposals[0].points if self.proposals else 0)


def fielded(collection: Collection, wish: Wish, catalogue: Catalogue) -> Answer:
    """What can be fielded of one army list; MalformedError where there is no such list, or nothing as it is wished."""
    return _Search(collection, wish, catalogue).answer()


def armies_at_home(collection: Collection, catalogue: Catalogue) -> dict[str, int]:
    """The army lists of which there are models, and how many, most first."""
    counts: Counter[str] = Counter()
    armies = {army.slug for army in catalogue.armies}
    for owned in collection.models:
        row = catalogue.rows.get(owned.profile)
        if row and (home := catalogue.list_of(row.slug).slug) in armies:
            counts[home] += owned.count
    return {slug: count for slug, count in counts.most_common() if count}


def fielded_by_any(collection: Collection, wish: Wish, catalogue: Catalogue) -> list[Answer]:
    """What can be fielded of the list that is wished, or of each that there are models of: the nearest army first."""
    armies = [wish.army] if wish.army else list(armies_at_home(collection, catalogue))
    answers = [fielded(collection, replace(wish, army=army), catalogue) for army in armies]
    return sorted(answers, key=lambda answer: -(answer.proposals[0].points if answer.proposals else 0))


class _Search:
    """One question about one army list."""

    def __init__(self, collection: Collection, wish: Wish, catalogue: Catalogue) -> None:
        self.wish = wish
        self.catalogue = catalogue
        self.standard: Standard = standard_of(catalogue, wish.army, Options(), wish.rules, None, (), None, language())
        self.terms = Terms() if wish.rules == "tournament" else None
        self.small = self.terms.small_units if self.terms else 0
        self.looked = self.proved = 0
        self.faults: list[str] = []
        self.missing: list[str] = []
        self.stocks = [stock for stock in self._stocks(collection) if stock.count]
        variants = Counter(stock.row.slug for stock in self.stocks)
        self.varied = {slug for slug, number in variants.items() if number > 1}
        self.mixed = [stock for stock in self.stocks if stock.is_mixed]
        self.plain = [stock for stock in self.stocks if not stock.is_mixed]
        self.normal = self._sums(lambda stock: bool(stock.normal), lambda stock: stock.normal)
        self.special = self._sums(lambda stock: not stock.normal, lambda stock: stock.special)

    def _sums(self, chosen: Callable[[Stock], bool], each: Callable[[Stock], int]) -> Sums:
        sums = Sums([stock for stock in self.plain if chosen(stock)], self.wish.points, self.small, each)
        self.looked += sums.looked
        return sums

    def answer(self) -> Answer:
        size, has = self.wish.points, sum(stock.normal * stock.count for stock in self.stocks)
        empty = Answer(army=self.wish.army, looked=self.looked, has=has, needs=normal_needed(size))
        if self.missing:
            return replace(empty, hindrance=Hindrance.NOT_AT_HOME, words=", ".join(self.missing))
        if not has:
            return replace(empty, hindrance=Hindrance.NO_TROOPS)
        if has < empty.needs:
            return replace(empty, hindrance=Hindrance.TOO_FEW_NORMAL)
        nearest = largest_sum(self._of_any_variant(self.plain), self._of_any_variant(self.mixed), size)
        proposals: list[Proposal] = []
        for proposal in self._proposals():
            if all(_differ(proposal, other) for other in proposals):
                proposals.append(proposal)
            if len(proposals) == MOST_PROPOSALS:
                break
        proposals.sort(key=lambda proposal: -proposal.points)
        found = replace(empty, proposals=tuple(proposals), nearest=nearest, looked=self.looked, proved=self.proved)
        if proposals:
            return found
        if self.faults:
            return replace(found, hindrance=Hindrance.AGAINST_THE_RULES, words=self.faults[0])
        return replace(found, hindrance=Hindrance.NO_SUM)

    def _of_any_variant(self, stocks: Sequence[Stock]) -> list[Stock]:
        """The kinds for the bound: of a profile that is wished and stands in several variants any may come along."""
        return [replace(stock, kept=0) if stock.row.slug in self.varied else stock for stock in stocks]

    # What is at home

    def _stocks(self, collection: Collection) -> Iterator[Stock]:
        counts: dict[tuple[str, tuple[str, ...]], tuple[int, int]] = {}
        for owned in collection.models:
            key = (owned.profile, tuple(sorted(owned.bought)))
            count, painted = counts.get(key, (0, 0))
            counts[key] = count + owned.count, painted + owned.painted
        kept = {kept.profile: kept.count for kept in self.wish.keep}
        if self.wish.general:
            kept[self.wish.general] = max(kept.get(self.wish.general, 0), 1)
        for (slug, bought), (count, painted) in counts.items():
            row = self.catalogue.rows.get(slug)
            if row is None or slug in self.wish.leave or row.section in FOR_OTHERS:
                continue
            wanted = min(kept.get(slug, 0), count)
            if stock := self._stock(row, bought, count, painted, wanted):
                kept[slug] = kept.get(slug, 0) - wanted
                yield stock
        for slug, lacking in kept.items():
            if lacking > 0:
                row = self.catalogue.rows.get(slug)
                self.missing.append(f"{lacking} {row.name if row else slug}")

    def _stock(self, row: Row, bought: tuple[str, ...], count: int, painted: int, kept: int) -> Stock | None:
        """The kind with its price each, as the army pays it; None where the army can't have it, or not so."""
        if not self.standard.levy.army.may_field(row):
            return None
        alone = _unit_of(row, bought, 1, self.catalogue, "u1")
        try:
            judged = self.standard.judged(alone)
        except MalformedError:
            return None
        wrong = [each for _, each in judged.findings if each.severity >= Severity.WARNING]
        price = judged.price
        if not price.points or any(finding.code not in OF_ITS_UNIT for finding in wrong):
            return None
        there, count = count, min(count, max(self.wish.points // price.points, kept))
        is_troop = row.section == Section.TROOPS
        usual = self.wish.smallest if is_troop and row.base <= FOOT_BASE else 1
        largest = self.wish.largest if is_troop and row.base <= FOOT_BASE else LARGEST_BEASTS
        smallest = usual = min(usual, there)
        may_be_small = not (self.terms and (price.normal or row.section == Section.MONSTERS))
        if self.terms and row.section != Section.CHARACTERS:
            largest = min(largest, self.terms.largest_unit // max(price.points, 1))
            if not may_be_small:
                smallest = max(smallest, -(-self.terms.small_unit // max(price.points, 1)))
        if largest < 1:
            return None
        return Stock(
            row=row,
            bought=bought,
            count=count,
            painted=min(painted, count),
            normal=price.normal,
            special=price.special,
            kept=kept,
            smallest=max(smallest, 1),
            largest=max(largest, smallest) if self.terms is None else max(largest, 1),
            may_be_small=may_be_small,
            usual=usual,
        )

    # What becomes of it

    def _proposals(self) -> Iterator[Proposal]:
        """An army in each style, as near as one comes that is proved."""
        ways = list(self._ways())
        for style in Style:
            for total, counts, sums in ways[:MOST_TRIES]:
                go_on()
                chosen = self._chosen(style, total, counts, sums)
                roster = self._roster(chosen, style)
                judged = self._proved(roster) or self._proved(_with_lone_characters(roster))
                if judged:
                    yield _proposal(judged[0], judged[1], style)
                    break

    def _ways(self) -> Iterator[tuple[int, Sequence[int], tuple[int, int]]]:
        """The totals that come out, the nearest first, with the counts of mixed kinds and the small units of each."""
        each = [[taken for taken, _ in stock.numbers] for stock in self.mixed]
        ways: list[tuple[int, Sequence[int], tuple[int, int]]] = []
        for counts in islice(product(*each), MOST_MIXED):
            n, s = points_of(self.mixed, counts)
            for small in range(self.small + 1):
                normal, special = self.normal.within(small), self.special.within(self.small - small)
                sums = totals(normal, special, self.wish.points, n, s)
                for total in islice(highest_bits(sums), MOST_TRIES):
                    ways.append((total, counts, (small, self.small - small)))
        return iter(sorted(ways, key=lambda way: -way[0]))

    def _chosen(
        self, style: Style, total: int, counts: Sequence[int], small: tuple[int, int]
    ) -> list[tuple[Stock, int]]:
        """How many of each kind an army of this total takes in a style."""
        size = self.wish.points
        n, s = points_of(self.mixed, counts)
        normal, special = self.normal.within(small[0]) << n, self.special.within(small[1]) << s
        splits = [
            points
            for points in bits_of(special & ((1 << (special_allowed(size) + 1)) - 1))
            if total - points >= normal_needed(size) and normal >> (total - points) & 1
        ]
        owned = (
            sum(stock.special * stock.count for stock in self.stocks),
            sum(stock.price * stock.count for stock in self.stocks),
        )
        usual = min(total * owned[0] // max(owned[1], 1), special_allowed(size))
        match style:
            case Style.SPECIAL:
                points = splits[-1]
            case Style.NORMAL:
                points = splits[0]
            case _:
                points = min(splits, key=lambda split: (abs(split - usual), split))
        chosen = list(zip(self.mixed, counts, strict=True))
        for sums, needed, units in ((self.normal, total - points - n, small[0]), (self.special, points - s, small[1])):
            whole = sum(stock.price * stock.count for stock in sums.stocks)
            taken = sums.taken(needed, units, _likes(style, needed / max(whole, 1)))
            chosen += [(sums.stocks[place], count) for place, count in taken.items()]
        return [(stock, count) for stock, count in chosen if count]

    def _roster(self, chosen: Sequence[tuple[Stock, int]], style: Style) -> Roster:
        """The army in units: large kinds first, each character before the largest unit of troops that it fits."""
        units: list[Unit] = []
        troops = sorted(
            (pair for pair in chosen if not pair[0].is_character),
            key=lambda pair: (-bool(pair[0].normal), -pair[0].price * pair[1], pair[0].row.slug, pair[0].bought),
        )
        for stock, count in troops:
            for size in stock.sizes(count) or [count]:
                units.append(_unit_of(stock.row, stock.bought, size, self.catalogue, f"u{len(units) + 1}"))
        leaders = sorted(
            (pair for pair in chosen if pair[0].is_character),
            key=lambda pair: (pair[0].row.slug != self.wish.general, -pair[0].price, pair[0].row.slug, pair[0].bought),
        )
        prices = {unit.ref: self.standard.judged(unit).price.points for unit in units}
        led = sorted((unit for unit in units if self._may_be_led(unit)), key=lambda unit: -prices[unit.ref])
        number = 0
        for stock, count in leaders:
            for _ in range(count):
                number += 1
                character = _character_of(stock.row, stock.bought, self.catalogue, f"c{number}")
                most = self.terms.largest_unit - stock.price if self.terms else MOST_POINTS * 50
                unit = next((unit for unit in led if prices[unit.ref] <= most), None)
                if unit is None:
                    units.append(Unit(ref=f"u{len(units) + 1}", characters=(character,)))
                else:
                    led.remove(unit)
                    units[units.index(unit)] = replace(unit, characters=(character,))
        army = self.catalogue.lists[self.wish.army]
        return Roster(
            format="muster-roster/1",
            game="arcana",
            name=f"{army.name} from the shelf, {self.wish.points:,} points",
            army=self.wish.army,
            points_limit=self.wish.points,
            rules=self.wish.rules,
            units=tuple(units),
        )

    def _may_be_led(self, unit: Unit) -> bool:
        return self.catalogue.rows[unit.models[0].profile].section == Section.TROOPS

    def _proved(self, roster: Roster) -> tuple[Roster, JudgedArmy] | None:
        """The roster with its verdict where it is legal."""
        self.proved += 1
        judged = judge_army(roster, self.catalogue)
        if judged.report.is_legal:
            return roster, judged
        wrong = (each.message for each in judged.report.findings if each.severity >= Severity.ERROR)
        self.faults += [message for message in wrong if message not in self.faults]
        return None


def _likes(style: Style, share: float) -> Callable[[Stock, int], float]:
    """How little a style likes a number of models of a kind; `share` is what of all is taken on the whole."""
    match style:
        case Style.PAINTED:
            return lambda stock, taken: abs(taken - stock.painted)
        case Style.FEW:
            return lambda stock, taken: -taken * stock.price
        case _:
            return lambda stock, taken: abs(taken - share * stock.count)


def _unit_of(row: Row, bought: Sequence[str], count: int, catalogue: Catalogue, ref: str) -> Unit:
    """A unit of models alike, or of one character."""
    if row.section == Section.CHARACTERS:
        return Unit(ref=ref, characters=(_character_of(row, bought, catalogue, f"{ref}-c"),))
    models = Models(
        profile=row.slug,
        count=count,
        reinforced=count if SECOND_CREW in bought else 0,
        upgrades=_upgrades_in(bought),
        school=_school_of(row),
    )
    return Unit(ref=ref, models=(models,))


def _character_of(row: Row, bought: Sequence[str], catalogue: Catalogue, ref: str) -> Character:
    """A character with what is on it: a weapon, a mount, equipment."""
    weapon = next((key for key in bought if key in WEAPONS), None)
    ridden = [
        catalogue.rows[key]
        for key in bought
        if key in catalogue.rows and catalogue.rows[key].section != Section.EQUIPMENT
    ]
    mount = Mount(profile=ridden[0].slug, school=_school_of(ridden[0])) if ridden else None
    equipment = [key for key in bought if key in catalogue.rows and catalogue.rows[key] not in ridden]
    return Character(
        ref=ref,
        profile=row.slug,
        weapon=weapon,
        school=_school_of(row),
        mount=mount,
        upgrades=_upgrades_in(equipment),
    )


def _upgrades_in(bought: Sequence[str]) -> tuple[Upgrade, ...]:
    pieces = Counter(key for key in bought if "/" in key)
    return tuple(Upgrade(profile=key, count=count) for key, count in sorted(pieces.items()))


def _school_of(row: Row) -> School | None:
    """The first of several schools where one has to be chosen that costs nothing."""
    if row.spellcaster is None or row.spellcaster.cost or only_school(row, Options()):
        return None
    return next(iter(schools_of(row, optional=False)), None)


def _with_lone_characters(roster: Roster) -> Roster:
    """The roster with every character by itself, for what no character may lead."""
    units = [replace(unit, characters=()) if unit.models else unit for unit in roster.units]
    alone = [character for unit in roster.units if unit.models for character in unit.characters]
    units += [
        Unit(ref=f"u{len(roster.units) + number}", characters=(character,)) for number, character in enumerate(alone, 1)
    ]
    return replace(roster, units=tuple(units))


def _proposal(roster: Roster, judged: JudgedArmy, style: Style) -> Proposal:
    price = judged.price
    return Proposal(roster, style, price.points, price.normal, price.special)


def _differ(one: Proposal, other: Proposal) -> bool:
    """Whether two armies share less than most of their models."""
    mine, theirs = _counts(one.roster), _counts(other.roster)
    shared = sum((mine & theirs).values())
    return shared * 100 <= max(sum(mine.values()), sum(theirs.values())) * (100 - DIFFERENT)


def _counts(roster: Roster) -> Counter[str]:
    counts: Counter[str] = Counter()
    for unit in roster.units:
        for models in unit.models:
            counts[models.profile] += models.count
        counts.update(character.profile for character in unit.characters)
    return counts
