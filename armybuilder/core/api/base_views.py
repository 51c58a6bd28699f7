"""What endpoints that keep nothing share."""

from __future__ import annotations

from django.core.cache import caches
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from armybuilder.core.api.parsers import FileParser


class CheckThrottle(AnonRateThrottle):
    """Plenty for people and their tools, too little to keep a machine busy; each process counts for itself."""

    cache = caches["process"]
    scope = "check"
    rate = "600/min"


class StatelessView(APIView):
    """A file in, an answer out: nobody logs in and nothing is kept, so there is nothing to forge."""

    authentication_classes = ()
    parser_classes = [FileParser]
    throttle_classes = [CheckThrottle]
