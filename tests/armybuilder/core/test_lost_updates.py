"""Every form that writes: what one tab has saved is never written over by another that hasn't seen it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.models import Collection, Design, FormulaVariant, OwnList, OwnPack, Pack
from armybuilder.models import Roster as Row
from armybuilder.rosters.services import ConflictError, StaleError
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.creation.design_files import OWN_DESIGNS
from tests.designs import CODE, LIST_ROW, address
from tests.markup import Document
from tests.routes import ROUTES, WRITE
from tests.visitors import edit_address

# Forms on a version, by the kind of thing that they change.
VERSIONED = {
    "edit-roster": Row,
    "undo-roster": Row,
    "redo-roster": Row,
    "restore-version": Row,
    "design": Design,
    "variant": FormulaVariant,
    "own-list": OwnList,
    "own-list-rows": OwnList,
    "own-list-row": OwnList,
    "add-own-row": OwnList,
    "own-list-table": OwnList,
    "edit-pack": Pack,
    "data-pack": OwnPack,
    "change-collection": Collection,
}
# The rest, and why nothing of another tab's can get lost by them.
NEEDLESS = {
    "makes something new and changes nothing": (
        "copy-sample", "copy-shared", "copy-pack", "duplicate-roster", "duplicate-design", "roster-design",
        "share-roster", "new-roster", "open-roster", "save-opened", "batch-editor", "new-pack", "open-pack",
        "new-data-pack", "open-data-pack", "new-event", "open-event",
        "new-design", "open-design", "new-table", "demo-table", "open-table",
        "new-battle", "new-battle-of", "demo-battle", "learning-battle", "open-battle",
        "family", "vehicle", "war-machine", "variants", "own-lists", "open-own-list", "muster-own-list", "start-print",
        "new-season", "print-rosters",
        "new-experiment", "swap-experiment", "versions-experiment", "league-experiment", "profile-experiment",
        "new-collection", "open-collection",
        "ready-experiment", "open-experiment", "copy-experiment", "copy-shared-experiment", "watch-experiment",
        "table-experiment", "copy-shared-list", "muster-shared-list",
    ),
    "changes whether it is counted, or goes on with what is counted by then": ("stop-experiment", "go-on-experiment"),
    "goes at once, on purpose: its events stay": ("delete-season",),
    "is one value of one person, whoever writes last": ("event-mails",),
    "sets a mark, and once more changes nothing; what was written stays": (
        "delete-roster", "restore-roster", "delete-pack", "restore-pack", "delete-data-pack", "restore-data-pack",
        "delete-variant", "restore-variant", "delete-collection", "restore-collection",
        "delete-design", "restore-design", "revoke-share", "revoke-key", "seal-roster", "several-rosters",
        "delete-table", "restore-table", "share-table", "delete-batch", "restore-batch",
        "delete-own-list", "restore-own-list", "share-own-list", "delete-battle", "restore-battle",
        "delete-event", "restore-event", "event-course", "round-clock",
        "share-experiment", "delete-experiment", "restore-experiment",
    ),
    "gives a link that is new, or ends one that the same seat gave; a side that is given stays with its link": (
        "battle-seats",
    ),
    "is on a version, the number of a list, or the mark of what was seen: tests/armybuilder/tournaments": (
        "edit-season", "event-settings", "bring-list", "judge-list", "change-round", "event-game",
    ),
    "adds people or marks one, and approves only what is legal and handed in at that moment": (
        "event-people", "approve-lists", "judge-all",
    ),
    "adds to the roster as it is at that moment": ("muster-design",),
    "adds models beside those that are there at that moment": ("fill-collection", "lacking"),
    "puts a list, as it is, into the pack as it is at that moment": ("own-list-for-event",),
    "adds lists, and judges one anew only where it is as the page showed it": ("batch", "kept-batch"),
    "is decided on the event that its page showed, or again where nothing has touched it": (
        "send-to-battle", "command-table", "undo-table", "redo-table", "deploy-table", "rename-table",
    ),
    "writes nothing": ("board-editor", "squares-editor", "areas-editor", "check", "compare", "batch-table",
                       "battle-odds", "battle-dice"),
}  # fmt: skip
OTHERS = (
    "account",
    "mfa_",
    "delete-account",
    "api-",
    "admin",
)  # the person's own, another's code, or with its own tests


def test_every_form_that_writes_is_on_a_version_or_cannot_lose_anything() -> None:
    writing = {name for name, route in ROUTES.items() if route.methods >= WRITE and not name.startswith(OTHERS)}
    needless = [name for names in NEEDLESS.values() for name in names]
    assert len(needless) == len(set(needless))
    assert writing == VERSIONED.keys() | set(needless)


CHANGES: dict[str, dict[str, str]] = {
    "edit-roster": {"verb": "rename", "name": "Late"},
    "variant": {"name": "Late", "armour.3": "8"},
    "own-list-table": {"sheet": "name,points\nLate,9\n", "any": "yes"},
    "own-list-rows": {"delete": LIST_ROW},
    "own-list-row": {"name": "Late", "movement.ground": "6", "morale.value": "7"},
    "add-own-row": {"name": "Late", "movement.ground": "6", "morale.value": "7"},
    "own-list": {"name": "Late", **msgspec.to_builtins(OWN_DESIGNS.shield)},
    "design": {"name": "Late", "wounds": "9"},
    "edit-pack": {"name": "Late"},
    "data-pack": {"title": "Late"},
    "change-collection": {"name": "Late"},
}


@pytest.mark.parametrize("name", VERSIONED)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_late_tab_writes_over_nothing(row: Row, owner: Client, name: str, headers: dict[str, str]) -> None:
    path = reverse(name, kwargs={key: value or row.code for key, value in ROUTES[name].arguments.items()})
    form = sent_by(owner, path) if name == "edit-pack" else {}
    for number, earlier in enumerate(("Early", "Earlier", "Latest"), 1):
        owner.post(edit_address(row), {"version": number, "verb": "rename", "name": earlier})
    for kind in (Collection, Design, FormulaVariant, OwnList, Pack, OwnPack):
        kind.objects.update(version=7, name="Latest")
    before = VERSIONED[name].objects.values().get()
    late = {"version": "2" if name.endswith("-roster") else "1"}
    answer = owner.post(path, form | CHANGES.get(name, {}) | late, headers=headers, follow=True)
    told = "nothing to undo or redo" if name == "redo-roster" else "another place"
    assert (answer.status_code, told in answer.content.decode()) == (200, True)
    assert VERSIONED[name].objects.values().get() == before


def sent_by(client: Client, path: str) -> dict[str, str]:
    """What the page's own form sends."""
    page = Document(client.get(path).content.decode())
    return next(sent for sent in map(page.sent, page.all("form")) if "version" in sent)


@pytest.mark.parametrize("fault", [ConflictError, StaleError])
def test_a_roster_that_changes_while_a_design_is_put_into_it_is_told(
    row: Row, owner: Client, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    now = roster_of(row)

    def at_once(**given: Any) -> None:
        raise ConflictError(now, now, now) if fault is ConflictError else StaleError(row)

    monkeypatch.setattr("armybuilder.designs.views.export.edit_roster", at_once)
    sent = {"roster": row.code, "count": "1"}
    answer = owner.post(address("muster-design", CODE), sent, follow=True)
    assert answer.redirect_chain == [(address("design", CODE), 302)]
    assert "was changed at the same moment" in answer.content.decode()
