"""What is read while the card lies on the table, 70 cm from the eye, and what is told apart without any colour.

Heights are those of the letters themselves, seen under so many minutes of arc. 16 are the least for characters that
are read quickly, 20 to 22 are preferred (ISO 9241-303, heights of capitals); 5 is the height of the letters that eyes
of full acuity just make out (20/20), so that 9 is read with half of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import atan, degrees

import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.printing.cards import UnitCard, card_sheet
from tabletop.arcana.printing.orders import CARD_SIZES
from tabletop.arcana.printing.orders.order import CardSize
from tabletop.arcana.printing.parts import DICE, FIGURE, NAME, NUMBER, READ, SHIELD, SMALL
from tabletop.arcana.printing.tincture_bands import paint_band
from tabletop.heraldry import Picture as Drawing
from tabletop.heraldry import Tincture, picture, roundel
from tabletop.pdf.document import Sheet, render
from tabletop.pdf.fonts import own_face
from tabletop.pdf.paper import A4, Box
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import POINT, Style
from tests.catalogue import SAMPLES, printed_catalogue
from tests.tabletop.arcana.printing.test_cards import cards_of, sample
from tests.tabletop.pdf.drawn import pictures, words_drawn

Dots = NDArray[np.bool_]

ARM = 700.0  # millimetres
QUICK, PLAIN = 16.0, 9.0  # minutes of arc
UNITS = 92
LASER = 300  # dots an inch
LEAST_APART = 0.25  # of the dots that the darker of two has


def minutes(style: Style, letter: str) -> float:
    """How high the letter is seen at arm's length, in minutes of arc."""
    face = own_face(letter, style.family)
    assert face.shaper
    bearing = face.shaper.get_glyph_extents(face.glyphs[ord(letter)]).y_bearing
    return degrees(atan(face.scaled(bearing) / 1000 * style.size * POINT / ARM)) * 60


def test_what_is_read_across_the_table_is_seen_large_enough() -> None:
    assert [round(minutes(style, "0")) for style in (NUMBER, FIGURE, DICE)] == [25, 22, 16]
    assert (round(minutes(NAME, "H")), round(minutes(NAME, "x"))) == (16, 11)
    assert minutes(READ, "0") >= 9
    assert minutes(SMALL, "x") >= 5


def wanted_of(card: UnitCard) -> Iterator[tuple[str, float]]:
    """What is read on the table, and how high it is seen at least."""
    if card.tag != "leader":  # on larger cards he stands on his unit's
        yield card.number, QUICK
    for profile in card.profiles:
        for figure in profile.figures:
            yield figure.value, QUICK
        for attack in profile.attacks:
            yield attack.dice, QUICK
            yield from [(str(attack.strength), QUICK)] if attack.strength and isinstance(attack.strength, int) else []
            yield from [(rolled, PLAIN) for rolled, _ in attack.bands] or [(str(attack.at), QUICK)]
        yield from ((cell, PLAIN) for _, cells in profile.saves.rows for cell in cells)


def lacks(card: UnitCard, size: tuple[float, float]) -> bool:
    """Whether something is smaller on the card than it should be."""
    _, words = words_drawn(lambda: render(card_sheet([card], size, paper=A4)))
    seen = Counter((word.text.strip(), minutes(word.style, "0")) for word in words)
    for text, height in (pair for each in (card, card.leader) if each for pair in wanted_of(each) if pair[0]):
        found = next((pair for pair in sorted(seen) if pair[0] == text and pair[1] >= height and seen[pair]), None)
        if found is None:
            return True
        seen[found] -= 1
    return False


@pytest.mark.parametrize(
    ("size", "small"), [("poker", {"Stone Throwers", "Rolling Lads"}), ("tarot", set()), ("a6", set())]
)
def test_every_card_of_the_samples_says_its_numbers_in_figures_seen_at_arm_s_length(size: str, small: set[str]) -> None:
    """All but the lines of attack that two giants' cards have no room for, which are read in the hand."""
    cards = [card for path in sorted(SAMPLES.glob("*.json")) for card in cards_of(sample(path.stem))]
    assert len(cards) == UNITS
    assert {card.title for card in cards if lacks(card, CARD_SIZES[CardSize(size)])} == small


def test_tinctures_of_schools_and_shields_of_armies_differ_in_black_on_white() -> None:
    """Printed at 300 dots an inch, each dot black or white."""
    shields = [picture(army.shield, hatched=True) for army in printed_catalogue().lists.values()]
    for drawn in (banded(SCHOOL_TINCTURES.values()), [*laid_out(shields)], [*laid_out(map(_round, Tincture))]):
        prints = [np.packbits(one).tobytes() for one in drawn]
        assert len(set(prints)) == len(prints) > 8
        for one, other in combinations(drawn, 2):
            assert np.mean(one != other) >= LEAST_APART * max(one.mean(), other.mean())


def _round(tincture: Tincture) -> Drawing:
    return roundel(tincture, hatched=True)


def banded(tinctures: Iterable[Tincture]) -> list[Dots]:
    """The bands of spell cards, each 20 mm wide."""
    return cut_out([partial(paint_band, tinctures=(tincture,), tinted=False) for tincture in tinctures])


def laid_out(drawings: Iterable[Drawing]) -> list[Dots]:
    """Pictures as wide as on cards."""
    return cut_out([partial(_picture, drawing) for drawing in drawings])


def _picture(drawing: Drawing, surface: Surface, box: Box) -> None:
    surface.picture(drawing, (box.x, box.y), SHIELD)


def cut_out(painters: Sequence[Callable[..., None]]) -> list[Dots]:
    """What each paints into a box of its own, dot by dot."""
    boxes = [Box(20, 10 + 12 * number, 20, 10.4) for number in range(len(painters))]

    def page(surface: Surface) -> None:
        for paint, box in zip(painters, boxes, strict=True):
            paint(surface=surface, box=box)

    (printed,) = pictures(render(Sheet(title="Dots", paper=A4, pages=(page,))), LASER)
    unit = LASER / 25.4
    return [
        printed[round(box.y * unit) :, round(box.x * unit) :][: round(10 * unit), : round(20 * unit)] < 128
        for box in boxes
    ]
