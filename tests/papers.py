"""Every kind of sheet that is printed, found where games and sheets are registered, for laws of all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from tabletop.arcana.army.belongings import owned_kinds
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.game import Reference
from tabletop.arcana.printing.cards.odds import USUAL_TARGETS
from tabletop.arcana.printing.maps.battlefield import battlefield_sheet
from tabletop.arcana.printing.maps.terrain import terrain_sheet
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintOptions, sheets_of
from tabletop.event_papers import Entered, EventPaper, PrintedEvent, event_sheets, headed, no_rosters
from tabletop.game import Game
from tabletop.games import GAMES
from tabletop.packs import Packs
from tabletop.pdf.document import bind, render
from tabletop.pdf.paper import PAPERS, Paper
from tabletop.rosters.collection import at_home, shortfalls
from tabletop.rosters.printed_collection import collection_sheet, shopping_sheet
from tabletop.rosters.verdict import Verdict
from tabletop.rosters.verdict_table import verdict_sheet
from tests.catalogue import PROJECT, SAMPLES, printed_catalogue
from tests.charts import REGIONS, rolled
from tests.collection import shelf
from tests.tabletop.arcana.printing.samples import ILLEGAL, PROVED, axemen, beasts
from tests.tabletop.arcana.printing.samples import army as small_army
from tests.tabletop.arcana.printing.samples import printed as printed_roster
from tests.tabletop.arcana.printing.test_battlefield import SCENE
from tests.tabletop.arcana.printing.test_pictures import stock
from tests.tabletop.arcana.printing.test_receipt_sheet import sheet as receipt
from tests.tabletop.rosters.test_verdict_table import ROWS
from tests.tabletop.test_event_papers import FIELD

ARCANA = "arcana"
OWNED = {kind.key: kind for kind in owned_kinds(printed_catalogue())}
FURTHER: dict[str, dict[str, Any]] = {
    "cards on tarot": {"kinds": ("cards",), "cards": "tarot"},
    "cards on A6": {"kinds": ("cards",), "cards": "a6"},
    "cards with odds": {"kinds": ("cards",), "targets": USUAL_TARGETS},
    "cards with backs": {"kinds": ("cards",), "backs": True},
    "square markers": {"kinds": ("markers",), "shape": "square", "counters": "every"},
    "large reference": {"kinds": ("reference",), "large": True},
}
"""Options that change what stands on a sheet."""


class Printed(NamedTuple):
    """A kind of sheet with what prints it, anew each time."""

    name: str
    make: Callable[[], bytes]


def papers_of(name: str) -> Iterator[Printed]:
    """Each kind on the paper of a name."""
    paper = PAPERS[name]
    asked: dict[str, dict[str, Any]] = {str(kind): {"kinds": (kind,)} for kind in SHEET_NAMES} | FURTHER
    for title, options in asked.items():
        yield Printed(title, partial(_ordered, title, {"paper": name} | options))
    for slug, game in GAMES.items():
        yield from _of_game(slug, game, paper)
    led = small_army([axemen("u1"), beasts("u2")], allied=True)
    yield Printed("illegal roster", partial(printed_roster, led, ILLEGAL, paper))
    yield Printed("receipt", partial(receipt, paper=name))
    yield Printed("verdicts", partial(verdict_sheet, (ROWS[0], *ROWS[2:9]), paper=paper, date="21 November 2026"))
    yield Printed("terrain", partial(terrain_sheet, rolled(REGIONS[0]), paper=paper))
    event = PrintedEvent(event=FIELD, paper=paper, entered={"p1": Entered("Undead", "1,000", "legal")})
    for sheet in EventPaper:
        yield Printed(f"event: {sheet}", partial(_of_event, sheet, event))
    to_sign = partial(headed_roster, "Table 12 · Maximilian of the Long Watch · The Autumn Muster", paper)
    yield Printed("event: a roster to sign", to_sign)
    yield Printed("event: no rosters to sign", lambda: render(no_rosters("Rosters to sign", paper)))
    yield Printed("collection", lambda: render(collection_sheet(shelf(), OWNED, paper=paper, date="21 November 2026")))
    lacking = shortfalls({"dwarves/axemen": 90, "dwarves/dwarf-lord": 1}, at_home([shelf()]))
    to_buy = partial(shopping_sheet, "Raiding Party", lacking, OWNED, paper=paper, date="21 November 2026")
    yield Printed("shopping list", lambda: render(to_buy()))
    yield Printed("battlefield", partial(battlefield_sheet, SCENE, name="The ford", paper=paper))


def headed_roster(head: str, paper: Paper) -> bytes:
    """A sample's sheet as it is bound in to be signed."""
    return render(headed(GAMES[ARCANA].sheet(sample_of(ARCANA), paper=paper, seal=PROVED), head))


def _of_event(kind: EventPaper, event: PrintedEvent) -> bytes:
    return render(event_sheets(kind, event))


def _ordered(title: str, options: dict[str, Any]) -> bytes:
    return bind(title, [sheet for _, sheet in sheets_of(PrintOptions(**options), stock())])


def _of_game(slug: str, game: Game[Any, Any], paper: Paper) -> Iterator[Printed]:
    """A roster's sheet, and what else the game prints, for that roster and for none."""
    verdict = sample_of(slug)
    yield Printed(f"{slug}: roster", lambda: render(game.sheet(verdict, paper=paper, seal=PROVED)))
    for kind in game.papers:
        for judged in (None, verdict):
            of = "a roster" if judged else "none"
            yield Printed(f"{slug}: {kind} of {of}", partial(_of_kind, game, kind, judged, paper))


def _of_kind(game: Game[Any, Any], kind: str, judged: Verdict | None, paper: Paper) -> bytes:
    return render(game.printed(kind, judged, reference_of(game.slug), paper=paper))


@cache
def reference_of(slug: str) -> Any:
    """What the game's rosters are looked up in: the printed lists, or the house's own pack."""
    if slug == ARCANA:
        return Reference(printed_catalogue(), lambda _: {})
    (pack,) = (path.read_bytes() for path in (PROJECT / "fixtures").glob("*/house-pack.json") if _is_for(path, slug))
    return Packs(GAMES[slug].read_pack(pack), lambda _: {})


def _is_for(path: Any, slug: str) -> bool:
    return bool(json.loads(path.read_bytes())["game"] == slug)


@cache
def sample_of(slug: str) -> Verdict:
    """A roster of the game, judged: a sample, or the first that its players begin with."""
    game = GAMES[slug]
    begins = [beginning.slug for beginning in game.beginnings()]
    roster = game.begun(begins[0]) if begins else read_roster((SAMPLES / "undead.json").read_bytes())
    (verdict,) = game.verdicts([roster], reference_of(slug))
    return verdict
