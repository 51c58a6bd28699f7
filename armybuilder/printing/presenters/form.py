"""The form of the print shop: what to print and how, kept in the address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms
from django.http import HttpRequest

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.printing.orders import Copy
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.presenters.addresses import check_page
from armybuilder.sharing.queries import first_shares
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintOptions, SheetKind
from tabletop.arcana.printing.orders.order import MOST_COPIES, MOST_ROSTERS, check_needs
from tabletop.decoding import MalformedError

SAMPLE = "sample."  # no code of a roster has a full stop
COUNTERS = [("needed", "What the rosters need"), ("book", "The book's set"), ("every", "One of each")]
CARDS = [("poker", "Poker, 63.5 × 88.9 mm"), ("tarot", "Tarot, 70 × 120 mm"), ("a6", "A6, 105 × 148 mm")]
DEFAULTS: dict[str, Any] = {
    "paper": "a4",
    "scale": 25,
    "copies": 1,
    "counters": "needed",
    "shape": "round",
    "gutter": "apart",
    "ink": "colour",
    "style": "whole",
    "cards": "poker",
    "backs": "plain",
    "type": "usual",
    "notes": "without",
}


GROUPS: dict[str, tuple[SheetKind, ...]] = {
    "Sheets": (
        SheetKind.ROSTER,
        SheetKind.COMPACT,
        SheetKind.ORGANISER,
        SheetKind.ATTRITION,
        SheetKind.GAME,
        SheetKind.REFERENCE,
    ),
    "Cards": (SheetKind.CARDS, SheetKind.PROFILES, SheetKind.DESIGNS, SheetKind.SPELLS, SheetKind.TERRAIN_CARDS),
    "To cut out": (
        SheetKind.MARKERS,
        SheetKind.TEMPLATES,
        SheetKind.GAUGES,
        SheetKind.RANGES,
        SheetKind.BASES,
        SheetKind.TRAYS,
    ),
}


class PrintForm(forms.Form):
    kinds = forms.MultipleChoiceField(choices=list(SHEET_NAMES.items()), label="What to print")
    roster = forms.MultipleChoiceField(required=False, label="Rosters")
    paper = forms.ChoiceField(choices=[("a4", "A4"), ("letter", "US Letter")], label="Paper")
    scale = forms.TypedChoiceField(
        choices=[(25, "25 mm"), (28, "28 mm"), (15, "15 mm")], coerce=int, label="Scale of the figures"
    )
    copies = forms.IntegerField(min_value=1, max_value=MOST_COPIES, label="Copies")
    counters = forms.ChoiceField(choices=COUNTERS, label="Which markers")
    shape = forms.ChoiceField(choices=[("round", "Round"), ("square", "Square")], label="Shape of markers")
    gutter = forms.ChoiceField(
        choices=[("apart", "Apart, cut one by one"), ("touching", "Touching, one cut for two")], label="Spacing of markers"
    )
    ink = forms.ChoiceField(choices=[("colour", "Colour and lines"), ("lines", "Lines only")], label="Ink")
    style = forms.ChoiceField(choices=[("whole", "Named, with marks"), ("outline", "Outline only")], label="Templates")
    cards = forms.ChoiceField(choices=CARDS, label="Cards")
    backs = forms.ChoiceField(choices=[("plain", "One side"), ("printed", "Both sides")], label="Print cards on")
    type = forms.ChoiceField(choices=[("usual", "Usual print"), ("large", "Large print")], label="Reference")
    notes = forms.ChoiceField(choices=[("without", "Left out"), ("with", "Printed too")], label="My notes")

    def __init__(self, rows: Iterable[Row], *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.rows = {row.code: row for row in rows}
        samples = [(SAMPLE + name, sample.name) for name, sample in sample_rosters().items()]
        self.own: list[tuple[str, str]] = [(row.code, row.name) for row in self.rows.values()]
        self.samples = samples
        field: Any = self.fields["roster"]
        field.choices = [*self.own, *samples]

    @property
    def groups(self) -> list[tuple[str, list[tuple[SheetKind, str]]]]:
        """The kinds by what they are for, with their names."""
        return [(title, [(kind, SHEET_NAMES[kind]) for kind in kinds]) for title, kinds in GROUPS.items()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        if len(cleaned["roster"]) > MOST_ROSTERS:
            self.add_error("roster", f"No more than {MOST_ROSTERS} at a time.")
        try:
            check_needs(self.print_options, len(cleaned["roster"]))
        except MalformedError as error:
            self.add_error("roster", f"{error.reason[0].upper()}{error.reason[1:]}.")
        return cleaned

    @property
    def print_options(self) -> PrintOptions:
        """What to print and how, without the rosters."""
        wanted = self.cleaned_data
        plain = {name: wanted[name] for name in ("kinds", "paper", "scale", "copies", "counters", "shape", "cards")}
        plain["gutter"] = wanted["gutter"] == "apart"
        plain["tinted"] = wanted["ink"] == "colour"
        plain["backs"] = wanted["backs"] == "printed"
        plain["large"] = wanted["type"] == "large"
        plain["notes"] = wanted["notes"] == "with"
        plain["outline"] = wanted["style"] == "outline"
        return msgspec.convert(plain, PrintOptions)

    def chosen(self, request: HttpRequest) -> tuple[Copy, ...]:
        """The rosters chosen, in the order of the page, each with the page that checks it."""
        codes = set(self.cleaned_data["roster"])
        rows = [row for code, row in self.rows.items() if code in codes]
        shares = first_shares(rows) if rows else {}
        own = (Copy(roster_of(row), check_page(request, shares.get(row.pk))) for row in rows)
        samples = (sample for name, sample in sample_rosters().items() if SAMPLE + name in codes)
        return (*own, *(Copy(sample, check_page(request)) for sample in samples))
