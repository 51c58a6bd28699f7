"""No request works for longer than it may, whatever it asks for."""

from __future__ import annotations

import json
import math
from time import thread_time
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from armybuilder.models import TableRow
from tests.accounts import person, sign_in
from tests.played import kept_table
from tests.visitors import load_printed_rows

TOKEN = "HostileTable"
SLACK = 1.5  # seconds: between two looks at the clock, and of a busy machine


def wood(number: int) -> dict[str, Any]:
    x, y = (number % 10) * 12 + 6, number // 10 * 9 + 6
    circle = [2 * math.pi * corner / 12 for corner in range(12)]
    return {
        "ref": f"t{number}",
        "kind": "light-forest",
        "polygon": [[x + 4 * math.cos(a), y + 4 * math.sin(a)] for a in circle],
    }


def loose(ref: str, side: str, models: int, corner: tuple[float, float]) -> dict[str, Any]:
    across = math.ceil(math.sqrt(models))
    places = [[corner[0] + place % across * 1.2, corner[1] + place // across * 1.2] for place in range(models)]
    formation = {"kind": "skirmish", "positions": places, "facing": 0}
    return {"ref": ref, "side": side, "base": 1, "models": models, "movement": 8, "formation": formation}


def table(units: list[dict[str, Any]], size: tuple[int, int]) -> dict[str, Any]:
    woods = [wood(number) for number in range(90)]
    return {"format": "muster-table/1", "game": "arcana", "size": size, "terrain": woods, "units": units}


TWO_HORDES = table([loose("a", "red", 1000, (2, 2)), loose("b", "blue", 1000, (60, 40))], (120, 90))
BANDS = [loose(f"u{n}", "red" if n % 2 else "blue", 20, (n % 10 * 20 + 5, n // 10 * 20 + 5)) for n in range(100)]
MANY_BANDS = table(BANDS, (240, 240))


@pytest.mark.parametrize("content", [TWO_HORDES, MANY_BANDS], ids=["two hordes", "many bands"])
@pytest.mark.parametrize("query", ["look=all", "look=flight&unit=a", "look=sight&unit=a", "look=sight&unit=u1", ""])
def test_no_question_about_a_table_holds_a_processor(db: None, client: Client, content: Any, query: str) -> None:
    load_printed_rows()
    row = kept_table()
    TableRow.objects.filter(pk=row.pk).update(content=json.loads(json.dumps(content)), share=TOKEN)
    start = thread_time()
    answer = client.get(f"/t/{TOKEN}/?{query}")
    assert thread_time() - start < 2.0 + SLACK
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert "Too much at once" in answer.content.decode()


def test_too_much_is_refused_before_it_begins(db: None, client: Client) -> None:
    load_printed_rows()
    row = kept_table()
    TableRow.objects.filter(pk=row.pk).update(content=TWO_HORDES, share=TOKEN)
    answer = client.get(f"/t/{TOKEN}/?look=flight&unit=a")
    assert answer.status_code == 422
    assert "pairs of models" in answer.content.decode()


def test_an_account_may_ask_for_longer(db: None, client: Client, settings: LazySettings) -> None:
    load_printed_rows()
    settings.WORK_SECONDS, settings.WORK_SECONDS_ACCOUNT, settings.WORK_MOST = 0.0, 60.0, {}
    row = kept_table()
    TableRow.objects.filter(pk=row.pk).update(share=TOKEN)
    ref = row.content["units"][0]["ref"]
    address = f"/t/{TOKEN}/?look=all&unit={ref}"
    assert client.get(address).status_code == 422
    person("ada")
    sign_in(client, "ada")
    assert client.get(address).status_code == 200
