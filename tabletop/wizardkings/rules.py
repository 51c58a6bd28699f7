"""The rules of a start force: its size of game, chaos pool and capitals (WK-1 to WK-4, WK-41, WK-50, WK-51, WK-70)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.findings import Culprit, Remedy, Severity
from tabletop.rulebook import Breach, Pass, Rulebook, rule
from tabletop.wizardkings.catalogue import (
    BUILDING,
    CAPITAL_GOLD,
    CHAOS,
    CONCEPTS,
    SCENARIOS,
    TERMS,
    Kind,
    Terms,
)
from tabletop.wizardkings.edits import (
    AllCadres,
    FillUp,
    SetArmy,
    SetCapital,
    SetCount,
    SetFiveBlocks,
    SetPack,
    SetPool,
    SetScenario,
    SetThirdWizard,
    SetWerebeasts,
    TakeOff,
)
from tabletop.wizardkings.filling import filled, most_of
from tabletop.wizardkings.force import Force
from tabletop.wizardkings.pricing import PricedForce

Outcomes = Iterator[Breach | Pass]
FILL_UP = "Fill it up"


def culprit(slug: str) -> Culprit:
    """A kind of block in the force, by the last word of its profile."""
    return Culprit("unit", slug.partition("/")[2])


def _lacking(count: int, limit: int) -> str:
    return f"{limit - count} more {'is' if limit - count == 1 else 'are'} needed"


def _filling(priced: PricedForce, *kinds: Kind) -> Iterator[Remedy]:
    """Filling up, where that adds as many as are needed of these kinds."""
    full = PricedForce(filled(priced.force, priced.pack), priced.pack)
    wanted = {Kind.WIZARD: priced.force.wizards, Kind.ARMY: priced.force.cadres}.get(kinds[0], priced.force.terms.chaos)
    if full.count(*kinds) == wanted:
        yield Remedy(FILL_UP, FillUp())


def _fewer(priced: PricedForce, counts: dict[str, int], over: int) -> Iterator[Remedy]:
    """So many fewer of a kind that there are enough of; of several where there is none."""
    enough = {slug: count for slug, count in counts.items() if count >= over}
    for slug, count in enough.items():
        yield Remedy(f"Take off {over} × {priced.name(slug)}", SetCount(profile=slug, count=count - over))
    if not enough:
        yield Remedy(f"Take off the last {over}", TakeOff(profiles=tuple(counts), count=over))


def _counted_kinds(priced: PricedForce, what: str, limit: int, *kinds: Kind) -> Outcomes:
    """Exactly so many blocks of these kinds at the start."""
    counts = priced.starting(*kinds)
    count = sum(counts.values())
    game = f"the {priced.force.scenario} game starts with {limit or 'none'}"
    if count == limit:
        yield Pass(f"{count or 'No'} {what}{'' if count == 1 else 's'}: {game}.")
        return
    ways = _filling(priced, *kinds) if count < limit else _fewer(priced, counts, count - limit)
    says = f"{_lacking(count, limit)}: {game}" if count < limit else game
    yield Breach(
        f"{count or 'No'} {what}{'' if count == 1 else 's'}; {says}.", actual=count, limit=limit, remedies=tuple(ways)
    )


@rule("WK-70L", SCENARIOS)
def blocks_are_the_armys_own(priced: PricedForce) -> Outcomes:
    """A force has blocks of its own army, and of those that belong to everybody."""
    force = priced.force
    if force.army not in priced.pack.armies:
        chosen = f"There is no army “{force.army}” in the {priced.sentence}" if force.army else "No army is chosen yet"
        ways = tuple(Remedy(f"Choose {army_name(army)}", SetArmy(army=army)) for army in priced.pack.armies)
        yield Breach(f"{chosen}.", remedies=ways)
    for slug, count in force.counts.items():
        row = priced.row(slug)
        if row and (row.army in (force.army, "") or row.kind.is_chaos):
            continue
        whose = f"of {army_name(row.army)}" if row else f"not in the {priced.sentence}"
        name = f"{count} × {priced.name(slug)}"
        remedy = Remedy(f"Take off {name}", SetCount(profile=slug, count=0))
        yield Breach(f"{name}: {whose}.", culprit(slug), remedies=(remedy,))


def army_name(army: str) -> str:
    """An army as players read it: `Tidewall`."""
    return army.replace("-", " ").title()


@rule("WK-70", SCENARIOS)
def all_start_as_cadres(priced: PricedForce) -> Outcomes:
    """Every block starts with one step; an army or chaos unit with one step is a cadre."""
    strong = [models for models in priced.force.models if models.steps > 1]
    for models in strong:
        said = f"{models.count} × {priced.name(models.profile)} with {models.steps} steps"
        yield Breach(
            f"{said}; everything starts with 1.", culprit(models.profile), actual=models.steps, limit=1,
            remedies=(Remedy("Put every block at 1 step", AllCadres()),),
        )  # fmt: skip
    if not strong:
        yield Pass("Every block has 1 step.")


@rule("WK-70A", SCENARIOS)
def army_cadres_are_counted(priced: PricedForce) -> Outcomes:
    """Each size of game starts with its own number of army cadres."""
    force = priced.force
    for outcome in _counted_kinds(priced, "army cadre", force.cadres, Kind.ARMY):
        if isinstance(outcome, Breach):
            yield Breach(
                outcome.message, actual=outcome.actual, limit=outcome.limit,
                remedies=(*outcome.remedies, *_other_readings(force, outcome.actual)),
            )  # fmt: skip
        else:
            yield outcome


def _other_readings(force: Force, count: int | None) -> Iterator[Remedy]:
    """The small game's bracket, or its sentence, where the other one allows so many (K-1)."""
    if force.terms.small_text is not None:
        allowed = force.terms.army if force.five_blocks else force.terms.small_text
        label = "Play with 7 blocks in all" if force.five_blocks else "Play with 5 blocks in all"
        if count == allowed:
            yield Remedy(label, SetFiveBlocks(five_blocks=not force.five_blocks), by_agreement=True)


@rule("WK-70W", SCENARIOS)
def wizards_are_counted(priced: PricedForce) -> Outcomes:
    """Each size of game starts with its own number of wizards; none ever comes later."""
    force, count = priced.force, priced.count(Kind.WIZARD)
    for outcome in _counted_kinds(priced, "wizard", force.wizards, Kind.WIZARD):
        if isinstance(outcome, Breach) and count == force.terms.most_wizards > force.wizards:
            third = Remedy("Play with three wizards each", SetThirdWizard(third_wizard=True), by_agreement=True)
            yield Breach(
                outcome.message, actual=count, limit=outcome.limit, remedies=(*outcome.remedies, third)
            )  # fmt: skip
        else:
            yield outcome


@rule("WK-70C", SCENARIOS)
def chaos_cadres_are_counted(priced: PricedForce) -> Outcomes:
    """Each size of game starts with its own number of chaos cadres."""
    yield from _counted_kinds(priced, "chaos cadre", priced.force.terms.chaos, Kind.CHAOS, Kind.WEREBEAST)


@rule("WK-70F", SCENARIOS)
def chaos_cadres_are_of_the_pool(priced: PricedForce) -> Outcomes:
    """Chaos cadres at the start are taken from the player's chaos pool."""
    for slug, count in priced.starting(Kind.CHAOS, Kind.WEREBEAST).items():
        pooled = priced.force.pooled.get(slug, 0)
        if count > pooled:
            more = Remedy(f"Put {priced.name(slug)} into the pool", SetPool(profile=slug, count=count))
            fewer = Remedy(f"Take off {count - pooled} × {priced.name(slug)}", SetCount(profile=slug, count=pooled))
            yield Breach(
                f"{count} × {priced.name(slug)} at the start, {pooled or 'none'} in the pool.", culprit(slug),
                actual=count, limit=pooled, remedies=(more, fewer),
            )  # fmt: skip


@rule("WK-70E", SCENARIOS)
def no_castles_at_the_start(priced: PricedForce) -> Outcomes:
    """Nobody has a castle at the start; castle steps are built later."""
    for slug, count in priced.starting(Kind.CASTLE).items():
        name = f"{count} × {priced.name(slug)}"
        remedy = Remedy(f"Take off {name}", SetCount(profile=slug, count=0))
        yield Breach(f"{name}: there are no castles at the start.", culprit(slug), actual=count, limit=0,
                     remedies=(remedy,))  # fmt: skip


@rule("WK-70B", SCENARIOS)
def blocks_suffice(priced: PricedForce) -> Outcomes:
    """A force has no more blocks of a kind than there are; those that the pack doesn't count aren't checked."""
    both = ((priced.force.counts, SetCount, "in the force"), (priced.force.pooled, SetPool, "in the pool"))
    for counts, edit, where in both:
        for slug, count in counts.items():
            row = priced.row(slug)
            if row and count > most_of(row):
                keep = Remedy(f"Keep {row.counted(most_of(row))}", edit(profile=slug, count=most_of(row)))
                yield Breach(
                    f"{row.counted(count)} {where}, and {most_of(row)} blocks of it.", culprit(slug), actual=count,
                    limit=most_of(row), remedies=(keep,),
                )  # fmt: skip


@rule("WK-70G", SCENARIOS)
def the_chaos_pool_has_its_size(priced: PricedForce) -> Outcomes:
    """A player's chaos pool has as many blocks as the size of game allows, werebeasts among them."""
    terms, count = priced.force.terms, sum(priced.force.pooled.values())
    allowed = f"{terms.pool_least} to {terms.pool_most}" if terms.pool_least else f"at most {terms.pool_most}"
    said = f"{count or 'No'} block{'' if count == 1 else 's'} in the chaos pool"
    if terms.pool_least <= count <= terms.pool_most:
        yield Pass(f"{said}: the {priced.force.scenario} game allows {allowed}.")
        return
    limit = terms.pool_least if count < terms.pool_least else terms.pool_most
    yield Breach(
        f"{said}; the {priced.force.scenario} game allows {allowed}.", actual=count, limit=limit,
        remedies=tuple(_pool_remedies(priced, count, terms)),
    )  # fmt: skip


def _pool_remedies(priced: PricedForce, count: int, terms: Terms) -> Iterator[Remedy]:
    over = count - terms.pool_most
    if count < terms.pool_least and sum(filled(priced.force, priced.pack).pooled.values()) >= terms.pool_least:
        yield Remedy(FILL_UP, FillUp())
    free = {slug: pooled - priced.force.counts.get(slug, 0) for slug, pooled in priced.force.pooled.items()}
    enough = [slug for slug, spare in free.items() if spare >= over > 0]
    for slug in enough:
        left = priced.force.pooled[slug] - over
        yield Remedy(f"Take {over} × {priced.name(slug)} out of the pool", SetPool(profile=slug, count=left))
    if over > 0 and not enough:
        spare_first = tuple(sorted(free, key=lambda slug: free[slug]))
        yield Remedy(f"Take {over} out of the pool", TakeOff(profiles=spare_first, count=over, pool=True))
    for size, other in TERMS.items():
        if other.pool_least <= count <= other.pool_most:
            yield Remedy(f"Play the {size} game", SetScenario(scenario=size), by_agreement=True)


@rule("WK-70H", SCENARIOS)
def the_pool_holds_chaos(priced: PricedForce) -> Outcomes:
    """Only chaos units and werebeasts are in a chaos pool."""
    for slug, count in priced.force.pooled.items():
        row = priced.row(slug)
        if not (row and row.kind.is_chaos):
            name = f"{count} × {priced.name(slug)}"
            why = "is no chaos unit" if row else f"isn't in the {priced.sentence}"
            remedy = Remedy(f"Take {name} out of the pool", SetPool(profile=slug, count=0))
            yield Breach(f"{name} in the pool: it {why}.", culprit(slug), remedies=(remedy,))


@rule("WK-41", CHAOS)
def werebeasts_are_agreed_on(priced: PricedForce) -> Outcomes:
    """Werebeasts are in a chaos pool only where both players agree; they count among its blocks."""
    force = priced.force
    kinds = [slug for slug in force.pooled if (row := priced.row(slug)) and row.kind is Kind.WEREBEAST]
    if kinds and not force.werebeasts:
        yield Breach(
            f"{', '.join(map(priced.name, kinds))} in the pool: werebeasts aren't agreed on.", culprit(kinds[0]),
            remedies=(Remedy("Agree on werebeasts", SetWerebeasts(werebeasts=True), by_agreement=True),),
        )  # fmt: skip
    elif force.werebeasts:
        yield Pass("Werebeasts are agreed on; they count among the blocks of the pool.")


@rule("WK-4", CONCEPTS)
def capitals_are_chosen(priced: PricedForce) -> Outcomes:
    """A capital is a city worth 2 or 3 gold: none in a small game, one in a medium, one on each home map in a large."""
    force, wanted = priced.force, priced.force.terms.capitals
    for capital in force.capitals:
        worth = priced.worth(capital)
        if worth not in CAPITAL_GOLD:
            gold = "of a worth that nobody has said" if worth is None else f"worth {worth} gold"
            yield Breach(
                f"The capital {priced.place(capital)} is {gold}; a capital is worth 2 or 3.",
                Culprit("capital", capital.city), actual=worth, limit=min(CAPITAL_GOLD),
                remedies=tuple(_better_capitals(priced, capital.map)),
            )  # fmt: skip
    count = len(force.capitals)
    if count != wanted:
        many = f"{count or 'No'} capital{'' if count == 1 else 's'}"
        yield Breach(
            f"{many}; the {force.scenario} game has {wanted or 'none'}.", actual=count, limit=wanted,
            remedies=tuple(_other_number(priced, count, wanted)),
        )  # fmt: skip
    maps = [capital.map for capital in force.capitals]
    if len(set(maps)) < len(maps):
        first = next(capital for capital in force.capitals if maps.count(capital.map) > 1)
        remedy = Remedy(f"Keep {priced.place(first)} alone", SetCapital(map=first.map, city=first.city))
        yield Breach(
            f"{maps.count(first.map)} capitals on home map {first.map}: there is one on each.",
            Culprit("capital", first.city), remedies=(remedy,),
        )  # fmt: skip
    elif maps and max(maps) > wanted == count:
        away = next(capital for capital in force.capitals if capital.map > wanted)
        yield Breach(
            f"{priced.place(away)} is on home map {away.map}; there is {wanted}.", Culprit("capital", away.city),
            remedies=tuple(_other_number(priced, count, 0)),
        )  # fmt: skip


def _better_capitals(priced: PricedForce, number: int) -> Iterator[Remedy]:
    for city in priced.pack.map.cities if priced.pack.map else ():
        if city.gold in CAPITAL_GOLD:
            yield Remedy(f"Choose {city.name}, {city.gold} gold", SetCapital(map=number, city=city.hex))


def _other_number(priced: PricedForce, count: int, wanted: int) -> Iterator[Remedy]:
    """Capitals filled up, or given up where there are none."""
    if count < wanted and len(filled(priced.force, priced.pack).capitals) == wanted:
        yield Remedy(FILL_UP, FillUp())
    for number in sorted({capital.map for capital in priced.force.capitals}) if count > wanted else ():
        if sum(capital.map != number for capital in priced.force.capitals) == wanted:
            yield Remedy(f"Give up the capital on home map {number}", SetCapital(map=number))


@rule("WK-70D", SCENARIOS)
def the_named_pack_is_here(priced: PricedForce) -> Outcomes:
    """A force that names a data pack is looked up in it; where it isn't here, the house pack stands in."""
    if priced.is_missing:
        remedy = Remedy("Use the house pack", SetPack())
        yield Breach(f"There is no data pack “{priced.force.pack}” of this game.", remedies=(remedy,))


@rule("WK-3", CONCEPTS)
def no_gold_is_counted(priced: PricedForce) -> Outcomes:
    """Nobody counts, holds or spends gold; the gold of cities matters for victory alone."""
    yield Pass(f"No gold is counted. In the standard game these steps would cost {priced.gold}.")


@rule("WK-50", BUILDING)
def picks_of_each_build_phase(priced: PricedForce) -> Outcomes:
    """In each build phase a player takes as many cadres or castle steps as the size of game says, never wizards."""
    picks = priced.force.terms.picks
    yield Pass(f"Later {picks} cadre{'s' if picks > 1 else ''} or castle step{'s' if picks > 1 else ''} a build phase.")


@rule("WK-51", BUILDING)
def where_blocks_arrive(priced: PricedForce) -> Outcomes:
    """In a small game blocks enter by the player's own long edge, in larger ones new cadres arrive in capitals."""
    match priced.force.terms.capitals:
        case 0:
            yield Pass("All enter by your own long edge in turn 1, later cadres in the turn after they are built.")
        case 1:
            yield Pass("You set up on your home map; later cadres arrive in your capital.")
        case _:
            yield Pass("You set up on your home maps; later cadres arrive in either capital, or in both.")


@rule("WK-70N", SCENARIOS, Severity.NOTE)
def the_bracket_of_the_small_game(priced: PricedForce) -> Outcomes:
    """The small game's text says 6 army units and, in a bracket, 5 units in all: players choose (K-1)."""
    if priced.force.five_blocks and priced.force.terms.small_text is not None:
        remedy = Remedy("Play with 7 blocks in all", SetFiveBlocks(five_blocks=False), by_agreement=True)
        yield Breach("You play with 5 blocks in all, as the bracket says; the sentence says 7.", remedies=(remedy,))


RULEBOOK = Rulebook(
    "Wizard Kings, recruitment",
    "1",
    (
        blocks_are_the_armys_own,
        the_named_pack_is_here,
        all_start_as_cadres,
        wizards_are_counted,
        army_cadres_are_counted,
        chaos_cadres_are_counted,
        chaos_cadres_are_of_the_pool,
        no_castles_at_the_start,
        blocks_suffice,
        the_chaos_pool_has_its_size,
        the_pool_holds_chaos,
        werebeasts_are_agreed_on,
        capitals_are_chosen,
        no_gold_is_counted,
        picks_of_each_build_phase,
        where_blocks_arrive,
        the_bracket_of_the_small_game,
    ),
)

# What adding alone can mend, where there is too little of it.
ADDING = {
    each.code
    for each in (
        wizards_are_counted, army_cadres_are_counted, chaos_cadres_are_counted, the_chaos_pool_has_its_size,
        capitals_are_chosen,
    )
}  # fmt: skip
