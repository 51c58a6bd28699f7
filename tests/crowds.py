"""Makes people in a site's database, with something of every kind, and writes who they are as JSON.

`python -m tests.crowds 3` makes three crowds: in each a visitor without an account, one with an account, and
one of the staff. It runs in a process of its own, for it works with the settings of the site that is served.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from typing import Any

import django

django.setup()

from django.contrib import admin  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from armybuilder.core.models import Visitor  # noqa: E402
from armybuilder.models import ApiToken  # noqa: E402
from tests.accounts import guard, passkey_of, person, prove, prove_twice, things_of  # noqa: E402
from tests.collection import COLLECTION_CODE, kept_collection  # noqa: E402
from tests.data_packs import CODE as DATA_PACK_CODE  # noqa: E402
from tests.data_packs import kept_data_pack  # noqa: E402
from tests.designs import CARRYING, VARIANT_CODE, YOUNG_DRAGON, kept_design, kept_variant  # noqa: E402
from tests.designs import CODE as DESIGN_CODE  # noqa: E402
from tests.events import EVENT_CODE, EVENT_TOKEN, kept_event  # noqa: E402
from tests.laboratory import LAB_CODE, LAB_TOKEN, kept_experiment  # noqa: E402
from tests.packs import CODE as PACK_CODE  # noqa: E402
from tests.packs import SPRING_CUP, kept_pack  # noqa: E402
from tests.played import FORD, TABLE_CODE, TABLE_TOKEN, kept_table  # noqa: E402
from tests.prints import PRINT_CODE, kept_job  # noqa: E402
from tests.routes import NAMESPACES, ROUTES  # noqa: E402
from tests.visitors import TOKEN, browser_of, kept, kept_share  # noqa: E402

NOT_NAMED = ("/no-such-page/", "/api/no-such-thing/", "/static/no-such-file.css", "/favicon.ico", "/static/../.env")


def things_kept_by(visitor: Visitor, name: str) -> dict[str, str]:
    """Something of every kind; where it is, by the code that the route table knows its kind by."""
    roster = kept(CARRYING, visitor=visitor)
    table = kept_table(visitor=visitor, code=f"table-{name}", token=secrets.token_urlsafe(9))
    place = secrets.token_urlsafe(9)
    experiment = kept_experiment(visitor=visitor, code=f"lab-{name}", token=secrets.token_urlsafe(9))
    return {
        "": roster.code,
        EVENT_CODE: kept_event(visitor=visitor, code=f"event-{name}", token=place).code,
        EVENT_TOKEN: place,
        TOKEN: kept_share(roster, token=secrets.token_urlsafe(9)).token,
        DESIGN_CODE: kept_design(visitor=visitor, code=f"design-{name}").code,
        VARIANT_CODE: kept_variant(visitor=visitor, code=f"variant-{name}").code,
        PACK_CODE: kept_pack(visitor=visitor, code=f"pack-{name}").code,
        COLLECTION_CODE: kept_collection(visitor=visitor, code=f"models-{name}").code,
        DATA_PACK_CODE: kept_data_pack(visitor=visitor, code=f"data-{name}").code,
        TABLE_CODE: table.code,
        TABLE_TOKEN: table.share or "",
        LAB_CODE: experiment.code,
        LAB_TOKEN: experiment.share or "",
        PRINT_CODE: kept_job(visitor=visitor, code=f"print-{name}").code,
    }


def addresses(codes: dict[str, str], passkey: str, key: str) -> Iterator[tuple[str, str, list[str]]]:
    """The name, path and methods of every route."""
    for name, route in ROUTES.items():
        arguments = {
            kind: codes.get(value, value) if kind in ("code", "token") else value
            for kind, value in route.arguments.items()
        }
        if "pk" in arguments:
            arguments["pk"] = passkey if name.startswith("mfa_") else key
        yield name, reverse(NAMESPACES.get(name, name), kwargs=arguments or None), sorted(route.methods)
    for path in NOT_NAMED:
        yield "nothing", path, ["GET", "POST"]


def pages_of_the_admin() -> Iterator[tuple[str, str, list[str]]]:
    for model in admin.site._registry:
        kind = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield kind, reverse(f"{kind}_changelist"), ["GET", "POST"]
        yield kind, reverse(f"{kind}_add"), ["GET", "POST"]
        row = model._default_manager.order_by("-pk").first()
        for page in ("change", "history", "delete") if row is not None else ():
            yield kind, reverse(f"{kind}_{page}", args=[row.pk]), ["GET", "POST"]
    yield "admin", reverse("admin:jsi18n"), ["GET"]
    yield "admin", reverse("admin:autocomplete"), ["GET"]


def someone(who: str) -> dict[str, Any]:
    """A person: cookies, addresses, and what no log may name."""
    name = secrets.token_hex(4)
    pk = key = "9000"
    if who == "browser":
        visitor = Visitor(browser=secrets.token_hex(16))
        client = browser_of(visitor)
    else:
        account = person(name, is_staff=who == "staff", is_superuser=who == "staff")
        pk = str(passkey_of(account).pk)
        key = str(ApiToken.objects.create(owner=account, name="Old key", digest=secrets.token_hex(16)).pk)
        guard(account)
        visitor = things_of(account)
        client = browser_of(visitor)
        prove(client)
        if who == "staff":
            prove_twice(client)
    codes = things_kept_by(visitor, name)
    paths = [*addresses(codes, pk, key), *(pages_of_the_admin() if who == "staff" else ())]
    cookies = {"sessionid": session_of(client), "csrftoken": secrets.token_hex(16)}
    return {"who": who, "cookies": cookies, "addresses": paths, "secrets": [*codes.values(), *cookies.values()]}


def session_of(client: Client) -> str:
    return client.cookies["sessionid"].value


def main() -> None:
    crowds = [[someone(who) for who in ("browser", "account", "staff")] for _ in range(int(sys.argv[1]))]
    files = {"rosters": CARRYING, "designs": YOUNG_DRAGON, "packs": SPRING_CUP, "table": FORD}
    json.dump({"crowds": crowds, "files": files}, sys.stdout)


if __name__ == "__main__":
    main()
