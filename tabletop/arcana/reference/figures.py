"""The pictures of chapters: an example table is asked a question, and the answer is drawn; and two diagrams."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.pictures.diagram import bars, ring
from tabletop.arcana.pictures.figure import figure as drawing
from tabletop.arcana.queries.answer import Answer
from tabletop.arcana.queries.questions import ask
from tabletop.arcana.reference.chapters import Diagram, DiagramKind, Figure
from tabletop.arcana.rules.morale.testing import ARMY_TESTS_FROM, TENTH, ArmyTest, army_holds_on

Tables = Mapping[str, bytes]  # muster-table/1 files by their names


PHASES = (
    ("1 Fleeing", "broken units run"),
    ("2 Movement", "moves, charges"),
    ("3 Magic", "spells"),
    ("4 Missiles", "each unit once"),
    ("5 Melee", "models strike"),
    ("6 Morale", "rally and test"),
)
LOST = range(ARMY_TESTS_FROM, 90, TENTH)  # percent of the army: from where it tests, to where 2 in 36 hold no more


def answer_of(figure: Figure, tables: Tables, catalogue: Catalogue) -> Answer:
    """What the figure's table answers; KeyError where there is no such table."""
    return ask(lay(read_table(tables[figure.table]), catalogue), figure.question, figure.words)


def drawn(figure: Figure | Diagram, tables: Tables, catalogue: Catalogue) -> str:
    """The figure as SVG without colours of its own."""
    if isinstance(figure, Diagram):
        return _diagram(figure)
    answer = answer_of(figure, tables, catalogue)
    return drawing(answer.scene, answer.marks, title=figure.title)


def _diagram(diagram: Diagram) -> str:
    match diagram.kind:
        case DiagramKind.PHASES:
            return ring(PHASES, title=diagram.title)
        case DiagramKind.LOSSES:
            return bars([_holding(lost) for lost in LOST], title=diagram.title)


def _holding(lost: int) -> tuple[str, Fraction, str]:
    """What an army of which so many percent are lost needs, and how likely it is."""
    needed = army_holds_on(lost) or 0
    chance = ArmyTest(needed).odds().chance(True)
    return f"{lost} % lost", chance, f"{needed} or less: {chance * 36} in 36"
