"""The views that every kind of kept rows has: opening a file, copying, deleting and restoring a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.core import revisions
from armybuilder.core.models import Kept, Visitor, kept_by, present_rows
from armybuilder.core.visitors import ensure_visitor, visitor_of
from tabletop.decoding import LARGEST_FILE, MalformedError

Row = TypeVar("Row", bound=Kept)
Value = TypeVar("Value")


def no_such(*arguments: Any) -> Any:
    """The default of actions that a kind of rows doesn't have."""
    raise Http404


@dataclass(frozen=True, kw_only=True)
class KeptViews(Generic[Row, Value]):
    """One kind of rows: `page` names the URL of one row, `index` that of a visitor's list of them.

    `read_file` reads a value from a file of at most so many bytes, `create_row` keeps it for a visitor; `open_template`
    asks for the file. `present_rows` are a visitor's that aren't deleted, with what a page wants to know beside them.
    """

    kind: type[Row]
    page: str
    index: str
    open_template: str = ""
    read_file: Callable[[bytes], Value] = no_such
    most: int = LARGEST_FILE
    create_row: Callable[[Visitor, Value], Row] = no_such
    copy_row: Callable[[Row], Row] = no_such
    delete_row: Callable[[Row], None] = revisions.delete_row
    restore_row: Callable[[Row], None] = revisions.restore_row
    present_rows: Callable[[Visitor, type[Row]], QuerySet[Row]] = present_rows

    def own_row(self, request: HttpRequest, code: str) -> Row:
        """The visitor's own row; Http404 for those of others and for deleted ones."""
        return get_object_or_404(self.present_rows(visitor_of(request), self.kind), code=code)

    def just_deleted(self, request: HttpRequest) -> dict[str, str] | None:
        """The code and name of the row that the last request deleted; asked for once."""
        deleted: dict[str, str] | None = request.session.pop(f"deleted-{self.page}", None)
        return deleted

    def keep(self, request: HttpRequest, value: Value) -> HttpResponse:
        """Keep a value for the visitor and lead to its page."""
        return redirect(self.page, code=self.create_row(ensure_visitor(request), value).code)

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def open_file(self, request: HttpRequest) -> HttpResponse:
        """Keep the value of a file; a fault is shown with its field, and nothing is kept."""
        upload = request.FILES.get("file")
        problem = "Choose a file first." if request.method == "POST" else None
        if request.method == "POST" and upload is not None:
            try:
                return self.keep(request, self.read_file(upload.read(self.most + 1)))
            except MalformedError as error:
                problem = str(error)
        return render(request, self.open_template, {"problem": problem})

    @method_decorator(require_POST)
    def copy(self, request: HttpRequest, code: str) -> HttpResponse:
        """Copy one's own row and lead to the copy."""
        return redirect(self.page, code=self.copy_row(self.own_row(request, code)).code)

    @method_decorator(require_POST)
    def delete(self, request: HttpRequest, code: str) -> HttpResponse:
        """Delete one's own row; the list offers to restore it."""
        row = self.own_row(request, code)
        self.delete_row(row)
        request.session[f"deleted-{self.page}"] = {"code": row.code, "name": row.name}
        return redirect(self.index)

    @method_decorator(require_POST)
    def restore(self, request: HttpRequest, code: str) -> HttpResponse:
        """Restore one's own row, and lead to it."""
        row = get_object_or_404(kept_by(visitor_of(request), self.kind), code=code)
        self.restore_row(row)
        return redirect(self.page, code=row.code)
