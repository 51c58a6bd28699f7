"""Where every worked example of the book is tested: none of the 80 is left out, and each file names those it holds."""

from __future__ import annotations

import re

from tests.catalogue import PROJECT
from tests.laws import law_of

ALL = 80
WHERE = {
    "tabletop/dice/test_rolls.py": (1,),
    "tabletop/arcana/rules/shooting/test_tohit.py": (2,),
    "tabletop/arcana/rules/test_worked_examples.py": (
        3,
        9,
        10,
        11,
        13,
        14,
        15,
        16,
        17,
        34,
        35,
        36,
        37,
        38,
        40,
        41,
        42,
        43,
        44,
        46,
        49,
        50,
        51,
        52,
        53,
        54,
        55,
        56,
        57,
        64,
        65,
        66,
        76,
    ),
    "tabletop/arcana/rules/shooting/test_worked_ranges.py": (4, 8, 31, 33, 75, 77),
    "tabletop/arcana/test_book_examples.py": (5, 6, 7, 12, 25, 58, 59, 61, 70, 71, 72, 73),
    "scenes/covering-a-retreat.yaml": (18,),
    "scenes/rank-and-file-units.yaml": (19, 20),
    "scenes/declaring-charges.yaml": (21,),
    "scenes/engagement.yaml": (22,),
    "scenes/overruns.yaml": (23,),
    "scenes/moving-when-in-combat.yaml": (24,),
    "tabletop/arcana/rules/magic/test_worked_examples.py": (26, 27, 28, 29, 30, 78, 79, 80),
    "scenes/sighting.yaml": (32,),
    "tabletop/arcana/rules/shooting/test_into_melees.py": (39,),
    "scenes/who-may-fight.yaml": (45, 47, 48),
    "tabletop/arcana/odds/test_armies.py": (60,),
    "tabletop/arcana/creation/points/test_receipts.py": (62, 63, 74),
    "tabletop/arcana/rules/melee/test_several_characters.py": (67,),
    "tabletop/arcana/army/test_mounted_profiles.py": (68,),
    "tabletop/arcana/rules/melee/test_mounted.py": (69,),
}


def test_every_example_has_its_place() -> None:
    numbers = [number for examples in WHERE.values() for number in examples]
    assert sorted(numbers) == list(range(1, ALL + 1))


@law_of(WHERE)
def test_a_file_names_its_examples(path: str) -> None:
    """In the description of a test, or in a comment on a scene."""
    text = (PROJECT / "tests" / path).read_text(encoding="utf-8")
    descriptions = re.findall(r'"""(.*?)"""|^ *# (.*)$', text, re.DOTALL | re.MULTILINE)
    said = " ".join("".join(parts) for parts in descriptions)
    missing = [number for number in WHERE[path] if not re.search(rf"\bE{number}\b", said)]
    assert not missing, missing
