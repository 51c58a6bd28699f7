"""Charges and overruns."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Figure, Section, Table

CHARGING = Chapter(
    slug="charging",
    title="Charging",
    under="movement",
    source=BOOK.section("Declaring Charges"),
    lead="A charge is a move that ends in contact. See the enemy, say so early, and take the shortest way there. There "
    "is no bonus for charging; you choose who fights whom, and from which side.",
    keys=(
        ("Declare", "within the first quarter of the move"),
        ("See", "the target, in the 90° ahead"),
        ("Way", "fewest inches to contact"),
        ("Close up", "skirmishers, 3″"),
    ),
    sections=(
        Section(
            slug="reach",
            title="Reaching the enemy",
            lines="L919–931",
            text=(
                "A block may first wheel about a front corner, then goes straight in any direction up to 45° from "
                "ahead. All of it is paid from one move. Of all enemies, the one that takes the fewest inches must "
                "be charged. It may ignore a unit that is in a melee already, one that it will [overrun](overruns), "
                "one that it can reach only through harmful spells or ground, and one that it would have to wheel to "
                "reach, unless the target needs a wheel too. [Flyers](flying) choose freely.",
            ),
            figure=Figure(
                table="charge",
                question="charge",
                words=("r1", "b1"),
                title="Ten knights charge the front of a legion: 12.2 inches ahead and to the left, then they turn by "
                "20 degrees to line up.",
                caption="Ten knights, 16″ of move. The cheapest way is 12.2″, 15° to the left. They may declare as "
                "long as no more than 4″ are spent. In contact they turn by 20° to stand edge to edge with the "
                "legion: 5 of them can strike, 6 can strike back.",
            ),
            rulings=("T61", "T92", "T99"),
        ),
        Section(
            slug="side",
            title="Which side it counts against",
            lines="L923, 996–1000",
            text=(
                "What matters is where the charging models stand when they declare: lines at 45° from the corners of a "
                "block part its front from its flanks. More models before the flank than before the front make it a "
                "charge on the flank. In the picture 7 of the 10 knights stand before the front and 3 before the left "
                "side; a diagonal move of 1.2″ first would bring enough of them to the flank, for 12.9″ in all.",
            ),
            rulings=("T15", "T60"),
        ),
        Section(
            slug="answers",
            title="What the charged may do",
            lines="L970–990",
            table=Table(
                ("Answer", "When", "What happens"),
                (
                    ("Stand", "always", "Nothing. It fights where it is."),
                    (
                        "Stand and fire",
                        "in no melee, loaded, chargers in its field of fire",
                        "It shoots at once, with no modifier for range or movement. It is the unit's shot of this "
                        "turn.",
                    ),
                    (
                        "Flee",
                        "at the declaration",
                        "It breaks and runs now. The chargers pursue with d6″ more, or go half of their move toward it "
                        "and then on, without a new charge.",
                    ),
                ),
            ),
            text=("A broken unit has no answer: it is caught. Berserk units never choose to flee.",),
        ),
        Section(
            slug="lining-up",
            title="Lining up",
            lines="L994–1000, 1022–1026",
            text=(
                "A block that touches a block turns until the edges meet, whatever it takes. A block that touches "
                "skirmishers pushes them on for 3″ at most, or until its front is full of them. What else it meets "
                "while it turns is charged too, and may answer.",
            ),
            rulings=("T62", "T64", "T77", "T89"),
        ),
        Section(
            slug="closing",
            title="Closing up",
            lines="L781, 885–893, 1008–1020",
            text=(
                "After all moves, skirmishers who charged or were charged move 3″ more, to bring in as many models "
                "as they can. Against a block they fill the nearest side, then the next ones: that is no attack on a "
                "flank. Flyers that came down to fight, or were brought down, do not close up.",
            ),
            rulings=("T63", "T65", "T75"),
        ),
    ),
    see=("overruns", "sight", "ability:fearsome", "ability:long-weapon", "ability:ramming"),
)

OVERRUNS = Chapter(
    slug="overruns",
    title="Overruns",
    under="movement",
    source=BOOK.section("Overruns"),
    lead="The strong run the weak over in the movement phase and keep going.",
    keys=(
        ("Needs", "3 times their wounds, by weight"),
        ("Weight", "base 4 × 2, base 9 × 3"),
        ("They strike", "all who fight nobody else"),
        ("You strike", "2 for each of those, 4 or 6 at large bases"),
    ),
    sections=(
        Section(
            slug="weight",
            title="Who is strong enough",
            lines="L1094–1102",
            text=(
                "It is declared with the charges, within the first quarter of the move, even against a unit that it "
                "does not see. On contact the mover needs at least 3 times the wounds the other has left; models of "
                "base 4 count their wounds twice, of base 9 three times, on either side.",
            ),
            figure=Figure(
                table="overrun",
                question="overrun",
                words=("r1", "b1"),
                title="Six trolls run through four slingers and on.",
                caption="Six trolls of 4 wounds on base 4 weigh 48, four slingers 4: more than 3 times as much. All 4 "
                "slingers may strike, and all 6 trolls; 8 could. The trolls go on with what is left of 8″.",
            ),
        ),
        Section(
            slug="blows",
            title="The blows",
            lines="L1104–1116",
            text=(
                "They are struck at once, as in a first round of melee, with first and last strikes. For each model "
                "that may strike, 2 of the mover's may, 4 against base 4, 6 against base 9. Characters may always be "
                "among them. Broken units are hit without a roll and run d6″ more.",
                "Losses on the way may leave the mover too weak: it still gets through the unit it is in, and stops "
                "at the next one as if it had charged.",
            ),
            rulings=("T78",),
        ),
        Section(
            slug="out",
            title="Out of a melee",
            lines="L1114–1116",
            text=(
                "A unit in a melee may overrun its way out: all its enemies are weighed together. Long weapons do not "
                "strike first then, and nobody rams.",
            ),
        ),
    ),
    see=("charging", "melee", "ability:ramming"),
)
