"""The form of a change that a side wants on a table."""

from __future__ import annotations

from typing import Any

from django import forms

from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.terrain.agreed import STEP, Change, Move, Reroll

SIDES = (("red", "Red"), ("blue", "Blue"))
TURNS = tuple((str(turn), f"{turn}°") for turn in range(0, 360, STEP))
NO_PLACE = "Enter where to move the piece: across and up, in inches."


class ChangeForm(forms.Form):
    """A piece to roll again or to move, which needs the other side's agreement."""

    piece = forms.CharField(max_length=32)
    by = forms.ChoiceField(choices=SIDES)
    do = forms.ChoiceField(choices=(("move", "move"), ("reroll", "roll again")))
    x = forms.FloatField(min_value=0, max_value=LARGEST_SIDE, required=False)
    y = forms.FloatField(min_value=0, max_value=LARGEST_SIDE, required=False)
    turn = forms.ChoiceField(choices=TURNS, required=False)
    agree = forms.BooleanField(error_messages={"required": "The other side must agree first."})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("do") == "move" and None in (cleaned.get("x"), cleaned.get("y")):
            self.add_error(None, NO_PLACE)
        return cleaned

    @property
    def fault(self) -> str:
        """The first error."""
        return str(next(reason for reasons in self.errors.values() for reason in reasons))

    @property
    def change(self) -> Change:
        wanted = self.cleaned_data
        if wanted["do"] == "reroll":
            return Reroll(ref=wanted["piece"], by=wanted["by"])
        x, y = round(wanted["x"], 2), round(wanted["y"], 2)
        return Move(ref=wanted["piece"], by=wanted["by"], x=x, y=y, turn=int(wanted["turn"] or 0))
