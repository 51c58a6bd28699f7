"""How a force is begun and changed on a page."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex

from msgspec.structs import replace

from tabletop.arrakhar.catalogue import COUNTERS, TERMS, Profile, Scenario, Side, profiles_of
from tabletop.arrakhar.edits import SALT_BYTES, ClearCosts, Seal, SetAdvanced, SetCost, SetScenario
from tabletop.arrakhar.force import Force, new_force
from tabletop.arrakhar.pricing import PricedForce
from tabletop.decoding import MalformedError
from tabletop.rosters.desk import Beginning, Choice, Counter, Desk, Field, Fold, Option

COSTS = (1, 2, 3)  # points of one counter, 2.1


def beginnings() -> tuple[Beginning, ...]:
    """A force of each side, for the basic scenario."""
    return tuple(
        Beginning(side, f"The {side}'s force", f"{terms.points} points, at least {terms.least} of {_types(side)}")
        for side, terms in TERMS[Scenario.BASIC].items()
    )


def _types(side: Side) -> str:
    *first, last = (profile.plural for profile in profiles_of(side))
    return f"{', '.join(first)} and {last}"


def begun(slug: str, pack: str) -> Force:
    """The force that a beginning stands for, sealed, by a pack of this code; MalformedError where there is no such."""
    sides = {str(side): side for side in Side}
    if slug not in sides:
        raise MalformedError("begin", f"must be one of {', '.join(sides)}, not “{slug}”")
    force = new_force(sides[slug], Scenario.BASIC, name=f"My {slug}'s force", salt=token_hex(SALT_BYTES))
    return replace(force, pack=pack)


def desk_of(priced: PricedForce) -> Desk:
    """The scenario, whether minimums hold, and a counter for each type of the side."""
    force = priced.force
    scenarios = (
        Option(f"{scenario.capitalize()}, {terms[force.army].points}", SetScenario(scenario=scenario), chosen)
        for scenario, terms in TERMS.items()
        for chosen in [scenario is force.scenario]
    )
    minimum = f"At least {force.terms.least} of each type"
    choices = (
        Choice("Scenario", tuple(scenarios)),
        Choice(
            "Minimums",
            (
                Option(minimum, SetAdvanced(advanced=False), not force.advanced),
                Option("None: advanced play", SetAdvanced(advanced=True), force.advanced),
            ),
        ),
        Choice("Secret until placed", (Option("Seal it anew" if force.salt else "Seal it", Seal()),)),
    )
    counters = tuple(counter_of(priced, profile) for profile in profiles_of(force.army))
    name = Field(label="Name of the force", verb="rename", name="name", value=force.name, most=120)
    notes = Field(label="Notes, for you alone", verb="set_notes", name="notes", value=force.notes, most=500)
    pack = Field(label="Code of your own data pack", verb="set_pack", name="pack", value=force.pack, most=16)
    return Desk(choices, counters, (name, notes, pack), (own_chart(priced),))


def own_chart(priced: PricedForce) -> Fold:
    """The costs of the side's types by the player's own chart, kept with the force."""
    force = priced.force
    own = force.costs or {}
    choices = tuple(
        Choice(
            profile.plural.capitalize(),
            tuple(
                Option(f"{cost} point{'' if cost == 1 else 's'}", SetCost(unit=profile.unit, cost=cost), chosen)
                for cost in COSTS
                for chosen in [own.get(profile.unit) == cost]
            ),
        )
        for profile in profiles_of(force.army)
    )
    back = (Choice("Chart", (Option("Use the house pack's costs again", ClearCosts()),)),) if own else ()
    about = "Type in what the magazine's chart says. It stays with this force and replaces the house pack's costs."
    return Fold("Costs of your own chart", about, (*choices, *back))


def counter_of(priced: PricedForce, profile: Profile) -> Counter:
    least = priced.force.least
    return Counter(
        name=profile.name,
        plural=profile.plural.capitalize(),
        ref=profile.unit,
        count=priced.force.count(profile.unit),
        most=COUNTERS,
        each=priced.cost_of(profile.slug),
        fields={"verb": "set_count", "profile": profile.slug},
        facts=", ".join(facts_of(profile)),
        note=f"at least {least}" if least else "",
    )


def facts_of(profile: Profile) -> Iterator[str]:
    """What the rules say of a type: `moves 4`, `fights with 1`, `bonus against orcs`."""
    yield f"moves {profile.move}"
    yield f"fights with {profile.factor}" if profile.attacks else "defends with ½, never attacks"
    if profile.prey:
        yield f"bonus against {profile.prey}s"
    if profile.spells:
        *first, last = profile.spells
        yield f"casts {', '.join(first)} and {last}"
