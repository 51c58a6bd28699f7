"""The admin: everything can be searched and read, nothing can be changed, and rows cost no queries of their own."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.core.models import Visitor
from armybuilder.models import (
    ArmyList,
    Battle,
    CheckedBatch,
    Collection,
    CostCell,
    Design,
    Edition,
    Erratum,
    Experiment,
    FormulaVariant,
    OwnList,
    OwnPack,
    Pack,
    Profile,
    Spell,
    TableRow,
    Tournament,
)
from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tests.accounts import guard, prove_twice
from tests.batches import kept_batch
from tests.collection import kept_collection
from tests.data_packs import kept_data_pack
from tests.designs import kept_design, kept_own_list, kept_variant
from tests.events import kept_event
from tests.laboratory import kept_experiment
from tests.packs import kept_pack
from tests.played import kept_battle, kept_table
from tests.visitors import kept

OWN = [
    Battle,
    ArmyList,
    CheckedBatch,
    Collection,
    CostCell,
    OwnPack,
    Design,
    Edition,
    Erratum,
    Experiment,
    FormulaVariant,
    OwnList,
    Pack,
    Profile,
    Row,
    Spell,
    TableRow,
    Tournament,
]
SEARCHES = [(ArmyList, "dwar"), (Edition, "a"), (Erratum, "vampire"), (Profile, "axemen"), (Row, "raiding")]
SEARCHES += [(Pack, "spring"), (Spell, "geyser"), (CostCell, "range"), (Design, "dragon"), (FormulaVariant, "club")]
SEARCHES += [
    (TableRow, "ford"),
    (CheckedBatch, "raiding"),
    (Collection, "models"),
    (OwnList, "marsh"),
    (OwnPack, "magazine"),
    (Experiment, "axes"),
    (Tournament, "frost"),
]
FILTERS = [
    (ArmyList, "kind=general", 3),
    (Erratum, "strength=strong", None),
    (Profile, "section=mounts", None),
    (Profile, "army_list__id__exact={dwarves}", 18),
    (Row, "deleted_at__isempty=1", 1),
    (Spell, "listings__school=water", 11),
    (CostCell, "table=armour", 7),
    (Design, "deleted_at__isempty=1", 1),
    (Row, "deleted_at__isempty=0", 0),
]


def page(kind: type[Model], name: str = "changelist", *arguments: Any) -> str:
    return reverse(f"admin:armybuilder_{kind.__name__.lower()}_{name}", args=arguments)


@pytest.fixture
def editor(catalogue: Catalogue, admin_user: User, admin_client: Client) -> Client:
    """A superuser past the second step, where there is something of everything to see."""
    guard(admin_user)
    prove_twice(admin_client)
    kept()
    kept_pack()
    kept_data_pack()
    kept_collection()
    kept_experiment()
    kept_design()
    kept_variant()
    kept_table()
    kept_battle()
    kept_batch()
    kept_own_list()
    kept_event()
    return admin_client


def test_every_model_of_ours_is_there(editor: Client) -> None:
    assert {kind for kind in admin.site._registry if kind._meta.app_label == "armybuilder"} == set(OWN)


def test_the_site_is_called_muster(editor: Client) -> None:
    answer = editor.get(reverse("admin:index"))
    assert answer.status_code == 200
    assert "Muster" in answer.content.decode()
    assert "Django administration" not in answer.content.decode()


def test_every_list_takes_few_queries(editor: Client, django_assert_max_num_queries: Any) -> None:
    for kind in OWN:
        with django_assert_max_num_queries(9, info=str(kind)):
            answer = editor.get(page(kind))
        assert answer.status_code == 200, kind
        assert answer.context["cl"].result_count == kind._default_manager.count() > 0, kind


def test_every_row_has_a_page_that_takes_few_queries(editor: Client, django_assert_max_num_queries: Any) -> None:
    for kind in OWN:
        for row in kind._default_manager.all()[:5]:
            with django_assert_max_num_queries(8, info=str(kind)):
                assert editor.get(page(kind, "change", row.pk)).status_code == 200, row


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_a_search_finds_some_and_a_longer_list_asks_no_more(editor: Client) -> None:
    for kind, words in SEARCHES:
        address = f"{page(kind)}?q={words}"
        found = editor.get(address).context["cl"].result_count
        assert found > 0, kind
        assert queries_of(editor, page(kind)) <= queries_of(editor, address), kind


def test_filters_keep_some(editor: Client) -> None:
    dwarves = ArmyList.objects.get(slug="dwarves").pk
    for kind, query, count in FILTERS:
        found = editor.get(f"{page(kind)}?{query.format(dwarves=dwarves)}").context["cl"].result_count
        assert found == count if count is not None else 0 < found < kind._default_manager.count(), (kind, query)


def test_nothing_is_added_changed_or_deleted(editor: Client) -> None:
    before = {kind: list(kind._default_manager.order_by("pk").values()) for kind in OWN}
    for kind in OWN:
        row = kind._default_manager.all()[0]
        assert editor.get(page(kind, "add")).status_code == 403, kind
        assert editor.post(page(kind, "add"), {"name": "x"}).status_code == 403, kind
        assert editor.post(page(kind, "change", row.pk), {"name": "x", "content": "{}"}).status_code == 403, kind
        assert editor.post(page(kind, "delete", row.pk), {"post": "yes"}).status_code == 403, kind
        editor.post(page(kind), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert {kind: list(kind._default_manager.order_by("pk").values()) for kind in OWN} == before


def test_a_page_has_no_field_to_write_in(editor: Client) -> None:
    for kind in OWN:
        shown = editor.get(page(kind, "change", kind._default_manager.all()[0].pk)).content.decode()
        for field in ("content", "facts", "name", "slug", "digest", "why"):
            assert f'name="{field}"' not in shown, kind
        assert 'name="_save"' not in shown, kind


def test_stored_content_is_shown_as_text(editor: Client) -> None:
    row = kept()
    Row.objects.filter(pk=row.pk).update(content=row.content | {"name": "<script>alert(1)</script> Ælf"})
    shown = editor.get(page(Row, "change", row.pk)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; Ælf" in shown
    assert "<script>alert" not in shown
    assert "dwarves/axemen" in shown


def test_a_rows_errata_stand_on_its_page(editor: Client) -> None:
    vampire = Profile.objects.get(slug="undead/vampire")
    shown = editor.get(page(Profile, "change", vampire.pk)).content.decode()
    assert "melee.0.first_strike" in shown


def test_who_owns_a_roster_is_not_shown(editor: Client) -> None:
    row = kept(visitor=Visitor(browser="a-secret-of-somebody"))
    assert "a-secret-of-somebody" not in editor.get(page(Row)).content.decode()
    assert "a-secret-of-somebody" not in editor.get(page(Row, "change", row.pk)).content.decode()


def test_a_stranger_is_asked_to_sign_in(db: None) -> None:
    assert {kind: Client().get(page(kind)).status_code for kind in OWN} == dict.fromkeys(OWN, 302)
