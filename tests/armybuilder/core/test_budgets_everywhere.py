"""Whatever is asked and sent, a small budget of work ends it soon: every long loop is watched, whoever calls it.

Everything that can be large is as large as it may be, and everything is answered by what was asked for, or by the
refusal of a budget that is used up: nothing is refused, missing or elsewhere before it computes. Seconds are of the
thread: a busy machine slows it, but takes nothing of its budget.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from time import thread_time
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from armybuilder.battles.presenters.state import USUAL_TEMPLATE, USUAL_WOUNDS
from armybuilder.core.models import Kept
from armybuilder.models import Roster as Row
from armybuilder.models import TableRow
from benchmarks.hostile import BANDS, TWO_HORDES, table
from tests.armybuilder.rosters.test_large_rosters import horde
from tests.batches import kept_batch
from tests.collection import kept_collection
from tests.data_packs import kept_data_pack
from tests.designs import CARRYING, YOUNG_DRAGON, kept_design, kept_shared_list, kept_variant
from tests.events import kept_event, kept_season
from tests.laboratory import kept_experiment
from tests.packs import kept_pack
from tests.played import TABLE_CODE, TABLE_TOKEN, kept_battle, kept_table
from tests.prints import kept_job
from tests.routes import ROUTES, address_of, first_method
from tests.visitors import OWNER, browser_of, kept, kept_share, load_printed_rows

Ask = Callable[[Client], HttpResponse]

BUDGET = 0.05  # seconds
MOST = 1.0  # with what can't be interrupted: a file of a million signs decoded, an array, a busy machine
# Probes that count branches are taken out in the middle of first answers, which takes seconds: those are asked again.
# Without its budget the same work takes longer than that at once.
TRIES, UNENDED = 3, 8.0
CODE = "horde-1"
CARRIED_CODE = "carrying-1"
SHELF = 30
DONE = (200, 201)
WRONGFUL = horde(army="goblins", points_limit=500)  # with something wrong in every unit


def misspelt(lines: int) -> str:
    units = (f"Unit: Nr {number}\n- {number % 30 + 1} Axmen of {number}\n" for number in range(lines // 2))
    return f"Roster: A\nArmy: Dwarfs\n{''.join(units)}"


def sheet(lines: int) -> str:
    return "what,profile,unit,count\n" + "".join(f"models,dwarves/axmen,u{line},{line}\n" for line in range(lines))


def selections(count: int) -> str:
    inner = "".join(f'<selection id="s{number}" name="Axmen {number}" number="9"/>' for number in range(count))
    return f'<roster xmlns="http://www.battlescribe.net/schema/rosterSchema"><forces>{inner}</forces></roster>'


FILES = {
    "large.json": json.dumps(horde()),
    "wrongful.json": json.dumps(WRONGFUL),
    "misspelt.txt": misspelt(40_000),
    "sheet.csv": sheet(30_000),
    "selections.ros": selections(15_000),
}
CROWDS = table(BANDS[:30], (240, 240))  # as many models as the API takes
SIDES = [
    {"models": [{"profile": "dwarves/axemen", "count": count}], "formation": {"kind": "rank-and-file", "files": 10}}
    for count in (40, 100)
]
TO_THE_END = {"format": "muster-situation/1", "game": "arcana", "kind": "fight-on", "sides": SIDES}
QUESTIONS = {
    "measure": ["u0", "u1"],
    "formation": ["u0"],
    "move": ["u0", "forward 4"],
    "sight": ["u0", "u1"],
    "casualties": ["u0", USUAL_WOUNDS],
    "template": ["u0", USUAL_TEMPLATE],
    "charge": ["u0", "u1"],
    "overrun": ["u0", "u1"],
    "berserk": ["u0"],
    "manoeuvre": ["u0", "turn right"],
    "melee": ["u0"],
    "setup": [],
    "flight": ["u0"],
    "pursuit": ["u1", "u0"],
}
LOOKS = ("all", "move", "sight", "shoot", "charge", "flight", "melee", "template", "wounds")
# Not those that lead elsewhere where nothing is sent along: pages of accounts, and of the print shop (see `PRINTED`).
WALKED = [
    name
    for name, route in ROUTES.items()
    if first_method(name) == "GET"
    and route.who in ("everybody", "link", "owner", "keeper")
    and route.answer == 200
    and name != "api-entry"
]
PRINTED = ("sheets.pdf?kinds=roster", "sheets.zip?kinds=roster", "pages/1.png?kinds=roster", "pages/1.png?kinds=cards")
WORDS = ("forward 4", "put 22,65", "lose 500", "flee 8", "new turn", "remove")


def file(name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, FILES[name].encode())


def sent(path: str, body: Any) -> Ask:
    return lambda client: client.post(path, json.dumps(body), "application/json")


def posted(path: str, name: str, field: str, times: int = 1) -> Ask:
    return lambda client: client.post(path, {field: [file(name) for _ in range(times)]})


def compared(name: str) -> Ask:
    return lambda client: client.post("/compare/", {"a-file": file(name), "b-file": file("large.json")})


def asked() -> Iterator[tuple[str, Ask]]:
    """Everything that is asked for, by its name."""
    for name in WALKED:
        code = CARRIED_CODE if name.startswith("roster-design") else CODE
        yield name, lambda client, name=name, code=code: client.get(address_of(name, code=code))
    for page in PRINTED:
        yield page, lambda client, page=page: client.get(f"/print/{page}&roster={CODE}")
    entry = f"/api/rosters/{CODE}/units/u0/entries/dwarves/axemen/"
    yield entry, lambda client: client.get(entry)
    for suffix in ("md", "csv", "ros", "rosz"):
        yield suffix, lambda client, suffix=suffix: client.get(f"/rosters/{CODE}/roster.{suffix}")
    for look in LOOKS:
        yield look, lambda client, look=look: client.get(f"/t/{TABLE_TOKEN}/?unit=a&to=b&look={look}")
    for name in FILES:
        yield f"open {name}", posted("/rosters/open/", name, "file")
        yield f"check {name}", posted("/check/", name, "file")
        yield f"batch {name}", posted("/batch/", name, "file", 10)
        yield f"compare {name}", compared(name)
    for question, words in QUESTIONS.items():
        yield f"api {question}", sent("/api/table/", {"table": CROWDS, "question": question, "words": words})
    for kind, roster in product(("compact", "attrition"), (horde(), WRONGFUL)):
        yield f"api print {kind}", sent("/api/print/", {"kinds": [kind], "rosters": [roster]})
    yield "api print cards", sent("/api/print/", {"kinds": ["cards"], "rosters": [horde(60)]})
    yield "api check", sent("/api/check/", WRONGFUL)
    yield "api check", sent("/api/check/", horde())
    yield "api price", sent("/api/price/", YOUNG_DRAGON)
    yield "api rosters", sent("/api/rosters/", WRONGFUL)
    hordes = "a=dwarves/axemen&b=orcs/orc-warrior&an=200&bn=200&af=40&bf=40"
    yield "odds", lambda client: client.get(f"/odds/?{hordes}&w=a10&w=b10&w=rear&end=1")
    yield "api odds", sent("/api/odds/", TO_THE_END)
    roll = {"region": "forests", "pieces": 40, "size": [240, 240], "seed": 3}
    yield "api roll", sent("/api/terrain/roll/", roll)
    ground = "region=forests&pieces=40&width=240&depth=240&seed=3"
    yield "terrain", lambda client: client.get(f"/terrain/table/?{ground}")


def writes() -> Iterator[tuple[str, type[Kept], dict[str, Any]]]:
    """Every form that is carried out on something large: its address, what it changes, its fields."""
    roster, board = f"/rosters/{CODE}", f"/table/{TABLE_CODE}"
    yield f"{roster}/edit/", Row, {"verb": "set_limit", "points": 4000}
    larger = {"verb": "add_models", "unit": "u0", "profile": "dwarves/axemen"}
    yield f"{roster}/edit/", Row, larger
    yield f"{roster}/undo/", Row, {}
    yield f"{roster}/redo/", Row, {}
    yield f"{roster}/versions/1/restore/", Row, {}
    for text in WORDS:
        yield f"{board}/do/", TableRow, {"unit": "a", "command": text, "hand": "yes"}
    yield f"{board}/undo/", TableRow, {}
    yield f"{board}/redo/", TableRow, {}
    yield f"{board}/army/", TableRow, {"side": "red", "roster": CARRIED_CODE}
    yield f"{board}/name/", TableRow, {"name": "Another"}


@pytest.fixture
def visitor(db: None) -> Client:
    """Who keeps one large thing of every kind, and a shelf full of rosters."""
    load_printed_rows()
    row = kept(WRONGFUL)
    Row.objects.filter(pk=row.pk).update(code=CODE)
    kept_share(row)
    Row.objects.filter(pk=kept(CARRYING).pk).update(code=CARRIED_CODE)
    for _ in range(SHELF):
        kept(WRONGFUL)
    kept_table(**TWO_HORDES)
    kept_battle()
    kept_pack()
    kept_data_pack()
    kept_collection()
    kept_design()
    kept_experiment()
    kept_shared_list()
    kept_batch()
    kept_variant()
    kept_event(content=json.dumps(horde(60)).encode())
    kept_season()
    kept_job()
    return browser_of(OWNER)


@pytest.fixture
def small_budget(settings: LazySettings) -> None:
    settings.WORK_LIGHT = settings.WORK_SECONDS = settings.WORK_SECONDS_ACCOUNT = BUDGET
    settings.WORK_MOST = {}


def is_ended(answer: HttpResponse) -> bool:
    """Whether the budget ended it, by the words of its page or of the API."""
    return answer.status_code == 422 and "seconds that one request may work" in answer.content.decode()


def timed(ask: Ask, visitor: Client) -> tuple[HttpResponse, float]:
    """The answer and the seconds of processor that it took."""
    start = thread_time()
    answer = ask(visitor)
    return answer, thread_time() - start


@pytest.mark.usefixtures("small_budget")
@pytest.mark.long
def test_a_small_budget_ends_everything_soon(visitor: Client) -> None:
    over, ended, elsewhere = [], [], []
    for name, ask in asked():
        answer, used = timed(ask, visitor)
        tries = 1
        while MOST < used < UNENDED and tries < TRIES:
            answer, used = timed(ask, visitor)
            tries += 1
        if is_ended(answer):
            ended.append(name)
        elif answer.status_code not in DONE:
            elsewhere.append(f"{name}: {answer.status_code}")
        over += [f"{name}: {used:.2f} s"] if used > MOST else []
    assert over == []
    assert elsewhere == [], "answered before anything was computed"
    assert len(ended) > 30, "the inputs are too small to show anything"


@pytest.mark.usefixtures("small_budget")
def test_a_small_budget_ends_every_write_soon_and_whole(visitor: Client) -> None:
    over, undone, ended = [], [], 0
    for address, kind, fields in writes():
        row = kind.objects.get(code=address.split("/")[2])
        start = thread_time()
        answer = visitor.post(
            address, fields | ({"on": row.head} if isinstance(row, TableRow) else {"version": row.version})
        )
        used = thread_time() - start
        version = kind.objects.get(pk=row.pk).version
        ended += is_ended(answer)
        # Where an earlier one was ended, there may be nothing to undo, to make again or to go back to.
        if version != row.version + (not is_ended(answer)) and (
            is_ended(answer) or not ended or version != row.version
        ):
            undone.append(f"{address} {fields}: {answer.status_code}, version {row.version}, then {version}")
        over += [f"{address} {fields}: {used:.2f} s"] if used > MOST else []
    assert over == []
    assert undone == []
