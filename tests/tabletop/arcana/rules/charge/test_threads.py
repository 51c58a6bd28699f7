"""Two threads ask about charges over one table at once, and get the answers that one alone gets."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tabletop.arcana.queries.answer import Plain
from tabletop.arcana.queries.json import to_json
from tabletop.arcana.queries.questions import ask
from tests.tables import block, box, loose, table, terrain

TIMES = 12
QUESTIONS = (
    ("charge", "r1", "b1"),
    ("charge", "b2", "r2"),
    ("overrun", "r1", "b2"),
    ("charge", "r2", "b2"),
)


def test_two_threads_over_one_table_answer_as_one_does() -> None:
    scene = table(
        block("r1", models=20, corner=(30, 12)),
        loose("r2", (40, 12), (42, 12), (41, 10)),
        block("b1", corner=(36, 22), facing=170),
        loose("b2", (39, 20), (43, 19), (33, 16)),
        ground=[terrain("t1", "difficult", *box(25, 17, 45, 18)), terrain("t2", "impassable", *box(40, 15, 41, 16))],
    )

    def asked(number: int) -> Plain:
        question, *words = QUESTIONS[number % len(QUESTIONS)]
        return to_json(ask(scene, question, words))

    alone = [asked(number) for number in range(len(QUESTIONS))]
    with ThreadPoolExecutor(max_workers=2) as threads:
        together = list(threads.map(asked, range(TIMES)))
    assert [alone[number % len(QUESTIONS)] for number in range(TIMES)] == together
    assert alone[0]["needed"] != alone[1]["needed"]
