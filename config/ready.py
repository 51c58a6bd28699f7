"""What has to have happened before several threads serve the site."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

import msgspec
from django.db import DatabaseError, connection
from django.urls import get_resolver


def get_ready() -> None:
    """Import every page's module, and let msgspec learn every kind of value, while there is one thread.

    It learns a kind the first time that one is read; two threads that make it learn the same kind at once end the
    process by a segmentation fault (msgspec 0.22).
    """
    _ = get_resolver().url_patterns
    for kind in set(_kinds_of(msgspec.Struct)):
        with suppress(TypeError):  # it holds what no file can say, a picture for one: nothing reads it
            msgspec.json.Decoder(kind)


def prepare_answers() -> None:
    """Make what is the same for everybody and takes long, so that no visitor waits for it.

    In a thread of its own, so that no connection to the database is left for the server's processes to share.
    """
    thread = Thread(target=_prepare)
    thread.start()
    thread.join()


def leave_out_what_stays() -> None:
    """Have the garbage collector pass over what has been made so far: modules, routes, kinds of values, the catalogue.

    It is there until the process ends, and looking through it all stopped every thread for 0.14 to 0.2 s each time.
    """
    gc.collect()
    gc.freeze()


def _prepare() -> None:
    # The site's models can't be imported before it is set up.
    from armybuilder.catalogue.snapshots import CatalogueMissingError, current_catalogue  # noqa: PLC0415
    from armybuilder.core.api.docs import SchemaView, endpoints, whole_schema, written_schema  # noqa: PLC0415
    from armybuilder.designs.views.audit import audit_of  # noqa: PLC0415
    from tabletop.pdf.fonts import load_faces  # noqa: PLC0415

    load_faces()
    endpoints()
    for renderer in SchemaView.renderer_classes:
        written_schema(renderer.media_type)
    whole_schema.cache_clear()  # what is made of it stays; nothing else asks for it
    try:
        with suppress(DatabaseError, CatalogueMissingError):  # the site starts without them, too
            audit_of(current_catalogue())
    finally:
        connection.close()


def _kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds_of(each)
