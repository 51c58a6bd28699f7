"""Papers of events: who stands where on them, and in which order slips are cut."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.event_papers import Entered, EventPaper, PrintedEvent, cut_stack, emergency_pack, event_sheets
from tabletop.pdf.document import bind, render
from tabletop.pdf.paper import A4
from tabletop.tournament.event import Certificate, Event, Pairing, Player, Round
from tests.tabletop.pdf.measuring import pages_of

LONG = "Maximiliana Featherstonehaugh-Cholmondeley von und zu Hohenlohe-Schillingsfürst"
GAMES = [("p1", "p4"), ("p6", "p2"), ("p5", "p3"), ("p7",)]
FIELD = Event(
    format="muster-event/1",
    name="Frostgate Open",
    game="arcana",
    points_limit=1000,
    planned_rounds=3,
    players=tuple(Player(ref=f"p{each}", name=LONG if each == 3 else f"Player {each}") for each in range(1, 8)),
    rounds=(
        Round(
            seed="a",
            pairings=tuple(
                Pairing(players=players, table=place if len(players) == 2 else None)
                for place, players in enumerate(GAMES, 1)
            ),
            certificate=Certificate(inputs="0" * 64, totals={}),
        ),
    ),
)


def printed(event: Event = FIELD) -> PrintedEvent:
    return PrintedEvent(event=event, paper=A4, entered={"p1": Entered("Dwarves", "980", "legal")})


def lines(content: bytes) -> list[str]:
    return [line for page in pages_of(content) for line in page.extract_text().splitlines()]


def test_the_piles_of_a_cut_stack_are_runs_of_tables() -> None:
    for count in range(1, 20):
        pages = cut_stack(list(range(count)), 4)  # type: ignore[arg-type]
        piles = [[page[place] for page in pages if page[place] is not None] for place in range(4)]
        assert [each for pile in piles for each in pile] == list(range(count))


def test_pairings_stand_by_table_with_byes_last_and_by_name_with_both() -> None:
    by_table = lines(render(event_sheets(EventPaper.BY_TABLE, printed())))
    at = next(number for number, line in enumerate(by_table) if line.startswith("Table"))
    assert by_table[at + 1 : at + 3] == ["1 Player 1 Player 4", "2 Player 6 Player 2"]
    assert "– Player 7 bye" in by_table
    by_name = lines(render(event_sheets(EventPaper.BY_NAME, printed())))
    assert "Player 4 1 Player 1" in by_name
    assert "Player 7 – bye" in by_name


def test_slips_are_for_games_alone_and_blank_ones_for_any() -> None:
    slips = lines(render(event_sheets(EventPaper.SLIPS, printed())))
    assert sum("Round 1 Table" in line for line in slips) == 3
    assert not [line for line in slips if "Player 7" in line]
    assert sum("Table ____" in line for line in lines(render(event_sheets(EventPaper.BLANKS, printed())))) == 4


def test_what_was_handed_in_is_there_to_sign() -> None:
    field = lines(render(event_sheets(EventPaper.FIELD, printed())))
    assert "Player 1 Dwarves 980 legal" in field
    assert "Player 2 none yet" in field


@pytest.mark.parametrize(("rounds", "first"), [(FIELD.rounds, "Pairings by table"), ((), "Blank slips and results")])
def test_all_of_it_is_one_file_before_the_first_round_too(rounds: tuple[Round, ...], first: str) -> None:
    sheets = emergency_pack(printed(replace(FIELD, rounds=rounds)))
    assert sheets[1].title.startswith(first)
    assert bind("All", sheets).startswith(b"%PDF")
