"""Mails to players: of a published round, of the reveal, of a returned list; to nobody but who has asked for them.

An event sends none unless its organiser has said so, and a player gets them only at an address that whoever reads there
has confirmed: what is typed in is sent a signed link, and kept once that is followed. A mail says no more than the
player's own pages do at its moment, asked by the same function; of lists it says nothing but that they may be seen now,
and of a returned one the note. Workers send them. `site` is how the site's addresses begin.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django_tasks import task

from armybuilder.core.revisions import lock_present_row
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import HandIn, ListState, Participant, Tournament
from armybuilder.tournaments.services.steps import note, set_fields
from armybuilder.tournaments.snapshots import round_in, sealing_in
from tabletop.decoding import MalformedError
from tabletop.tournament.sealing import Thing, Who, sees

SENT = "mails sent"
GOOD_FOR = timedelta(days=3)  # a link that confirms an address
SALT = "mails of events"
log = logging.getLogger(__name__)


def round_published(row: Tournament, number: int, site: str) -> None:
    """Tell players where they play in a round, if mails are sent."""
    if row.mails and site:
        send_round.enqueue(row.pk, number, site)


def lists_revealed(row: Tournament, site: str) -> None:
    """Tell players that lists may be seen, now or when the reveal has come, if mails are sent."""
    reveals = sealing_in(row).reveals
    if not (row.mails and site and reveals):
        return
    if reveals <= timezone.now():
        send_reveal.enqueue(row.pk, reveals.isoformat(), site)
    elif send_reveal.get_backend().supports_defer:
        send_reveal.using(run_after=reveals).enqueue(row.pk, reveals.isoformat(), site)


def list_returned(player: Participant, number: int, site: str) -> None:
    """Tell a player that the list of a number came back, if mails are sent."""
    if player.event.mails and player.email and site:
        send_returned.enqueue(player.pk, number, site)


def ask_address(player: Participant, address: str, site: str) -> None:
    """Send an address the link that confirms it; MalformedError where it can't be one."""
    try:
        validate_email(address)
    except ValidationError:
        raise MalformedError("email", "isn't an email address") from None
    code = signing.dumps([player.pk, address], salt=SALT)
    send_confirmation.enqueue(address, f"{site}{reverse('event-mails', args=[player.token])}?code={code}")


def address_in(player: Participant, code: str) -> str:
    """The address that a link confirms; MalformedError where the link is old, or another player's."""
    try:
        pk, address = signing.loads(code, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, TypeError, ValueError):
        raise MalformedError("code", "is too old or not whole: ask for another one") from None
    if pk != player.pk:
        raise MalformedError("code", "is that of somebody else")
    return str(address)


@transaction.atomic
def confirm_address(*, player: Participant, code: str) -> None:
    """Mail this player from now on at the address that a link confirms."""
    address = address_in(player, code)
    lock_present_row(player.event)
    set_fields(player, email=address)


@transaction.atomic
def stop_mails(*, player: Participant) -> None:
    """Forget the player's address."""
    lock_present_row(player.event)
    set_fields(player, email="")


@task()
def send_confirmation(address: str, link: str) -> None:
    """The mail that asks whether somebody wants mails; it says nothing that a visitor has written."""
    body = (
        "Somebody has asked for mails of an event on Muster to this address. If it was you, open this link and say"
        f" yes; it's good for three days:\n\n{link}\n\nIf it wasn't you, do nothing: no more mails come.\n"
    )
    EmailMessage("Do you want mails of your event?", body, to=[address]).send()


@task()
def send_round(pk: int, number: int, site: str) -> None:
    """A mail to everybody who plays in a published round: at which table, and against whom where names show."""
    row = _event(pk)
    kept = row.rounds.exclude(published_at=None).filter(number=number).first() if row else None
    if row is None or kept is None:
        return
    players = {each.ref: each for each in queries.players_of(row)}
    names = sees(sealing_in(row), Who.PLAYERS, Thing.NAMES, timezone.now())
    mails = []
    for pairing in round_in(kept).pairings:
        for place, ref in enumerate(pairing.players):
            if not players[ref].email:
                continue
            if len(pairing.players) == 1:
                subject, says = f"Round {number}: you have a bye", "You have a bye."
            else:
                against = f" against {players[pairing.players[1 - place]].name}" if names else ""
                subject = f"Round {number}: you play at table {pairing.table}"
                says = f"You play at table {pairing.table}{against}."
            mails.append(_mail(row, players[ref], subject, f"Round {number} is published. {says}", site))
    _send(row, mails, number, f"of round {number}")


@task()
def send_reveal(pk: int, moment: str, site: str) -> None:
    """A mail to every player that lists may be seen; once for a moment, and only if it is still that of the reveal."""
    row = _event(pk)
    sealing = sealing_in(row) if row else None
    if row is None or sealing is None or sealing.reveals != datetime.fromisoformat(moment):
        return
    why = f"of the reveal on {moment}"
    if not sees(sealing, Who.PLAYERS, Thing.LISTS, timezone.now()):
        return
    with transaction.atomic():
        lock_present_row(row)
        if row.steps.filter(what=SENT, why__endswith=why).exists():
            return
        there = [each for each in queries.players_of(row) if each.email and each.dropped_after is None]
        _note(row, len(there), None, why)
    said = "The lists are revealed: see who plays what."
    _deliver([_mail(row, each, "The lists are revealed", said, site, "event-players") for each in there])


@task()
def send_returned(pk: int, number: int, site: str) -> None:
    """A mail to a player whose list was returned, with the note."""
    player = queries.live_participants().filter(pk=pk).first()
    row = _event(player.event_id) if player else None
    if player is None or row is None or not player.email:
        return
    returned = HandIn.objects.filter(participant=player, number=number, state=ListState.RETURNED).first()
    if returned is not None:
        note_of_judge = f"Your list no. {number} was returned with this note:\n\n{returned.comment}"
        said = f"{note_of_judge}\n\nChange it, and hand it in again."
        _send(row, [_mail(row, player, "Your list was returned", said, site)], None, "of a returned list")


def _event(pk: int) -> Tournament | None:
    """The event, if it is there and still sends mails."""
    return Tournament.objects.filter(pk=pk, deleted_at=None, mails=True).first()


def _mail(
    row: Tournament, player: Participant, subject: str, said: str, site: str, page: str = "event"
) -> EmailMessage:
    mine = f"{site}{reverse('event-mails', args=[player.token])}"
    body = (
        f"{said}\n\n{site}{reverse(page, args=[player.token])}\n\n"
        f"You get this because you asked for mails of {row.name}. To stop them: {mine}\n"
    )
    return EmailMessage(subject, body, to=[player.email])


def _send(row: Tournament, mails: list[EmailMessage], number: int | None, about: str) -> None:
    _deliver(mails)
    if mails:
        _note(row, len(mails), number, about)


def _note(row: Tournament, count: int, number: int | None, about: str) -> None:
    organiser = queries.organiser_of(row).get()
    note(row, organiser, SENT, number=number, why=f"{count} mail{'s' * (count != 1)} {about}")


def _deliver(mails: Iterable[EmailMessage]) -> None:
    """Send each by one connection; an address that is refused keeps no other from its mail."""
    connection = get_connection()
    connection.open()
    try:
        for mail in mails:
            mail.connection = connection
            try:
                mail.send()
            except (SMTPException, OSError):
                log.exception("a mail of an event wasn't sent")
    finally:
        connection.close()
