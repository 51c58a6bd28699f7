"""A visitor's data packs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.core.games import GAMES, game_of_file
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.visitors import visitor_of
from armybuilder.data_packs import queries, services
from armybuilder.data_packs.models import OwnPack
from tabletop.decoding import MalformedError
from tabletop.packs import GamePack


def read_any(content: bytes) -> GamePack:
    """A pack of whatever game its file names; MalformedError where it can't be read, or has no figures to type in."""
    game = game_of_file(content)
    if not game.pack_tables(None):
        words = "has no packs of figures; an army list of one's own is opened under “Own army lists” in the forge"
        raise MalformedError("game", f"{game.name} {words}")
    return game.read_pack(content)


data_packs = KeptViews(
    kind=OwnPack,
    page="data-pack",
    index="data-packs",
    open_template="data_packs/open.html",
    read_file=read_any,
    create_row=lambda visitor, pack: services.create_data_pack(visitor=visitor, pack=pack),
)


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The packs, and the games that one can be made of."""
    listed = queries.data_packs_of(visitor_of(request))
    games = [game for game in GAMES.values() if game.pack_tables(None)]
    context = {"listed": listed, "games": games, "deleted": data_packs.just_deleted(request)}
    return render(request, "data_packs/index.html", context)
