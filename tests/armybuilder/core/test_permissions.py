"""Every address by everybody: what is theirs they get, what isn't theirs isn't there, live or deleted."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import NamedTuple

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.core.models import Kept, Visitor, kept_kinds
from armybuilder.models import (
    ApiToken,
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
    TableRow,
    Tournament,
)
from tests.accounts import guard, passkey_of, person, prove, prove_twice, things_of
from tests.armybuilder.core.test_security import guarded
from tests.batches import BATCH_CODE, kept_batch
from tests.collection import COLLECTION_CODE, kept_collection
from tests.data_packs import CODE as DATA_PACK_CODE
from tests.data_packs import kept_data_pack
from tests.designs import CARRYING, LIST_CODE, LIST_TOKEN, kept_design, kept_shared_list, kept_variant
from tests.events import EVENT_CODE, EVENT_TOKEN, SEASON_CODE, SEASON_TOKEN, kept_event, kept_season
from tests.kept_once import kept_once
from tests.laboratory import LAB_CODE, LAB_TOKEN, kept_experiment
from tests.laws import fault
from tests.packs import kept_pack
from tests.played import BATTLE_CODE, BATTLE_TOKEN, TABLE_CODE, TABLE_TOKEN, kept_battle, kept_table
from tests.prints import PRINT_CODE, kept_job
from tests.programs import keyed
from tests.routes import GRANTS, NAMESPACES, ROLES, ROUTES, Grant, Role, first_method
from tests.visitors import OTHER, OWNER, TOKEN, browser_of, kept, kept_share, load_printed_rows

KINDS: tuple[type[Kept], ...] = (
    Battle,
    CheckedBatch,
    Collection,
    OwnPack,
    Design,
    Experiment,
    FormulaVariant,
    OwnList,
    Pack,
    Roster,
    TableRow,
    Tournament,
)
OWNERS: tuple[Role, ...] = ("browser", "account")
OWNED = ("owner", "keeper")
KEPT_BY: dict[Role, Role] = {"browser": "browser", "account": "account", "token": "account"}
ROUTES_OF = {route.who for route in ROUTES.values()}
REFUSALS: dict[Grant, tuple[int, str]] = {
    "nothing": (404, ""),
    "sign in": (302, "/account/login/"),
    "away": (302, "/rosters/"),
    "home": (302, "/"),
}
PASSING = {"print-job", "print-job-file"}  # thrown away after a day, never deleted by anybody
PASSING |= {"edit-season", "delete-season"}  # gone at once: its events stay, and it is made of them again
PUBLIC = ["pack", "copy-pack", "pack-file", "api-pack"]  # whoever has the link


class World(NamedTuple):
    """A client for each role, and what the browser and the account keep: the same kinds under other codes."""

    clients: dict[Role, Client]
    codes: dict[Role, dict[str, str]]


@kept_once
def keep_all(visitor: Visitor, mark: str) -> dict[str, str]:
    """Something of every kind; where it is found, by the code that the route table knows its kind by."""
    design = kept_design(visitor=visitor, code=f"design-{mark}")
    variant = kept_variant(visitor=visitor, code=f"variant-{mark}")
    pack = kept_pack(visitor=visitor, code=f"pack-{mark}")
    data_pack = kept_data_pack(visitor=visitor, code=f"data-{mark}")
    roster = kept(CARRYING, visitor=visitor)
    share = kept_share(roster, token=f"LinkOf{mark}")
    table = kept_table(visitor=visitor, code=f"table-{mark}", token=f"TableOf{mark}")
    battle = kept_battle(visitor=visitor, code=f"battle-{mark}", token=f"SeatOf{mark}")
    job = kept_job(visitor=visitor, code=f"print-{mark}")
    batch = kept_batch(visitor=visitor, code=f"batch-{mark}")
    event = kept_event(visitor=visitor, code=f"event-{mark}", token=f"PlaceOf{mark}")
    season = kept_season(visitor=visitor, code=f"season-{mark}", token=f"SeasonOf{mark}")
    experiment = kept_experiment(visitor=visitor, code=f"experiment-{mark}", token=f"LabOf{mark}")
    collection = kept_collection(visitor=visitor, code=f"models-{mark}")
    own_list = kept_shared_list(visitor=visitor, code=f"list-{mark}", token=f"ListOf{mark}")
    return {
        "": roster.code,
        TOKEN: share.token,
        "young-dragon": design.code,
        "tuesday-club": variant.code,
        "spring-cup-1": pack.code,
        DATA_PACK_CODE: data_pack.code,
        TABLE_CODE: table.code,
        TABLE_TOKEN: table.share or "",
        BATTLE_CODE: battle.code,
        BATTLE_TOKEN: f"SeatOf{mark}",
        PRINT_CODE: job.code,
        BATCH_CODE: batch.code,
        LIST_CODE: own_list.code,
        COLLECTION_CODE: collection.code,
        LIST_TOKEN: own_list.share or "",
        EVENT_CODE: event.code,
        EVENT_TOKEN: f"PlaceOf{mark}",
        SEASON_CODE: season.code,
        SEASON_TOKEN: season.token,
        LAB_CODE: experiment.code,
        LAB_TOKEN: experiment.share or "",
    }


@pytest.fixture
def world(db: None, short_experiments: None, settings: LazySettings) -> World:
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 24 * 60 * 60  # who has proved it once has proved it to the last request
    load_printed_rows()
    ada, bob, editor = person("ada"), person("bob"), person("editor", is_staff=True, is_superuser=True)
    for pk, each in ((9000, ada), (9001, bob), (9002, editor)):  # Ada's is the one that the route table asks for
        passkey_of(each, pk=pk)
        ApiToken.objects.create(pk=pk, owner=each, name="Old key", digest=str(pk))
    for each in (ada, bob, editor):
        guard(each)
    visitors = {"browser": OWNER, "other browser": OTHER, "account": things_of(ada), "other account": things_of(bob)}
    visitors["staff"] = things_of(editor)
    clients: dict[Role, Client] = {role: browser_of(visitors[role]) if role in visitors else Client() for role in ROLES}
    for role in ("account", "other account", "staff"):
        prove(clients[role])
    prove_twice(clients["staff"])
    clients |= {"token": keyed(ada), "other token": keyed(bob)}
    return World(clients, {"browser": keep_all(OWNER, "b"), "account": keep_all(visitors["account"], "a")})


def address(name: str, codes: dict[str, str]) -> str:
    arguments = ROUTES[name].arguments
    found = {key: codes.get(value, value) if key in ("code", "token") else value for key, value in arguments.items()}
    return reverse(NAMESPACES.get(name, name), kwargs=found or None)


def asked(client: Client, method: str, path: str) -> tuple[int, str]:
    """The status and where it leads; every answer is guarded, and whatever was changed by asking is undone."""
    caches["default"].clear()
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        answer = client.generic(method, path)
        unguarded = fault(guarded, answer)
        assert not unguarded, f"{method} {path}: {unguarded}"
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer.status_code, answer.headers.get("Location", "").partition("?")[0]


def askers(world: World, name: str) -> list[tuple[Role, Client]]:
    """Who is asked as.

    A key opens no page, whoever's it is: the account's own asks for its things and for others', and for nothing that
    needs no key. What everybody sees is shown to another browser, which keeps nothing, as to nobody.
    """
    needless: set[Role] = set()
    if not name.startswith("api-"):
        needless.add("other token")
        if GRANTS[ROUTES[name].who]["nobody"] == "answer":
            needless.add("token")
        if ROUTES[name].who == "everybody":
            needless.add("other browser")
    return [(role, client) for role, client in world.clients.items() if role not in needless]


def refused(name: str, grant: Grant) -> tuple[int, str]:
    """What whoever may not have the thing is answered instead; the admin's own door leads on to the one door."""
    return (302, "/admin/login/") if (name, grant) == ("admin", "sign in") else REFUSALS[grant]


@pytest.mark.long
def test_everybody_gets_what_the_table_grants_and_no_more(world: World) -> None:
    wrong = [each for name in ROUTES for each in wrongly_granted(world, name)]
    assert wrong == []


def wrongly_granted(world: World, name: str) -> Iterator[tuple[object, ...]]:
    """Each role that is answered otherwise than the route table says: role, method, address, answer."""
    route = ROUTES[name]
    owners = OWNERS if "code" in route.arguments else OWNERS[:1]
    for owner, (role, client) in product(owners, askers(world, name)):
        grant = GRANTS[route.who][role]
        if route.who in OWNED and KEPT_BY.get(role) != owner:
            grant = "nothing"
        path = address(name, world.codes[owner])
        if grant == "answer":
            status, _ = asked(client, first_method(name), path)
            if status != route.answer:
                yield role, first_method(name), path, status
            continue
        for method in sorted(route.methods):
            answer = asked(client, method, path)
            if answer != refused(name, grant):
                yield role, method, path, answer


@pytest.mark.long
def test_what_is_deleted_is_there_only_to_be_taken_back_by_its_owner(world: World) -> None:
    for kind in KINDS:
        kind._default_manager.update(deleted_at=timezone.now())
    wrong = []
    for name in (name for name in ROUTES if "code" in ROUTES[name].arguments and name not in PASSING):
        for owner, (role, client) in product(OWNERS, askers(world, name)):
            status, _ = asked(client, first_method(name), address(name, world.codes[owner]))
            if status != taken_back(name, role, owner):
                wrong.append((name, role, owner, status))
    assert wrong == []


def taken_back(name: str, role: Role, owner: Role) -> int:
    """What is answered to whoever asks for something deleted: by a key, too, it can be taken back."""
    if name in ("restore-version", "api-restore-version"):
        return 404
    if name.startswith("restore-"):
        return 302 if role == owner else 404
    return 200 if name.startswith("api-restore-") and KEPT_BY.get(role) == owner else 404


def test_every_kind_that_is_kept_is_in_the_matrix() -> None:
    assert set(kept_kinds()) == set(KINDS)


def test_the_matrix_knows_every_kind_of_owner() -> None:
    assert set(ROUTES_OF) == set(GRANTS)
    assert [name for name, route in ROUTES.items() if "code" in route.arguments and route.who not in OWNED] == PUBLIC


def test_the_door_of_the_admin_is_the_door_of_everybody(world: World) -> None:
    answer = world.clients["nobody"].get("/admin/login/?next=/admin/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/login/?next=%2Fadmin%2F")
    assert world.clients["account"].get("/admin/login/").status_code == 403
    assert world.clients["staff"].get("/admin/password_change/").headers["Location"] == "/account/password/change/"


def test_a_lent_browser_shows_nothing_of_the_account_once_it_is_signed_out(world: World) -> None:
    client = world.clients["account"]
    path = address("roster", world.codes["account"])
    assert client.get(path).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(path).status_code == 404
    assert "Raiding Party" not in client.get(reverse("rosters")).content.decode()


@pytest.mark.parametrize("name", ["api-pack"])
def test_what_everybody_reads_only_its_owner_writes(world: World, name: str) -> None:
    for owner, (role, client) in product(OWNERS, world.clients.items()):
        status = 428 if KEPT_BY.get(role) == owner else 404
        for method in ("PUT", "DELETE"):
            assert asked(client, method, address(name, world.codes[owner]))[0] == status, (role, method)
