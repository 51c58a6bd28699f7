"""The form of the print shop: what to print and how, kept in the address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec
from django import forms
from django.http import HttpRequest, QueryDict

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.printing.orders import Copy
from armybuilder.printing.presenters.products import BUNDLES, NAMES, PRODUCTS, Bundle, Product, pages_in_words
from armybuilder.printing.presenters.targets import OWN, USUAL, profiles_to_fight, targets_of, units_of
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.presenters.addresses import check_page
from armybuilder.sharing.queries import first_shares
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.printing.cards import CardTarget
from tabletop.arcana.printing.cards.odds import MOST_TARGETS
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintOptions, SheetKind
from tabletop.arcana.printing.orders.order import MOST_COPIES, MOST_ROSTERS, NEEDS_ROSTERS

SAMPLE = "sample."  # no code of a roster has a full stop
COUNTERS = [("needed", "What the rosters need"), ("book", "The book's set"), ("every", "One of each")]
CARDS = [("poker", "Poker, 63.5 × 88.9 mm"), ("tarot", "Tarot, 70 × 120 mm"), ("a6", "A6, 105 × 148 mm")]
SIZE_NAMES = {"tarot": "tarot", "a6": "A6"}
DEFAULTS: dict[str, Any] = {
    "paper": "a4",
    "scale": 25,
    "copies": 1,
    "counters": "needed",
    "shape": "round",
    "gutter": "apart",
    "ink": "lines",
    "style": "whole",
    "cards": "poker",
    "backs": "plain",
    "type": "usual",
    "notes": "without",
    "against": "",
}


# What each setting is about; the others are about every page. The style sheet shows those of the kinds that are ticked.
SETTINGS: dict[str, str] = {
    "paper": "",
    "scale": "for-scale",
    "cards": "for-cards",
    "backs": "for-cards",
    "counters": "for-markers",
    "shape": "for-markers",
    "gutter": "for-markers",
    "ink": "for-ink",
    "style": "for-templates",
    "type": "for-reference",
    "notes": "for-notes",
    "copies": "",
}


class PrintForm(forms.Form):
    kinds = forms.MultipleChoiceField(
        choices=list(SHEET_NAMES.items()),
        label="What to print",
        error_messages={
            "required": "Nothing is ticked. Tick what to print, or start with “For a game”.",
            "invalid_choice": "“%(value)s” isn't among what is printed.",
        },
    )
    roster = forms.MultipleChoiceField(
        required=False,
        label="Armies",
        error_messages={"invalid_choice": "One of the armies has been deleted. Choose again."},
    )
    paper = forms.ChoiceField(choices=[("a4", "A4"), ("letter", "US Letter")], label="Paper")
    scale = forms.TypedChoiceField(choices=[(25, "25 mm"), (28, "28 mm"), (15, "15 mm")], coerce=int, label="Figures")
    copies = forms.IntegerField(
        min_value=1,
        max_value=MOST_COPIES,
        label="Copies",
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), f"1 to {MOST_COPIES} copies."),
    )
    counters = forms.ChoiceField(choices=COUNTERS, label="Markers")
    shape = forms.ChoiceField(choices=[("round", "Round"), ("square", "Square")], label="Shape of markers")
    gutter = forms.ChoiceField(
        choices=[("apart", "Apart, cut one by one"), ("touching", "Touching, one cut for two")], label="Cutting markers"
    )
    ink = forms.ChoiceField(choices=[("lines", "Lines only"), ("colour", "Colour and lines")], label="Ink")
    style = forms.ChoiceField(choices=[("whole", "Named, with marks"), ("outline", "Outline only")], label="Templates")
    cards = forms.ChoiceField(choices=CARDS, label="Cards")
    backs = forms.ChoiceField(choices=[("plain", "One side"), ("printed", "Both sides")], label="Card backs")
    type = forms.ChoiceField(
        choices=[("usual", "Usual print"), ("large", "Large print")], label="Type of the reference"
    )
    against = forms.ChoiceField(
        required=False,
        label="Odds on unit cards",
        error_messages={"invalid_choice": "The army to set units against has been deleted. Choose again."},
    )
    target = forms.MultipleChoiceField(
        required=False,
        label="Targets",
        error_messages={"invalid_choice": "“%(value)s” is no profile. Choose from the list, as “orcs/orc-warrior”."},
    )
    notes = forms.ChoiceField(choices=[("without", "Left out"), ("with", "Printed too")], label="My notes")

    def __init__(self, rows: Iterable[Row], *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.targets: tuple[CardTarget, ...] = ()
        self.pages: Mapping[SheetKind, int] = {}  # that each kind would make, where they were counted
        self.rows = {row.code: row for row in rows}
        samples = [(SAMPLE + name, sample.name) for name, sample in sample_rosters().items()]
        self.own: list[tuple[str, str]] = [(row.code, row.name) for row in self.rows.values()]
        self.samples = samples
        field: Any = self.fields["roster"]
        field.choices = [*self.own, *samples]
        of_armies: Any = self.fields["against"]
        of_armies.choices = [(key, name) for _, choices in self.against_groups for key, name in choices]
        targets: Any = self.fields["target"]
        targets.choices = lambda: self.profiles

    @cached_property
    def catalogue(self) -> Catalogue:
        return current_catalogue()

    @cached_property
    def profiles(self) -> list[tuple[str, str]]:
        """Every profile that may be a target, asked for where it is shown or one is chosen."""
        return profiles_to_fight(self.catalogue)

    @property
    def card_name(self) -> str:
        return str(self["cards"].value())

    @property
    def larger(self) -> list[tuple[str, str]]:
        """Larger cards, each with the address of the same order on them."""
        sizes = [value for value, _ in CARDS]
        larger = sizes[sizes.index(self.card_name) + 1 :] if self.card_name in sizes else []
        return [(SIZE_NAMES[size], self._address(cards=size)) for size in larger]

    def _address(self, **changes: str) -> str:
        stated: Any = self.data
        data = QueryDict(mutable=True)
        for name in (*self.fields, "asked"):
            data.setlist(name, stated.getlist(name))
        for name, value in changes.items():
            data[name] = value
        return data.urlencode()

    @property
    def against_groups(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Whom units may be set against on their cards, in groups."""
        house = [("", "None"), (USUAL, "Four usual targets"), (OWN, "Targets of my own choice")]
        groups = (("", house), ("The dearest units of", self.own), ("The dearest units of a sample", self.samples))
        return [(title, choices) for title, choices in groups if choices]

    @property
    def own_targets(self) -> list[str]:
        """The targets chosen one by one, with room for as many as there may be."""
        chosen = [value for value in self["target"].value() or () if value][:MOST_TARGETS]
        return [*chosen, *[""] * (MOST_TARGETS - len(chosen))]

    @property
    def products(self) -> Iterator[tuple[str, list[tuple[Product, str]]]]:
        """What can be printed, by what it is for, each with how many pages it makes."""
        for title, products in PRODUCTS.items():
            yield title, [(product, pages_in_words(self.pages.get(product.kind))) for product in products]

    @property
    def bundles(self) -> list[tuple[Bundle, bool, str]]:
        """The bundles, whether just that is ticked, and how many pages it makes."""
        ticked = set(self["kinds"].value() or ())
        return [(bundle, ticked == set(bundle.kinds), pages_in_words(self._pages_of(bundle))) for bundle in BUNDLES]

    def _pages_of(self, bundle: Bundle) -> int | None:
        return sum(map(self.pages.__getitem__, bundle.kinds)) if self.pages.keys() >= set(bundle.kinds) else None

    @property
    def settings(self) -> list[tuple[Any, str]]:
        """The fields of how to print, each with the class by which it is shown."""
        return [(self[name], css) for name, css in SETTINGS.items()]

    @property
    def first_army(self) -> str:
        """The army that the menu of armies shows; others are ticked."""
        return next(iter(self["roster"].value() or ()), "")

    @property
    def other_armies(self) -> list[str]:
        return list(self["roster"].value() or ())[1:]

    @property
    def problems(self) -> list[str]:
        """What is missing or wrong, a sentence each, in the order of the page."""
        return [str(error) for field in self for error in field.errors]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        if len(cleaned["roster"]) > MOST_ROSTERS:
            self.add_error("roster", f"No more than {MOST_ROSTERS} at a time.")
        self._check_targets(cleaned)
        lonely = [kind for kind in self.print_options.kinds if kind in NEEDS_ROSTERS]
        if lonely and not cleaned["roster"]:
            names = " and ".join(filter(None, (", ".join(NAMES[kind] for kind in lonely[:-1]), NAMES[lonely[-1]])))
            self.add_error("roster", f"Choose an army first. These need one: {names}.")
        return cleaned

    def _check_targets(self, cleaned: dict[str, Any]) -> None:
        """The targets of the units' cards, from wherever they are chosen."""
        against, own = cleaned["against"], cleaned["target"]
        if against == OWN and not own:
            self.add_error("target", "Choose a target for the odds on unit cards, or “Four usual targets”.")
        elif against == OWN and len(own) > MOST_TARGETS:
            self.add_error("target", f"No more than {MOST_TARGETS} targets have room on a card.")
        else:
            self.targets = targets_of(against, own, self._roster(against), self.catalogue) if against else ()

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
        plain["targets"] = msgspec.to_builtins(self.targets)
        plain["outline"] = wanted["style"] == "outline"
        return msgspec.convert(plain, PrintOptions)

    @property
    def odds_links(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """For each army chosen its units, with what the page of odds calls them; only for cards of units."""
        if SheetKind.CARDS not in self.cleaned_data["kinds"]:
            return []
        chosen = ((code, self._roster(code)) for code in self.cleaned_data["roster"])
        return [(roster.name, [*units_of(code, roster, self.catalogue)]) for code, roster in chosen if roster]

    def _roster(self, code: str) -> Roster | None:
        """One's own roster or a sample, by what the form calls it."""
        if code in self.rows:
            own: Roster = roster_of(self.rows[code])
            return own
        sample: Roster | None = sample_rosters().get(code.removeprefix(SAMPLE))
        return sample

    def chosen(self, request: HttpRequest) -> tuple[Copy, ...]:
        """The rosters chosen, in the order of the page, each with the page that checks it."""
        codes = set(self.cleaned_data["roster"])
        rows = [row for code, row in self.rows.items() if code in codes]
        shares = first_shares(rows) if rows else {}
        own = (Copy(roster_of(row), check_page(request, shares.get(row.pk))) for row in rows)
        samples = (sample for name, sample in sample_rosters().items() if SAMPLE + name in codes)
        return (*own, *(Copy(sample, check_page(request)) for sample in samples))
