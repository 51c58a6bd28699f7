"""The bell of a battle: a stream that says only “there is something after 41”; what there is, the page fetches.

Streams are held by an ASGI server (`config/bell.py`). None of them holds a connection to the database. On PostgreSQL a
process listens on one connection, and is told the moment that a command is committed (`strokes.py`); then it looks only
now and then, for what might have been missed. Elsewhere, and while that connection is lost, one look a process asks for
the heads of all battles that it has streams of, four times a second, whatever their number. A stream ends by itself,
and when its server does; the browser comes again and says which event it has. Nothing is lost in between, for the page
asks by `after-event` as ever, which is all that it does where nobody holds streams.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping
from contextlib import suppress
from contextvars import Context
from time import monotonic

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, close_old_connections, connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from armybuilder.battles import queries
from armybuilder.battles.strokes import Stroke, heard, is_told
from armybuilder.core.forms import whole_number
from armybuilder.core.http import unlisted
from armybuilder.core.request_counts import address_of

LOOK = 0.25  # seconds between two looks at the heads
SELDOM = 5.0  # seconds between them while the database tells by itself
AGAIN = 1.0  # seconds until a lost connection is tried again
BREATH = 15.0  # seconds without a word at most: proxies end streams that are silent for longer
LONGEST = 240.0  # seconds of a stream
RETRY = 2_000  # milliseconds after which a browser comes again
MOST, MOST_AT_ADDRESS, MOST_OF_LINK = 1_000, 100, 8  # streams of a process; a club of 30 has one address
GONE = "gone"  # said in place of a number where the link was taken back


class Listener:
    """A stream: from where, by which link to which battle, and the last event that it has told of."""

    def __init__(self, link: str, battle: int, address: str, head: int) -> None:
        self.link, self.battle, self.address, self.said = link, battle, address, str(head)
        self._rung = asyncio.Event()

    def hear(self, head: int | None) -> None:
        """Wake the stream where there is something new; None where its link is gone."""
        said = GONE if head is None else str(head)
        if said != self.said:
            self.said = said
            self._rung.set()

    async def next_line(self) -> bytes:
        """What it says next: the new head, or after a while a comment."""
        try:
            await asyncio.wait_for(self._rung.wait(), BREATH)
        except TimeoutError:
            return b":\n\n"
        self._rung.clear()
        return f"data: {self.said}\n\n".encode()


class Bell:
    """The streams of a process, and the look at their battles; `heads` answers for links that are live.

    `heard` are strokes of the database, where it tells them.
    """

    def __init__(
        self,
        heads: Callable[[Collection[str]], Mapping[str, int]],
        heard: Callable[[], AsyncGenerator[Stroke | None]] | None = None,
    ) -> None:
        self._heads, self._heard = heads, heard
        self._listening: set[Listener] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._wanted = asyncio.Event()  # a look before its time
        self._is_told = False

    def has_room(self, link: str, address: str) -> bool:
        """Whether one more stream of a link from an address is held."""
        listening = tuple(self._listening)  # asked in a thread, while streams come and go
        of_link = sum(one.link == link for one in listening)
        there = sum(one.address == address for one in listening)
        return len(listening) < MOST and there < MOST_AT_ADDRESS and of_link < MOST_OF_LINK

    async def stream(self, link: str, battle: int, address: str, head: int) -> AsyncIterator[bytes]:
        """The lines of a stream, from an event on."""
        await sync_to_async(connections.close_all)()
        listener = Listener(link, battle, address, head)
        self._listening.add(listener)
        try:
            self._begin()
            yield f"retry: {RETRY}\n\n".encode()
            end = monotonic() + LONGEST
            while monotonic() < end and listener.said != GONE:
                yield await listener.next_line()
        finally:
            self._listening.discard(listener)
            self._wanted.set()

    def _begin(self) -> None:
        """Look, and listen, as long as there are streams; what a new one has missed is looked for at once."""
        if not self._tasks or self._tasks[0].done():
            for task in self._tasks:
                task.cancel()
            self._wanted = asyncio.Event()
            # A context of its own: that of the request, with its thread, ends with the request.
            hearing = [self._hear_on()] if self._heard and is_told() else []
            self._tasks = [asyncio.create_task(own, context=Context()) for own in (self._look_on(), *hearing)]
        self._wanted.set()

    async def _look_on(self) -> None:
        while listening := tuple(self._listening):
            self._wanted.clear()
            with suppress(Error):  # it is back by the next look, or the one after
                await sync_to_async(close_old_connections)()  # as before a request: this is outside of any
                heads = await sync_to_async(self._heads)({one.link for one in listening})
                for listener in listening:
                    listener.hear(heads.get(listener.link))
            await asyncio.sleep(LOOK)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), SELDOM if self._is_told else 0)
        for hearing in self._tasks[1:]:
            hearing.cancel()

    async def _hear_on(self) -> None:
        """Tell streams what the database tells; while its connection is lost, the looks are as many as ever."""
        while self._listening and self._heard:
            with suppress(ConnectionError):
                async for stroke in self._heard():
                    self._is_told = True
                    self._strike(stroke)
            self._is_told = False
            self._wanted.set()
            await asyncio.sleep(AGAIN)

    def _strike(self, stroke: Stroke | None) -> None:
        if stroke is None or stroke.head is None:
            self._wanted.set()
            return
        for listener in tuple(self._listening):
            if listener.battle == stroke.battle and listener.said.isdecimal() and int(listener.said) < stroke.head:
                listener.hear(stroke.head)


BELL = Bell(queries.heads_of, heard)


@unlisted
@require_safe
def bell(request: HttpRequest, token: str) -> HttpResponseBase:
    """The stream for a seat, or for the link of a shared table; 204 where no server holds streams.

    429 where too many are held: then the page asks.
    """
    seat = queries.live_seats().filter(token=token).first()
    battle = seat.battle_id if seat else get_object_or_404(queries.shared_tables(), share=token).pk
    if request.method == "HEAD" or not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    address = address_of(request)
    if not BELL.has_room(token, address):
        return HttpResponse(status=429, headers={"Retry-After": str(int(LONGEST))})
    lines = BELL.stream(token, battle, address, whole_number(request.GET.get("after", "")) or 0)
    # Whoever has the token may ask from anywhere; no cookie is looked at.
    headers = {"X-Accel-Buffering": "no", "Access-Control-Allow-Origin": "*"}
    return StreamingHttpResponse(lines, content_type="text/event-stream", headers=headers)
