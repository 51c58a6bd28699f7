"""The book's worked examples of armies, set-up, movement and vehicles; lines are those of the printed text.

Where the book's arithmetic is wrong, what is right is expected, and the docstring says so.
"""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.creation.vehicles import Beasts, Crew, VehicleParts, build, review
from tabletop.arcana.creation.vehicles.building import MODELS_A_SPACE
from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.rules.charge.reactions.berserk import frenzy
from tabletop.arcana.rules.deployment import Turn, attacking
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.counting import Strike, when
from tabletop.arcana.rules.morale.objectives import enough, objectives
from tabletop.arcana.rules.morale.testing import Enemy, Shaken, number
from tests.catalogue import SAMPLES, printed_catalogue
from tests.fighters import blow, fighter, figures
from tests.reviews import priced, reviewed
from tests.tables import laid, loose, plain_table

HOGMEN = [("hogmen/hog-watch-with-spear-halberd-or-pike", 11), ("hogmen/butcher", 10), ("hogmen/hunter", 5)]


def roster(army: str, *lines: tuple[str, int], leader: str = "", **more: Any) -> Roster:
    units = [
        {"ref": f"u{place}", "models": [{"profile": profile, "count": count}]}
        for place, (profile, count) in enumerate(lines)
    ]
    if leader:
        units[0]["characters"] = [{"ref": "c1", "profile": leader}]
    head = {"format": "muster-roster/1", "game": "arcana", "name": "Example", "army": army, "points_limit": 825}
    return read_roster(json.dumps(head | {"units": units} | more))


def test_the_armies_of_the_learning_game() -> None:
    """E5, lines 579 to 587: 834 points of Dwarves. The Hogmen's 825 fit no list: there is no Captain to buy.

    Without one they cost 628, with a Pen Master 741, with the Mayor 814.
    """
    assert priced(read_roster((SAMPLES / "dwarf-raiding-party.json").read_bytes())).points == 834
    costs = [priced(roster("hogmen", *HOGMEN, leader=leader)).points for leader in ("", PEN_MASTER, MAYOR)]
    assert costs == [628, 741, 814]


PEN_MASTER, MAYOR = "hogmen/pen-master", "hogmen/mayor"


def test_the_defender_sets_up_three_quarters_first() -> None:
    """E6 (lines 591 to 595): two of three units; E58 (1877): of twelve with one that infiltrates eight, then three."""
    for units, first, last in ((3, 2, 1), (12 - 1, 8, 3)):
        turns = list(attacking("red", units, "blue", 5))
        assert turns == [Turn("red", first), Turn("blue", 5), Turn("red", last)]


def test_berserkers_run_by_their_roll() -> None:
    """E7 (line 609): moving 5, with a 2 they run 7 inches; E12 (643): with a 3 they run 8, charge and close by 3."""
    horde = loose("r1", (30, 20), (32, 20), movement=5, berserk=True)
    runs = {each.extra: each for each in frenzy(laid(plain_table(horde, loose("b1", (31, 40)))), "r1").runs}
    assert [centre[1] - 20 for centre in runs[2].unit.centres] == [7, 7]
    wide = loose("r1", (30, 20), (31, 20), (36, 20), movement=5, berserk=True)
    near = frenzy(laid(plain_table(wide, loose("b1", (30, 28.9), (31, 28.9)))), "r1")
    assert [each.extra for each in near.charges] == [3]
    together = near.charges[0].after.meet
    assert together is not None
    assert 8 < together.touches[2].inches <= 8 + 3


def test_who_covers_a_retreat_tests_and_lances_do_not_strike_first() -> None:
    """E18, lines 765 to 775: passed they fight the cavalry, which is no newcomer; failed both units flee."""
    lances = fighter(figures(blow(1, 3, 1, long_weapon=True)), 10)
    legion = fighter(figures(blow(1, 3)), 30)
    steps = [when(lances.figures.melee[0], replace(lances, fresh=fresh), legion) for fresh in (True, False)]
    assert steps == [Strike.FIRST, Strike.NORMAL]
    legion_in_ranks = {"models": [{"profile": "marr/legionnaire", "count": 30}], "formation": RANKS, "pays": False}
    cavalry = {"models": [{"profile": "high-elves/cavalry-with-lance", "count": 10}], "formation": RANKS}
    plain = {"kind": "morale", "reason": "covering", "unit": legion_in_ranks, "enemies": [cavalry]}
    results = answered(plain)
    assert results["tests"]["exact"] == "1"
    assert results["breaks"]["exact"] == "1/36"  # only a 12 fails


def test_barbarians_who_exchange_are_outnumbered_by_one() -> None:
    """E25, lines 1204 to 1206: +2 for their numbers, -3 for the Marrians'; who fails breaks and flees at once."""
    ranks = {"ranked": True, "engaged": True, "morale": 7}
    barbarians, marr = (
        Shaken(models_at_first=models, wounds_at_first=models, models=models, wounds=models, **ranks)
        for models in (12, 18)
    )
    assert (barbarians.numbers, marr.numbers) == (2, 3)
    assert number(barbarians, (Enemy(marr),)) == 7 - 1


def test_normal_and_special_troops_of_armies_and_their_allies() -> None:
    """E61, lines 1962 and 2003: 3,000 and 2,000 of 5,000; 1,800 each of 3,000; 2,400 and 1,200 of 4,000 and 2,000."""
    assert shares("dwarves", 5000) == {("dwarves", 3000, 2000)}
    even = [{"army": "high-elves", "points": 3000, "units": DRAGONS}]
    assert shares("barbarians", 6000, allies=even) == {("barbarians", 1800, 1200), ("high-elves", 1800, 1200)}
    uneven = [{"army": "orcs", "points": 2000, "units": DRAGONS}]
    assert shares("goblins", 6000, allies=uneven) == {("goblins", 2400, 1600), ("orcs", 1200, 800)}


DRAGONS = [{"ref": "a1", "models": [{"profile": "monsters/dragon-oriental", "count": 9}]}]


def shares(army: str, points: int, **more: Any) -> set[tuple[str, int | None, int | None]]:
    """The least of normal and the most of special troops of every army, all of which have dragons alone."""
    found = reviewed(roster(army, ("monsters/dragon-oriental", 9), points_limit=points, **more)).findings
    least, most = (
        {finding.culprit.ref: finding.limit for finding in found if finding.code == code}
        for code in ("COMP-01", "COMP-02")
    )
    return {(ref, limit, most[ref]) for ref, limit in least.items()}


def test_a_character_takes_another_mount_with_its_own_wounds() -> None:
    """E70, line 2569: two wounds suffered stay with the rider, and a wounded scorpion's with the scorpion."""
    lord = {"figures": {"wounds": 3, "morale": {"value": 8}}, "wounds_lost": 2, "rides": True}
    for hurt, tests in ((0, "0"), (2, "1")):  # half of eight wounds or less: with 3 and 1 left
        scorpion = {"profile": "monsters/scorpion-giant", "wounds_lost": hurt}
        mounted = {"name": "a", "models": [scorpion], "characters": [lord]}
        plain = {"kind": "morale", "unit": mounted | {"wounded": True, "wounds_at_first": 8}, "enemies": []}
        assert answered(plain)["tests"]["exact"] == tests


RANKS = {"kind": "rank-and-file", "files": 5}
HEAD = {"format": "muster-situation/1", "game": "arcana"}


def answered(plain: dict[str, Any]) -> dict[str, Any]:
    results: dict[str, Any] = odds(printed_catalogue(), read_situation(json.dumps(HEAD | plain)))["results"]
    return results


def test_wagons_carry_and_are_drawn_by_what_fits() -> None:
    """E71: five spaces in each of three wagons carry 30 of base 1 (line 2667); two trolls draw a chariot (2689)."""
    assert 3 * 5 * MODELS_A_SPACE == 30
    crew = (Crew(profile="barbarians/barbarian-javelin-thrower", count=2),)
    for trolls, fits in ((2, True), (3, False)):
        parts = VehicleParts(type="heavy-chariot", beasts=Beasts(profile="monsters/troll", count=trolls), crew=crew)
        chariot = build(parts, printed_catalogue())
        assert ("VEH-17" not in {each.code for each in review(chariot.vehicle, chariot.design).findings}) is fits


def test_wounds_of_a_chariot_that_is_stripped_repair_others() -> None:
    """E72, line 2762: 2, 3, 4 and 4 of 5 wounds; without the first 5, 4, 4 or 3, 5, 5."""
    before = Left(4, (3, 2, 1, 1))
    assert before.wounds(5) == Left(3, (1, 1)).wounds(5) == Left(3, (2,)).wounds(5) == 13


def test_a_ballista_harms_vehicles_whole() -> None:
    """E73, line 2766: d3 hits of d3 wounds each on a chariot, which stands loose, and nothing is halved."""
    chariot = "vehicles/heavy-chariot-with-4-javelins-and-4-horses"
    hits = {}
    for profile in (chariot, "monsters/scorpion-giant"):
        shot = {"kind": "shoot", "shooter": {"models": [{"profile": "war-machines/ballista"}]}, "range": 16}
        answer = answered(shot | {"target": {"models": [{"profile": profile}]}})
        hits[profile] = max(map(int, answer["hits"]["distribution"]))
    assert hits == {chariot: 3, "monsters/scorpion-giant": 2}


def test_objectives_by_the_size_of_the_game() -> None:
    """E59, lines 1885 and 1911: three in a game of 5,000 points; of 10,000 five, of which four win."""
    assert (objectives(5000), objectives(10_000), enough(objectives(10_000))) == (3, 5, 4)
    assert (objectives(4000), objectives(4001), enough(objectives(5000))) == (2, 3, 3)
