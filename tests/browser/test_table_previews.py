"""What a hand is shown while it drags, beside what the server makes of the same order."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tabletop.arcana.battle.table import Play, carried_out, read_command
from tabletop.arcana.battlefield import PlacedUnit, lay
from tests.browser.test_table import opened
from tests.played import ford
from tests.tables import NOTHING, block, loose

PULLS = [(0, 3), (1, 3), (-2, 2), (0, -2), (0.1, -4), (3, 0.5), (-9, 9), (0, 40), (20, -7)]
FACINGS = (0, 37, 90, 215)
PREVIEWS = """
async (cases) => {
  const page = document.querySelector("script[src*='table.js']").src;
  const { pulled, wheeled } = await import(new URL("table-orders.js", page));
  return cases.map(({ unit, pull, wheel }) => (pull ? pulled(unit, ...pull) : wheeled(unit, ...wheel)));
}
"""


def previewed(unit: PlacedUnit) -> dict[str, Any]:
    kind = "block" if unit.is_block else "loose"
    width = 0 if kind == "loose" else unit.size[0] * 5
    return {"ref": "r1", "kind": kind, "facing": unit.formation.facing, "left": 12, "width": width}


def test_what_the_browser_previews_is_what_the_server_does(page: Page) -> None:
    opened(page)
    stands = [block("r1", corner=(36, 24), facing=facing) for facing in FACINGS]
    stands.append(loose("r1", (36, 24), (38, 24)))
    states = [Play(table=ford(units=[each], terrain=[])) for each in stands]
    asked = []
    for state in states:
        unit = lay(state.table, NOTHING).unit("r1")
        asked += [(state, unit, {"unit": previewed(unit), "pull": way}) for way in PULLS]
        wheels = [(hand, turn) for hand in ("left", "right") for turn in (8, 45, 170)] if unit.is_block else []
        asked += [(state, unit, {"unit": previewed(unit), "wheel": wheel}) for wheel in wheels]
    found = page.evaluate(PREVIEWS, [each for _, _, each in asked])
    done = [(state, unit, preview) for (state, unit, _), preview in zip(asked, found, strict=True) if preview]
    assert len(done) >= len(asked) - 2
    for each in done:
        check_preview(*each)
    words = {preview["command"].split(" ")[0] for _, _, preview in done}
    assert words == {"forward", "back", "diagonal", "wheel", "heading"}


def check_preview(state: Play, unit: PlacedUnit, preview: dict[str, Any]) -> None:
    after = carried_out(state, lay(state.table, NOTHING), read_command("r1", preview["command"])).play
    there = lay(after.table, NOTHING).unit("r1")
    assert after.turn["r1"].spent == pytest.approx(preview["cost"], abs=0.002), preview
    if "angle" in preview:
        turn = (there.formation.facing - unit.formation.facing + 180) % 360 - 180
        assert abs(turn) == pytest.approx(preview["angle"], abs=0.002), preview
    else:
        (x1, y1), (x2, y2) = unit.centres[0], there.centres[0]
        assert (x2 - x1, y2 - y1) == pytest.approx((preview["across"], preview["up"]), abs=0.002), preview
