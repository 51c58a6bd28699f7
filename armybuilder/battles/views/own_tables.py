"""Tables to be laid in a battle: a visitor's own, and terrain rolled on the chart of a region."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, QueryDict
from msgspec.structs import replace

from armybuilder.battles import queries
from armybuilder.battles.snapshots import table_in
from armybuilder.catalogue.loaders.terrain import chart_of, terrain_charts
from armybuilder.core.forms import whole_number
from armybuilder.core.visitors import visitor_of
from tabletop.arcana.battlefield import Table, write_table
from tabletop.arcana.terrain import read_order, roll_table
from tabletop.arcana.terrain.orders import LARGEST_SEED
from tabletop.decoding import MalformedError

MOST_OFFERED = 30
ROLLED = "rolled."  # before a region, where a table would have its code
USUAL_PIECES = 6


def own_tables(request: HttpRequest) -> list[tuple[str, str]]:
    """The codes and names of a visitor's tables, the latest change first."""
    return list(queries.tables_of(visitor_of(request)).values_list("code", "name")[:MOST_OFFERED])


def regions() -> list[tuple[str, str]]:
    """The regions on whose charts terrain may be rolled, as what is sent and how it reads."""
    return [(f"{ROLLED}{slug}", chart.name) for slug, chart in terrain_charts().items()]


def with_own_table(request: HttpRequest) -> QueryDict:
    """What was posted, with the table itself where the code of one's own is named, or a region to roll it for.

    MalformedError for another's table, a region that there isn't, and a number of pieces that can't be rolled.
    """
    code = request.POST.get("table", "")
    if not code:
        return request.POST
    post = request.POST.copy()
    pieces = post.pop("pieces", [""])[0]
    if code.startswith(ROLLED):
        table = _rolled(code.removeprefix(ROLLED), pieces)
    else:
        row = queries.tables_of(visitor_of(request)).filter(code=code).first()
        if row is None:
            raise MalformedError("table", "is none of your tables")
        table = table_in(row)
    post["table"] = write_table(replace(table, units=(), engaged=())).decode()
    return post


def _rolled(region: str, pieces: str) -> Table:
    """A table of a region, by a seed that nobody has chosen."""
    chart = chart_of(region)
    count = whole_number(pieces) if pieces else USUAL_PIECES
    seed = secrets.randbelow(LARGEST_SEED + 1)
    return roll_table(read_order({"region": chart.slug, "pieces": count, "seed": seed}), chart)
