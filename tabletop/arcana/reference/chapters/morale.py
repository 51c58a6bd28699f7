"""The morale phase, and how a battle ends."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Diagram, DiagramKind, Figure, Section, Table

MORALE = Chapter(
    slug="morale",
    title="Morale",
    number=6,
    source=BOOK.section("Resolving Morale Tests"),
    lead="Units that lost many models, or face a stronger enemy, roll 2d6 against their morale. A unit that fails is "
    "broken, and runs when the next turn begins.",
    keys=(
        ("Test", "2d6, morale or less"),
        ("Always", "2 passes, 12 fails"),
        ("Losses", "−1 for 2 wounds, rounded up"),
        ("Rally", "6″ from enemies"),
    ),
    short=("Who tests morale", "The morale roll"),
    sections=(
        Section(
            slug="order",
            title="The order of the phase",
            lines="L1633–1645, 4067–4070",
            points=(
                "[Regeneration](ability:regeneration): a d6 for each lost wound, 3 or less gives it back.",
                "Rallying: units that were broken before, 6″ or more from every unbroken enemy, unhurt this turn and "
                "with at least a quarter of their first models, roll their plain morale.",
                "Say which units must test, lay on the penalties for numbers, then test.",
                "See whether somebody has [won](victory).",
            ),
        ),
        Section(
            slug="who",
            title="Who must test",
            lines="L1647–1675",
            text=(
                "A quarter: a unit of 12 tests when it has lost 3 in this turn, one of 13 when it has lost 4. Half: "
                "6 of 12 wounds left, if it was hurt this turn or is in a melee. [Fearless](ability:fearless) and "
                "[berserk](ability:berserk-morale) units test only in a melee, and never because of the fearsome.",
            ),
        ),
        Section(
            slug="superior",
            title="A superior enemy",
            lines="L1661–1667",
            text=(
                "An enemy in contact is superior if it has three times the wounds. It is superior with no fewer "
                "wounds, too, if it is a block and its front meets a flank, a rear or skirmishers. Each such unit "
                "costs 1.",
            ),
            figure=Figure(
                table="manoeuvre",
                question="melee",
                words=("b1",),
                title="Marrians in ranks stand with their front against the left flank of a cavalry unit.",
                caption="15 Marrians of 1 wound meet the flank of 12 cavalry of 1 wound with their front: they are "
                "superior. The cavalry tests at −1 for it, though only 4 of them can strike.",
            ),
        ),
        Section(
            slug="numbers",
            title="Numbers",
            lines="L1689–1704",
            text=(
                "A step of 1 for every so many models, rounded down. Your own steps always add. They "
                "also count against exactly one enemy in contact, chosen before the tests; a block's only "
                "against one that it faces.",
            ),
            table=Table(
                ("Base", "Skirmishers", "A block"),
                (
                    ("½", "every 20 models", "every 10"),
                    ("1", "every 12", "every 6"),
                    ("2", "every 8", "every 4"),
                    ("4", "every 4", "every 2"),
                    ("9", "every 2", "every model"),
                ),
            ),
            rulings=("T13", "T14"),
        ),
        Section(
            slug="chances",
            title="Chances",
            lines="L1679",
            table=Table(
                ("Needed", "Passes in 36"),
                (
                    ("2 or less", "1"),
                    ("3", "3"),
                    ("4", "6"),
                    ("5", "10"),
                    ("6", "15"),
                    ("7", "21"),
                    ("8", "26"),
                    ("9", "30"),
                    ("10", "33"),
                    ("11 or more", "35"),
                ),
            ),
        ),
        Section(
            slug="paying",
            title="Paying instead of breaking",
            lines="L1712–1720, 2886, 3868",
            text=(
                "The fearless may, and berserk units and war machines must: for each point missed 1 wound for every "
                "15 left in the unit, rounded up. With 16 wounds left that is 2 a point. "
                "[Disciplined](ability:disciplined) troops in ranks may do the same.",
            ),
            rulings=("T8", "T12"),
        ),
    ),
    see=("fleeing", "characters", "victory", "ability:fearsome"),
)

VICTORY = Chapter(
    slug="victory",
    title="Ending the battle",
    source=BOOK.section("Attrition Scenario"),
    lead="Victory is looked for at the very end of a turn. Play for objectives, or until one army has had enough.",
    keys=(
        ("Objectives", "1 for each 2,000 points"),
        ("Army test", "from 30 % lost"),
        ("Roll", "2d6, 10 or less"),
        ("Less", "1 for each full 10 %"),
    ),
    short=("Losing the battle",),
    sections=(
        Section(
            slug="objectives",
            title="Meeting engagement",
            lines="L1883–1911",
            text=(
                "Before setting up, each side names objectives: one for each 2,000 points or part of them. Hold a "
                "place, or defeat a character, unit or monster. A side that has reached all of its own at the end of "
                "a turn wins.",
            ),
        ),
        Section(
            slug="attrition",
            title="Attrition",
            lines="L1913–1939",
            text=(
                "At the end of each turn add up the points of units that are broken, gone, or below a quarter of "
                "their first models. From 30 % of the army on it rolls 2d6 each turn and holds on 10 or less, less 1 "
                "for every full 10 % that is lost: on 7 or less with 30 %, on 6 or less with 40 %.",
            ),
            figure=Diagram(
                kind=DiagramKind.LOSSES,
                title="The chance that an army holds, from 21 in 36 with 30 % lost to 1 in 36 with 80 % lost.",
                caption="How likely an army is to hold for another turn. Below 30 % it does not test.",
            ),
            rulings=("T9",),
        ),
        Section(
            slug="levels",
            title="How well it was won",
            lines="L1933–1939",
            text=(
                "Total with under 30 % of your own lost, major with less lost than the beaten side, minor with "
                "more, Pyrrhic with over 50 % lost.",
            ),
        ),
    ),
    see=("turn", "morale"),
)
