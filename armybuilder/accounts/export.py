"""The archive of everything that an account holds: its data, and a file for each kept row.

It is sent while it is made, after the request's budget of work has ended, so that its size has a bound of its own: an
account of more than `ROWS_A_PART` rows takes its archive in parts.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.utils.text import slugify
from msgspec import json

from armybuilder.accounts import queries
from armybuilder.battles.models import Battle, TableRow
from armybuilder.battles.snapshots import battle_file, table_file
from armybuilder.collection.models import Collection
from armybuilder.collection.snapshots import collection_file
from armybuilder.core.models import Kept, Visitor, kept_by
from armybuilder.data_packs.models import OwnPack
from armybuilder.data_packs.snapshots import pack_file as data_pack_file
from armybuilder.designs.models import Design, FormulaVariant, OwnList
from armybuilder.designs.snapshots import design_file
from armybuilder.event_packs.models import Pack
from armybuilder.event_packs.snapshots import pack_file
from armybuilder.files.models import CheckedBatch
from armybuilder.laboratory.models import Experiment
from armybuilder.laboratory.snapshots import experiment_file
from armybuilder.rosters.models import Roster
from armybuilder.rosters.snapshots import roster_of
from armybuilder.tournaments.models import Tournament
from armybuilder.tournaments.queries import seasons_of
from armybuilder.tournaments.snapshots import event_file
from tabletop.rosters.document import write_roster

ROWS_A_PART = 200  # a second's work where each is an ordinary roster, five where each is as large as can be
ROWS_AT_ONCE = 20  # of up to a million bytes each: what is read ahead of what has been sent

File = tuple[str, bytes]


class Outlet(io.RawIOBase):
    """A write-only stream for ZipFile; `taken` empties its buffer, so that an archive is sent in pieces."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: bytes) -> int:  # type: ignore[override]
        self.pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        taken, self.pieces = b"".join(self.pieces), []
        return taken


def zipped(files: Iterable[File]) -> Iterator[bytes]:
    """The pieces of a ZIP of these files; equal files give equal bytes."""
    outlet = Outlet()
    with ZipFile(outlet, "w") as archive:
        for name, content in files:
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
            yield outlet.taken()
    yield outlet.taken()


def parts_of(user: User) -> int:
    """How many parts the archive has: one, if the account holds no more than `ROWS_A_PART` rows."""
    first, *others = (kept_by(Visitor(account=user.pk), kind).order_by().values("pk") for kind in FILES)
    return max(ceil(first.union(*others, all=True).count() / ROWS_A_PART), 1)


def files_of(user: User, part: int = 1) -> Iterator[File]:
    """The account's data, then a file for each row, oldest first; deleted rows are in the folder `deleted`.

    Of an archive in parts the first one has the account's data, and each the next `ROWS_A_PART` rows.
    """
    if part == 1:
        yield "account.json", written(facts_of(user))
    skipped, left = ROWS_A_PART * (part - 1), ROWS_A_PART
    for kind, write in FILES.items():
        keys = list(kept_by(Visitor(account=user.pk), kind).order_by("pk").values_list("pk", flat=True))
        chosen = keys[skipped : skipped + left]
        skipped, left = max(skipped - len(keys), 0), left - len(chosen)
        for row in kind._default_manager.filter(pk__in=chosen).order_by("pk").iterator(ROWS_AT_ONCE):
            yield path_of(row), write(row)


def path_of(row: Kept) -> str:
    folder = f"{row._meta.verbose_name_plural}".replace(" ", "-")
    kept = "deleted/" if row.deleted_at else ""
    suffix = "jsonl" if type(row) in (Battle, Experiment) else "json"
    return f"{kept}{folder}/{slugify(row.name)[:60] or 'unnamed'}-{row.code}.{suffix}"


def facts_of(user: User) -> dict[str, object]:
    """What the database holds about a person, without secrets."""
    addresses = EmailAddress.objects.filter(user=user).order_by("email")
    ways = Authenticator.objects.filter(user=user).order_by("pk")
    keys = queries.tokens_of(user.pk).order_by("pk")
    return {
        "format": "muster-account/1",
        "name": user.get_username(),
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "addresses": [{"email": address.email, "confirmed": address.verified} for address in addresses],
        "second_steps": [
            {"kind": way.get_type_display(), "name": way.data.get("name"), "added": way.created_at} for way in ways
        ],
        "seasons": [
            {"name": season.name, "rules": season.rules, "events": sorted(event.code for event in season.events.all())}
            for season in seasons_of(Visitor(account=user.pk)).prefetch_related("events")
        ],
        "keys": [{"name": key.name, "made": key.created_at, "used": key.used_at} for key in keys],
    }


def written(facts: object) -> bytes:
    return json.format(json.encode(facts), indent=2) + b"\n"


# What is kept of each kind of rows as a file, in the order of the archive.
FILES: Mapping[type[Kept], Callable[[Any], bytes]] = {
    Roster: lambda row: write_roster(roster_of(row)),
    Collection: collection_file,
    Design: design_file,
    OwnList: lambda row: written({"list": row.content, "designs": row.designs}),
    FormulaVariant: lambda row: written({"name": row.name, "cells": row.cells}),
    Pack: pack_file,
    OwnPack: data_pack_file,
    TableRow: table_file,
    Battle: battle_file,
    Tournament: event_file,
    Experiment: experiment_file,
    CheckedBatch: lambda row: written({"name": row.name, "lists": row.lists}),
}
