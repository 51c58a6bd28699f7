"""How the book's printed cells are read as our notation: every spelling and remark once, with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from tabletop.arcana.catalogue.profiles import Row

Cells = dict[str, str]
Reading = Callable[[Row, Cells], Cells]

FIGURES = r"(?:wounds|\d+ sweeps [(]\d+[)]|sweep [(]\d+[)]|\d+)/\d"


class Spelling(NamedTuple):
    """What the print writes otherwise than the stat line; patterns meet lower case."""

    column: str
    pattern: str
    replacement: str
    reason: str

    def __call__(self, row: Row, line: Cells) -> Cells:
        return line | {self.column: re.sub(self.pattern, self.replacement, line[self.column]).strip()}


class Elsewhere(NamedTuple):
    """A remark printed in another column, and how the Special column words it."""

    column: str
    pattern: str
    special: str
    reason: str

    def __call__(self, row: Row, line: Cells) -> Cells:
        rest = re.sub(self.pattern, "", line[self.column]).strip()
        if rest == line[self.column]:
            return line
        return line | {self.column: rest} | {"special": f"{line['special']} {self.special}".strip()}


class Single(NamedTuple):
    """One row's cell that no general reading covers; it must be printed exactly so."""

    slug: str
    column: str
    printed: str
    meant: str
    reason: str

    def __call__(self, row: Row, line: Cells) -> Cells:
        is_it = row.slug == self.slug and getattr(row.printed, self.column) == self.printed
        return line | {self.column: self.meant} if is_it else line


def every_war_machine_fires_artillery(row: Row, line: Cells) -> Cells:
    """The head of the war machine profiles gives it to each missile, so the cells needn't."""
    if row.section != "war-machines":
        return line
    shots = line["missile"].split(" or ")
    return line | {"missile": " or ".join(shot if "artillery" in shot else f"{shot}, artillery" for shot in shots)}


def vehicles_stand_on_the_bases_of_their_chapter(row: Row, line: Cells) -> Cells:
    """Vehicle rows print no base: light chariots are 2 by 3, wagons 3 by 5, and count for less than they cover."""
    if row.section != "vehicles":
        return line
    name = line["name"]
    base = "4 (2 by 3)" if name.startswith("light chariot") else "9 (3 by 5)" if "wagon" in name else "9"
    return line | {"special": f"{line['special']} base {base}"}


def steeds_stand_on_base_2(row: Row, line: Cells) -> Cells:
    """Two steeds print no base (ruling M14): their riders' rows stand on base 2, and on base 1 nothing could ride."""
    if row.slug not in ("undead/skeletal-horses", "orcs/riding-beast"):
        return line
    return line | {"special": f"{line['special']} base 2".strip()}


def giants_negate_long_weapons(row: Row, line: Cells) -> Cells:
    """The head of the Giant Kings' list gives it to all of them; what they buy isn't a giant."""
    if not row.slug.startswith("giant-kings/") or row.section == "equipment":
        return line
    return line | {"special": f"{line['special']} negates long weapons".strip()}


SINGLES = (
    Single(
        slug="undead/vampire-master",
        column="special",
        printed="Fearsome Spell caster (470) Death",
        meant="fearsome spellcaster (death) +250",
        reason="the total is printed, 220 and 250 for the power",
    ),
    Single(
        slug="orcs/orc-scorpion-rider-lance",
        column="armour",
        printed="3 Missile Immune +2",
        meant="3 missile immune missile +2",
        reason="two abilities run together, entered as printed; probably Missile +2 alone",
    ),
    Single(
        slug="hogmen/hog-watch-with-spear-halberd-or-pike",
        column="special",
        printed="Pikes can form Phalanx (31)",
        meant="phalanx (31)",
        reason="an option with its price",
    ),
)

ELSEWHERE = (
    Elsewhere("vp", " each$", "each", "the price of one of several heads"),
    Elsewhere("missile", r"[(]or special weapon if chosen[)]", "or special weapon if chosen", "a choice, not a figure"),
    Elsewhere(
        "melee",
        "^[(]a rule, in our words below[)]",
        "ramming giants don't negate long weapons' first strike",
        "Rollers have no blow of their own, their cell holds a rule",
    ),
    Elsewhere("name", r"[(]used as mount only[)]", "mount only", "a remark behind the name"),
    Elsewhere("name", r"[(]ogre, minotaur, troll, etc[)]", "ogre, minotaur, troll, etc", "the creatures of one row"),
    Elsewhere("name", r"[(]spellcaster: chaos, fire [+]250 vp[)]", "spellcaster (chaos, fire) +250", "bought on top"),
    Elsewhere("name", r"[(][+]250 spell caster[)]", "spellcaster (death) +250", "its school heads the Undead list"),
)

SPELLINGS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "move": (
        (r"^(\d+)$", r'\1"', "the inch sign left out"),
        (r' [(]6" vp[)]$', "", "what a war machine pays for; it moves 4 inches"),
        (r'^(\d+"(?: \d+" fly)?) swim$', r"\1 swimmer", "swimming without a speed of its own is an ability"),
        (r"\bforest$", "forestwalker", "short form"),
        (r"\bforester$", "forestwalker", "another word"),
        (r"\brock climb$", "rock climber", "short form"),
        (r"\bignore$", "ignores terrain", "short form"),
    ),
    "wounds": ((r" ea$", "", "each head's own"),),
    "armour": (
        (r"\bmissle\b", "missile", "a letter left out"),
        (r"\bimm[.]", "immune", "short form"),
        (r"\bregen[.]", "regeneration", "short form"),
        (r"\bregen$", "regeneration", "short form without its stop"),
        (r"(?<=shield) (?=\d fixed$)", " or ", "a second save, of which the better counts"),
    ),
    "melee": (
        (r" ?/ ?", "/", "blanks around the stroke"),
        (r"\bstr(?=[(])", "str ", "blank left out"),
        (r"\bst (?=[(])", "str ", "a letter left out"),
        (r" - (?=str\b)", " ", "dash before the strength"),
        (r" str [(]0[)]", "", "a strength of 0 goes without saying"),
        (r"\blong weapons\b", "long weapon", "plural"),
        (r"\bwnds\b", "wounds", "short form"),
        (r"\b(bite|horse|mount|beast|scorpion|tail) (?=\d)", r"\1: ", "colon left out behind a name"),
        (r"\bboar - ", "boar: ", "dash behind a name"),
        (rf"(?<! or)(?<!:) (?=(?:[a-z]+: )?{FIGURES})", "; ", "a blank between two attacks"),
    ),
    "missile": (
        (r" ?/ ?", "/", "blanks around the stroke"),
        (r"^(\d/\d[)])$", r"(\1", "half of the parentheses lost"),
        (r"(?:(\w+): )?(\d/\d), range:? ?([^,]+),", r"\1 (\3): \2", "war machines print the range behind the skill"),
        (r'" - (?=\d)', '"-', "blanks in a span of ranges"),
        (r': (?=[(]\d+"[)])', " ", "colon before the range"),
        (r'(?<=")[)] - ', "): ", "dash behind the range"),
        (r'(?<=")[)];', "):", "semicolon behind the range"),
        (r'(?<=")[)] ', "): ", "colon left out behind the range"),
        (r"\bstr(?=[(])", "str ", "blank left out"),
        (r" - (?=str\b)", " ", "dash before the strength"),
        (r" str [(]0[)]", "", "a strength of 0 goes without saying"),
        (r"\bmagic(?=,)", "magical", "short form"),
        (r"\beldritch hit\b", "eldritch", "a word too many"),
        (r"\bwnds\b", "wounds", "short form"),
        (r"\b1d3\b", "d3", "a number that goes without saying"),
    ),
    "special": (
        (r"[.]$", "", "full stop"),
        (r"\bbase: ?", "base ", "colon behind the word"),
        (r"\bbase 1 [(]or 2[)]", "base 1 or 2", "parentheses around the other base"),
        (r"\bbase 1(?! or|/)", "", "base 1 goes without saying"),
        (r"\bfersome\b", "fearsome", "a letter left out"),
        (r"\bcharm\b", "charmer", "another word"),
        (r"\bram:", "ram", "colon behind the word"),
        (r"\bramming:", "ram", "another word"),
        (r" -(?=str\b)", " ", "dash before the strength"),
        (r"\bstr(?=[(])", "str ", "blank left out"),
        (r"\bwnds\b", "wounds", "short form"),
        (r"\bartillery$", "", "printed here by some war machines, said by ours with each missile"),
        (r"\bfires every other turn$", "", "the rule for all artillery"),
        (r"\bfire every other turn$", "", "the same, in the plural"),
        (r"\bmagic: general spells only;", "spellcaster (general)", "the general list as a school"),
        (r"\bmagic:", "spellcaster", "another word"),
        (r"\bspell caster\b", "spellcaster", "two words"),
        (r"\bspellcaster,", "spellcaster", "comma before the schools"),
        (r"\bspellcaster ([a-z]+(?:, [a-z]+)*)$", r"spellcaster (\1)", "ours puts schools in parentheses"),
    ),
}

READINGS: tuple[Reading, ...] = (
    *SINGLES,
    *ELSEWHERE,
    *(Spelling(column, *entry) for column, entries in SPELLINGS.items() for entry in entries),
    every_war_machine_fires_artillery,
    vehicles_stand_on_the_bases_of_their_chapter,
    steeds_stand_on_base_2,
    giants_negate_long_weapons,
)
