"""What simulated battles leave out, in one place, for pages and documents to say.

Each with where it is likely to matter: a figure is worth as much as what it rests on.
"""

from __future__ import annotations

from msgspec import Struct


class Omission(Struct, frozen=True):
    """Something that isn't played, and what that does to the figures."""

    what: str
    matters: str


LEFT_OUT: dict[str, tuple[Omission, ...]] = {
    "line": (
        Omission(
            "Terrain, sight, flanks and rears, wheels and changes of formation",
            "every fight is front to front in the open: flankers, scouts and flyers are worth more than they show",
        ),
        Omission(
            "Who stands in whose way: only two enemies have room before one front",
            "large armies of small units come to blows sooner than on a table",
        ),
        Omission("Overruns, flyovers, and who pursuers or runaways meet", "heavy cavalry and flyers are worth more"),
        Omission("Flee responses, falling back, exchanges, more or fewer files in a fight", "players save units so"),
        Omission("Infiltrators set up with everybody else", "those who paid for it gain nothing by it"),
        Omission(
            "Spells but those whose hits strike one unit at once; spells that last strike once",
            "wizards of Life, Nature, Earth and Chaos do next to nothing",
        ),
        Omission(
            "Power saved for later, but for the largest spell where a policy says so; several counterspells, bought "
            "ones and charmers",
            "small",
        ),
        Omission(
            "Shots into melees, characters found by a 1 in 6, riders and mounts hit apart: a mount falls first",
            "leaders and riders live longer than they should",
        ),
        Omission("Wounds on several models of 5 and more: they are pooled", "a pair of such monsters loses one sooner"),
        Omission(
            "Wounds of a d3: what is beyond a model is lost, the rest is pooled and not put together by the attacker",
            "small, against models of 3 and 4 wounds",
        ),
        Omission("Hits beyond a character that go on to its unit; saves of characters when their unit pays", "small"),
        Omission("Rams at loose units halve their dice and not their hits; what wounds take from vehicles", "small"),
        Omission("Cargo, boarding, repairs, melded and summoned units", "wagons are worth more than they show"),
        Omission("Plans: units act one by one by their army's policy", "who thinks ahead does better with either army"),
    ),
    "table": (
        Omission("Terrain: the table is open", "light troops and infiltrators are worth more on a crowded one"),
        Omission("Overruns, falling back, exchanges, flights of flyers at will", "as in a line"),
        Omission(
            "Deployment against an enemy: units are set up as their policy says, rank behind rank, before they see him",
            "a player would put the right unit before the right enemy",
        ),
        Omission("Plans: units march at the nearest enemy, and charge when their policy says so", "as in a line"),
        Omission(
            "Whose blows felled whom where several struck at once: the events tell of all of them together",
            "such losses stand by themselves, and which units earn their points is asked in a line",
        ),
    ),
}
