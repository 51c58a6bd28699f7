"""Base classes of endpoints: parameters that aren't known are refused, and lists come page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armybuilder.core.api.filters import CHANGED_SINCE
from armybuilder.core.api.pagination import Pages
from armybuilder.core.api.parsers import FileParser
from armybuilder.core.api.serializers import Serializer
from tabletop.decoding import MalformedError

LONGEST_NAME = 60


class StrictView(APIView):
    """Refuses parameters it doesn't know: whoever misspells one would take the answer for what was asked."""

    parameters: frozenset[str] = frozenset()

    def known_parameters(self) -> frozenset[str]:
        return self.parameters

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        known = self.known_parameters()
        for name in request.query_params:
            if name not in known:
                others = f"; there are {', '.join(sorted(known))}" if known else ""
                raise MalformedError(name[:LONGEST_NAME], f"there is no such parameter here{others}")


class StatelessView(StrictView):
    """Takes a file and answers it. It authenticates nobody and stores nothing, so it needs no CSRF check."""

    authentication_classes = ()
    parser_classes = [FileParser]


class ListedView(StrictView):
    """A list, page by page, of which may be asked what changed since."""

    pagination_class: Any = Pages

    def known_parameters(self) -> frozenset[str]:
        known = super().known_parameters()
        if self.request.method not in ("GET", "HEAD"):
            return known
        filters = getattr(self, "filterset_class", None)
        names = filters.base_filters if filters else (CHANGED_SINCE.name,)
        return known | {Pages.page_query_param, str(Pages.page_size_query_param), *names}

    def page_of(self, rows: Sequence[Any] | QuerySet[Any], kind: type[Serializer]) -> Response:
        """The page that is asked for of rows that no filter of the database chooses from."""
        pages: Pages = self.pagination_class()
        return pages.get_paginated_response(kind(pages.paginate_queryset(rows, self.request, self), many=True).data)
