"""How a spellbook is begun and changed on a page: schools, the draft of custom spellbooks, options."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.decoding import MalformedError
from tabletop.rosters.desk import Beginning, Choice, Desk, Field, Fold
from tabletop.rosters.desk import Option as Pressed
from tabletop.wizwar.catalogue import GAME, LONGER, OPTION_WORDS, SCHOOLS_CHOSEN, Option
from tabletop.wizwar.edits import SetCantrip, SetOption, SetPaper, SetPoints, SetSchool
from tabletop.wizwar.pricing import PricedBook
from tabletop.wizwar.spellbook import Spellbook

# The house's schools for a first game, and the two books of a draft.
FIRST = ("glassware", "weather", "reverie")
STARTS: dict[str, tuple[str, str, Spellbook]] = {
    "first": (
        "A first game",
        "A deck of 84 cards of the house's three plainest schools, for all players.",
        Spellbook(format="muster-roster/1", game=GAME, name="A first game", schools=FIRST),
    ),
    "paper": (
        "A game with paper cards",
        "You shuffle and hold printed cards; the phone keeps the labyrinth, lives and spells, and asks what you play.",
        Spellbook(format="muster-roster/1", game=GAME, name="A game with paper cards", schools=FIRST, on_paper=True),
    ),
    "giant": (
        "A giant book",
        "All six schools of the house in one deck of 156 cards.",
        Spellbook(format="muster-roster/1", game=GAME, name="A giant book", options=(Option.GIANT,)),
    ),
    "draft-white": (
        "A drafted book, white",
        "Custom spellbooks: the white cantrip and three drafted schools, against a black book.",
        Spellbook(
            format="muster-roster/1", game=GAME, name="The white book", schools=FIRST,
            theirs=("tinkering", "menagerie", "wardwork"), options=(Option.CUSTOM,),
        ),
    ),
    "draft-black": (
        "A drafted book, black",
        "The other side of the draft: the black cantrip and the three other schools.",
        Spellbook(
            format="muster-roster/1", game=GAME, name="The black book", cantrip="black",
            schools=("tinkering", "menagerie", "wardwork"), theirs=FIRST, options=(Option.CUSTOM,),
        ),
    ),
}  # fmt: skip


def beginnings() -> tuple[Beginning, ...]:
    """A first game for everybody, one with cards on paper, a giant book, and the two books of a draft."""
    return tuple(Beginning(slug, name, summary) for slug, (name, summary, _) in STARTS.items())


def begun(slug: str, pack: str) -> Spellbook:
    """The spellbook that a beginning stands for; without schools for a pack of this code. MalformedError for none."""
    if slug not in STARTS:
        raise MalformedError("begin", f"must be one of {', '.join(STARTS)}, not “{slug}”")
    book = STARTS[slug][2]
    if pack:
        return replace(book, schools=(), theirs=(), pack=pack)
    return book


def desk_of(priced: PricedBook) -> Desk:
    """Schools as switches, or as a draft between two groups; options folded below."""
    book = priced.book
    fields = (
        Field(label="Name of the spellbook", verb="rename", name="name", value=book.name, most=120),
        Field(label="Notes, for you alone", verb="set_notes", name="notes", value=book.notes, most=500),
        Field(label="Code of your own data pack", verb="set_pack", name="pack", value=book.pack, most=16),
    )
    return Desk(tuple(_choices(priced)), (), fields, tuple(_folds(priced)))


def _choices(priced: PricedBook) -> Iterator[Choice]:
    book = priced.book
    yield Choice(
        "Cards",
        (
            Pressed("Shuffled and dealt here", SetPaper(on=False), not book.on_paper),
            Pressed("Your own, on paper", SetPaper(on=True), book.on_paper),
        ),
    )
    if book.has(Option.GIANT):
        return
    for school in priced.pack.chosen:
        mine, theirs = school.id in book.schools, school.id in book.theirs
        options = [
            Pressed("In the deck" if not book.has(Option.CUSTOM) else "Ours", _set(school.id, "mine"), mine),
            Pressed("Out", _set(school.id, "nobody"), not mine and not theirs),
        ]
        if book.has(Option.CUSTOM):
            options.insert(1, Pressed("Theirs", _set(school.id, "theirs"), theirs))
        yield Choice(f"{school.name}, {school.count} cards", tuple(options))
    if book.has(Option.CUSTOM):
        yield Choice(
            draft_says(book),
            (
                Pressed("White cantrip, picks first", SetCantrip(cantrip="white"), book.cantrip == "white"),
                Pressed("Black cantrip", SetCantrip(cantrip="black"), book.cantrip == "black"),
            ),
        )


def _set(school: str, whose: str) -> SetSchool:
    return SetSchool(school=school, whose=whose)  # type: ignore[arg-type]


def draft_says(book: Spellbook) -> str:
    """Whose pick it is in a draft that begins with the white cantrip's group and alternates."""
    mine, theirs = len(book.schools), len(book.theirs)
    if mine >= SCHOOLS_CHOSEN and theirs >= SCHOOLS_CHOSEN:
        return "The draft is done"
    first = book.cantrip == "white"
    ours = mine <= theirs if first else mine < theirs
    return f"Pick {mine + theirs + 1} of {2 * SCHOOLS_CHOSEN}: {'yours' if ours else 'theirs'}"


def _folds(priced: PricedBook) -> Iterator[Fold]:
    book = priced.book
    choices = []
    for option, (name, about) in OPTION_WORDS.items():
        on = book.has(option)
        choices.append(
            Choice(
                f"{name}: {about}",
                (
                    Pressed("Off", SetOption(option=option, on=False), not on),
                    Pressed("On", SetOption(option=option, on=True), on),
                ),
            )
        )
    if book.has(Option.EXTENDED):
        options = tuple(
            Pressed(f"{points} points", SetPoints(points=points), book.points == points) for points in LONGER
        )
        choices.append(Choice("How long", options))
    yield Fold(
        "Options that all players agree on",
        "The eight optional rules; each is off unless you choose it.",
        tuple(choices),
    )
