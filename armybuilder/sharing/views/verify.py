"""Checking what was printed: the same army judged again, and what differs from it now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct

from armybuilder.core.games import References
from armybuilder.core.http import unlisted
from armybuilder.files.upload_limits import sent_files
from armybuilder.rosters.presenters.pages import panel_of
from armybuilder.rosters.queries import version_with
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import Opened, differences, opened, verdict
from armybuilder.sharing import queries
from armybuilder.sharing.models import Seal, Share
from armybuilder.sharing.snapshots import sealed_roster
from armybuilder.sharing.views.shared import live_share
from tabletop.rosters.comparison import Change
from tabletop.rosters.digest import content_digest, is_short_of, short_digest
from tabletop.rosters.document import without_notes
from tabletop.rosters.verdict import Verdict

LONGEST_CODE = 60


class Proof(Struct, frozen=True):
    """A printed code compared with what is known: the army that it stands for, then and now."""

    code: str
    seal: Seal | None
    kept: Any  # the version of the roster's history that has the code, where nobody sealed it
    then: Verdict | None  # the army of then, judged again
    now: Verdict  # the roster as it stands
    changes: Sequence[Change]  # since then

    @property
    def is_present(self) -> bool:
        """Whether the code is that of the roster as it stands."""
        return is_short_of(self.code, content_digest(self.now.roster))

    @property
    def army(self) -> Verdict | None:
        """The army that the code stands for, judged by today's rules; None where no version has the code."""
        return self.then or (self.now if self.is_present else None)

    @property
    def holds(self) -> bool:
        """Whether the army is judged as it was when it was sealed."""
        if self.seal is None or self.then is None:
            return True
        return (self.seal.legal, self.seal.points) == (self.then.report.is_legal, self.then.points)


@unlisted
@require_safe
def check_shared(request: HttpRequest, token: str) -> HttpResponse:
    """A print of a shared roster: the code on paper is in the address, without one it's that of the roster now."""
    share = live_share(token)
    proof = _proof(share, request.GET.get("d", "")[:LONGEST_CODE])
    panel = panel_of(proof.army) if proof.army else None
    return render(request, "sharing/check_shared.html", {"share": share, "proof": proof, "panel": panel})


def _proof(share: Share, code: str) -> Proof:
    """What is known by a code: what was sealed, else the roster as it stands, else a version that was kept.

    Whoever has the code of a version has seen it.
    """
    present, references = without_notes(roster_of(share.roster)), References()
    code = code or short_digest(content_digest(present))
    now = verdict(present, references)
    seal = queries.seal_with(code, share.roster)
    kept: Any = None if seal or is_short_of(code, content_digest(present)) else version_with(code, share.roster)
    if seal is None and kept is None:
        return Proof(code, None, None, None, now, ())
    then = without_notes(sealed_roster(seal) if seal else roster_of(kept))
    return Proof(code, seal, kept, verdict(then, references), now, differences(then, present, references))


@unlisted
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """A print of any roster: its code compared with the army's file, which isn't kept."""
    if request.method != "POST":
        return render(request, "sharing/check.html", {"code": request.GET.get("d", "")[:LONGEST_CODE]})
    code, files = request.POST.get("code", "").strip()[:LONGEST_CODE], sent_files(request)
    if not files:
        problem = "Choose the army's file or paste its list."
        return render(request, "sharing/check.html", {"code": code, "problem": problem})
    (file,) = opened(files[:1])
    return render(request, "sharing/check.html", {"code": code, "read": file.read} | _compared(file, code))


def _compared(file: Opened, code: str) -> dict[str, Any]:
    if file.verdict is None:
        return {}
    digest = content_digest(file.verdict.roster)
    same = is_short_of(code, digest) if code else None
    return {"verdict": file.verdict, "its_code": short_digest(digest), "same": same}
