"""The route table: every address of the site, who may see it, and how it is asked for."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from django.urls import URLResolver, get_resolver, reverse

from tests.batches import BATCH_CODE
from tests.collection import COLLECTION_CODE
from tests.data_packs import CODE as DATA_PACK_CODE
from tests.designs import CODE as DESIGN_CODE
from tests.designs import LIST_CODE, LIST_ROW, LIST_TOKEN, VARIANT_CODE
from tests.events import EVENT_CODE, EVENT_TOKEN, SEASON_CODE, SEASON_TOKEN
from tests.laboratory import LAB_CODE, LAB_TOKEN
from tests.packs import CODE as PACK_CODE
from tests.played import BATTLE_CODE, BATTLE_TOKEN, TABLE_CODE, TABLE_TOKEN
from tests.prints import PRINT_CODE
from tests.visitors import TOKEN

Who = Literal["everybody", "link", "guest", "owner", "account", "leaver", "holder", "staff", "keeper"]
Role = Literal["nobody", "browser", "other browser", "account", "other account", "staff", "token", "other token"]
Grant = Literal["answer", "nothing", "sign in", "away", "home"]
ROLES: tuple[Role, ...] = get_args(Role)

# What each role gets of what the roles `browser` and `account` keep; `link` is for whoever has one. A token is the
# account's or the other account's, and opens nothing but the API: to pages it is nobody. `keeper` is the API's owner.
GRANTS: dict[Who, dict[Role, Grant]] = {
    who: dict(zip(ROLES, grants, strict=True))
    for who, grants in {
        "everybody": ("answer",) * 8,
        "link": ("answer",) * 8,
        "guest": ("answer", "answer", "answer", "away", "away", "away", "answer", "answer"),
        "owner": ("nothing", "answer", "nothing", "answer", "nothing", "nothing", "nothing", "nothing"),
        "account": ("sign in", "sign in", "sign in", "answer", "answer", "answer", "sign in", "sign in"),
        "leaver": ("home", "home", "home", "answer", "answer", "answer", "home", "home"),
        "holder": ("sign in", "sign in", "sign in", "answer", "nothing", "nothing", "sign in", "sign in"),
        "staff": ("sign in", "sign in", "sign in", "sign in", "sign in", "answer", "sign in", "sign in"),
        "keeper": ("nothing", "answer", "nothing", "answer", "nothing", "nothing", "answer", "nothing"),
    }.items()
}
READ = frozenset({"GET", "HEAD"})
WRITE = frozenset({"POST"})
CHANGE, DELETE = frozenset({"PUT", "PATCH", "DELETE"}), frozenset({"DELETE"})
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE")


class Route(NamedTuple):
    """Who may see an address, the methods it answers, arguments that lead somewhere (`code` is filled in).

    `answer` is the status for whoever may see it, asked by the first of its methods with nothing sent along.
    """

    who: Who
    methods: frozenset[str] = READ
    arguments: dict[str, str] = {}  # noqa: RUF012 (never changed)
    answer: int = 200


EVENT, PLACE = {"code": EVENT_CODE}, {"token": EVENT_TOKEN}
SEASON, SEASON_LINK = {"code": SEASON_CODE}, {"token": SEASON_TOKEN}
RAIDERS = {"name": "dwarf-raiding-party"}
CODE = {"code": ""}
PACK = {"code": PACK_CODE}
DATA_PACK = {"code": DATA_PACK_CODE}
LINK = {"token": TOKEN}
TABLE, TABLE_LINK = {"code": TABLE_CODE}, {"token": TABLE_TOKEN}
BATTLE, SEAT = {"code": BATTLE_CODE}, {"token": BATTLE_TOKEN}
PRINT_JOB, BATCH = {"code": PRINT_CODE}, {"code": BATCH_CODE}
DESIGN, VARIANT = {"code": DESIGN_CODE}, {"code": VARIANT_CODE}
LAB, LAB_LINK = {"code": LAB_CODE}, {"token": LAB_TOKEN}
COLLECTION = {"code": COLLECTION_CODE}
OWN_LIST, LIST_LINK = {"code": LIST_CODE}, {"token": LIST_TOKEN}
PASSKEY = {"pk": "9000"}
KEY = {"pk": "9000"}
UNIT = CODE | {"ref": "u1"}
CARRIED = CODE | {"design": "young-dragon"}
ROUTES = {
    "home": Route("everybody"),
    "language": Route("everybody", answer=302),
    "look_up": Route("everybody"),
    "rules": Route("everybody"),
    "chapter": Route("everybody", READ, {"chapter": "charging"}),
    "abilities": Route("everybody"),
    "spell-words": Route("everybody"),
    "rulings": Route("everybody"),
    "checked-rules": Route("everybody"),
    "army-lists": Route("everybody"),
    "army-list": Route("everybody", READ, {"army": "dwarves"}),
    "row": Route("everybody", READ, {"army": "dwarves", "row": "axemen"}),
    "schools": Route("everybody"),
    "school": Route("everybody", READ, {"school": "earth"}),
    "spell": Route("everybody", READ, {"school": "earth", "spell": "geyser"}),
    "terrain": Route("everybody"),
    "terrain-table": Route("everybody"),
    "change-terrain": Route("everybody"),
    "terrain-file": Route("everybody"),
    "terrain-pdf": Route("everybody", READ, {"paper": "a4"}),
    "tables": Route("everybody"),
    "new-table": Route("everybody", READ | WRITE),
    "demo-table": Route("everybody", WRITE, answer=302),
    "open-table": Route("everybody", READ | WRITE),
    "table": Route("owner", READ, TABLE),
    "command-table": Route("owner", WRITE, TABLE, answer=302),
    "undo-table": Route("owner", WRITE, TABLE, answer=302),
    "redo-table": Route("owner", WRITE, TABLE, answer=302),
    "deploy-table": Route("owner", WRITE, TABLE, answer=302),
    "rename-table": Route("owner", WRITE, TABLE, answer=302),
    "share-table": Route("owner", WRITE, TABLE, answer=302),
    "delete-table": Route("owner", WRITE, TABLE, answer=302),
    "restore-table": Route("owner", WRITE, TABLE, answer=302),
    "table-file": Route("owner", READ, TABLE),
    "table-pdf": Route("owner", READ, TABLE | {"paper": "a4"}),
    "shared-table": Route("link", READ, TABLE_LINK),
    "after-shared-table": Route("link", READ, TABLE_LINK | {"seq": "0"}),
    "battles": Route("everybody"),
    "new-battle": Route("everybody", READ | WRITE),
    "learning-battle": Route("everybody", WRITE, answer=302),
    "new-battle-of": Route("everybody", READ | WRITE, {"game": "wizard-kings"}),
    "demo-battle": Route("everybody", WRITE, answer=302),
    "open-battle": Route("everybody", READ | WRITE),
    "own-battle": Route("owner", READ, BATTLE, answer=302),
    "delete-battle": Route("owner", WRITE, BATTLE, answer=302),
    "restore-battle": Route("owner", WRITE, BATTLE, answer=302),
    "battle": Route("link", READ, SEAT),
    "after-event": Route("link", READ, SEAT | {"seq": "0"}),
    "send-to-battle": Route("link", WRITE, SEAT, answer=302),
    "battle-odds": Route("link", WRITE, SEAT, answer=302),
    "battle-bell": Route("link", READ, SEAT, answer=204),
    "battle-dice": Route("link", WRITE, SEAT, answer=400),
    "battle-report": Route("link", READ, SEAT),
    "battle-seats": Route("link", WRITE, SEAT, answer=302),
    "battle-file": Route("link", READ, SEAT),
    "events": Route("everybody"),
    "new-event": Route("account", READ | WRITE),
    "open-event": Route("account", READ | WRITE),
    "own-event": Route("owner", READ, EVENT, answer=302),
    "delete-event": Route("owner", WRITE, EVENT, answer=302),
    "restore-event": Route("owner", WRITE, EVENT, answer=302),
    "event": Route("link", READ, PLACE),
    "event-settings": Route("link", READ | WRITE, PLACE),
    "event-people": Route("link", READ | WRITE, PLACE),
    "event-players": Route("link", READ, PLACE),
    "event-file": Route("link", READ, PLACE),
    "event-table": Route("link", READ, PLACE),
    "judge-all": Route("link", READ | WRITE, PLACE),
    "approve-lists": Route("link", WRITE, PLACE, answer=302),
    "event-course": Route("link", WRITE, PLACE, answer=404),
    "event-rounds": Route("link", READ, PLACE),
    "event-round": Route("link", READ, PLACE | {"number": "1"}, answer=404),  # none is paired yet
    "change-round": Route("link", WRITE, PLACE, answer=422),
    "round-clock": Route("link", WRITE, PLACE | {"number": "1"}, answer=302),
    "event-game": Route("link", READ | WRITE, PLACE | {"number": "1", "ref": "p1"}, answer=404),
    "event-screen": Route("link", READ, PLACE),
    "event-standings": Route("link", READ, PLACE),
    "event-statistics": Route("link", READ, PLACE),
    "event-standings-table": Route("link", READ, PLACE),
    "event-pairings-table": Route("link", READ, PLACE),
    "event-ranking": Route("link", READ, PLACE),
    "new-season": Route("account", READ | WRITE),
    "season": Route("link", READ, SEASON_LINK),
    "season-table": Route("link", READ, SEASON_LINK),
    "api-season": Route("link", READ, SEASON_LINK),
    "edit-season": Route("owner", READ | WRITE, SEASON),
    "delete-season": Route("owner", WRITE, SEASON, answer=302),
    "event-goepp": Route("link", READ, PLACE),
    "event-mails": Route("link", READ | WRITE, PLACE, answer=404),  # the link is a judge's
    "event-paper": Route("link", READ, PLACE | {"kind": "slips", "paper": "letter"}),
    "event-calendar": Route("link", READ, PLACE),
    "event-list": Route("link", READ, PLACE | {"ref": "p1"}),
    "bring-list": Route("link", READ | WRITE, PLACE | {"ref": "p1"}),
    "judge-list": Route("link", WRITE, PLACE | {"ref": "p1"}, answer=302),
    "odds": Route("everybody"),
    "odds-matrix": Route("everybody"),
    "helps": Route("everybody", READ, {"game": "wiz-war"}),
    "sample": Route("everybody", READ, RAIDERS),
    "copy-sample": Route("everybody", WRITE, RAIDERS, answer=302),
    "sample-pdf": Route("everybody", READ, RAIDERS | {"paper": "a4"}),
    "rosters": Route("everybody"),
    "deleted-rosters": Route("everybody"),
    "several-rosters": Route("everybody", WRITE, answer=302),
    "new-roster": Route("everybody", READ | WRITE),
    "open-roster": Route("everybody", READ | WRITE),
    "roster": Route("owner", READ, CODE),
    "edit-roster": Route("owner", WRITE, CODE, answer=302),
    "undo-roster": Route("owner", WRITE, CODE, answer=302),
    "redo-roster": Route("owner", WRITE, CODE, answer=302),
    "roster-history": Route("owner", READ, CODE),
    "roster-version": Route("owner", READ, CODE | {"version": "1"}),
    "restore-version": Route("owner", WRITE, CODE | {"version": "1"}, answer=302),
    "repair-roster": Route("owner", READ, CODE),
    "duplicate-roster": Route("owner", WRITE, CODE, answer=302),
    "delete-roster": Route("owner", WRITE, CODE, answer=302),
    "restore-roster": Route("owner", WRITE, CODE, answer=302),
    "save-opened": Route("everybody", WRITE),
    "roster-file": Route("owner", READ, CODE | {"suffix": "json"}),
    "roster-text": Route("owner", READ, CODE),
    "share-roster": Route("owner", READ | WRITE, CODE),
    "revoke-share": Route("owner", WRITE, CODE | LINK, answer=302),
    "seal-roster": Route("owner", WRITE, CODE, answer=302),
    "shared": Route("link", READ, LINK),
    "copy-shared": Route("link", WRITE, LINK, answer=302),
    "shared-pdf": Route("link", READ, LINK | {"paper": "a4"}),
    "check-shared": Route("link", READ, LINK),
    "check": Route("everybody", READ | WRITE),
    "compare": Route("everybody", READ | WRITE),
    "batch": Route("everybody", READ | WRITE),
    "kept-batch": Route("owner", READ | WRITE, BATCH),
    "delete-batch": Route("owner", WRITE, BATCH, answer=302),
    "restore-batch": Route("owner", WRITE, BATCH, answer=302),
    "batch-editor": Route("everybody", WRITE, answer=404),
    "batch-table": Route("everybody", WRITE, {"suffix": "csv"}),
    "roster-pdf": Route("owner", READ, CODE | {"paper": "letter"}),
    "packs": Route("everybody"),
    "new-pack": Route("everybody", READ | WRITE),
    "open-pack": Route("everybody", READ | WRITE),
    "pack": Route("everybody", READ, PACK),
    "edit-pack": Route("owner", READ | WRITE, PACK),
    "copy-pack": Route("everybody", WRITE, PACK, answer=302),
    "delete-pack": Route("owner", WRITE, PACK, answer=302),
    "restore-pack": Route("owner", WRITE, PACK, answer=302),
    "pack-file": Route("everybody", READ, PACK),
    "api-experiments": Route("everybody", READ | WRITE),
    "api-experiment": Route("keeper", READ | DELETE, LAB),
    "api-stop-experiment": Route("keeper", WRITE, LAB),
    "api-go-on-experiment": Route("keeper", WRITE, LAB, answer=400),
    "api-restore-experiment": Route("keeper", WRITE, LAB),
    "laboratory": Route("everybody"),
    "new-experiment": Route("everybody", READ | WRITE),
    "swap-experiment": Route("everybody", READ | WRITE),
    "versions-experiment": Route("everybody", READ | WRITE),
    "profile-experiment": Route("everybody", READ | WRITE),
    "league-experiment": Route("everybody", READ | WRITE),
    "ready-experiment": Route("everybody", WRITE, answer=302),
    "open-experiment": Route("everybody", READ | WRITE),
    "compare-experiments": Route("everybody", READ, answer=404),
    "experiment": Route("owner", READ, LAB),
    "stop-experiment": Route("owner", WRITE, LAB, answer=302),
    "go-on-experiment": Route("owner", WRITE, LAB, answer=302),
    "table-experiment": Route("owner", WRITE, LAB, answer=302),
    "watch-experiment": Route("owner", WRITE, LAB, answer=302),
    "share-experiment": Route("owner", WRITE, LAB, answer=302),
    "copy-experiment": Route("owner", WRITE, LAB, answer=302),
    "delete-experiment": Route("owner", WRITE, LAB, answer=302),
    "restore-experiment": Route("owner", WRITE, LAB, answer=302),
    "experiment-file": Route("owner", READ, LAB | {"ending": "csv"}),
    "shared-experiment": Route("link", READ, LAB_LINK),
    "shared-experiment-file": Route("link", READ, LAB_LINK | {"ending": "jsonl"}),
    "copy-shared-experiment": Route("link", WRITE, LAB_LINK, answer=302),
    "collections": Route("everybody"),
    "new-collection": Route("everybody", WRITE, answer=404),
    "open-collection": Route("everybody", READ | WRITE),
    "collection": Route("owner", READ, COLLECTION),
    "change-collection": Route("owner", WRITE, COLLECTION, answer=302),
    "fill-collection": Route("owner", READ | WRITE, COLLECTION),
    "field-collection": Route("owner", READ, COLLECTION),
    "collection-file": Route("owner", READ, COLLECTION | {"ending": "csv"}),
    "collection-pdf": Route("owner", READ, COLLECTION | {"paper": "a4"}),
    "delete-collection": Route("owner", WRITE, COLLECTION, answer=302),
    "restore-collection": Route("owner", WRITE, COLLECTION, answer=302),
    "lacking": Route("owner", READ | WRITE, CODE),
    "lacking-pdf": Route("owner", READ, CODE | {"paper": "a4"}),
    "api-collections": Route("everybody", READ | WRITE),
    "api-collection": Route("keeper", READ | {"PUT", "DELETE"}, COLLECTION),
    "api-field-collection": Route("keeper", WRITE, COLLECTION, answer=400),
    "api-restore-collection": Route("keeper", WRITE, COLLECTION),
    "data-packs": Route("everybody"),
    "new-data-pack": Route("everybody", WRITE, answer=404),
    "open-data-pack": Route("everybody", READ | WRITE),
    "data-pack": Route("owner", READ | WRITE, DATA_PACK),
    "delete-data-pack": Route("owner", WRITE, DATA_PACK, answer=302),
    "restore-data-pack": Route("owner", WRITE, DATA_PACK, answer=302),
    "data-pack-file": Route("owner", READ, DATA_PACK),
    "board-editor": Route("everybody", READ | WRITE),
    "squares-editor": Route("everybody", READ | WRITE),
    "areas-editor": Route("everybody", READ | WRITE),
    "designs": Route("everybody"),
    "new-design": Route("everybody", READ | WRITE),
    "open-design": Route("everybody", READ | WRITE),
    "family": Route("everybody", READ | WRITE),
    "vehicle": Route("everybody", READ | WRITE),
    "war-machine": Route("everybody", READ | WRITE),
    "cost-tables": Route("everybody"),
    "variants": Route("everybody", READ | WRITE),
    "variant": Route("owner", READ | WRITE, VARIANT),
    "delete-variant": Route("owner", WRITE, VARIANT, answer=302),
    "restore-variant": Route("owner", WRITE, VARIANT, answer=302),
    "own-lists": Route("everybody", READ | WRITE),
    "open-own-list": Route("everybody", READ | WRITE),
    "own-list": Route("owner", READ | WRITE, OWN_LIST),
    "own-list-rows": Route("owner", READ | WRITE, OWN_LIST),
    "add-own-row": Route("owner", READ | WRITE, OWN_LIST),
    "own-list-row": Route("owner", READ | WRITE, OWN_LIST | {"row": LIST_ROW}),
    "own-list-table": Route("owner", READ | WRITE, OWN_LIST),
    "share-own-list": Route("owner", WRITE, OWN_LIST, answer=302),
    "own-list-for-event": Route("owner", WRITE, OWN_LIST, answer=302),
    "shared-own-list": Route("link", READ, LIST_LINK),
    "shared-own-list-file": Route("link", READ, LIST_LINK),
    "copy-shared-list": Route("link", WRITE, LIST_LINK, answer=302),
    "muster-shared-list": Route("link", WRITE, LIST_LINK, answer=302),
    "own-list-file": Route("owner", READ, OWN_LIST),
    "own-list-sheet": Route("owner", READ, OWN_LIST),
    "muster-own-list": Route("owner", WRITE, OWN_LIST, answer=302),
    "delete-own-list": Route("owner", WRITE, OWN_LIST, answer=302),
    "restore-own-list": Route("owner", WRITE, OWN_LIST, answer=302),
    "audit": Route("everybody"),
    "audited": Route("everybody", READ, {"army": "dwarves", "row": "axemen"}),
    "design": Route("owner", READ | WRITE, DESIGN),
    "muster-design": Route("owner", WRITE, DESIGN, answer=302),
    "duplicate-design": Route("owner", WRITE, DESIGN, answer=302),
    "delete-design": Route("owner", WRITE, DESIGN, answer=302),
    "restore-design": Route("owner", WRITE, DESIGN, answer=302),
    "design-file": Route("owner", READ, DESIGN),
    "receipt-pdf": Route("owner", READ, DESIGN | {"paper": "a4"}),
    "roster-design": Route("owner", READ | WRITE, CARRIED),
    "roster-design-pdf": Route("owner", READ, CARRIED | {"paper": "letter"}),
    "print": Route("everybody"),
    "print-pdf": Route("everybody", answer=302),
    "print-zip": Route("everybody", answer=302),
    "print-page": Route("everybody", READ, {"page": "1"}, answer=404),
    "papers": Route("everybody", READ, {"game": "arrakhar"}),
    "papers-pdf": Route("everybody", READ, {"game": "arrakhar"}, answer=302),
    "start-print": Route("everybody", WRITE, answer=302),
    "print-rosters": Route("link", READ | WRITE, PLACE),
    "print-job": Route("owner", READ, PRINT_JOB),
    "print-job-file": Route("owner", READ, PRINT_JOB),
    "api-print": Route("everybody", WRITE, answer=400),
    "api-costs": Route("everybody"),
    "api-price": Route("everybody", WRITE, answer=400),
    "api-lists": Route("everybody"),
    "api-list": Route("everybody", READ, {"slug": "dwarves"}),
    "api-profiles": Route("everybody"),
    "api-profile": Route("everybody", READ, {"list": "dwarves", "name": "axemen"}),
    "api-schools": Route("everybody"),
    "api-spells": Route("everybody"),
    "api-spell": Route("everybody", READ, {"school": "earth", "spell": "geyser"}),
    "api-terrain": Route("everybody"),
    "api-terrain-kinds": Route("everybody"),
    "api-terrain-roll": Route("everybody", WRITE, answer=400),
    "api-event": Route("link", READ, PLACE),
    "api-event-standings": Route("link", READ, PLACE),
    "api-report-result": Route("link", WRITE, PLACE | {"number": "1"}, answer=404),  # the link is a judge's
    "api-odds": Route("everybody", WRITE, answer=400),
    "api-battles": Route("everybody", WRITE, answer=400),
    "api-battle": Route("link", READ, SEAT),
    "api-battle-after": Route("link", READ, SEAT | {"seq": "0"}),
    "api-battle-commands": Route("link", WRITE, SEAT, answer=400),
    "api-table": Route("everybody", WRITE, answer=400),
    "api-rules": Route("everybody"),
    "api-packs": Route("everybody", READ | WRITE),
    "api-pack": Route("everybody", READ | {"PUT", "DELETE"}, PACK),
    "api-restore-pack": Route("keeper", WRITE, PACK),
    "api-rosters": Route("everybody", READ | WRITE),
    "api-roster": Route("keeper", READ | CHANGE, CODE),
    "api-report": Route("keeper", READ, CODE),
    "api-restore-roster": Route("keeper", WRITE, CODE),
    "api-undo": Route("keeper", WRITE, CODE, answer=428),
    "api-redo": Route("keeper", WRITE, CODE, answer=428),
    "api-versions": Route("keeper", READ, CODE),
    "api-version": Route("keeper", READ, CODE | {"version": "1"}),
    "api-restore-version": Route("keeper", WRITE, CODE | {"version": "1"}, answer=428),
    "api-tags": Route("keeper", WRITE, CODE, answer=400),
    "api-tag": Route("keeper", DELETE, CODE | {"word": "club"}, answer=404),
    "api-edits": Route("keeper", WRITE, CODE, answer=428),
    "api-units": Route("keeper", READ | WRITE, CODE),
    "api-unit": Route("keeper", READ | {"PATCH", "DELETE"}, UNIT),
    "api-entries": Route("keeper", READ | WRITE, UNIT),
    "api-entry": Route("keeper", READ | {"PATCH", "DELETE"}, UNIT | {"entry": "dwarves/axemen"}),
    "api-shares": Route("keeper", READ | WRITE, CODE),
    "api-share": Route("keeper", DELETE, CODE | LINK, answer=204),
    "api-designs": Route("everybody", READ | WRITE),
    "api-design": Route("keeper", READ | {"PUT", "DELETE"}, DESIGN),
    "api-restore-design": Route("keeper", WRITE, DESIGN),
    "api-bin": Route("everybody"),
    "api-check": Route("everybody", WRITE, answer=400),
    "api-read": Route("everybody", WRITE, answer=400),
    "api-schema": Route("everybody"),
    "api-docs": Route("everybody"),
    "health": Route("everybody"),
    "robots": Route("everybody"),
    "worker": Route("everybody"),
    "manifest": Route("everybody"),
    "start": Route("everybody", answer=302),
    "offline": Route("everybody"),
    "look-up-file": Route("everybody"),
    "privacy": Route("everybody"),
    "report-verdict": Route("everybody"),
    "account": Route("account"),
    "export-account": Route("account"),
    "delete-account": Route("account", READ | WRITE),
    "account-keys": Route("account", READ | WRITE),
    "revoke-key": Route("holder", WRITE, KEY, answer=302),
    "account_login": Route("guest", READ | WRITE),
    "account_logout": Route("leaver", READ | WRITE),
    "account_inactive": Route("everybody"),
    "account_signup": Route("guest", READ | WRITE),
    "account_reauthenticate": Route("account", READ | WRITE),
    "account_email": Route("account", READ | WRITE),
    "account_email_verification_sent": Route("everybody", answer=302),
    "account_change_password": Route("account", READ | WRITE),
    "account_set_password": Route("account", READ | WRITE, answer=302),
    "account_reset_password": Route("everybody", READ | WRITE),
    "account_confirm_login_code": Route("everybody", READ | WRITE, answer=302),
    "account_confirm_password_reset_code": Route("everybody", READ | WRITE, answer=302),
    "account_complete_password_reset": Route("everybody", READ | WRITE, answer=302),
    "account_password_reset_completed": Route("everybody"),
    "mfa_index": Route("account"),
    "mfa_authenticate": Route("everybody", READ | WRITE, answer=302),
    "mfa_reauthenticate": Route("account", READ | WRITE),
    "mfa_activate_totp": Route("account", READ | WRITE, answer=302),
    "mfa_deactivate_totp": Route("account", READ | WRITE),
    "mfa_view_recovery_codes": Route("account"),
    "mfa_generate_recovery_codes": Route("account", READ | WRITE),
    "mfa_download_recovery_codes": Route("account"),
    "mfa_list_webauthn": Route("account"),
    "mfa_add_webauthn": Route("account", READ | WRITE),
    "mfa_reauthenticate_webauthn": Route("account", READ | WRITE),
    "mfa_remove_webauthn": Route("holder", READ | WRITE, PASSKEY),
    "mfa_edit_webauthn": Route("holder", READ | WRITE, PASSKEY),
    "mfa_login_webauthn": Route("guest", READ | WRITE, answer=302),
    "admin-password": Route("everybody", answer=302),
    "admin": Route("staff"),
}
NAMESPACES = {"admin": "admin:index"}


def named_routes(resolver: URLResolver | None = None) -> list[str]:
    """The name of every address, and a namespace's own for all in it; an address without a name is told as it is."""
    names: list[str] = []
    for each in (resolver or get_resolver()).url_patterns:
        if not isinstance(each, URLResolver):
            names.append(each.name or f"unnamed: {each.pattern}")
        else:
            names += [each.namespace] if each.namespace else named_routes(each)
    return names


def first_method(name: str) -> str:
    """GET where there is one, else what it is there for."""
    return next(method for method in ("GET", "POST", "DELETE") if method in ROUTES[name].methods)


def address_of(name: str, *, code: str) -> str:
    arguments = {key: value or code for key, value in ROUTES[name].arguments.items()}
    return reverse(NAMESPACES.get(name, name), kwargs=arguments or None)
