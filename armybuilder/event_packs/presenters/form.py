"""A pack as a form: its figures, allowances, bans and limits, and the fields that can't be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import asdict

from tabletop.arcana.army.event_pack import Limit, Pack
from tabletop.arcana.army.roster import MOST_POINTS
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, OwnList
from tabletop.arcana.catalogue.profiles import Row
from tabletop.values import NO_CONTROLS

BASES = (("tournament", "The tournament rules"), ("core", "The core rules"))
MOST_SIZES = 10
MOST_LIMIT = 1000
LIMIT = "most."


class Limits(forms.Widget):
    """A number for each row, in a field of its own: `most.dwarves/axemen`."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> dict[str, str]:
        stated = {field.removeprefix(LIMIT): str(data[field]).strip() for field in data if field.startswith(LIMIT)}
        return {slug: most for slug, most in stated.items() if most}


class LimitsField(forms.Field):
    widget = Limits

    def __init__(self, rows: Mapping[str, Row], **options: Any) -> None:
        super().__init__(required=False, label="Limits", **options)
        self.rows = rows

    def clean(self, value: dict[str, str]) -> tuple[Limit, ...]:
        for slug, most in value.items():
            if slug not in self.rows:
                raise forms.ValidationError(f"There is no profile “{slug[:60]}”.")
            if not (re.fullmatch("[0-9]{1,4}", most) and int(most) <= MOST_LIMIT):
                raise forms.ValidationError(f"{self.rows[slug].name}: a whole number from 0 to {MOST_LIMIT:,}.")
        return tuple(Limit(profile=slug, most=int(most)) for slug, most in value.items())


class PackForm(forms.Form):
    """What an organiser can vary."""

    name = forms.CharField(max_length=120, validators=[RegexValidator(NO_CONTROLS)])
    basis = forms.ChoiceField(choices=BASES, label="It starts from")
    sizes = forms.CharField(max_length=120, required=False, label="Game sizes")
    largest_unit = forms.IntegerField(min_value=1, max_value=MOST_POINTS)
    small_unit = forms.IntegerField(min_value=0, max_value=100_000, label="A small unit is under")
    small_units = forms.IntegerField(min_value=0, max_value=100, label="How many small units")
    allies = forms.BooleanField(required=False)
    optional_schools = forms.BooleanField(required=False)
    cheap_monsters_as_normal = forms.BooleanField(required=False)
    designs = forms.BooleanField(required=False)
    own_lists = forms.BooleanField(required=False)

    def __init__(
        self, catalogue: Catalogue, data: QueryDict | None = None, *, own: Sequence[OwnList] = (), **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.catalogue = catalogue
        self.own = {each.name: each for each in own}  # those that the pack has: a form only keeps them or doesn't
        self.fields["lists"] = forms.MultipleChoiceField(choices=[(name, name) for name in self.own], required=False)
        lists = [(army.slug, army.name) for army in catalogue.lists.values()]
        rows = [(row.slug, row.name) for row in catalogue.rows.values()]
        self.fields["banned_lists"] = forms.MultipleChoiceField(choices=lists, required=False)
        self.fields["banned"] = forms.MultipleChoiceField(choices=rows, required=False, label="Banned profiles")
        self.fields["limits"] = LimitsField(catalogue.rows)

    def clean_sizes(self) -> tuple[int, ...]:
        words = list(_numbers(self.cleaned_data["sizes"]))
        if not all(re.fullmatch("[0-9]{1,7}", word) and 1 <= int(word) <= MOST_POINTS for word in words):
            raise forms.ValidationError(f"Points from 1 to {MOST_POINTS:,}, one after another: 3000, 4000.")
        if len(words) > MOST_SIZES:
            raise forms.ValidationError(f"At most {MOST_SIZES} sizes.")
        return tuple(int(word) for word in words)

    @property
    def pack(self) -> Pack:
        """The pack that a valid form states."""
        stated: dict[str, Any] = dict(self.cleaned_data)
        stated |= {name: tuple(stated[name]) for name in ("banned_lists", "banned")}
        stated["lists"] = tuple(self.own[name] for name in stated["lists"])
        return Pack(format="muster-pack/1", tournament=stated.pop("basis") == "tournament", **stated)


def _numbers(text: str) -> Iterator[str]:
    """`4,000, 5000 or 6000` as `4000`, `5000` and `6000`."""
    for word in re.split(r"[\s;]+|,(?=\s|$)", text):
        if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", word):
            yield word.replace(",", "")
        elif word not in ("", "or"):
            yield from word.split(",")


def fields_of(pack: Pack) -> dict[str, Any]:
    """What stands in the form of a pack."""
    return asdict(pack) | {
        "basis": pack.basis,
        "sizes": ", ".join(str(size) for size in pack.sizes),
        "lists": [own.name for own in pack.lists],
        "limits": {limit.profile: str(limit.most) for limit in pack.limits},
    }


class RowChoice(Struct, frozen=True):
    """A row that may be banned or limited."""

    row: Row
    banned: bool
    most: str


class ListChoice(Struct, frozen=True):
    """A list with its rows."""

    army: ArmyList
    banned: bool
    rows: tuple[RowChoice, ...]

    @property
    def restricted(self) -> int:
        """How many of its rows are banned or limited."""
        return sum(row.banned or row.most != "" for row in self.rows)


def lists_of(form: PackForm) -> Iterator[ListChoice]:
    """Every list with what the form says of it and of its rows."""
    banned_lists, banned = (set(form[name].value() or ()) for name in ("banned_lists", "banned"))
    limits: dict[str, str] = form["limits"].value() or {}
    for army in form.catalogue.lists.values():
        rows = form.catalogue.rows_of(army.slug)
        choices = tuple(RowChoice(row, row.slug in banned, limits.get(row.slug, "")) for row in rows)
        yield ListChoice(army, army.slug in banned_lists, choices)
