"""What a visitor may keep is bounded, said kindly, and offered room by an account; whoever is refused loses nothing."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import LazySettings, settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from armybuilder import migrations
from armybuilder.battles.services.tables import create_table
from armybuilder.core.bounds import NoRoomError
from armybuilder.core.models import Kept, kept_kinds, of_kind_alone
from armybuilder.core.rates import Bound, Room
from armybuilder.core.revisions import StaleError, delete_row, restore_row
from armybuilder.designs.services import create_designs, create_own_list, create_variant, save_design
from armybuilder.designs.snapshots import design_in, own_list_in
from armybuilder.event_packs.services import copy_pack
from armybuilder.files.services import create_batch
from armybuilder.models import (
    Battle,
    CheckedBatch,
    Collection,
    Design,
    Experiment,
    FormulaVariant,
    OwnList,
    OwnPack,
    Pack,
    Roster,
    RosterTag,
    Share,
    TableRow,
    Tournament,
)
from armybuilder.rosters import services
from armybuilder.sharing.services import share_roster
from tabletop.arcana.battlefield import read_table
from tests.accounts import person, things_of
from tests.batches import kept_batch
from tests.collection import kept_collection
from tests.data_packs import kept_data_pack
from tests.designs import kept_design, kept_own_list
from tests.events import kept_event
from tests.laboratory import kept_experiment
from tests.packs import kept_pack
from tests.played import kept_battle
from tests.programs import keyed
from tests.visitors import (
    HTMX,
    OWNER,
    RAIDERS,
    browser_of,
    content_of,
    edit_address,
    kept,
    load_printed_rows,
    verdict_of,
)

ROOT = Path(__file__).resolve().parents[3]
COPY = "/samples/dwarf-raiding-party/copy/"
TABLE = read_table(b'{"format": "muster-table/1", "game": "arcana", "size": [48, 48]}')
KINDS: tuple[type[Kept], ...] = (Roster, TableRow, Design, FormulaVariant, OwnList, Pack, OwnPack, CheckedBatch)


@pytest.fixture(autouse=True)
def printed(db: None) -> None:
    load_printed_rows()


def bounded(kind: str, browser: Room, account: Room = Room(10_000)) -> tuple[Bound, ...]:  # noqa: B008 (frozen)
    """The table of the settings with other room for a kind."""
    assert kind in {bound.kind for bound in settings.KEPT_MOST}
    rows = [Bound(kind, browser, account) if bound.kind == kind else bound for bound in settings.KEPT_MOST]
    return tuple(rows)


def test_every_kind_of_kept_rows_has_a_bound() -> None:
    kinds = {str(kind._meta.verbose_name_plural) for kind in kept_kinds()}
    assert {bound.kind for bound in settings.KEPT_MOST} == kinds | {"links", "tags"}
    for bound in settings.KEPT_MOST:
        assert bound.account.things >= 10 * bound.browser.things
        assert (bound.account.size or 0) >= 10 * (bound.browser.size or 0)


def test_a_browser_is_told_kindly_and_offered_an_account(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("rosters", Room(2))
    browser = Client()
    assert [browser.post(COPY).status_code for _ in range(3)] == [302, 302, 422]
    page = browser.post(COPY).content.decode()
    assert "Without an account, a browser can keep at most 2 rosters. Nothing was changed" in page
    assert 'href="/account/signup/"' in page
    assert Roster.objects.count() == 2
    assert Client().post(COPY).status_code == 302, "others have room of their own"


def test_an_account_has_a_bound_too_and_takes_over_what_the_browser_kept(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("rosters", Room(1), Room(3))
    ada = browser_of(things_of(person("ada")))
    assert [ada.post(COPY).status_code for _ in range(4)] == [302, 302, 302, 422]
    page = ada.post(COPY).content.decode()
    assert "An account can keep at most 3 rosters" in page
    assert 'href="/account/signup/"' not in page


def test_a_program_is_refused_in_json_and_nothing_is_changed(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("rosters", Room(1), Room(1))
    program = keyed(person("ada"))
    answers = [program.post("/api/rosters/", RAIDERS, content_type="application/json") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 422]
    assert answers[1].json()["detail"].startswith("An account can keep at most 1 rosters.")
    assert Roster.objects.count() == 1


def test_deleting_makes_room_and_taking_back_needs_it(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("rosters", Room(1))
    row = kept()
    services.delete_roster(row=row)
    other = services.duplicate_roster(row=row)
    with pytest.raises(NoRoomError):
        services.restore_roster(row=row)
    row.refresh_from_db()
    assert row.deleted_at
    services.delete_roster(row=other)
    services.restore_roster(row=row)


def test_every_kind_is_bounded_where_it_is_made(settings: LazySettings) -> None:
    roster, design, pack = kept(), kept_design(), kept_pack()
    one = Room(1)
    settings.KEPT_MOST = tuple(Bound(bound.kind, one, one) for bound in settings.KEPT_MOST)
    create_variant(visitor=OWNER, name="Ours")
    create_table(visitor=OWNER, table=TABLE)
    kept_batch()
    own_list = kept_own_list()
    kept_battle()
    kept_data_pack()
    kept_collection()
    kept_experiment()
    kept_event()
    makers: dict[type[Kept], Any] = {
        Roster: lambda: services.duplicate_roster(row=roster),
        Design: lambda: create_designs(visitor=OWNER, designs=[design_in(design)] * 3),
        FormulaVariant: lambda: create_variant(visitor=OWNER, name="Theirs"),
        Pack: lambda: copy_pack(row=pack, visitor=OWNER),
        OwnPack: lambda: kept_data_pack(code="other"),
        Collection: lambda: kept_collection(code="other"),
        TableRow: lambda: create_table(visitor=OWNER, table=TABLE),
        OwnList: lambda: create_own_list(visitor=OWNER, own=own_list_in(own_list)),
        Battle: kept_battle,
        Tournament: lambda: kept_event(code="other", token="Another"),
        Experiment: lambda: kept_experiment(code="other", token="Another"),
        CheckedBatch: lambda: create_batch(visitor=OWNER, name="Theirs", lists={}),
    }
    assert set(makers) == set(kept_kinds())
    for kind, make in makers.items():
        with pytest.raises(NoRoomError):
            make()
        assert of_kind_alone(kind._default_manager.all()).count() == 1


def test_several_at_once_are_kept_or_none_with_one_look(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("rosters", Room(4))
    roster = content_of(kept())
    with CaptureQueriesContext(connection) as captured:
        services.create_rosters(visitor=OWNER, rosters=[roster] * 3)
    assert sum("SUM(" in query["sql"] for query in captured) == 1
    with pytest.raises(NoRoomError):
        services.create_rosters(visitor=OWNER, rosters=[roster] * 3)
    assert Roster.objects.count() == 4


def test_bytes_count_with_every_version(settings: LazySettings) -> None:
    row = Roster.objects.get(pk=services.create_roster(visitor=OWNER, roster=content_of(kept())).pk)
    size = row.size
    browser, edits = browser_of(OWNER), 0
    settings.KEPT_MOST = bounded("rosters", Room(10, 6 * size))
    while edits < 50:
        change = {"version": row.version + edits, "verb": "set_limit", "points": 1000 + edits}
        answer = browser.post(edit_address(row), change, headers=HTMX)
        if answer.status_code != 200:
            break
        edits += 1
    row.refresh_from_db()
    assert answer.status_code == 422
    assert "at most 0 MB of rosters" in answer.content.decode()
    assert (row.version, row.history.count()) == (1 + edits, 1 + edits)
    assert 5 < edits < 12
    assert row.size == pytest.approx(size * (2 + edits) / 2, rel=0.05)


def test_versions_are_bounded_and_a_copy_begins_anew(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("rosters", Room(10, None, 3))
    row, browser = kept(), browser_of(OWNER)
    statuses = [
        browser.post(edit_address(row), {"version": version, "verb": "set_limit", "points": 900 + version}).status_code
        for version in (1, 2, 3)
    ]
    assert statuses == [302, 302, 422]
    assert services.duplicate_roster(row=row).version == 1
    services.delete_roster(row=Roster.objects.get(pk=row.pk))


def test_a_command_on_a_table_needs_room(settings: LazySettings) -> None:
    row = create_table(visitor=OWNER, table=TABLE)
    settings.KEPT_MOST = bounded("tables", Room(10, row.size + 100))
    sent = {"name": "Another", "on": 1}
    assert browser_of(OWNER).post(f"/table/{row.code}/name/", sent).status_code == 422
    assert TableRow.objects.get().head == 1


def test_what_shrinks_needs_no_room_and_a_stale_write_is_told_as_such(settings: LazySettings) -> None:
    row = kept_design(visitor=OWNER)
    design = design_in(row)
    settings.KEPT_MOST = bounded("designs", Room(1, 10))
    Design.objects.filter(pk=row.pk).update(size=100_000)
    row.refresh_from_db()
    save_design(row=row, version=row.version, design=replace(design, name="N"))
    assert Design.objects.get().name == "N"
    late = Design.objects.get()
    Design.objects.filter(pk=row.pk).update(version=9, size=10)
    with pytest.raises(StaleError):
        save_design(row=late, version=late.version, design=replace(design, name="A much longer name"))


def test_links_and_tags_are_bounded(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("links", Room(1))
    row = kept()
    share_roster(row=row, kind="view", verdict=verdict_of(row))
    with pytest.raises(NoRoomError):
        share_roster(row=row, kind="view", verdict=verdict_of(row))
    settings.KEPT_MOST = bounded("tags", Room(2))
    services.tag_rosters(rows=[row, kept()], word="club")
    with pytest.raises(NoRoomError):
        services.tag_rosters(rows=[row], word="another")
    assert (Share.objects.count(), RosterTag.objects.count()) == (1, 2)


def test_a_seal_takes_room(settings: LazySettings) -> None:
    row = kept()
    before = Roster.objects.get().size
    share_roster(row=row, kind="view", verdict=verdict_of(row))
    assert Roster.objects.get().size > before + 500


def test_deleting_and_taking_back_without_end_takes_room(settings: LazySettings) -> None:
    row = kept()
    settings.KEPT_MOST = bounded("rosters", Room(10, 20_000))

    def to_and_fro() -> None:
        for _ in range(100):
            services.delete_roster(row=row)
            services.restore_roster(row=row)

    with pytest.raises(NoRoomError):
        to_and_fro()


def test_a_row_of_another_kind_is_restored_where_there_is_room(settings: LazySettings) -> None:
    settings.KEPT_MOST = bounded("designs", Room(1))
    row = kept_design(visitor=OWNER)
    delete_row(row)
    kept_design(visitor=OWNER, code="another")
    with pytest.raises(NoRoomError):
        restore_row(row)
    assert Design.objects.filter(deleted_at=None).count() == 1


def test_things_of_before_get_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    row = services.create_roster(visitor=OWNER, roster=content_of(kept()))
    kept_design()
    sizes = {kind: list(kind._default_manager.values_list("size", flat=True)) for kind in (Roster, Design)}
    for kind in KINDS:
        kind._default_manager.update(size=0)
    migration: Any = import_module(f"{migrations.__name__}.0015_sizes_of_kept_things")
    of_today = {kind: content for kind, content in migration.CONTENT.items() if kind != "TableRow"}
    monkeypatch.setattr(migration, "CONTENT", of_today)
    migration.write_sizes(apps, None)
    row.refresh_from_db()
    assert row.size == pytest.approx(sizes[Roster][0], rel=0.3)
    assert Design.objects.get().size > 500


def room_in_words(room: Room) -> str:
    words = [f"{room.things:,}"]
    words += [f"{room.size // 1_000_000} MB"] if room.size else []
    words += [f"{room.versions:,} versions each"] if room.versions else []
    return ", ".join(words)


def table_of_bounds() -> str:
    """The rows of docs/security.md."""
    lines = ["| what | a browser without an account | an account |", "|---|---|---|"]
    lines += [
        f"| {bound.kind} | {room_in_words(bound.browser)} | {room_in_words(bound.account)} |"
        for bound in settings.KEPT_MOST
    ]
    return "\n".join(lines)


def test_the_documents_show_the_table() -> None:
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    assert table_of_bounds() in text, f"docs/security.md should say:\n{table_of_bounds()}"
