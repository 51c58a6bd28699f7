"""The turn and its first phase."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Diagram, DiagramKind, Figure, Section, Table

TURN = Chapter(
    slug="turn",
    title="The turn",
    number=0,
    source=BOOK.section("Turn Sequence"),
    lead="A turn has six phases. Everybody finishes a phase before anybody begins the next one, and most of what "
    "happens within a phase happens at one moment.",
    keys=(
        ("Phases", "six, always in this order"),
        ("Dice", "d6; 1–2, 3–4, 5–6 make a d3"),
        ("Measure", "anything, at any time"),
        ("To succeed", "roll the number or less"),
    ),
    short=("The turn",),
    sections=(
        Section(
            slug="phases",
            title="The six phases",
            lines="L406–439, 4050–4070",
            table=Table(
                ("Phase", "What happens", "Who goes first"),
                (
                    ("[1 Fleeing](fleeing)", "Broken units run; those who fought them may chase.", "those in no melee"),
                    (
                        "[2 Movement](movement)",
                        "Moves, charges, overruns and what answers them.",
                        "who won the roll chooses",
                    ),
                    (
                        "[3 Magic](magic)",
                        "Lasting spells work again; wizards gain power and cast.",
                        "chosen by who moved first",
                    ),
                    ("[4 Missiles](missiles)", "Every unit that can shoots once.", "all at one moment"),
                    ("[5 Melee](melee)", "Models in contact strike.", "first strike, the rest, last strike"),
                    (
                        "[6 Morale](morale)",
                        "Regenerate, rally, test, then look for a winner.",
                        "all by one state of things",
                    ),
                ),
            ),
            figure=Diagram(
                kind=DiagramKind.PHASES,
                title="Six phases in a ring: fleeing, movement, magic, missiles, melee, morale, and fleeing again.",
                caption="After morale the next turn begins. Both sides play each phase together.",
            ),
        ),
        Section(
            slug="start",
            title="As a turn starts",
            lines="L1824–1852, 3078–3211",
            text=(
                "Before anybody flees, dangerous [ground](terrain) hurts the units in it, and spells that act “each "
                "turn” do so.",
            ),
        ),
        Section(
            slug="first",
            title="Who moves first",
            lines="L791–793, 1879",
            text=(
                "Each side rolls a d6 as the movement phase opens. The higher roll decides who moves first. In a "
                "battle of attacker and defender the defender decides in the first turn.",
            ),
        ),
        Section(
            slug="bases",
            title="Base units",
            lines="L420–426",
            text=(
                "Some rules count base units. A model counts as many as its base: five of base 2 are 10, eight of base "
                "4 are 32. A model on base ½ counts as one. On the table a base 1 is an inch square.",
            ),
            rulings=("T13", "T14", "T17"),
        ),
    ),
    see=("fleeing", "movement", "victory", "ability:base"),
)

FLEEING = Chapter(
    slug="fleeing",
    title="Fleeing",
    number=1,
    source=BOOK.section("Fleeing Units Phase"),
    lead="Broken units run for the edge of the table, away from enemies who are not broken. Those who fought them may "
    "run after them.",
    keys=(
        ("In no melee", "d6″, and as much of the move as it likes"),
        ("In a melee", "d6″ and the whole move"),
        ("Pursuit", "the move and d6″"),
        ("Caught", "1 wound for each attack"),
    ),
    short=("Fleeing",),
    sections=(
        Section(
            slug="where",
            title="Where it runs",
            lines="L711–713, 732–751",
            text=(
                "The owner names the direction, and the inches added of its own will, before the die is rolled. The "
                "unit falls into skirmish. What matters most comes first:",
            ),
            points=(
                "It runs through no enemy if there is another way.",
                "It comes no nearer to an enemy in sight. With enemies on all sides it runs where a charge can least "
                "reach it.",
                "Its compulsory move takes it off the table if it can, and otherwise straight toward the nearest "
                "edge. A unit that moves more than 10″ may stop at the edge in the first turn of its flight.",
                "What it adds of its own will takes it no farther from the edge and no nearer to enemies who could "
                "charge it.",
            ),
            figure=Figure(
                table="flight",
                question="flight",
                words=("r1",),
                title="A broken legion between cavalry and scouts may run in a fan toward the near edge.",
                caption="A legion of move 8″, broken in a melee, runs 9″ to 14″. The edge is 10″ away, a little more "
                "the way it goes so as not to come nearer to anybody: on a 3 or more of its die, 2 times in 3, it is "
                "gone.",
            ),
            rulings=("T66", "T67", "T68", "T84", "T85", "T86", "T88"),
        ),
        Section(
            slug="pursuit",
            title="Pursuit",
            lines="L715–728",
            text=(
                "An enemy that fights nobody else unbroken may chase, in ranks or loose: its owner says so after the "
                "direction and before the die of the flight. Pursuers do not move again in the movement phase.",
                "Caught means reached. Every melee and ramming attack of the whole unit is one wound without a roll to "
                "hit; sweeps count in full. Only [fixed](ability:fixed) armour saves, and not from magical or eldritch "
                "attacks. Survivors run d6″ more, straight away, and are not followed again.",
            ),
            rulings=("T72", "T87"),
        ),
        Section(
            slug="through",
            title="Through friends and enemies",
            lines="L747–751",
            text=(
                "Running through friends is free, unless they are in a melee: then their enemies strike the runners "
                "as pursuers would. Running through an enemy costs the wounds of being caught by it. Over the edge "
                "is gone for good.",
            ),
        ),
        Section(
            slug="covering",
            title="Covering a retreat",
            lines="L753–761",
            text=(
                "Pursuers who come upon another unit make it take a [morale test](morale) with all modifiers. Passed, "
                "it fights them this turn as after a charge, but nobody shoots and long weapons do not strike first. "
                "Failed, it breaks and runs too, and the pursuit goes on.",
            ),
            figure=Figure(
                table="pursuit",
                question="pursuit",
                words=("b1", "r1", "180"),
                title="A legion flees straight through its veterans; the cavalry behind meets the veterans first.",
                caption="Whatever the legion rolls, the cavalry meets the veterans first. They must test to stand.",
            ),
        ),
    ),
    see=("morale", "charging#answers", "ability:berserk", "flying"),
)
