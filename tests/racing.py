"""Calls that are made at once, each in a thread with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

Thing = TypeVar("Thing")


def at_once(threads: ThreadPoolExecutor, *calls: Callable[[], str]) -> list[str]:
    """What both calls return, started together."""
    start = Barrier(len(calls))

    def run(call: Callable[[], str]) -> str:
        start.wait()
        try:
            return call()
        finally:
            connections.close_all()

    return list(threads.map(run, calls))


def in_thread(threads: ThreadPoolExecutor, call: Callable[[], Thing]) -> Thing:
    """What one of the threads finds in its database."""

    def run() -> Thing:
        try:
            return call()
        finally:
            connections.close_all()

    return threads.submit(run).result()
