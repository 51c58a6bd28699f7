"""Army lists of one's own: a name, a shield, and designs as rows; and a roster of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct
from msgspec.structs import asdict, replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.forms import problem_in_words
from armybuilder.core.kept_views import KeptViews
from armybuilder.core.visitors import visitor_of
from armybuilder.designs import queries, services
from armybuilder.designs.models import Design
from armybuilder.designs.models import OwnList as Row
from armybuilder.designs.snapshots import design_in, own_list_in
from armybuilder.designs.views.list import Kept, priced
from armybuilder.designs.views.list_saving import Notice, saved
from armybuilder.event_packs.queries import packs_of
from armybuilder.event_packs.services import StaleError, put_list
from armybuilder.rosters.views.detail import rosters
from tabletop.arcana.army.roster import MOST_POINTS, Roster, new_roster
from tabletop.arcana.catalogue.lists import DESIGNS, OwnList
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_files import OWN_DESIGNS, SECTIONS
from tabletop.arcana.creation.own_lists import list_pack, read_list_pack, with_own_list
from tabletop.decoding import MalformedError, converted
from tabletop.heraldry import Charge, Division, Tincture, breaks_rule_of_tincture

PARTS: dict[str, tuple[str, type[StrEnum]]] = {
    "division": ("Division", Division),
    "field": ("Field", Tincture),
    "second": ("Second tincture", Tincture),
    "charge": ("Charge", Charge),
    "charge_tincture": ("Charge's tincture", Tincture),
}
USUAL_SIZE = 2000

Sections = list[tuple[Section, list[Kept]]]


def _of_file(content: bytes) -> OwnList:
    """The list of a `muster-pack/1`, every row of it priced; MalformedError names its first wrong field."""
    own = read_list_pack(content).carried
    with_own_list(current_catalogue(), own)
    return own


own_lists = KeptViews[Row, OwnList](
    kind=Row,
    page="own-list",
    index="own-lists",
    open_template="designs/open_own_list.html",
    read_file=_of_file,
    create_row=lambda visitor, own: services.create_own_list(visitor=visitor, own=own),
)


class Choices(Struct, frozen=True):
    """A field of the shield with what there is, and what is chosen."""

    name: str
    label: str
    choices: tuple[str, ...]
    chosen: str


class Sent(Struct, frozen=True):
    """What stands in the form of a list: its words, and the codes of the designs in it."""

    name: str
    note: str
    shield: dict[str, str]
    designs: tuple[str, ...]


class Size(forms.Form):
    """The points of a new roster."""

    points = forms.IntegerField(min_value=1, max_value=MOST_POINTS, required=False)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """A visitor's own lists, and a new one by its name."""
    problem, name = "", request.POST.get("name", "")
    if request.method == "POST":
        try:
            named = {"name": name.strip(), "shield": asdict(OWN_DESIGNS.shield)}
            return own_lists.keep(request, converted(named, OwnList))
        except MalformedError as error:
            problem = problem_in_words(error)
    visitor = visitor_of(request)
    present = set(queries.designs_of(visitor).values_list("code", flat=True))
    kept = [(row, own_list_in(row)) for row in queries.own_lists_of(visitor)]
    rows = [(row, own, len(present & {*row.designs}) + len(own.rows)) for row, own in kept]
    context = {"rows": rows, "problem": problem, "name": name, "deleted": own_lists.just_deleted(request)}
    return render(request, "designs/own_lists.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str) -> HttpResponse:
    """A list's name, shield, note and rows; nothing is saved that can't be read, or was changed elsewhere."""
    row = own_lists.own_row(request, code)
    sections = list(_by_section(queries.designs_of(row.visitor)))
    if request.method != "POST":
        return _page(request, row, sections, _kept(row))
    sent = _posted(request.POST, sections)

    def changed() -> OwnList:
        head = converted({"name": sent.name, "note": sent.note, "shield": sent.shield}, OwnList)
        return replace(own_list_in(row), name=head.name, note=head.note, shield=head.shield)

    return saved(
        request,
        row,
        changed,
        again=lambda notice: _page(request, row, sections, sent, notice),
        then=lambda: redirect("own-list", code=code),
        designs=sent.designs,
    )


def _kept(row: Row) -> Sent:
    own = own_list_in(row)
    shield = {name: str(value) for name, value in asdict(own.shield).items()}
    return Sent(own.name, own.note, shield, tuple(row.designs))


def _posted(post: QueryDict, sections: Sections) -> Sent:
    """What the form says; of the designs, those of the visitor's own."""
    wanted = set(post.getlist("design"))
    shield = {name: post.get(name, "") for name in PARTS}
    chosen = (each.row.code for _, of_section in sections for each in of_section if each.row.code in wanted)
    return Sent(post.get("name", "").strip(), " ".join(post.get("note", "").split()), shield, tuple(chosen))


def _page(request: HttpRequest, row: Row, sections: Sections, sent: Sent, notice: Notice | None = None) -> HttpResponse:
    own = own_list_in(row)
    shield = own.shield
    context = {
        "rows": len(own.rows),
        "row": row,
        "sent": sent,
        "refused": notice,
        "version": request.POST.get("version", "") if notice else row.version,
        "parts": [Choices(name, label, tuple(kind), sent.shield[name]) for name, (label, kind) in PARTS.items()],
        "shield": shield,
        "unusual": breaks_rule_of_tincture(shield),
        "sections": sections,
        "count": sum(each.row.code in row.designs for _, of_section in sections for each in of_section),
        "usual_size": USUAL_SIZE,
        "notice": request.session.pop(f"notice-{row.code}", None),
        "link": request.build_absolute_uri(reverse("shared-own-list", args=[row.share])) if row.share else "",
        "packs": packs_of(row.visitor),
    }
    return render(request, "designs/own_list.html", context)


def _by_section(designs: Iterable[Design]) -> Iterator[tuple[Section, list[Kept]]]:
    """The designs by the sections of an army list, and by name."""
    kept = sorted(map(priced, designs), key=lambda each: each.design.name.casefold())
    for section in Section:
        if of_section := [each for each in kept if SECTIONS[each.design.kind] == section]:
            yield section, of_section


@require_POST
def muster(request: HttpRequest, code: str) -> HttpResponse:
    """A new roster of the list as it is kept now; none while one of its designs has no price."""
    row, form = own_lists.own_row(request, code), Size(request.POST)
    try:
        return rosters.keep(request, roster_of_list(row, form))
    except MalformedError as error:
        request.session[f"notice-{code}"] = f"It can't be mustered. {problem_in_words(error)}."
        return redirect("own-list", code=code)


def roster_of_list(row: Row, form: Size) -> Roster:
    """A roster of the list with the designs in it; MalformedError for points that are none."""
    if not form.is_valid():
        raise MalformedError("points", f"must be a whole number of 1 to {MOST_POINTS:,}, or empty")
    own = own_list_in(row)
    designs = tuple(design_in(design) for design in queries.rows_of_list(row))
    roster = new_roster(name=own.name, army=DESIGNS, points_limit=form.cleaned_data["points"])
    return replace(roster, own_list=own, designs=designs)


@require_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Make or revoke the link to a list."""
    services.share_own_list(row=own_lists.own_row(request, code), shared=request.POST.get("shared") == "yes")
    return redirect(f"{reverse('own-list', args=[code])}#share")


@require_POST
def for_event(request: HttpRequest, code: str) -> HttpResponse:
    """Put the list as it is now into an event pack of one's own, in the place of the one that it has of it."""
    row = own_lists.own_row(request, code)
    code_of_pack = request.POST.get("pack", "")
    try:
        if not code_of_pack:
            raise MalformedError("pack", "choose one of your event packs")
        pack = get_object_or_404(packs_of(row.visitor), code=code_of_pack)
        if queries.rows_of_list(row):
            raise MalformedError("designs", "an event's list has rows alone; write the designs in it as rows first")
        put_list(row=pack, own=list_pack(own_list_in(row)).carried)
    except MalformedError as error:
        request.session[f"notice-{code}"] = f"It isn't in the pack. {problem_in_words(error)}."
        return redirect("own-list", code=code)
    except StaleError:
        request.session[f"notice-{code}"] = "The pack was changed at the same moment. Look at it and try again."
        return redirect("own-list", code=code)
    return redirect("pack", code=pack.code)
