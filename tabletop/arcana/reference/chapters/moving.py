"""The movement phase: formations, moves, flight on the wing, and what units in a melee may do instead."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Figure, Section, Table

MOVEMENT = Chapter(
    slug="movement",
    title="Movement",
    number=2,
    source=BOOK.section("Moving Units"),
    lead="One side moves everything it wants to, then the other. A move is fixed as soon as another unit has begun.",
    keys=(
        ("Berserk", "before all others"),
        ("A block", "forward, or up to 45° aside"),
        ("Skirmishers", "any way, 12″ together"),
        ("Wheel", "the arc of the outer corner"),
    ),
    short=("Movement",),
    sections=(
        Section(
            slug="order",
            title="The order of the phase",
            lines="L781–793, 913, 1122",
            points=(
                "Infiltrators may appear, then each side rolls for who moves first.",
                "The first side moves: its berserk units that see an enemy, then the rest. Then the other side.",
                "Charges are answered, and natural missiles and fire at chargers rolled, as they are declared.",
                "Skirmishers in a new melee [close up](charging#closing) by 3″. Infiltrators may still appear.",
            ),
        ),
        Section(
            slug="costs",
            title="What a move costs",
            lines="L831–853, 907–911",
            text=(
                "All of it is paid from one move. A unit with two speeds, as on foot and on the wing, uses one of "
                "them.",
            ),
            table=Table(
                ("Block", "Cost", "Charge after it"),
                (
                    ("Forward, or aside up to 45°", "the inches", "yes"),
                    ("Back", "double", "yes"),
                    ("Wheel", "the way of the outer corner", "yes; not after a wheel backwards"),
                    ("Turn every model by 90° or 180°", "a quarter of the move", "no"),
                    ("Turn about its middle", "half of the move", "no"),
                    ("One file more or less a side", "nothing", "up to two files in all"),
                    ("A second file a side", "a quarter of the move", "no, with more than two files"),
                    ("Into skirmish", "nothing", "yes"),
                    ("Skirmishers into a block", "half of the move", "no"),
                ),
            ),
            figure=Figure(
                table="move",
                question="move",
                words=("r1", "wheel left 2.5; forward 5"),
                title="Ten knights wheel to the left, go through friendly crossbows and end on broken ground.",
                caption="A wheel of 2.5″ turns the block by 28.6°. The 5″ after it cost 7.9″, for part of them leads "
                "over broken ground: 10.4″ of 16″ in all. The crossbows it ends on make way and do not move again.",
            ),
            rulings=("T1", "T18"),
        ),
        Section(
            slug="through",
            title="Through other units",
            lines="L817–829, 871–875",
            text=(
                "Blocks go through no other block, but through friendly skirmishers who are in no melee; these do not "
                "move again this turn. Skirmishers go through friends freely and end inside no block.",
            ),
        ),
        Section(
            slug="infiltrators",
            title="Infiltrators",
            lines="L561–563, 785–789",
            text=(
                "They appear loose, at least 6″ from every enemy and outside the enemy's zone. Before the roll for the "
                "first move they act as usual; after all moves they stand still and shoot at −1.",
            ),
            rulings=("T98",),
        ),
        Section(
            slug="berserk",
            title="Berserk units",
            lines="L1118–1130",
            text=(
                "They go their whole move and d3″ more toward the nearest enemy they see, before other units. They "
                "never flee by choice, always pursue, always follow a unit that falls back, and must ram when they "
                "can. A berserk unit that sees no enemy moves like any other, without the d3″.",
            ),
            rulings=("T79",),
        ),
    ),
    see=("formations", "charging", "overruns", "flying", "terrain"),
)

FORMATIONS = Chapter(
    slug="formations",
    title="Formations",
    under="movement",
    source=BOOK.section("Rank and File Units (RaF)"),
    lead="A unit stands in a block of ranks and files, or loose as skirmishers. A block frightens the enemy in front "
    "of it and is hard to frighten; skirmishers go anywhere and surround.",
    keys=(
        ("Block", "as wide as deep, or 5 files"),
        ("Fewest in ranks", "6, 4, 2 by base 1, 2, 4"),
        ("Sees", "the 90° ahead"),
        ("Skirmish", "within 12″ of each other"),
    ),
    sections=(
        Section(
            slug="block",
            title="A block",
            lines="L801–829, 855–865",
            text=(
                "It has at least as many files as ranks, or 5 files, and enough models for one step of the table of "
                "numbers under [morale](morale#numbers): 10 of base ½, 6 of base 1, 4 of base 2, 2 of base 4 or 9. "
                "A unit with fewer falls into skirmish. A single model is never in ranks.",
                "The front two ranks shoot, and only into the 90° ahead. A block of 30 base units is easier to hit.",
            ),
            figure=Figure(
                table="formation",
                question="formation",
                words=("r1",),
                title="Twenty-two pikes, four wide and six deep: too narrow for a block.",
                caption="Four files and six ranks: too narrow. With 5 files any depth is allowed.",
            ),
        ),
        Section(
            slug="skirmish",
            title="Skirmishers",
            lines="L867–901",
            text=(
                "They have no flanks and no rear and shoot all round. Outside a melee every model ends its turn within "
                "12″ of every other. Flyers in the air and single models always skirmish, and berserk units do.",
            ),
        ),
        Section(
            slug="changing",
            title="Changing formation",
            lines="L895–905",
            text=(
                "Into skirmish is free, into a block takes half of the move, and both in one turn are not allowed. "
                "The block forms around a model in the middle, facing any way. A block turned so that it is too "
                "narrow is a column: it moves as a snake would, and has nothing of a block until it has files enough.",
            ),
            rulings=("T71", "T74"),
        ),
    ),
    see=("movement", "morale#numbers", "missiles", "ability:testudo", "ability:phalanx"),
)

FLYING = Chapter(
    slug="flying",
    title="Flying",
    under="movement",
    source=BOOK.section("Flying"),
    lead="Flyers cross everything but woods. High up only flyers reach them, but everybody sees them.",
    keys=(
        ("Formation", "always skirmish"),
        ("High", "sees all, is seen by all"),
        ("Low", "charged as on foot"),
        ("Shots at it", "−1"),
    ),
    sections=(
        Section(
            slug="heights",
            title="High and low",
            lines="L1038–1052",
            text=(
                "Changing height is free, and height never counts when distances are measured. High up they see "
                "whatever is not roofed or in a wood. Low, sight is as on the ground.",
                "A unit that lands stays where it is this turn; it may form a block if it has used half of its move "
                "or less and does not charge.",
            ),
            rulings=("T73", "T95", "T97", "T102"),
        ),
        Section(
            slug="melee",
            title="Flyers in melee",
            lines="L1054–1066",
            points=(
                "Against the ground: all are on the ground from then on, without closing up.",
                "Against low flyers: both stay low.",
                "Against high flyers: both stay high, out of reach from below.",
            ),
        ),
        Section(
            slug="over",
            title="Over enemies",
            lines="L1072–1076",
            text=(
                "A flyer that passes over a unit on its way to another, some part of which is within 3″ of the "
                "target, is struck by all models of that unit at −1 skill. They do not ram or shoot, and the flyer "
                "does not strike back.",
            ),
            figure=Figure(
                table="flyover",
                question="charge",
                words=("r1", "b1"),
                title="Eagles charge bows and fly over the spears that stand before them.",
                caption="The way is 10.5″ of a flight of 20″. The spears stand 2.5″ before the bows, so all of them "
                "strike at the eagles first.",
            ),
        ),
    ),
    see=("charging", "terrain", "ability:flying"),
)

IN_MELEE = Chapter(
    slug="manoeuvres",
    title="Moving in a melee",
    under="movement",
    source=BOOK.section("Manoeuvres for Engaged Units"),
    lead="A unit that began the turn in a melee cannot simply walk away, but it may change its front, fall back or "
    "be relieved.",
    keys=(
        ("Files", "one a side, whole move"),
        ("Face the enemy", "free, unless fought in front"),
        ("Fall back", "half a move, after a test"),
        ("Relief", "from within 6″, after a test"),
    ),
    sections=(
        Section(
            slug="stay",
            title="Staying in it",
            lines="L1154–1180",
            text=(
                "A block fought only in front may add or drop a file on either side for its whole move. One that is "
                "not fought in front may turn to an enemy on its flank or rear, free of cost, and widen in the same "
                "turn. It may fall into skirmish and close in. Skirmishers who touch nobody must use their move to "
                "get at the enemy.",
            ),
            figure=Figure(
                table="manoeuvre",
                question="manoeuvre",
                words=("r1", "turn left; add both"),
                title="Cavalry caught on its left flank turns to face it and adds a file on either side.",
                caption="Every model turns by 90°: 3 files of 4 ranks, too narrow for a block. Two files more make "
                "it 5 files of 3 ranks, and the enemy stands in front.",
            ),
        ),
        Section(
            slug="back",
            title="Falling back",
            lines="L1182–1192",
            text=(
                "A unit fought only in front takes a morale test. Passed, it goes straight back, up to half of its "
                "move; the enemy follows unless it passes a test without modifiers or is too slow. Failed, it stays "
                "and fights at −1 skill this turn. Berserk enemies must follow.",
            ),
            rulings=("T90",),
        ),
        Section(
            slug="relief",
            title="A fresh unit in its place",
            lines="L1194–1206",
            text=(
                "A friend within 6″, with nobody between, may take its place if it passes a morale test with all "
                "modifiers. The relieved unit goes up to 6″ away, in skirmish, and neither shoots nor moves again. "
                "Nothing that belongs to a first round applies: long weapons do not strike first, nobody rams, and "
                "there are no natural missiles. A failed test breaks the unit at once.",
            ),
            rulings=("T69",),
        ),
    ),
    see=("melee", "morale", "fleeing"),
)
