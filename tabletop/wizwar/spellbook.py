"""What a player brings to a game: `muster-roster/1` with game wiz-war, schools and agreed options, never cards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tabletop.packs import PackCode, PackId
from tabletop.values import Name, Text, Value
from tabletop.wizwar.catalogue import VICTORY, Option

Schools = Annotated[tuple[PackId, ...], Meta(max_length=12)]


class Spellbook(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """Schools that are drawn from, with the cantrip of its group, and what is agreed on for the game.

    With a custom spellbook `schools` are those of the player's group, `theirs` those that the other group has drafted.
    `points` is how many win, `pack` the code of an owner's data pack, empty for the house's. With `on_paper` the
    players shuffle and hold cards of their own, and say what they play.
    """

    format: Literal["muster-roster/1"]
    game: Literal["wiz-war"]
    name: Name
    notes: Text = ""
    schools: Schools = ()
    cantrip: Literal["white", "black"] = "white"
    theirs: Schools = ()
    options: Annotated[tuple[Option, ...], Meta(max_length=8)] = ()
    points: Annotated[int, Meta(ge=2, le=4)] = VICTORY
    pack: PackCode = ""
    on_paper: bool = False

    def has(self, option: Option) -> bool:
        return option in self.options
