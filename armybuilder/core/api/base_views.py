"""Base class and throttle of endpoints that store nothing."""

from __future__ import annotations

from django.core.cache import caches
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from armybuilder.core.api.parsers import FileParser


class CheckThrottle(AnonRateThrottle):
    """600 requests a minute for each address; each process counts for itself."""

    cache = caches["process"]
    scope = "check"
    rate = "600/min"


class StatelessView(APIView):
    """Takes a file and answers it. It authenticates nobody and stores nothing, so it needs no CSRF check."""

    authentication_classes = ()
    parser_classes = [FileParser]
    throttle_classes = [CheckThrottle]
