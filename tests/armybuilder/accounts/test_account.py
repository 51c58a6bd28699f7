"""The account's own page: what leaves with a person, what goes with them, and what the database can tell."""

from __future__ import annotations

import io
import json
import logging
from zipfile import ZipFile

import pytest
from allauth.mfa.models import Authenticator
from django.conf import LazySettings
from django.contrib.auth.hashers import identify_hasher, make_password
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.accounts import export
from armybuilder.accounts.totp_cipher import MFAAdapter
from armybuilder.core.models import Kept
from armybuilder.designs.snapshots import design_in
from armybuilder.event_packs.snapshots import pack_in
from armybuilder.models import (
    CheckedBatch,
    Collection,
    Design,
    Experiment,
    FormulaVariant,
    OwnList,
    OwnPack,
    Pack,
    Tournament,
)
from armybuilder.models import Roster as Row
from armybuilder.rosters.services import delete_roster
from armybuilder.rosters.snapshots import roster_of
from config.logs import WithoutNames
from tabletop.arcana.army.event_pack import read_pack
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.simulation.experiments import read_experiment
from tabletop.rosters.collection import read_collection
from tabletop.tournament.file import read_event
from tests.accounts import SEED, guard, last_code, passkey_of, person, prove, sign_in, things_of
from tests.batches import kept_batch
from tests.collection import kept_collection, shelf
from tests.data_packs import kept_data_pack
from tests.designs import kept_design, kept_own_list, kept_variant
from tests.events import kept_event
from tests.laboratory import kept_experiment, record
from tests.packs import kept_pack
from tests.visitors import kept

KINDS: tuple[type[Kept], ...] = (
    Row,
    Collection,
    Design,
    FormulaVariant,
    OwnList,
    Pack,
    OwnPack,
    Tournament,
    Experiment,
    CheckedBatch,
)


@pytest.fixture
def ada(printed: None) -> User:
    """Somebody with one of everything, a roster put away, an app, codes and a passkey."""
    user = person("ada")
    visitor = things_of(user)
    kinds = kept_own_list, kept_variant, kept_pack, kept_data_pack, kept_event, kept_experiment, kept_batch, kept
    for keep in (kept_design, kept_collection, *kinds):
        keep(visitor=visitor)
    delete_roster(row=kept(visitor=visitor))
    guard(user)
    passkey_of(user)
    return user


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    prove(client)
    return client


def archive(client: Client) -> bytes:
    return client.get(reverse("export-account")).getvalue()


def test_everything_leaves_as_files_that_read_back(ada: User, client: Client) -> None:
    files = ZipFile(io.BytesIO(archive(client)))
    names = files.namelist()
    assert [name.partition("/")[0] for name in names] == [
        "account.json", "rosters", "deleted", "collections", "designs", "own-lists", "formula-variants", "packs",
        "data-packs", "events", "experiments", "batches",
    ]  # fmt: skip
    live, gone = Row.objects.order_by("pk")
    assert read_roster(files.read(names[1])) == roster_of(live)
    assert read_roster(files.read(names[2])) == roster_of(gone)
    assert read_collection(files.read(names[3])) == shelf()
    assert read_design(files.read(names[4])) == replace(design_in(Design.objects.get()), format="muster-design/1")
    own_list = OwnList.objects.get()
    assert json.loads(files.read(names[5])) == {"list": own_list.content, "designs": own_list.designs}
    assert json.loads(files.read(names[6])) == {"name": "Tuesday Club", "cells": FormulaVariant.objects.get().cells}
    assert read_pack(files.read(names[7])) == pack_in(Pack.objects.get())
    assert json.loads(files.read(names[8])) == OwnPack.objects.get().content
    assert [player.name for player in read_event(files.read(names[9])).players] == ["Ines Almeida"]
    assert read_experiment(files.read(names[10])) == record()
    assert json.loads(files.read(names[11]))["lists"] == CheckedBatch.objects.get().lists
    for name, kind in ((names[1], "roster"), (names[3], "collection"), (names[4], "design"), (names[7], "pack")):
        assert json.loads(files.read(name))["format"] == f"muster-{kind}/1"


def test_the_account_says_who_one_is_and_no_secret(ada: User, client: Client) -> None:
    said = ZipFile(io.BytesIO(archive(client))).read("account.json").decode()
    facts = json.loads(said)
    assert (facts["format"], facts["name"]) == ("muster-account/1", "ada")
    assert facts["addresses"] == [{"email": "ada@example.org", "confirmed": True}]
    assert [step["name"] for step in facts["second_steps"]] == [None, None, "Old key"]
    for secret in (SEED, ada.password, "seed", "credential", *(str(each.data) for each in Authenticator.objects.all())):
        assert secret not in said


def test_the_same_things_make_the_same_archive(client: Client) -> None:
    assert archive(client) == archive(client)


def test_a_large_account_leaves_in_parts_that_are_the_whole_together(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ZipFile(io.BytesIO(archive(client))).namelist()
    monkeypatch.setattr(export, "ROWS_A_PART", 2)
    page = client.get(reverse("account")).content.decode()
    assert ("part 6 of 6" in page, "part 7" in page) == (True, False)
    answers = [client.get(reverse("export-account"), {"part": part}) for part in (1, 2, 3, 4, 5, 6)]
    assert answers[1].headers["Content-Disposition"] == 'attachment; filename="muster-account-2-of-6.zip"'
    parts = [ZipFile(io.BytesIO(answer.getvalue())).namelist() for answer in answers]
    assert [len(names) for names in parts] == [3, 2, 2, 2, 2, 1]
    assert [name for names in parts for name in names] == whole
    for part in ("0", "7", "-1", "x", ""):
        assert client.get(reverse("export-account"), {"part": part}).status_code == 404


def test_nothing_of_anybody_else_leaves(ada: User, client: Client) -> None:
    before = archive(client)
    kept()
    kept(visitor=things_of(person("bob")))
    assert archive(client) == before


def test_names_that_look_like_paths_stay_in_their_folder(ada: User, client: Client) -> None:
    Row.objects.update(name="../../etc/passwd")
    names = ZipFile(io.BytesIO(archive(client))).namelist()
    assert not any(".." in name or name.startswith("/") for name in names)


def test_an_account_goes_with_everything_in_it(ada: User, client: Client) -> None:
    elsewhere = Client()
    elsewhere.force_login(ada)
    bobs = kept(visitor=things_of(person("bob")))
    assert client.get(reverse("delete-account")).status_code == 200
    assert client.post(reverse("delete-account")).headers["Location"] == reverse("home")
    assert [user.username for user in User.objects.all()] == ["bob"]
    assert [each for kind in KINDS for each in kind._default_manager.all()] == [bobs]
    assert not Authenticator.objects.exists()
    assert not [each for each in Session.objects.all() if "_auth_user_id" in each.get_decoded()]
    assert elsewhere.get(reverse("account")).status_code == 302


def test_nothing_is_deleted_if_not_all_of_it_can_be(ada: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OperationalError("the disk is full")

    monkeypatch.setattr(User, "delete", broken)
    client.raise_request_exception = False
    assert client.post(reverse("delete-account")).status_code == 503
    assert Row.objects.count() == 2
    assert client.get(reverse("account")).status_code == 200


@pytest.mark.parametrize("name", ["delete-account", "account_email", "mfa_generate_recovery_codes", "mfa_add_webauthn"])
def test_whoever_finds_an_open_browser_cannot_change_the_account(ada: User, name: str) -> None:
    client = Client()
    sign_in(client, "ada")
    client.force_login(ada)
    answer = client.post(reverse(name), {"email": "thief@example.org", "action_add": ""})
    assert answer.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert User.objects.filter(pk=ada.pk).exists()
    assert mail.outbox == []


def test_a_new_address_counts_once_its_code_is_typed_in(ada: User, client: Client) -> None:
    Authenticator.objects.all().delete()
    client.post(reverse("account_email"), {"email": "lovelace@example.org", "action_add": ""})
    assert [message.to for message in mail.outbox] == [["lovelace@example.org"]]
    assert sign_in(Client(), "lovelace").status_code == 200
    client.post(reverse("account_email_verification_sent"), {"code": last_code()})
    assert sign_in(Client(), "lovelace").status_code == 302
    assert sign_in(Client(), "ada").status_code == 200
    assert mail.outbox[-1].to == ["ada@example.org"]


def test_a_changed_password_signs_everybody_else_out(ada: User, client: Client) -> None:
    elsewhere = Client()
    elsewhere.force_login(ada)
    form = {"oldpassword": "a very long walk", "password1": "a much longer walk", "password2": "a much longer walk"}
    client.post(reverse("account_change_password"), form)
    assert client.get(reverse("account")).status_code == 200
    assert elsewhere.get(reverse("account")).status_code == 302


def test_passwords_are_kept_with_argon2(settings: LazySettings) -> None:
    from config import settings as ours

    settings.PASSWORD_HASHERS = ours.PASSWORD_HASHERS
    assert identify_hasher(make_password("a very long walk")).algorithm == "argon2"


def test_the_seed_of_the_codes_cannot_be_read_off_the_database(ada: User, settings: LazySettings) -> None:
    stored = Authenticator.objects.get(type=Authenticator.Type.TOTP).data["secret"]
    assert SEED not in stored
    assert MFAAdapter().decrypt(stored) == SEED
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new one" * 8
    assert MFAAdapter().decrypt(stored) == SEED


def test_the_watcher_is_told_whether_the_database_answers(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/healthz").status_code == 200

    def broken() -> None:
        raise OperationalError("no such host")

    monkeypatch.setattr("armybuilder.operations.queries.check_database", broken)
    assert Client().get("/healthz").status_code == 503


def test_a_log_line_names_nobody_and_nothing_of_theirs(
    ada: User, client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Row.objects.filter(deleted_at=None).get()
    address = reverse("roster", kwargs={"code": row.code})

    def broken(*_: object, **__: object) -> None:
        raise ValueError(f"{row.name} of {ada.email}")

    with caplog.at_level(logging.DEBUG):
        Client().get(address)
        sign_in(Client(), "ada", "wrong wrong wrong")
        client.post(reverse("account_reset_password"), {"email": ada.email})
        monkeypatch.setattr("armybuilder.rosters.views.detail.editor_page", broken)
        client.raise_request_exception = False
        client.get(address)
    written = "\n".join(WithoutNames().format(record) for record in caplog.records)
    for private in (ada.email, "ada@", row.name, row.code, "wrong wrong", "example.org"):
        assert private not in written, private
    lines = [json.loads(line) for line in written.splitlines()]
    faults = [(line["route"], line["status"], line["error"][0]) for line in lines if "error" in line]
    assert ("roster", 500, "ValueError") in faults
    assert ("roster", 404) in [(line.get("route"), line.get("status")) for line in lines]
