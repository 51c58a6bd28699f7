"""Long answers, page by page."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import PageNumberPagination

PAGING = (
    OpenApiParameter("page", int, description="Its number; the first unless given"),
    OpenApiParameter("page_size", int, description="How many on a page"),
)


class Pages(PageNumberPagination):
    """Fifty rows, or as many as asked for; the whole catalogue fits on one page."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 400

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The framework's own, with the missing neighbours of the first and last page as the schema's version says."""
        page = super().get_paginated_response_schema(schema)
        for neighbour in ("next", "previous"):
            page["properties"][neighbour] = {"type": ["string", "null"], "format": "uri"}
        return page


class FewerPages(Pages):
    """Twenty rows, each of which takes some work."""

    page_size = 20
    max_page_size = 100
