"""The pictures of chapters: an example table is asked a question, and the answer is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.pictures.figure import figure as drawing
from tabletop.arcana.queries.answer import Answer
from tabletop.arcana.queries.questions import ask
from tabletop.arcana.reference.chapters import Figure

Tables = Mapping[str, bytes]  # muster-table/1 files by their names


def answer_of(figure: Figure, tables: Tables, catalogue: Catalogue) -> Answer:
    """What the figure's table answers; KeyError where there is no such table."""
    return ask(lay(read_table(tables[figure.table]), catalogue), figure.question, figure.words)


def drawn(figure: Figure, tables: Tables, catalogue: Catalogue) -> str:
    """The figure as SVG without colours of its own."""
    answer = answer_of(figure, tables, catalogue)
    return drawing(answer.scene, answer.marks, title=figure.title)
