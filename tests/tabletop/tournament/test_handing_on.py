"""What hubs of rankings take is written as they document it."""

from __future__ import annotations

from datetime import date

from msgspec.structs import replace

from tabletop.tournament.event import Event, Outcome, Player, Result
from tabletop.tournament.handing_on import goepp_results
from tabletop.tournament.pairings import ByHand, paired

PLAYERS = (Player(ref="a", name="Zoë van Dvořák", club="Oak||Iron"), Player(ref="b", name="Bo"))


def test_goepps_results_file_is_written_field_by_field() -> None:
    of = Event(format="muster-event/1", name="Cup", planned_rounds=1, players=PLAYERS)
    of = paired(of, "s", by_hand=ByHand(pairs=(("b", "a"),)))
    game = of.rounds[0].pairings[0]
    won = Outcome.SECOND if game.players == ("b", "a") else Outcome.FIRST
    destroyed = (300, 1240) if won is Outcome.SECOND else (1240, 300)
    result = Result(outcome=won, destroyed=destroyed)
    of = replace(of, rounds=(replace(of.rounds[0], pairings=(replace(game, result=result),)),))
    assert goepp_results(of, 12484, {"a": "Dwarves"}, date(2014, 8, 19)).decode("latin-1").split("\r\n") == [
        "#GoePP-Exportdatei, v1.3.3 Export vom 19.08.2014||x",
        "#TID-12484||x",
        "0||Zoë van||Dvorák||||Dwarves||||Oak//Iron||1||3||3||940||0||0||0||0||0||x",
        "0||||Bo||||||||||2||0||0||-940||0||0||0||0||0||x",
        "",
    ]
