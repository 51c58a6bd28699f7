"""The page of a battle of any game, for one seat: what its rules show, offers as forms, what happened, steps back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from armybuilder.battles.models import SIDES, Seat
from armybuilder.battles.presenters.play.log import in_words
from armybuilder.battles.presenters.play.sending import faces_in, head_in, id_in
from armybuilder.battles.presenters.play.steps_back import Back, back_to
from armybuilder.core.forms import whole_number
from tabletop.battle.commands import MOST_SIDES, Sent
from tabletop.battle.events import Event, Throw
from tabletop.battle.log import Entry, EventLog
from tabletop.battle.playing import Offer, PlayedRules, Shown, command_in
from tabletop.battle.undo import RoomCommand, last_command, next_command, who_answers
from tabletop.battle.undo import in_words as commands_in_words
from tabletop.battle.views import seen
from tabletop.dice.rolls import SIDES as SIDES_OF_DICE

AnyLog = EventLog[Any, Any, Any]
OWN = ("side", "back", "seats", "log", "seen")  # parameters of the address that are the site's, not the game's
OF_THE_FORM = frozenset({"csrfmiddlewaretoken", "on", "id", "as", "faces", "how", "die"})
OF_THE_ROOM = ("undo", "redo", "answer_undo")
LINES_OF_LOG, LINES_SINCE = 40, 8
LONGEST_LOOK, MOST_LOOKS = 60, 8
PARAMETER = re.compile(r"[a-z_]{1,20}")


class Line(Struct, frozen=True):
    """A line of the log: an event in words, with its dice; `heading` begins a phase."""

    seq: int
    text: str
    dice: tuple[Throw, ...]
    side: str
    heading: str
    undone: bool
    may_go_back: bool


class Side(Struct, frozen=True):
    """A side as the page names it; `is_mine` to which it is turned, `is_here` that this phone plays."""

    side: str
    name: str
    is_mine: bool
    is_here: bool
    acts: bool


class OfferRow(Struct, frozen=True):
    """Offers under one heading."""

    title: str
    offers: tuple[Offer, ...]


class GamePage(Struct, frozen=True, kw_only=True):
    """Everything that the page shows."""

    shown: Shown
    head: int
    digest: str
    side: str
    sides: tuple[Side, ...]
    plays: str
    whose: str
    is_mine: bool
    rows: tuple[OfferRow, ...]
    lines: tuple[Line, ...]
    all_lines: bool
    back: Back | None
    undo_to: int | None
    undo_says: str
    redo_to: int | None
    question: str
    may_answer: bool
    has_asked: bool
    kept: str
    turned: str
    ask: str = ""
    proposed: str = ""

    @property
    def gives(self) -> list[tuple[str, str]]:
        """The sides that the phone may give away, by their roles, the last one first; none where it plays only one."""
        named = [
            (role, f"Give {one.name} to another phone")
            for role, one in zip(SIDES, self.sides, strict=False)
            if one.is_here
        ]
        return named[::-1] if len(named) > 1 else []

    @property
    def picture(self) -> SafeString:
        """The board."""
        return mark_safe(self.shown.picture)


def looks_in(query: QueryDict) -> dict[str, str]:
    """The parameters of an address that are the game's: few, and short ones."""
    names = [name for name in query if name not in OWN and PARAMETER.fullmatch(name)]
    return {name: str(query[name])[:LONGEST_LOOK] for name in names[:MOST_LOOKS]}


def side_in(log: AnyLog, seat: Seat, query: QueryDict, *, key: str = "side") -> str:
    """The side that a seat speaks for: its own, or of several that which the page is turned to, else who is to act."""
    plays = seat.plays(log.header.sides)
    if not plays:
        return seat.role
    if (asked := query.get(key, "")) in plays:
        return asked
    shown = _rules_of(log).shown(log.state, plays[0], {}, urlencode) if len(plays) > 1 else None
    acting = [side for side in plays if shown and side in shown.whose]
    return acting[0] if acting else plays[0]


def turned_on(log: AnyLog, seat: Seat, query: QueryDict) -> QueryDict:
    """The address after a command: once a side's step is over, a phone of several sides turns to whose step it is.

    What was chosen on the board stays only as long as the step.
    """
    side = side_in(log, seat, query)
    if side in _rules_of(log).shown(log.state, side, {}, urlencode).whose:
        return query
    other = query.copy()
    for name in ("side", *looks_in(query)):
        other.pop(name, None)
    return other


def page_of(log: AnyLog, seat: Seat, query: QueryDict) -> GamePage:
    """The page of a seat; `?at=` and the like are the game's, `side`, `back` and `log` the page's own."""
    rules, side = _rules_of(log), side_in(log, seat, query)
    turned = urlencode({"side": side}) if len(seat.plays(log.header.sides)) > 1 else ""
    looks = looks_in(query)
    plays = seat.plays(log.header.sides)

    def link(other: Mapping[str, str]) -> str:
        stated = urlencode(other, safe=",")
        return f"?{'&'.join(filter(None, (turned, stated)))}#board"

    shown = rules.shown(log.state, side, looks, link)
    undo_to = last_command(log) or None
    question, answering = log.last.question, who_answers(log)
    mine = set(plays) or {seat.role}
    sides = tuple(
        Side(one, rules.side_name(log.state, one), one == side, one in plays, one in shown.whose)
        for one in log.header.sides
    )
    undone = commands_in_words(log, undo_to, side)[0] if undo_to else None
    return GamePage(
        shown=shown,
        head=log.head,
        digest=log.digest[:8],
        side=side,
        sides=sides,
        plays=" and ".join(one.name for one in sides if one.is_here),
        whose=" and ".join(one.name for one in sides if one.acts),
        is_mine=side in shown.whose,
        rows=tuple(_rows(shown.offers)) if seat.is_player else (),
        lines=tuple(lines_of(log, plays or (seat.role,), side, all_of_it=query.get("log") == "all")),
        all_lines=query.get("log") == "all",
        back=back_to(log, seat, side, query),
        undo_to=undo_to if seat.is_player else None,
        undo_says="; ".join(undone.sentences) if undone else "",
        redo_to=next_command(log) if seat.is_player else None,
        question=_question(log, rules) if question else "",
        may_answer=not answering.isdisjoint(mine),
        has_asked=question is not None and question.seat in mine,
        kept=f"?{urlencode(([('side', side)] if turned else []) + list(looks.items()))}",
        turned=f"{turned}&" if turned else "",
    )


def _question(log: AnyLog, rules: PlayedRules[Any, Any, Any]) -> str:
    question = log.last.question
    assert question is not None
    who = rules.side_name(log.state, question.seat) if question.seat in log.header.sides else f"The {question.seat}"
    verb = "take back everything after" if question.to < log.tip else "bring back everything up to"
    return f"{who} asks to {verb} event {question.to}."


def _rows(offers: tuple[Offer, ...]) -> Iterator[OfferRow]:
    """Offers in a row with one title together."""
    row: list[Offer] = []
    for offer in offers:
        if row and row[-1].title != offer.title:
            yield OfferRow(row[0].title, tuple(row))
            row = []
        row.append(offer)
    if row:
        yield OfferRow(row[0].title, tuple(row))


def lines_of(log: AnyLog, seats: tuple[str, ...], side: str, *, all_of_it: bool = False) -> Iterator[Line]:
    """The latest events, the newest first, as the seats of one phone may read them when it is turned to a side."""
    standing = {entry.seq for entry in log.standing()}
    before = ""
    entries = log.entries()
    for entry in reversed(entries if all_of_it else entries[-LINES_OF_LOG:]):
        event: Event[Any] = seen(log, entry, side)
        heading = _heading(event)
        is_fact = entry.parent is not None
        yield Line(
            seq=entry.seq,
            text=in_words(log, entry, side),
            dice=event.dice,
            side=event.by.seat,
            heading=heading if heading != before else "",
            undone=is_fact and entry.seq not in standing,
            may_go_back=is_fact and entry.seq in standing and entry.seq != log.tip and seats[0] in log.header.sides,
        )
        before = heading


def _heading(event: Event[Any]) -> str:
    """The turn and phase that an event belongs to."""
    clock = event.clock
    return " · ".join(filter(None, (f"Turn {clock.turn}" if clock.turn else "", clock.phase, clock.step)))


def since(log: AnyLog, on: int, side: str) -> tuple[str, ...]:
    """What has happened after an event, in sentences that a side may read, the latest few."""
    return tuple(f"{in_words(log, entry, side)}." for entry in log.entries(on))[-LINES_SINCE:]


def seen_by_all(log: AnyLog, entry: Entry[Any, Any], seats: tuple[str, ...]) -> Event[Any]:
    """An event as a phone with several seats may see it: whole where one of them may see it whole."""
    views = [seen(log, entry, seat) for seat in seats]
    return next((view for view in views if view == entry.event), views[0])


def sent_in(post: QueryDict, seat: Seat, log: AnyLog) -> Sent[Any]:
    """The command that a form states; MalformedError names the field that can't be read."""
    fields = {name: post.getlist(name) for name in post if name not in OF_THE_FORM}
    is_rooms = post.get("command") in OF_THE_ROOM
    command = command_in(fields, RoomCommand) if is_rooms else _rules_of(log).read(fields)
    return Sent(
        id=id_in(post),
        on=head_in(post),
        seat=side_in(log, seat, post, key="as"),
        device=str(seat.pk),
        command=command,
        faces=faces_in(post, die_in(post)) if post.get("how") != "roll" else None,
    )


def die_in(post: QueryDict) -> int:
    """The sides of the dice that an offer asks for."""
    sides = whole_number(post.get("die", ""))
    return sides if sides and MOST_SIDES >= sides > 1 else SIDES_OF_DICE


def address_after(query: QueryDict) -> str:
    """The end of the address that a command came from, so that the page stays turned to what it was."""
    stated = {name: query[name] for name in ("side",) if name in query} | looks_in(query)
    return f"?{urlencode(stated)}#now" if stated else "#now"


def _rules_of(log: AnyLog) -> PlayedRules[Any, Any, Any]:
    rules: Any = log.rules
    return rules  # type: ignore[no-any-return]
