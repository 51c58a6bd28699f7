"""The melee phase, with characters."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Figure, Section, Table

MELEE = Chapter(
    slug="melee",
    title="Melee",
    number=5,
    source=BOOK.section("Resolving Melee Combat"),
    lead="Models that touch an enemy fight. Blows land together, but for first and last strikes; nobody wins a round, "
    "and losses tell in the morale phase.",
    keys=(
        ("To hit", "skill or less on a d6"),
        ("Save", "armour less strength, or less"),
        ("Touch", "corners count"),
        ("Long weapons", "past one friend"),
    ),
    short=("To hit in melee",),
    sections=(
        Section(
            slug="who",
            title="Who strikes",
            lines="L865, 1487–1499, 1541",
            text=(
                "All models in contact, with every line of their attacks; of lines joined by “or” one. Long weapons "
                "reach over one friend: the first two ranks of a block strike to the front, three in a "
                "[phalanx](ability:phalanx), none to the flanks and rear.",
            ),
            figure=Figure(
                table="melee",
                question="melee",
                words=("r1",),
                title="Lancers fight one unit in front and another on their flank.",
                caption="13 of 18 lancers strike: 10 must strike the swine in front, 1 the butchers on the flank, "
                "and 2 may choose.",
            ),
            rulings=("T23", "T91"),
        ),
        Section(
            slug="order",
            title="The order of blows",
            lines="L523–525, 1485, 1553",
            points=(
                "Characters move to their fights.",
                "First strikes, of both sides together. Models they kill do not strike.",
                "All other blows and all rams, even those of rammers who fell to first strikes.",
                "Last strikes, by the models that are left.",
            ),
            text=(
                "In a block the model behind steps into the place of one killed before it struck, and strikes at −1. "
                "Skirmishers are not replaced.",
            ),
        ),
        Section(
            slug="saves",
            title="Saves and wounds",
            lines="L477–529, 1511–1515",
            text=(
                "[Fixed](ability:fixed) armour loses only the strength of magical blows. [Weak](ability:weak) blows "
                "make the save 1 better. [Eldritch](ability:eldritch) ones are saved by magic resistance. An unsaved "
                "hit is a wound. On models of up to 4 wounds they are added up in the unit; against models of 5 and "
                "more the attacks are shared out first, and what is too much on one is lost.",
            ),
        ),
        Section(
            slug="rams",
            title="Rams and sweeps",
            lines="L557, 1517–1541",
            text=(
                "A ram strikes once a turn, on first contact, in an overrun or in a catch. Half of its hits count on "
                "skirmishers, rounded up. Nobody rams an enemy that charged its rear, flew in, or was summoned.",
                "A [sweep](ability:sweep) strikes as many enemies of one unit as it says, within two bases, once each, "
                "if the model touches one of them.",
            ),
            rulings=("T103",),
        ),
        Section(
            slug="removing",
            title="Taking off the dead",
            lines="L1435, 1543–1555",
            text=(
                "Models that touch nobody first, from the back of a block, and never so that a blow is lost that was "
                "still to come. Keep them in sight: morale counts them.",
            ),
        ),
    ),
    see=("characters", "manoeuvres", "morale", "ability:first-strike", "ability:long-weapon", "ability:ramming"),
)

CHARACTERS = Chapter(
    slug="characters",
    title="Characters",
    under="melee",
    source=BOOK.section("Targeting Characters with Missiles and Magic"),
    lead="Characters fight characters. Troops get at them only when no other troops are left.",
    keys=(
        ("Must fight", "characters and monsters first"),
        ("Troops", "strike them last"),
        ("Lost", "a test, and −1"),
        ("Mount to 3 wounds", "one model with its rider"),
    ),
    sections=(
        Section(
            slug="moving",
            title="Moving to a fight",
            lines="L2451–2461",
            text=(
                "As the melee phase opens, a character that touches no enemy character or monster moves to one that "
                "nobody fights yet, if it can; to one that is fought already it may. In a unit it changes places "
                "with a trooper; alone it goes along the unit it touches, no farther than its move. Those who "
                "charged first, then the charged, then the others. Monsters stay, and strike any enemy they touch.",
            ),
            figure=Figure(
                table="champions",
                question="measure",
                words=("r2", "b2"),
                title="A lord at one end of a legion, an enemy hero at the other.",
                caption="The lord touches only axes, and nobody fights the hero: 6″ lie between them. With a move of "
                "6″ or more the lord goes along the axes and fights the hero.",
            ),
        ),
        Section(
            slug="blows",
            title="Who strikes whom",
            lines="L2445–2447, 2477, 2597–2601",
            text=(
                "Troops strike a character only if no troops of its unit are left for them. A character strikes troops "
                "only when every enemy character and monster there is fought by another. What is too much for a "
                "character goes on to its unit; what is too much for troops does not go on to characters.",
            ),
        ),
        Section(
            slug="riders",
            title="Riders",
            lines="L2505–2569",
            text=(
                "On a mount of up to 3 wounds rider and mount are one model. On 4 or 5 wounds a d6 for each hit "
                "finds the rider on a 1 or 2, on more only on a 1. A rider whose mount dies goes on on foot; high in "
                "the air it dies, unless it flies by itself.",
            ),
            table=Table(
                ("Wounds of the mount", "Rider hit on"),
                (("3 or fewer", "one model"), ("4 or 5", "1 or 2"), ("6 or more", "1")),
            ),
            rulings=("T11",),
        ),
        Section(
            slug="units",
            title="In a unit",
            lines="L2403–2417, 2479–2487",
            text=(
                "A unit tests with the best [morale](morale) in it, its characters' too. Losing one means a test and "
                "−1. A fearless character does not make others fearless, and goes along when its unit runs.",
            ),
        ),
    ),
    see=("melee", "morale", "missiles#characters"),
)
