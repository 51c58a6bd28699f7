"""What a new roster of Armies of Arcana needs to know, and what other games are begun with."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from msgspec.structs import replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.games import GAMES, game_of
from armybuilder.core.languages import say
from armybuilder.rosters.presenters.rulebook_menu import pack_with
from tabletop.arcana.army.event_pack import Pack, rules_of
from tabletop.arcana.army.roster import Roster, new_roster
from tabletop.arcana.catalogue.lists import DESIGNS, ListKind, OwnList
from tabletop.arcana.creation.design_files import own_army_list
from tabletop.rosters.document import Roster as AnyRoster
from tabletop.values import NO_CONTROLS

USUAL_SIZES = (1000, 2000, 3000, 4000, 5000)


class Start(forms.Form):
    """The form of a new roster: its army, and optionally its name, its points and its pack."""

    army = forms.CharField(max_length=60)
    name = forms.CharField(max_length=120, required=False, validators=[RegexValidator(NO_CONTROLS)])
    points = forms.IntegerField(min_value=1, max_value=1_000_000, required=False)
    pack = forms.SlugField(max_length=16, required=False)

    def clean(self) -> dict[str, Any]:
        """The army is one of the printed lists, or of the own lists of the pack."""
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        code, slug = chosen.get("pack", ""), chosen.get("army", "")
        pack = pack_with(code) if code else None
        if code and pack is None:
            self.add_error("pack", say("There is no such pack."))
        own = dict(own_lists_in(pack)).get(slug)
        army = own_army_list(own) if own else current_catalogue().lists.get(slug)
        if slug and (army is None or army.kind != ListKind.ARMY):
            self.add_error("army", say("Choose one of the army lists."))
        return chosen | {"listed": army, "own": own}

    @property
    def roster(self) -> Roster:
        """The roster to begin with."""
        chosen = self.cleaned_data
        army, own = chosen["listed"], chosen["own"]
        roster = new_roster(
            name=chosen["name"] or say("My {army}", army=own.name if own else army.name),
            army=army.slug,
            points_limit=chosen["points"],
            rules=rules_of(chosen["pack"]) if chosen["pack"] else "core",
        )
        return replace(roster, own_list=own)


def own_lists_in(pack: Pack | None) -> list[tuple[str, OwnList]]:
    """The own army lists of an event pack, each by the word that chooses it in the form."""
    return [(f"{DESIGNS}.{number}", own) for number, own in enumerate(pack.lists if pack else ())]


def other_games() -> list[dict[str, Any]]:
    """The games that are begun by a button, each with its rosters to begin with."""
    offered = [(game, game.beginnings()) for game in GAMES.values()]
    return [
        {
            "slug": game.slug,
            "name": game.name,
            "summary": game.summary,
            "beginnings": first,
            "has_helps": game.has_helps,
        }
        for game, first in offered
        if first
    ]


def begun(game: str, slug: str, pack: str) -> AnyRoster:
    """The roster that a button of another game begins with, by a data pack; MalformedError where there is no such."""
    roster: AnyRoster = game_of(game).begun(slug, pack)
    return roster


def start_context(form: Start) -> dict[str, Any]:
    """The armies to choose from and the usual sizes, under a pack those that it plays; without one other games, too."""
    pack = pack_with(form["pack"].value())
    armies = current_catalogue().armies
    if pack is None:
        usual = {"sizes": USUAL_SIZES, "usual_size": 2000, "other_games": other_games()}
        return {"form": form, "armies": armies, **usual}
    armies = [army for army in armies if army.slug not in pack.banned_lists]
    sizes = (pack.tournament and pack.sizes) or USUAL_SIZES
    own = own_lists_in(pack)
    return {"form": form, "armies": armies, "own": own, "sizes": sizes, "usual_size": sizes[0], "pack": pack}
