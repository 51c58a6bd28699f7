"""Laws of a berserk run: nobody goes too far or onto anybody, more inches bring nobody less near."""

from __future__ import annotations

from hypothesis import event, given, settings
from hypothesis import strategies as st

from tabletop.arcana.rules.charge.reactions.berserk import Frenzy, frenzy
from tabletop.geometry.primitives.polygons import overlapping
from tabletop.geometry.primitives.vectors import distance
from tests.tables import Plain, laid, loose, plain_table, terrain

SPEED = 6
CLOSING = 3


@st.composite
def hordes(draw: st.DrawFn) -> Plain:
    """A few berserkers, two enemies at different distances, and rough or closed ground between."""
    cells = draw(st.lists(st.tuples(st.integers(-3, 3), st.integers(-2, 2)), min_size=1, max_size=4, unique=True))
    horde = loose("r1", *((120 + 1.2 * x, 110 + 1.2 * y) for x, y in cells), movement=SPEED, berserk=True)
    foes = [loose(ref, (120 + draw(st.integers(-9, 9)), 120 + draw(st.integers(0, 14)))) for ref in ("b1", "b2")]
    at, kind = 117 + draw(st.integers(-2, 2)), draw(st.sampled_from(["impassable", "difficult", "very-difficult"]))
    wall = terrain("t1", kind, (at, 115), (at + 6, 115), (at + 6, 117), (at, 117))
    return plain_table(horde, *foes, ground=[wall], size=[240, 240])


def run_of(plain: Plain) -> Frenzy:
    return frenzy(laid(plain), "r1")


@settings(max_examples=25)
@given(hordes())
def test_a_run_takes_nobody_too_far_or_onto_anybody(plain: Plain) -> None:
    found, scene = run_of(plain), laid(plain)
    event(f"charges with {len(found.charges)} of three")
    others = [base for other in scene.others(found.unit) for base in other.bases]
    for each in found.runs:
        most = SPEED + each.extra + (CLOSING if each.charge else 0)
        ways = map(distance, found.unit.centres, each.unit.centres)
        assert all(way <= most + 0.01 for way in ways)
        bases = each.unit.bases
        standing = [*bases, *(() if each.charge else others)]
        assert not any(first != second for first, second in overlapping(bases, standing))


@settings(max_examples=25)
@given(hordes())
def test_it_charges_with_every_roll_above_one_that_gets_it_there(plain: Plain) -> None:
    found = run_of(plain)
    charges = [each.charge is not None for each in found.runs]
    assert charges == sorted(charges)
    if found.needed is not None:
        assert (found.needed <= SPEED + 3 + 1e-3) == any(charges)
