"""Terrain, and what rolls over it."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Figure, Section, Table

TERRAIN = Chapter(
    slug="terrain",
    title="Terrain",
    source=BOOK.section("Terrain and Movement"),
    lead="Rough ground costs inches, woods hide and cover, deep water stops most. Agree before the game on what each "
    "piece does.",
    keys=(
        ("Difficult", "block ½, skirmishers ¾"),
        ("Very difficult", "block ¼, skirmishers ½"),
        ("Cover", "−1, full cover −2"),
        ("Light forest", "sight 3″, dense 2″"),
    ),
    short=("Ground",),
    sections=(
        Section(
            slug="moving",
            title="Moving through it",
            lines="L1136–1146",
            text=(
                "As long as any part of a unit is inside, every inch costs more. Flyers cross everything but woods. A "
                "page for the table, with odds, is the [guide to terrain](page:terrain).",
            ),
            table=Table(
                ("Ground", "Block, an inch", "Skirmishers, an inch", "For example"),
                (
                    ("Open", "1″", "1″", "grass, roads, gentle hills"),
                    ("Difficult", "2″", "1⅓″", "light forest, streams, rocks, stairs"),
                    ("Very difficult", "4″", "2″", "dense forest, rivers, marshes"),
                    ("Impassable", "no", "no", "cliffs, lava; deep water but for swimmers"),
                ),
            ),
            rulings=("T6", "T7", "T18", "T26"),
        ),
        Section(
            slug="able",
            title="Who is not slowed",
            lines="L455–471",
            text=(
                "[Forestwalkers](ability:forestwalker) by woods, [rock climbers](ability:rock-climber) by rocks, "
                "[swimmers](ability:swimmer) by shallow water; deep water halves their move. Swimmers in deep water "
                "are harder to hit for those who cannot swim: evasion 1.",
            ),
            rulings=("T21", "T81"),
        ),
        Section(
            slug="cover",
            title="Cover",
            lines="L1403–1406",
            text=(
                "Woods, high rocks and walls are cover: −1 to hit. Windows, doors and battlements are full cover: −2. "
                "It counts if every model in sight has it. Behind a wall, models within 1″ of it have it.",
            ),
            figure=Figure(
                table="shoot",
                question="sight",
                words=("r1", "b1"),
                title="Bows look into a copse, half an inch of which lies before the nearest scout.",
                caption="The bows see 3″ deep into a light forest; the scouts stand 0.5″ behind its edge. All that are "
                "in sight have the cover of the wood. The spears stand beside the line and hide nothing.",
            ),
            rulings=("T5", "T46", "T95"),
        ),
        Section(
            slug="danger",
            title="Dangerous ground",
            lines="L1812–1852",
            text=("It hurts as the turn starts, before anybody flees.",),
            table=Table(
                ("Ground", "Units inside"),
                (
                    ("Bog", "on a 6, d6 wounds"),
                    ("Lagoon", "2d6 hits of strength 3"),
                    ("Bottomless swamp", "2d6 wounds"),
                    ("Quicksand", "2d6 wounds without saves"),
                ),
            ),
        ),
    ),
    see=("movement", "sight", "missiles", "flying"),
)

VEHICLES = Chapter(
    slug="vehicles",
    title="Vehicles and war machines",
    source=BOOK.section("Moving Vehicles"),
    lead="They roll badly, ram well and lose their crews one by one.",
    keys=(
        ("Rough ground", "a hit for each inch, towed ones"),
        ("With care", "2″ a turn, no ram"),
        ("Cargo", "on and off up to 8″"),
        ("War machines", "skirmish, one blow a wound"),
    ),
    short=("Vehicles", "War machines"),
    sections=(
        Section(
            slug="towed",
            title="Over rough ground",
            lines="L2736–2740",
            text=(
                "What is towed pays for [ground](terrain) as if in ranks, and each whole inch of it is a hit on the "
                "vehicle. Pulled with care, 2″ a turn or less, it takes none and does not ram.",
            ),
            figure=Figure(
                table="towed",
                question="move",
                words=("r1", "forward 7"),
                title="A wagon is towed into broken ground, 7 inches ahead.",
                caption="Two inches of open ground and five of broken ground cost all 12″ of its move, and bring the "
                "wagon 5 hits.",
            ),
        ),
        Section(
            slug="shooting",
            title="Shooting at them",
            lines="L2764–2778, 2862–2876",
            text=(
                "On a vehicle several hits and several wounds count in full, whatever its formation, and go to the "
                "most damaged first. War machines are hit as skirmishers are; their wounds are shared as their owner "
                "likes.",
            ),
            rulings=("T100",),
        ),
        Section(
            slug="artillery",
            title="Moving and reloading",
            lines="L1366–1370, 2842–2862",
            text=(
                "Artillery does not move and shoot in one turn, and most of it takes a turn to reload. A war machine "
                "does not reload in a turn in which it moves or is in a melee. Those who ride a vehicle shoot as if "
                "their missiles were [natural](ability:natural), as long as only the vehicle moves.",
            ),
        ),
    ),
    see=("terrain", "missiles", "ability:cargo", "ability:ramming"),
)
