"""Links to rosters: making and revoking them, sealing what they show, copying by them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from armybuilder.core.bounds import bytes_of, check_count, check_room
from armybuilder.core.models import Visitor, kept_by
from armybuilder.core.revisions import plain
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.services import create_roster
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.models import Seal, Share, ShareKind
from tabletop.decoding import MalformedError
from tabletop.rosters.digest import content_digest
from tabletop.rosters.document import without_notes
from tabletop.rosters.verdict import Verdict

MOST_LINKS = 20


@transaction.atomic
def share_roster(*, row: Row, kind: str, verdict: Verdict) -> Share:
    """Make a link and seal what it shows now; MalformedError for another kind, or where there are links enough.

    NoRoomError where their owner has too many links, revoked ones too.
    """
    if kind not in ShareKind:
        raise MalformedError("kind", "is view or copy")
    if Share.objects.filter(roster=row, revoked_at=None).count() >= MOST_LINKS:
        raise MalformedError("", f"a roster has at most {MOST_LINKS} links; revoke one first")
    seal_roster(row=row, verdict=verdict)
    share = Share.objects.create(roster=row, kind=kind)
    check_count("links", row.visitor, Share.objects.filter(roster__in=kept_by(row.visitor, Row)))
    return share


@transaction.atomic
def seal_roster(*, row: Row, verdict: Verdict) -> Seal:
    """Keep what was judged, once for each content, with its latest verdict.

    NoRoomError where its owner keeps too much.
    """
    judged = {
        "content": plain(verdict.roster),
        "legal": verdict.report.is_legal,
        "points": verdict.points,
        "rules_version": verdict.rules_version,
        "sealed_at": timezone.now(),
    }
    seal, is_new = Seal.objects.update_or_create(roster=row, digest=content_digest(verdict.roster), defaults=judged)
    if is_new:
        Row.objects.filter(pk=row.pk).update(size=F("size") + bytes_of(judged))
        check_room(Row, row.visitor)
    return seal


@transaction.atomic
def revoke_share(*, share: Share) -> None:
    """From now on the link leads nowhere; revoking it once more changes nothing."""
    Share.objects.filter(pk=share.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def copy_shared(*, token: str, visitor: Visitor) -> Row:
    """A copy of one's own by a link that allows it, without notes; Share.DoesNotExist where it is revoked just now."""
    live = Share.objects.filter(token=token, kind=ShareKind.COPY, revoked_at=None, roster__deleted_at=None)
    share = live.select_related("roster").select_for_update(of=("self",)).get()
    return create_roster(visitor=visitor, roster=without_notes(roster_of(share.roster)))
