"""Where requests of the API are counted, once it knows the visitor, by the table of limits that pages have, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.throttling import BaseThrottle

from armybuilder.core.models import Visitor
from armybuilder.core.request_counts import TooOftenError, count_request
from armybuilder.core.visitors import visitor_of

if TYPE_CHECKING:  # views look up their throttles while they are imported
    from rest_framework.request import Request
    from rest_framework.views import APIView


class TableThrottle(BaseThrottle):
    """Counts the requests of the API, by their visitor where the endpoint asks who that is."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether no limit is used up."""
        plain: Any = request._request
        try:
            count_request(plain, lambda: visitor_of(plain) if view.authentication_classes else Visitor())
        except TooOftenError as error:
            self.seconds = error.wait
            return False
        return True

    def wait(self) -> float:
        """Seconds, for Retry-After."""
        return self.seconds
