"""A table file with a bit of everything."""

from __future__ import annotations

from typing import Any

EXAMPLE: dict[str, Any] = {
    "format": "muster-table/1",
    "game": "arcana",
    "name": "The ford",
    "size": [72, 48],
    "scale": 25,
    "terrain": [
        {
            "ref": "t1",
            "kind": "light-forest",
            "name": "Woods",
            "polygon": [[10, 10], [20, 10], [20, 18]],
            "height": 0,
        },
        {
            "ref": "t2",
            "kind": "water",
            "polygon": [[0, 0], [9, 0], [9, 9]],
            "going": "difficult",
            "nature": "water",
            "parts": [{"kind": "open", "name": "Bridge", "polygon": [[4, 0], [5, 0], [5, 5]]}],
        },
    ],
    "units": [
        {
            "ref": "r1",
            "side": "red",
            "name": "Knights",
            "profile": None,
            "base": 2,
            "models": 10,
            "wounds": 2,
            "movement": 16,
            "abilities": ["swimmer"],
            "altitude": "ground",
            "formation": {"kind": "rank-and-file", "files": 5, "corner": [30, 20], "facing": 0},
        },
        {
            "ref": "b1",
            "side": "blue",
            "name": "Scouts",
            "profile": "barbarians/scout",
            "base": 1,
            "models": 3,
            "formation": {"kind": "skirmish", "positions": [[30.5, 20.5], [33, 30.5], [35, 30]], "facing": 180},
        },
        {
            "ref": "r2",
            "side": "red",
            "base": 1,
            "models": 8,
            "movement": 6,
            "formation": {"kind": "column", "files": 2, "corner": [5, 40], "facing": 90, "trail": [[3, 39], [3, 30]]},
        },
    ],
    "engaged": [{"units": ["r1", "b1"], "sides": ["front", "front"], "this_turn": True}],
}
