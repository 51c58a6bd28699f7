"""An army with allies to try edits on."""

from __future__ import annotations

import msgspec

from tabletop.arcana.army.edits import Edit
from tabletop.arcana.army.roster import Roster
from tests.catalogue import printed_catalogue

ROSTER = msgspec.convert(
    {
        "format": "muster-roster/1",
        "game": "arcana",
        "name": "Army",
        "army": "dwarves",
        "units": [
            {
                "ref": "u1",
                "name": "Guard",
                "models": [{"profile": "dwarves/axemen", "count": 17}],
                "characters": [{"ref": "c1", "profile": "dwarves/dwarf-lord"}],
            },
            {
                "ref": "u2",
                "models": [
                    {"profile": "war-machines/cannon", "count": 3, "reinforced": 2},
                    {"profile": "war-machines/mortar", "count": 1},
                ],
            },
            {"ref": "u3", "characters": [{"ref": "c2", "profile": "dwarves/dwarf-wizard"}]},
        ],
        "designs": [{"name": "Mud Thing", "movement": {"ground": 6}}],
        "allies": [
            {
                "army": "orcs",
                "points": 500,
                "units": [
                    {"ref": "a1", "models": [{"profile": "orcs/orc-warrior", "count": 20}]},
                    {"ref": "a2", "models": [{"profile": "orcs/greater-orc", "count": 10}]},
                ],
            }
        ],
    },
    Roster,
)


def applied(edit: Edit, roster: Roster = ROSTER) -> Roster:
    return edit.applied(roster, printed_catalogue())
