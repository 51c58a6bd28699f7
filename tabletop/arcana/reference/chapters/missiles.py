"""Sight and the missile phase."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Figure, Section, Table

MISSILES = Chapter(
    slug="missiles",
    title="Missiles",
    number=4,
    source=BOOK.section("Resolving Missile Attacks"),
    lead="Each unit that is in no melee may shoot once a turn, at one unit. All shots land at one moment: the dead of "
    "this phase still shoot.",
    keys=(
        ("To hit", "skill or less on a d6"),
        ("Short", "a third of the range: +1"),
        ("Long", "a third beyond: −1"),
        ("Ranks", "the front two, 90° ahead"),
    ),
    short=("To hit with missiles",),
    sections=(
        Section(
            slug="who",
            title="Who may shoot",
            lines="L1356–1376",
            text=(
                "Every model measures and sees for itself; see [sight](sight). After a move of up to half it shoots at "
                "−1, after more not at all. [Natural](ability:natural) missiles have no penalty up to half of the move "
                "and −1 above. [Artillery](ability:artillery) does not shoot in the turn it moves.",
            ),
            figure=Figure(
                table="shoot",
                question="shoot",
                words=("r1", "b1", "moved 2"),
                title="Fifteen bows in three ranks shoot past spears at scouts in a copse.",
                caption="The bows have moved 2″, and all scouts in sight stand in a wood: skill 2, −1, −1, so 0. The "
                "10 in the front two ranks shoot, each with a chance of 1 in 12.",
            ),
            rulings=("T4", "T19", "T40"),
        ),
        Section(
            slug="needed",
            title="Needing 0 or less",
            lines="L1407, 1511",
            table=Table(
                ("Needed", "Roll", "Chance"),
                (
                    ("1 to 6", "that number or less", "1 to 6 in 6"),
                    ("0", "a 1, then 3 or less", "1 in 12"),
                    ("−1", "a 1, then 2 or less", "1 in 18"),
                    ("−2", "a 1, then another 1", "1 in 36"),
                    ("less", "cannot hit", "none"),
                ),
            ),
        ),
        Section(
            slug="saves",
            title="Saves",
            lines="L487–493, 1409–1431, 1473–1477",
            text=(
                "Armour, less the strength of the shot, or less on a d6. A [shield](ability:shield) adds 1. "
                "[Fixed](ability:fixed) armour loses nothing but to magic, and half of the strength of artillery, "
                "rounded up. [Missile immune](ability:missile-immune) models save magic and artillery with 5, less the "
                "strength. A [testudo](ability:testudo) in ranks has 6, less the strength. Eldritch hits are saved by "
                "magic resistance.",
            ),
            rulings=("T20", "T22", "T82", "T83"),
        ),
        Section(
            slug="area",
            title="Area attacks",
            lines="L1453–1461",
            text=(
                "A hit brings so many d3 hits; against skirmishers and single models half, rounded up. Missing by 1 "
                "still brings half on a unit in no melee. On a unit in a melee, every unit it fights takes half as "
                "well. Halves of halves are rounded up each time. Vehicles take the whole.",
            ),
            rulings=("T47", "T94", "T100"),
        ),
        Section(
            slug="into-melee",
            title="Into a melee",
            lines="L1437–1449",
            text=(
                "Misses are rolled again at the units that the target fights, one after the other, in the order its "
                "owner likes; each by its own range, cover and evasion.",
            ),
        ),
        Section(
            slug="wounds",
            title="Several wounds",
            lines="L1431–1433, 1463–1471",
            text=(
                "Save first. Each failed save brings its wounds to one model, and wounds it no longer has are lost. "
                "With several such hits the shooter adds them up to fell as many as can be.",
            ),
        ),
        Section(
            slug="characters",
            title="Characters as targets",
            lines="L1284, 2421–2441",
            text=(
                "Among troops, plain hits are for the troops; only what is left when the last has fallen reaches "
                "characters. Of magical, eldritch and artillery hits each finds a character on a 1. A lone character "
                "may be shot at only if no other target worth a shot is nearer, unless it rides something of 4 wounds "
                "or flies high.",
            ),
            rulings=("T80",),
        ),
    ),
    see=("sight", "terrain", "charging#answers", "ability:evasion", "ability:range"),
)

SIGHT = Chapter(
    slug="sight",
    title="Sight",
    under="missiles",
    source=BOOK.section("Sighting"),
    lead="A line from any part of one to any part of the other. What counts is what stands in its way.",
    keys=(
        ("A block", "stops it"),
        ("One unit loose", "is seen past"),
        ("Two units loose", "stop it"),
        ("Woods", "3″ deep, dense ones 2″"),
    ),
    sections=(
        Section(
            slug="in-the-way",
            title="In the way",
            lines="L879–881, 1376–1382",
            points=(
                "Any block stops sight, and so do enemy skirmishers of 12 base units.",
                "One unit of other skirmishers is seen past, two are not.",
                "Friends in the target's own melee never stop it.",
                "If the viewer or the target stands higher, it is seen over.",
            ),
            figure=Figure(
                table="sight",
                question="sight",
                words=("r1", "b1"),
                title="Bows behind spears in ranks do not see the axes beyond.",
                caption="The spears stand in ranks and stop every line. From higher ground the bows would see the "
                "axes, or with the spears out of the way.",
            ),
            rulings=("T2", "T3", "T41", "T42", "T44"),
        ),
        Section(
            slug="field",
            title="Field of sight",
            lines="L861, 1264, 1376",
            text=(
                "In a block each model shoots into the 90° before it, and wizards see 180° ahead. Skirmishers see all "
                "round. Wizards in a melee see only their unit and the enemies it fights.",
            ),
            rulings=("T40",),
        ),
        Section(
            slug="woods",
            title="Woods and hills",
            lines="L1148",
            text=(
                "Within a light forest, into it and out of it one sees through 3″ of trees, in a dense one 2″. "
                "Through a wood nobody outside sees at all. A hill is 1″ high and a building 3″, unless the players "
                "agree otherwise.",
            ),
            rulings=("T43", "T45", "T97"),
        ),
    ),
    see=("missiles", "magic", "charging", "terrain"),
)
