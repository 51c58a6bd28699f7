"""The bell of a battle says which event is the last, to whom it may, to so many, and holds nothing for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from functools import partial
from threading import Event
from typing import Any

import pytest
from asgiref.sync import ThreadSensitiveContext, async_to_sync, sync_to_async
from django.db import InterfaceError, OperationalError, connection, connections
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client
from django.utils import timezone

from armybuilder.battles.models import Seat
from armybuilder.battles.strokes import Stroke, heard, is_told, ring
from armybuilder.battles.views import bell as module
from armybuilder.battles.views.bell import Bell
from tabletop.arcana.battle.commands.course import Note
from tests.played import BATTLE_TOKEN, command_in, kept_battle
from tests.visitors import load_printed_rows

LOST = Stroke(-1)  # in a test: the connection is lost
ADDRESS = f"/b/{BATTLE_TOKEN}/bell/"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.01)
    monkeypatch.setattr(module, "SELDOM", 0.2)


def elsewhere(scene: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What a scene answers, in a thread of its own: that of the tests may have a browser's event loop."""

    def run() -> Any:
        try:
            return async_to_sync(scene)()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


async def read(lines: AsyncIterator[bytes], count: int) -> list[str]:
    return [(await anext(lines)).decode().strip() for _ in range(count)]


@pytest.mark.django_db(transaction=True)
def test_it_tells_of_each_event_and_of_a_seat_that_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    load_printed_rows()
    battle = kept_battle()
    head = battle.head
    now = timezone.now()

    async def heard() -> tuple[Any, bool, list[str], list[str]]:
        answer = await AsyncClient().get(f"{ADDRESS}?after={head - 1}")
        assert isinstance(answer, StreamingHttpResponse)
        lines = answer.streaming_content
        assert not isinstance(lines, map)
        said = await read(lines, 1)
        held = await sync_to_async(lambda: connection.connection is not None)()
        first = said + await read(lines, 1)
        await sync_to_async(command_in)(battle, "red", Note(text="Hm"))
        second = await read(lines, 1)
        await sync_to_async(Seat.objects.update)(revoked_at=now)
        rest = [line.decode().strip() async for line in lines]
        return answer, held, first, second + rest

    answer, held, first, second = elsewhere(heard)
    assert answer.headers["Content-Type"] == "text/event-stream"
    assert "no-store" in answer.headers["Cache-Control"]
    assert not held, "what the request asked with is let go before anything is said"
    assert first == ["retry: 2000", f"data: {head}"]
    assert second == [f"data: {head + 1}", "data: gone"]
    assert elsewhere(partial(AsyncClient().get, ADDRESS)).status_code == 404
    Seat.objects.update(revoked_at=None)
    assert Client().get(ADDRESS).status_code == 204, "a server without streams leaves the page to ask"
    assert elsewhere(partial(AsyncClient().head, ADDRESS)).status_code == 204
    monkeypatch.setattr(module, "MOST_OF_LINK", 0)
    assert elsewhere(partial(AsyncClient().get, ADDRESS)).status_code == 429


def test_one_look_serves_all_and_a_lost_database_ends_no_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BREATH", 0.1)
    monkeypatch.setattr(module, "LONGEST", 0.3)
    asked: list[set[str]] = []

    def heads(links: Collection[str]) -> dict[str, int]:
        asked.append(set(links))
        if len(asked) == 2:
            raise OperationalError
        return dict.fromkeys(links, 7)

    async def scene() -> None:
        bell = Bell(heads)
        streams = [bell.stream(str(seat), seat, "192.0.2.1", 7 - seat) for seat in (0, 1, 1)]
        async with aclosing(streams[0]) as quiet, aclosing(streams[1]) as one, aclosing(streams[2]) as two:
            assert await read(quiet, 2) == ["retry: 2000", ":"]
            assert await read(one, 2) == await read(two, 2) == ["retry: 2000", "data: 7"]
            assert asked[-1] == {"0", "1"}
            assert bell.has_room("1", "192.0.2.1")
            monkeypatch.setattr(module, "MOST_OF_LINK", 2)
            assert (bell.has_room("1", "192.0.2.9"), bell.has_room("0", "192.0.2.1")) == (False, True)
            monkeypatch.setattr(module, "MOST_AT_ADDRESS", 3)
            assert (bell.has_room("0", "192.0.2.1"), bell.has_room("0", "192.0.2.9")) == (False, True)
            monkeypatch.setattr(module, "MOST", 3)
            assert not bell.has_room("5", "192.0.2.9")
            assert [line async for line in quiet][-1] == b":\n\n", "a stream ends by itself"
        assert bell.has_room("5", "192.0.2.9"), "who has hung up makes room"
        looks = len(asked)
        await asyncio.sleep(0.05)
        assert len(asked) <= looks + 1, "nobody listens, nobody looks"

    elsewhere(scene)


def test_a_seat_that_joins_during_a_look_waits_for_the_next_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BREATH", 1)
    asked: list[Collection[str]] = []
    joined = Event()

    def heads(links: Collection[str]) -> dict[str, int]:
        asked.append(links)
        joined.wait(5)
        if len(asked) == 2:
            raise InterfaceError
        return dict.fromkeys(links, 7)

    async def scene() -> None:
        bell = Bell(heads)
        async with (
            aclosing(bell.stream("0", 0, "192.0.2.1", 7)) as first,
            aclosing(bell.stream("1", 1, "192.0.2.1", 6)) as late,
        ):
            await read(first, 1)
            while not asked:
                await asyncio.sleep(0.001)
            async with ThreadSensitiveContext():  # as each request has a thread of its own
                said = await read(late, 1)
            joined.set()
            assert said + await read(late, 1) == ["retry: 2000", "data: 7"]

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scene()).result()


def test_what_the_database_tells_is_said_at_once_and_without_it_the_looks_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lost strokes are tried again, an older one is passed over, and what is missed until then is looked for."""
    monkeypatch.setattr(module, "is_told", lambda: True)
    monkeypatch.setattr(module, "AGAIN", 0.01)
    monkeypatch.setattr(module, "SELDOM", 60)
    looks: list[Collection[str]] = []
    connected: list[asyncio.Queue[Stroke | None]] = []

    def heads(links: Collection[str]) -> dict[str, int]:
        looks.append(links)
        return dict.fromkeys(links, 5)

    async def strokes() -> AsyncGenerator[Stroke | None]:
        connected.append(told := asyncio.Queue())
        told.put_nowait(None)
        while (stroke := await told.get()) != LOST:
            yield stroke
        raise ConnectionError

    async def scene() -> None:
        bell = Bell(heads, strokes)
        async with aclosing(bell.stream("1", 9, "192.0.2.1", 5)) as lines:
            assert await read(lines, 1) == ["retry: 2000"]
            while not connected or not looks:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.05)  # the looks that are under way
            before = len(looks)
            for stroke in (Stroke(8, 70), Stroke(9, 4), Stroke(9, 6)):
                connected[-1].put_nowait(stroke)
            assert await read(lines, 1) == ["data: 6"]
            assert len(looks) == before, "nobody has looked"
            connected[-1].put_nowait(Stroke(9))
            assert await read(lines, 1) == ["data: 5"], "a seat may have gone: somebody looks"
            connected[-1].put_nowait(LOST)
            while len(connected) < 2:
                await asyncio.sleep(0.001)
            connected[-1].put_nowait(Stroke(9, 8))
            assert await read(lines, 1) == ["data: 8"]

    elsewhere(scene)


@pytest.mark.django_db(transaction=True)
def test_postgresql_tells_of_a_command_as_it_is_committed_and_again_after_its_connection_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not is_told():  # other databases have nothing alike
        ring(1, 1)
        return
    monkeypatch.setattr(module, "AGAIN", 0.05)
    load_printed_rows()
    battle = kept_battle()

    async def scene() -> list[Stroke | None]:
        found: list[Stroke | None] = []
        for _ in range(2):
            with suppress(ConnectionError):
                async with aclosing(heard()) as strokes:
                    found.append(await anext(strokes))
                    await sync_to_async(command_in)(battle, "red", Note(text="Hm"))
                    found.append(await anext(strokes))
                    await sync_to_async(end_other_connections)()
                    found.append(await anext(strokes))
        return found

    def end_other_connections() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query LIKE 'LISTEN%%'"
            )

    head = battle.head
    assert elsewhere(scene) == [None, Stroke(battle.pk, head + 1), None, Stroke(battle.pk, head + 2)]
