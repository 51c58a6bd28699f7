"""An own army list as a table of its rows, with its terms of war machines and its monsters; and as files."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct
from msgspec.structs import asdict, replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import whole_number
from armybuilder.core.http import file_answer
from armybuilder.designs.models import OwnList as Row
from armybuilder.designs.snapshots import own_list_in
from armybuilder.designs.views.list_saving import Notice, saved
from armybuilder.designs.views.own_lists import own_lists
from tabletop.arcana.catalogue.lists import Catalogue, OwnList, WarMachineTerms
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.own_lists import list_pack, with_own_list, write_list_pack
from tabletop.arcana.creation.own_sheets import USUAL, read_sheet, write_sheet
from tabletop.decoding import LARGEST_FILE, MalformedError, converted
from tabletop.rosters.files import file_name

TERMS = {
    "surcharge": "Points for the crew",
    "reinforcement": "Points for a second crew",
    "magic_resistance": "Magic resistance",
    "morale": "Morale",
    "skill": "Skill",
    "attacks": "Attacks",
}
USUAL_TERMS = asdict(WarMachineTerms())


class Term(Struct, frozen=True):
    """A field of the terms, and what stands in it; empty for what the book has."""

    name: str
    label: str
    value: str


class Sent(Struct, frozen=True):
    """What stands in the form."""

    sheet: str
    terms: dict[str, str]
    hires_any: bool
    hires: tuple[str, ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Rows, terms and monsters; nothing is saved that can't be read or priced, or was changed elsewhere."""
    row, catalogue = own_lists.own_row(request, code), current_catalogue()
    if request.method != "POST":
        return _page(request, row, catalogue, _kept(own_list_in(row)))
    sent = _posted(request)

    def changed() -> OwnList:
        nonlocal sent  # what a file says is shown, where it can't be kept
        sent = replace(sent, sheet=_sheet(request, sent))
        own = _changed(own_list_in(row), sent)
        with_own_list(catalogue, own, "")
        return own

    return saved(
        request,
        row,
        changed,
        again=lambda notice: _page(request, row, catalogue, sent, notice),
        then=lambda: redirect("own-list-rows", code=code),
    )


def _kept(own: OwnList) -> Sent:
    terms = {name: value for name, value in asdict(own.war_machines).items() if value != USUAL_TERMS[name]}
    sheet = write_sheet(own.rows) if own.rows else ",".join(USUAL) + "\n"
    return Sent(
        sheet=sheet.replace("\r\n", "\n"),
        terms={name: str(terms.get(name, "")) for name in TERMS},
        hires_any=own.hires is None,
        hires=own.hires or (),
    )


def _posted(request: HttpRequest) -> Sent:
    """What the form says but for a file."""
    post = request.POST
    return Sent(
        sheet=post.get("sheet", "").replace("\r\n", "\n"),
        terms={name: post.get(name, "").strip() for name in TERMS},
        hires_any="any" in post,
        hires=tuple(dict.fromkeys(post.getlist("hires"))),
    )


def _sheet(request: HttpRequest, sent: Sent) -> str:
    """The table, or the file that takes its place; MalformedError for a large one or other letters than UTF-8."""
    file = request.FILES.get("file")
    if file is None:
        return sent.sheet
    content: bytes = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise MalformedError("file", f"must have at most {LARGEST_FILE:,} bytes")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise MalformedError("file", "must be in UTF-8; save it as “CSV UTF-8”") from None


def _changed(own: OwnList, sent: Sent) -> OwnList:
    """The list with what the form says; MalformedError names the first wrong field."""
    stated = {}
    for name, text in sent.terms.items():
        if text:
            number = whole_number(text)
            if number is None:
                raise MalformedError(TERMS[name], f"must be a whole number, not “{text[:20]}”")
            stated[name] = number
    kept = {name: value for name, value in asdict(own.war_machines).items() if name not in TERMS}
    terms = converted(kept | stated, WarMachineTerms)
    hires = None if sent.hires_any else sent.hires
    return converted(asdict(replace(own, rows=read_sheet(sent.sheet), war_machines=terms, hires=hires)), OwnList)


def _page(
    request: HttpRequest, row: Row, catalogue: Catalogue, sent: Sent, notice: Notice | None = None
) -> HttpResponse:
    context = {
        "row": row,
        "sent": sent,
        "notice": notice,
        "version": request.POST.get("version", "") if notice else row.version,
        "columns": list(USUAL),
        "terms": [Term(name, label, sent.terms[name]) for name, label in TERMS.items()],
        "monsters": [each for each in catalogue.rows_of("monsters") if each.section == Section.MONSTERS],
    }
    return render(request, "designs/own_list_table.html", context)


@never_cache
@require_safe
def pack_file(request: HttpRequest, code: str) -> HttpResponse:
    """The list as `muster-pack/1`, without the designs that stand in it: they have files of their own."""
    own = own_list_in(own_lists.own_row(request, code))
    name = file_name(own.name, "list")
    return file_answer(write_list_pack(list_pack(own)), "application/json", f"{name}.json", inline=False)


@never_cache
@require_safe
def sheet_file(request: HttpRequest, code: str) -> HttpResponse:
    own = own_list_in(own_lists.own_row(request, code))
    content, name = write_sheet(own.rows).encode("utf-8-sig"), f"{file_name(own.name, 'list')}.csv"
    return file_answer(content, "text/csv; charset=utf-8", name, inline=False)
