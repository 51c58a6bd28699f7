"""Rosters that may be brought to a table or a battle: one's own and the samples."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.games import References
from armybuilder.core.visitors import visitor_of
from armybuilder.files.presenters.review import received
from armybuilder.files.upload_limits import pasted_text
from armybuilder.rosters.queries import rosters_of_game
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.queries import live_shares
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError

SAMPLE = "sample."
SHARED = re.compile(r"/s/([A-Za-z0-9_-]{6,16})/?")


def roster_chosen(request: HttpRequest, wanted: str) -> Roster:
    """The visitor's roster of a code, or a sample; MalformedError for none of them."""
    sample = sample_rosters().get(wanted.removeprefix(SAMPLE)) if wanted.startswith(SAMPLE) else None
    if sample:
        return sample
    row = rosters_of_game(visitor_of(request), ARCANA.slug).filter(code=wanted[:16]).first()
    if row is None:
        raise MalformedError("roster", "choose one of your rosters or a sample")
    roster: Roster = roster_of(row)
    return roster


def roster_brought(request: HttpRequest, side: str) -> Roster:
    """The roster of a side: one that was chosen, or another one by its link or its text; MalformedError for none."""
    text = pasted_text(request, f"{side}-text")
    if not text:
        return roster_chosen(request, request.POST.get(side, ""))
    roster = roster_in_text(text, side, References())
    if not isinstance(roster, Roster):
        raise MalformedError(side, "no army of Armies of Arcana can be read from this text")
    return roster


def roster_in_text(text: str, side: str, references: References) -> Any:
    """The roster that a link leads to, or that can be read from a text, of any game; None where none can.

    MalformedError for a link that leads nowhere any more.
    """
    if link := SHARED.search(text):
        share = live_shares().filter(token=link[1]).first()
        if share is None:
            raise MalformedError(side, "this link leads to no roster any more")
        return roster_of(share.roster)
    reviews = received([(side, text.encode())], references)
    return next((review.roster for review in reviews if review.roster is not None), None)


def rosters_to_choose(request: HttpRequest) -> list[tuple[str, str]]:
    """What `roster_chosen` finds, with names."""
    own = rosters_of_game(visitor_of(request), ARCANA.slug).values_list("code", "name")
    return [*own, *((f"{SAMPLE}{name}", f"Sample: {roster.name}") for name, roster in sample_rosters().items())]
