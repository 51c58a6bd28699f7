"""What is said of a situation, for JSON: exact odds of a round, a battle, a test on a die, or the same played once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tabletop.decoding import MalformedError
from tabletop.dice.plain import plain_chance
from tabletop.dice.sources import Rolled
from tabletop.greyhawk.catalogue import DIE
from tabletop.greyhawk.pack import Pack
from tabletop.greyhawk.play.lines import (
    Fighter,
    Ground,
    Line,
    Lines,
    Side,
    hits_on,
    most_rounds,
    read_volley,
    strength_lines,
    usual_targets,
)
from tabletop.greyhawk.play.odds import battle_odds, hits_of_volley, round_odds, sampled, too_many
from tabletop.greyhawk.play.targets import Target, asking, chance_of_search, fortifying
from tabletop.greyhawk.situations import (
    Alliance,
    AnySituation,
    CounterInLine,
    Fortifying,
    OneRound,
    TreasureSearch,
    WholeBattle,
)

Plain = dict[str, Any]
SAMPLED = 2000  # battles, where the exact odds would take too long


def answered(situation: AnySituation, house: Pack) -> Plain:
    """The odds for JSON; MalformedError names what can't be."""
    pack = situation.pack or house
    said = {"steps": [], "pack": pack.meta.sentence}
    match situation:
        case OneRound():
            return said | {"results": _round(lines_of(situation, pack)), "facts": _facts(lines_of(situation, pack))}
        case WholeBattle():
            return said | _battle(lines_of(situation, pack), most_rounds(situation.heroes))
        case Fortifying() | Alliance():
            target = target_of(situation, pack)
            return said | {
                "results": {"succeeds": plain_chance(target.chance)},
                "facts": {"target": _plain_target(target)},
            }
        case TreasureSearch(monster=strength):
            return said | {"results": {"succeeds": plain_chance(chance_of_search(strength))}, "facts": {}}


def resolved(situation: AnySituation, house: Pack, source: Rolled) -> Plain:
    """What came up once: every throw with its faces, and the results."""
    pack = situation.pack or house
    steps: list[Plain] = []
    said: Plain = {"steps": steps, "pack": pack.meta.sentence}
    if isinstance(situation, WholeBattle):
        last = situation.round if isinstance(situation, OneRound) else most_rounds(situation.heroes)
        end = _played(lines_of(situation, pack), last, source, steps)
        left = {f"{side}s": [each.ref for each in end.of(side)] for side in Side}
        flipped = [each.ref for side in Side for each in end.of(side) if each.flipped]
        return said | {"results": left | {"flipped": flipped}, "facts": {}}
    (face,) = source.faces(1, "test", DIE)
    steps.append({"for": "test", "faces": [face], "sides": DIE})
    if isinstance(situation, TreasureSearch):
        return said | {"results": {"succeeds": face > situation.monster}, "facts": {}}
    target = target_of(situation, pack)
    return said | {"results": {"succeeds": target.holds(face)}, "facts": {"target": _plain_target(target)}}


def target_of(situation: Fortifying | Alliance, pack: Pack) -> Target:
    """What the die may not be above, with its reasons."""
    if isinstance(situation, Fortifying):
        rows = [pack.troop(code, f"troops[{number}]") for number, code in enumerate(situation.troops)]
        return fortifying(rows, hero=situation.hero)
    if situation.country is not None:
        country = pack.by_country.get(situation.country)
        if country is None:
            raise MalformedError("country", f"there is no “{situation.country}” in the {pack.meta.sentence}")
        homes = (situation.home,) if situation.home else ()
        return asking(country, situation.alignment, homes, gifts=situation.gifts, others=situation.others)
    if situation.rating is None:
        raise MalformedError("rating", "is missing, and so is a country")
    lines = (
        Line("the rating", situation.rating), Line("on the card", situation.modifier),
        Line("gifts", situation.gifts), Line("other heroes", situation.others),
    )  # fmt: skip
    return Target(tuple(line for line in lines if line.amount))


def lines_of(situation: WholeBattle, pack: Pack) -> Lines:
    """Both lines, counters named `a1` and `d1` on by their places; MalformedError for one that can't be."""
    return Lines(
        attackers=_line(situation.attackers, pack, "attackers"),
        defenders=_line(situation.defenders, pack, "defenders"),
        ground=Ground(
            river=situation.river, ferry=situation.ferry, landing=situation.landing, fort=situation.fort,
            terrain=situation.terrain, race=situation.race,
        ),
        round=situation.round,
    )  # fmt: skip


def _line(counters: tuple[CounterInLine, ...], pack: Pack, place: str) -> tuple[Fighter, ...]:
    return tuple(_fighter(each, pack, place, number) for number, each in enumerate(counters))


def _fighter(counter: CounterInLine, pack: Pack, place: str, number: int) -> Fighter:
    where = f"{place}[{number}]"
    if (counter.troop is None) is (counter.own is None):
        raise MalformedError(where, "names a troop of the pack, or has figures of its own")
    row = counter.own or pack.troop(counter.troop or "", f"{where}.troop")
    if counter.flipped and row.reduced is None:
        raise MalformedError(f"{where}.flipped", f"{row.name} has one side")
    return Fighter(ref=f"{place[0]}{number + 1}", row=row, flipped=counter.flipped, bonus=counter.bonus)


def _round(lines: Lines) -> Plain:
    """Hits of each volley that is fired as the lines stand, and who is left."""
    results: Plain = {}
    for volley in lines.order():
        name = f"{volley.side}.{'scouts.' if volley.scouts else ''}hits"
        if lines.shooters(volley):
            odds = hits_of_volley(lines, volley)
            mean = sum((count * chance for count, chance in odds.items()), Fraction(0))
            results[name] = {
                "mean": str(mean), "decimal": round(float(mean), 5),
                "distribution": {str(count): str(chance) for count, chance in odds.items()},
            }  # fmt: skip
    if not too_many(lines, 2):
        found = round_odds(lines)
        for place, side in enumerate(Side):
            gone = sum((chance for pair, chance in found.items() if not pair[place]), Fraction(0))
            results[f"no {side}s"] = plain_chance(gone)
    return results


def _battle(lines: Lines, last: int) -> Plain:
    rounds = last - lines.round + 1
    if rounds < 1:
        raise MalformedError("round", f"is after the last one, {last}")
    heavy = too_many(lines, rounds)
    ends = sampled(lines, last=last, games=SAMPLED, seed=1) if heavy else battle_odds(lines, last=last)
    results = {name: plain_chance(getattr(ends, name)) for name in ("win", "loss", "both", "retreat")}
    means = {
        f"{side}s left": {"mean": str(ends.left[side]), "decimal": round(float(ends.left[side]), 5)} for side in Side
    }
    facts = _facts(lines) | ({"sampled": SAMPLED} if heavy else {})
    return {"results": results | means, "facts": facts}


def _facts(lines: Lines) -> Plain:
    """The order of the volleys, and each counter's strength with its reasons."""
    order = [
        f"{each.side}{'' if each.scouts is None else ' scouts' if each.scouts else ' others'}" for each in lines.order()
    ]
    strengths = {
        each.ref: {
            "hits_on": hits_on(each, side, lines.ground),
            "reasons": [f"{line.label} {line.amount:+}" for line in strength_lines(each, side, lines.ground)],
        }
        for side in Side
        for each in lines.of(side)
    }
    return {"order": order, "strengths": strengths}


def _plain_target(target: Target) -> Plain:
    return {"number": target.number, "reasons": [f"{line.label} {line.amount:+}" for line in target.lines]}


def _played(lines: Lines, last: int, source: Rolled, steps: list[Plain]) -> Lines:
    """The lines after rounds with these dice; every counter attacks as is usual."""
    for number in range(lines.round, last + 1):
        lines = Lines(attackers=lines.attackers, defenders=lines.defenders, ground=lines.ground, round=number)
        for volley in lines.order():
            shooters = lines.shooters(volley)
            chosen = usual_targets(shooters, lines.targets(volley), volley.side, lines.ground)
            if not chosen or not shooters:
                lines = lines.applied() if volley.applies else lines
                continue
            faces = {each.ref: source.faces(1, f"{each.ref} at {chosen[each.ref]}", DIE)[0] for each in shooters}
            steps += [
                {"for": f"round {number}: {ref} at {chosen[ref]}", "faces": [face], "sides": DIE}
                for ref, face in faces.items()
            ]
            lines = read_volley(lines, volley, chosen, faces)
        if not (lines.attackers and lines.defenders):
            break
    return lines
