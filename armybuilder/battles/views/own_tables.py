"""A visitor's own tables, to be laid in a battle."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from msgspec.structs import replace

from armybuilder.battles import queries
from armybuilder.battles.snapshots import table_in
from armybuilder.core.visitors import visitor_of
from tabletop.arcana.battlefield import write_table
from tabletop.decoding import MalformedError

MOST_OFFERED = 30


def own_tables(request: HttpRequest) -> list[tuple[str, str]]:
    """The codes and names of a visitor's tables, the latest change first."""
    return list(queries.tables_of(visitor_of(request)).values_list("code", "name")[:MOST_OFFERED])


def with_own_table(request: HttpRequest) -> QueryDict:
    """What was posted, with the table itself where the code of one's own is named; MalformedError for another's."""
    code = request.POST.get("table", "")
    if not code:
        return request.POST
    row = queries.tables_of(visitor_of(request)).filter(code=code).first()
    if row is None:
        raise MalformedError("table", "is none of your tables")
    post = request.POST.copy()
    post["table"] = write_table(replace(table_in(row), units=(), engaged=())).decode()
    return post
