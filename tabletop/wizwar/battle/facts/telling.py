"""How facts name what they are about: targets, objects, treasures, cards, counts."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.wizwar.battle.state import (
    Cast,
    Game,
)
from tabletop.wizwar.play.labyrinth import (
    line_in_words,
)


def is_blow(game: Game, ref: str) -> bool:
    """Whether using an item is an attack."""
    return game.card(ref).is_blow


def cast_name(game: Game, cast: Cast) -> str:
    return game.card(cast.card).name if cast.card else "the punch"


def treasure_in_words(game: Game, ref: str) -> str:
    """`a treasure of Red`."""
    owner = next((each.owner for each in game.treasures if each.ref == ref), "")
    return f"treasure {ref.rpartition('-')[2]} of {game.names[owner]}"


def place_in_words(game: Game, place: str) -> str:
    return line_in_words(game.ground, place) if ":" in place else f"in {place}"


def target_in_words(game: Game, ref: str) -> str:
    """An object, or a printed wall or door by its line."""
    made = game.thing(ref)
    if made is not None:
        return f"{game.kind(made).name} {place_in_words(game, made.place)}"
    kind = game.lines_with_walls().get(ref, "wall")
    return f"the {kind} {line_in_words(game.ground, ref)}"


def aim_in_words(game: Game, aim: str) -> str:
    """A target as it was named: a wizard, a square, a line, a spell, an object, a treasure, a sector."""
    if aim in game.names:
        return game.names[aim]
    if aim.startswith("sector-"):
        return f"the sector of {game.names[aim.removeprefix('sector-')]}"
    if any(each.ref == aim for each in game.treasures):
        return treasure_in_words(game, aim)
    if game.thing(aim) is not None or ":" in aim:
        return (
            target_in_words(game, aim)
            if game.thing(aim) or aim in game.lines_with_walls()
            else (f"the line {line_in_words(game.ground, aim)}")
        )
    if "." in aim:
        return game.card(aim).name
    return aim


def named(game: Game, cards: Sequence[str]) -> str:
    return ", ".join(game.card(card).name for card in cards)
