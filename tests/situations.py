"""Situations of every kind, as files state them."""

from __future__ import annotations

from typing import Any

RANKS = {"kind": "rank-and-file", "files": 5}
HEAD = {"format": "muster-situation/1", "game": "arcana"}


def unit(profile: str, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"models": [{"profile": profile, "count": count}], **more}


def passing(how: str, striker: dict[str, Any], struck: dict[str, Any]) -> dict[str, Any]:
    return HEAD | {"kind": "passing", "how": how, "striker": striker, "struck": struck}


SIDES = [unit("dwarves/axemen", 20, name="a", formation=RANKS), unit("orcs/orc-warrior", 20, name="b", formation=RANKS)]
DUELLISTS = [unit("dwarves/dwarf-champion"), unit("orcs/orc-shaman", lines=[1])]
GUNS, WATCH = unit("dwarves/handgunner", 10, formation=RANKS), unit("hogmen/hog-watch", 12, formation=RANKS)
MEN = {"figures": {"armour": {"value": 2}, "defence": {"shield": True}}, "count": 8}
HERO = {"figures": {"wounds": 2, "armour": {"value": 2, "fixed": True}}}
CHAMPION, LORD = {"profile": "dwarves/dwarf-champion"}, {"profile": "orcs/orc-shaman", "wounds_lost": 1, "lines": [1]}
TROLLS = {"models": [{"profile": "monsters/troll", "count": 6, "wounds_lost": 2}]}
RIDDEN = unit("monsters/dragon-oriental", characters=[CHAMPION | {"rides": True}])
MOUNTED = HERO | {
    "figures": {"wounds": 2, "armour": {"value": 2}, "melee": [{"attacks": 1, "skill": 4, "strength": 1}]},
    "mount": {"figures": {"wounds": 4, "armour": {"value": 1}, "melee": [{"attacks": 2, "skill": 3}]}},
}
NEW, OLD = ({"profile": f"vehicles/heavy-chariot-with-4-{crew}-and-2-bears"} for crew in ("archers", "veteran-archers"))
MEDIUM, MEDIUM_OLD = (
    {"profile": f"vehicles/medium-chariot-with-3-{crew}-horses"}
    for crew in ("spearmen-and-4", "veteran-spearmen-and-4-trained")
)
BATTERY = {  # two machines of which one has a second crew
    "name": "m",
    "models": [
        {"profile": "war-machines/cannon", "wounds_lost": 1},
        {"figures": {"wounds": 8, "armour": {"value": 3, "fixed": True}, "morale": {"value": 8}, "base": 4,
                     "melee": [{"attacks": 1, "skill": 2, "per_wound": True}]}, "section": "war-machines"},
    ],
}  # fmt: skip
GHOSTS = {"figures": {"melee": [{"attacks": 2, "skill": 3, "strength": "eldritch"}]}, "count": 8}
LAGOON = {"harm": "hits", "dice": "2d6", "strength": 3}
SITUATIONS: dict[str, dict[str, Any]] = {
    "melee": HEAD | {"kind": "melee", "sides": SIDES},
    "fight-on": HEAD
    | {"kind": "fight-on", "sides": [unit("dwarves/axemen", 6, in_contact=3), SIDES[1] | {"in_contact": 3}]},
    "duel": HEAD | {"kind": "duel", "sides": DUELLISTS},
    "shoot": HEAD | {"kind": "shoot", "shooter": GUNS, "target": WATCH, "range": 10, "cover": "cover", "to_hit": 1},
    "character": HEAD
    | {"kind": "shoot", "shooter": GUNS, "target": {"models": [MEN], "characters": [HERO]}, "range": 21},
    "area": HEAD | {"kind": "area", "needed": 3, "hits": "4d3", "strength": 2, "target": WATCH, "engaged": True},
    "strays": HEAD
    | {
        "kind": "shoot",
        "shooter": GUNS,
        "target": WATCH,
        "range": 10,
        "shots": 3,
        "engaged": True,
        "strays": [{"unit": unit("dwarves/axemen", 8, name="axemen"), "range": 15}],
    },
    "stand": HEAD
    | {
        "kind": "shoot",
        "shooter": unit("dwarves/crossbowmen", 10),
        "charge": "standing",
        "moved": 9,
        "target": unit("high-elves/noble-cavalry", 6),
    },
    "strikes": HEAD | {"kind": "strikes", "attacks": 1, "needed": 3, "hits": "4d3", "models": 20},
    "to-hit": HEAD | {"kind": "to-hit", "needed": 0},
    "morale": HEAD
    | {"kind": "morale", "unit": unit("dwarves/axemen", 12, fallen=6), "enemies": [SIDES[1] | {"stands_at": "flank"}]},
    "rally": HEAD | {"kind": "rally", "morale": 8},
    "rally of a unit": HEAD | {"kind": "rally", "unit": unit("dwarves/axemen", 5), "nearest_enemy": 6},
    "covering": HEAD
    | {"kind": "morale", "unit": unit("dwarves/axemen", 12, fallen=6), "enemies": [SIDES[1]], "reason": "covering"},
    "led": HEAD
    | {"kind": "melee", "sides": [SIDES[0] | {"characters": [CHAMPION]}, SIDES[1] | {"characters": [LORD]}]},
    "several": HEAD
    | {"kind": "melee", "sides": [SIDES[0] | {"characters": [CHAMPION, HERO]}, SIDES[1] | {"characters": [LORD]}]},
    "giants": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit(
                "giant-kings/young-giant",
                3,
                name="g",
                in_contact=2,
                characters=[HERO],
                spells=[{"spell": "life/bless"}],
            ),
            SIDES[0] | {"characters": [CHAMPION], "in_contact": 4},
        ],
    },
    "shot at several": HEAD
    | {"kind": "shoot", "shooter": GUNS, "target": {"models": [MEN], "characters": [HERO] * 3}, "range": 21},
    "shot at a rider": HEAD | {"kind": "shoot", "shooter": GUNS, "target": RIDDEN, "range": 21},
    "bolt at a rider": HEAD
    | {"kind": "shoot", "shooter": unit("war-machines/ballista"), "target": RIDDEN, "range": 21},
    "several shaken": HEAD
    | {
        "kind": "morale",
        "unit": {
            "models": [{"figures": {"wounds": 3, "morale": {"value": 5, "kind": "fearless"}}, "count": 2}],
            "characters": [CHAMPION, HERO | {"joined": True}],
            "fallen": 6,
        },
        "enemies": [SIDES[1]],
    },
    "trolls": HEAD
    | {"kind": "melee", "sides": [SIDES[0] | {"in_contact": 5}, TROLLS | {"in_contact": 3, "name": "b"}]},
    "ridden": HEAD | {"kind": "melee", "sides": [RIDDEN, SIDES[1] | {"in_contact": 5}]},
    "aboard": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit(
                "vehicles/heavy-chariot-with-4-javelins-and-4-horses",
                characters=[HERO | {"rides": True}, HERO | {"rides": True, "wounds_lost": 1}],
            ),
            unit("orcs/orc-warrior", 4, name="b", in_contact=2),
        ],
    },
    "aimed at aboard": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit(
                "vehicles/heavy-chariot-with-4-javelins-and-4-horses",
                name="v",
                characters=[HERO | {"rides": True}, HERO | {"rides": True, "wounds_lost": 1}],
            ),
            unit("orcs/orc-warrior", 4, name="b", in_contact=2, at_aboard=2, characters=[LORD | {"at_aboard": 1}]),
        ],
    },
    "aimed at aboard among others": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit(
                "barbarians/barbarian-warrior",
                4,
                name="m",
                in_contact=2,
                characters=[MOUNTED | {"mount": MOUNTED["mount"] | {"section": "vehicles"}}],
            ),
            unit("orcs/orc-warrior", 5, name="b", in_contact=2, characters=[LORD | {"at_aboard": 1}]),
        ],
    },
    "shot at aboard": HEAD
    | {
        "kind": "shoot",
        "shooter": GUNS,
        "range": 10,
        "target": {
            "models": [{"figures": {"wounds": 4, "armour": {"value": 2}}, "section": "vehicles"}],
            "characters": [HERO | {"rides": True}, CHAMPION | {"rides": True}],
        },
    },
    "mounted": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit("barbarians/barbarian-warrior", 6, name="m", in_contact=2, characters=[MOUNTED]),
            unit("orcs/orc-warrior", 5, name="b", in_contact=2, characters=[HERO | {"joined": True}]),
        ],
    },
    "shot at mounted": HEAD
    | {
        "kind": "area",
        "needed": 3,
        "hits": "2d3",
        "magical": True,
        "wounds": "d3",
        "target": unit("barbarians/barbarian-warrior", 3, characters=[MOUNTED, HERO]),
    },
    "characters alone": HEAD
    | {
        "kind": "melee",
        "sides": [
            {"models": [HERO | {"section": "characters"}], "characters": [HERO, MOUNTED], "name": "c"},
            unit("orcs/orc-warrior", 4, name="b", in_contact=2),
        ],
    },
    "shot at characters": HEAD
    | {
        "kind": "shoot",
        "shooter": GUNS,
        "range": 10,
        "target": {"models": [HERO | {"section": "characters"}], "characters": [HERO, MOUNTED]},
    },
    "rams find characters of giants": HEAD
    | {
        "kind": "melee",
        "sides": [
            {
                "models": [{"figures": {"ramming": {"attacks": 2, "skill": 3, "magical": True}}, "count": 2}],
                "in_contact": 2,
                "rams": True,
                "name": "r",
            },
            unit("giant-kings/young-giant", 2, name="g", in_contact=1, characters=[HERO, MOUNTED]),
        ],
    },
    "chariot": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit("vehicles/heavy-chariot-with-4-javelins-and-4-horses", rams=True),
            SIDES[1] | {"in_contact": 5},
        ],
    },
    "shaken": HEAD
    | {"kind": "morale", "unit": TROLLS | {"characters": [CHAMPION]}, "enemies": [SIDES[1] | {"characters": [LORD]}]},
    "break-test": HEAD
    | {"kind": "break-test", "sides": [{"points": 5000, "lost": 1900}, {"points": 4000, "lost": 1900}]},
    "initiative": HEAD | {"kind": "initiative"},
    "flown-over": passing("flown-over", SIDES[0], unit("monsters/dragon-oriental")),
    "caught": passing("caught", unit("high-elves/cavalry-with-lance", 10), unit("dwarves/axemen", 8)),
    "flown over, led": passing(
        "flown-over",
        SIDES[0] | {"characters": [CHAMPION]},
        unit("high-elves/cavalry-with-lance", 4, characters=[LORD, HERO]),
    ),
    "caught by a leader": passing(
        "caught", unit("high-elves/cavalry-with-lance", 3, characters=[CHAMPION]), unit("dwarves/axemen", 20)
    ),
    "overrun": HEAD | {"kind": "melee", "overrun": True, "sides": [SIDES[0], unit("orcs/orc-warrior", 5, name="b")]},
    "overrun with its leaders": HEAD
    | {
        "kind": "melee",
        "overrun": True,
        "sides": [
            unit("dwarves/axemen", 40, name="a", characters=[CHAMPION | {"at": 1}]),
            unit("orcs/orc-warrior", 2, name="b", characters=[LORD | {"struck_by": 2}, MOUNTED | {"struck_by": 2}])
            | {"in_contact": 1},
        ],
    },
    "run over": passing("overrun", SIDES[0], unit("orcs/orc-warrior", 3)),
    "caught with its leaders": passing(
        "caught",
        unit("high-elves/cavalry-with-lance", 4, characters=[CHAMPION]),
        unit("orcs/orc-warrior", 3, characters=[MOUNTED, HERO]),
    ),
    "ramming": passing(
        "ramming", unit("vehicles/heavy-chariot-with-4-javelins-and-4-horses", 2, in_contact=2), SIDES[1]
    )
    | {
        "friends": [unit("barbarians/barbarian-warrior", 8), unit("dwarves/axemen", 12, name="axemen", formation=RANKS)]
    },
    "led machines": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit("war-machines/cannon", 2, name="c", in_contact=2, characters=[HERO]),
            SIDES[0] | {"characters": [CHAMPION], "in_contact": 4},
        ],
    },
    "festering": HEAD
    | {
        "kind": "melee",
        "sides": [
            TROLLS
            | {
                "name": "t",
                "in_contact": 3,
                "characters": [LORD, HERO],
                "spells": [{"spell": "plague/festering-wounds"}],
            },
            SIDES[0] | {"characters": [CHAMPION], "in_contact": 4},
        ],
    },
    "hazard": HEAD | {"kind": "hazard", "unit": unit("dwarves/axemen", 12), "hazard": LAGOON},
    "hazard to a led unit": HEAD
    | {"kind": "hazard", "unit": unit("dwarves/axemen", 5, characters=[HERO, MOUNTED]), "hazard": LAGOON},
    "template": HEAD
    | {"kind": "template", "spell": "air/tornado", "unit": SIDES[0], "middle": [0, 4], "drifts": True, "enemies": []},
    "cast": HEAD
    | {"kind": "cast", "spell": "air/lightning-storm", "target": SIDES[0], "counters": [{"power": 1}], "enemies": []},
    "counterspell": HEAD | {"kind": "counterspell", "power": 3, "counters": [{"power": 2}, {"bought": True}]},
    "crews": HEAD
    | {
        "kind": "melee",
        "sides": [
            {
                "name": "a",
                "models": [
                    {"profile": f"vehicles/medium-chariot-with-3-{crew}-and-4-horses", "count": 2}
                    for crew in ("spearmen", "archers")
                ],
                "in_contact": 3,
            },
            unit("orcs/orc-warrior", 12, name="b", in_contact=8),
        ],
    },
    "veterans": HEAD
    | {
        "kind": "melee",
        "sides": [
            {"name": "v", "models": [OLD | {"count": 2}, NEW | {"wounds_lost": 2}], "in_contact": 2}
            | {"formation": {"kind": "rank-and-file", "files": 2}, "rams": True},
            unit("high-elves/cavalry-with-lance", 4, name="b", in_contact=3),
        ],
    },
    "veterans among ghosts": HEAD
    | {
        "kind": "melee",
        "turn": "later",
        "sides": [
            {"name": "v", "models": [MEDIUM, MEDIUM_OLD | {"count": 2}], "in_contact": 2},
            {"name": "g", "models": [GHOSTS], "in_contact": 3},
        ],
    },
    "second crews": HEAD | {"kind": "melee", "sides": [BATTERY | {"in_contact": 2}, SIDES[1] | {"in_contact": 5}]},
    "veterans struck by lightning": HEAD
    | {
        "kind": "cast",
        "spell": "air/lightning-strike",
        "target": {"models": [MEDIUM_OLD, MEDIUM | {"wounds_lost": 2}], "characters": [HERO]},
        "enemies": [SIDES[1]],
    },
    "veterans over a sinkhole": HEAD
    | {
        "kind": "cast",
        "spell": "earth/sinkhole",
        "target": {
            "models": [
                {"profile": f"vehicles/light-chariot-with-{crew}-horses", "count": 2}
                for crew in ("spearman-and-2", "veteran-spearman-and-2-trained")
            ]
        },
        "touched": 3,
        "enemies": [SIDES[1]],
    },
    "cast-at-the-bound": HEAD
    | {
        "kind": "cast",
        "spell": "death/invoke-terror",
        "target": unit(
            "orcs/orc-warrior", spells=[{"spell": "earth/earthbind"}, {"spell": "life/bless"}], models_at_first=4
        ),
        "enemies": [TROLLS],
    },
    "dispel": HEAD | {"kind": "dispel", "spell": "life/bless", "power": 2, "counters": [{"power": 1}]},
}
