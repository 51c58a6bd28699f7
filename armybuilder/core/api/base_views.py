"""Base class of endpoints that store nothing."""

from __future__ import annotations

from rest_framework.views import APIView

from armybuilder.core.api.parsers import FileParser


class StatelessView(APIView):
    """Takes a file and answers it. It authenticates nobody and stores nothing, so it needs no CSRF check."""

    authentication_classes = ()
    parser_classes = [FileParser]
