"""How every form of an own list is saved: whole or not at all, with what is against it said beside what was typed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from msgspec import Struct

from armybuilder.core.forms import posted_version, problem_in_words
from armybuilder.designs import services
from armybuilder.designs.models import OwnList as Row
from tabletop.arcana.catalogue.lists import OwnList
from tabletop.decoding import MalformedError


class Notice(Struct, frozen=True):
    """Why nothing was saved: in words, with the field that is wrong; or the newer `version` that is there by now."""

    text: str = ""
    version: int | None = None
    field: str = ""
    reason: str = ""

    @classmethod
    def of(cls, error: MalformedError) -> Notice:
        return cls(text=f"{problem_in_words(error)}.", field=error.field, reason=error.reason)


def saved(
    request: HttpRequest,
    row: Row,
    changed: Callable[[], OwnList],
    *,
    again: Callable[[Notice], HttpResponse],
    then: Callable[[], HttpResponse],
    designs: tuple[str, ...] | None = None,
) -> HttpResponse:
    """The answer to a posted form: `then`, or the form `again` where it can't be read or the list is another by now.

    `designs` are the codes of the designs in it from now on, None for those that are.
    """
    codes = row.designs if designs is None else designs
    try:
        own = changed()
        services.save_own_list(row=row, version=posted_version(request.POST), own=own, designs=codes)
    except MalformedError as error:
        return again(Notice.of(error))
    except services.StaleError as stale:
        return again(Notice(version=stale.current.version))
    return then()
