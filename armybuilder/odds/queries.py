"""Where units come from whose odds are asked: lists, one's own rosters and designs, samples, shared rosters."""

from __future__ import annotations

import re

from django.http import Http404

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.models import Visitor
from armybuilder.designs.queries import designs_of
from armybuilder.designs.snapshots import design_in
from armybuilder.odds.snapshots import Contestant, of_design, of_profile, of_unit
from armybuilder.rosters.queries import rosters_of_game
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.queries import live_shares
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError

SAMPLE, SHARED, DESIGN = "sample", "shared", "design"
LINK = re.compile(r"/s/(?P<token>[\w-]{1,60})/?$", re.ASCII)
KEY = re.compile(r"[\w./-]{1,120}", re.ASCII)
GONE = "there is no such unit any more, or it isn't yours. Choose again"


def contestant_of(key: str, visitor: Visitor, catalogue: Catalogue) -> Contestant:
    """The unit that an address names; MalformedError without a field says why there is none.

    `dwarves/axemen` is a profile, `raiders-1.u2` a unit of one's own roster, `sample.dwarves.u2` of a sample,
    `shared.Token.u2` of a shared roster, `design.young-dragon` a design.
    """
    if not KEY.fullmatch(key):
        raise MalformedError("", GONE)
    if "/" in key:
        return of_profile(key, catalogue)
    kind, _, code = key.partition(".")
    if kind == DESIGN:
        row = designs_of(visitor).filter(code=code).first()
        if row is None:
            raise MalformedError("", GONE)
        return of_design(key, design_in(row))
    source, _, ref = key.rpartition(".")
    try:
        army = resolve(roster_named(source, visitor), catalogue)
    except Http404 as missing:
        raise MalformedError("", GONE) from missing
    unit = next((unit for unit in army.units if unit.ref == ref), None)
    if unit is None:
        raise MalformedError("", GONE)
    return of_unit(key, unit, army, price(army).units[ref].points)


def source_of_link(link: str) -> str:
    """How an address names the roster that a link leads to."""
    token = LINK.search(link)
    return f"{SHARED}.{token['token'] if token else ''}"


def roster_named(source: str, visitor: Visitor) -> Roster:
    """One's own roster by its code, a sample or a shared one; Http404 where there is none."""
    if not KEY.fullmatch(source):
        raise Http404("There is no such roster.")
    kind, _, name = source.partition(".")
    if kind == SAMPLE and name in sample_rosters():
        return sample_rosters()[name]
    if kind == SHARED:
        share = live_shares().filter(token=name).first()
        row = share.roster if share and share.roster.content["game"] == ARCANA.slug else None
    else:
        row = rosters_of_game(visitor, ARCANA.slug).filter(code=source).first()
    if row is None:
        raise Http404("There is no such roster.")
    roster: Roster = roster_of(row)
    return roster
