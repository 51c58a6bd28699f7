"""The admin: everything can be searched and read, nothing can be changed, and rows cost no queries of their own."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from armybuilder.models import ArmyList, Edition, Erratum, Profile
from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue import Catalogue
from tests.visitors import kept

OWN = [ArmyList, Edition, Erratum, Profile, Row]
SEARCHES = [(ArmyList, "dwar"), (Edition, "a"), (Erratum, "vampire"), (Profile, "axemen"), (Row, "raiding")]
FILTERS = [
    (ArmyList, "kind=general", 3),
    (Erratum, "strength=strong", None),
    (Profile, "section=mounts", None),
    (Profile, "army_list__id__exact={dwarves}", 18),
    (Row, "deleted_at__isempty=1", 1),
    (Row, "deleted_at__isempty=0", 0),
]


def page(kind: type[Model], name: str = "changelist", *arguments: Any) -> str:
    return reverse(f"admin:armybuilder_{kind.__name__.lower()}_{name}", args=arguments)


@pytest.fixture
def editor(catalogue: Catalogue, admin_client: Client) -> Client:
    """A superuser, where there is something of everything to see."""
    kept()
    return admin_client


def test_every_model_of_ours_is_there(editor: Client) -> None:
    assert {kind for kind in admin.site._registry if kind._meta.app_label == "armybuilder"} == set(OWN)


def test_the_site_is_called_muster(editor: Client) -> None:
    answer = editor.get(reverse("admin:index"))
    assert answer.status_code == 200
    assert "Muster" in answer.content.decode()
    assert "Django administration" not in answer.content.decode()


@pytest.mark.parametrize("kind", OWN)
def test_every_list_takes_few_queries(editor: Client, django_assert_max_num_queries: Any, kind: type[Model]) -> None:
    with django_assert_max_num_queries(9):
        answer = editor.get(page(kind))
    assert answer.status_code == 200
    assert answer.context["cl"].result_count == kind._default_manager.count() > 0


@pytest.mark.parametrize("kind", OWN)
def test_every_row_has_a_page_that_takes_few_queries(
    editor: Client, django_assert_max_num_queries: Any, kind: type[Model]
) -> None:
    for row in kind._default_manager.all()[:5]:
        with django_assert_max_num_queries(6):
            assert editor.get(page(kind, "change", row.pk)).status_code == 200


def test_a_longer_list_takes_no_more_queries(editor: Client, django_assert_num_queries: Any) -> None:
    counts = []
    for number in (1, 3):
        for _ in range(number):
            kept()
        with django_assert_num_queries(0, exact=False) if False else _counted() as queries:
            editor.get(page(Row))
        counts.append(len(queries))
    assert counts[0] == counts[1]
