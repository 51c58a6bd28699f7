"""Whatever the links of a battle are used for, and by whom: nobody does, undoes or reads what isn't theirs.

Links are given away and taken back, speak for sides that they have or not, choose in secret, undo, ask, agree and
withdraw. A model of the links and of the questions, made of what was answered, says beforehand what may be.
"""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import hypothesis.strategies as st
import pytest
from django.db import transaction
from django.test import Client
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.battles.models import AnsweredCommand, Battle, BattleEvent, Role, Seat
from armybuilder.battles.services.battles import MOST_SEATS, _salt
from tabletop.battle.file import HEADER
from tabletop.battle.log import UndoMode
from tests.played import BATTLE_TOKEN, kept_charges, kept_choice
from tests.visitors import load_printed_rows

SIDES = ("red", "blue")
UNITS = {"red": ("r1", "r2"), "blue": ("b1", "b2")}
SEALED, OPENED, OPEN = "penalty_sealed", "penalty_opened", "penalty_assigned"
MISSILE_SEALED, MISSILE_OPENED = "missile_sealed", "missile_opened"
MISSILE = "Spit"
THROWERS, SHOOTERS = ("r3", "r5"), ("b3", "b1")  # of the second only the first has something to shoot with
REVEALING = (OPENED, MISSILE_OPENED)
STEPS = {"undone", "redone", "undo_asked", "undo_answered"}
ADDRESSES = ("", "battle.jsonl", "report/", "after/0/", "bell/")

places, players = st.integers(0, 30), st.sampled_from((None, None, None, *SIDES))


class Link(Struct):
    """A link as the model has it; who `gave` it, None for the first."""

    token: str
    role: str
    gave: str | None = None
    is_live: bool = True

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES if self.role == "both" else (self.role,) if self.role in SIDES else ()

    @property
    def speaks_for(self) -> tuple[str, ...]:
        return self.sides or (self.role,)


class Asked(Struct):
    """A step that somebody has asked for, and the seats that have yet to agree."""

    by: str
    waits_for: set[str]


class Rights(RuleBasedStateMachine):
    """A battle in which four units choose whom they press, and the links to it."""

    @initialize(undo=st.sampled_from(UndoMode))
    def begin(self, undo: UndoMode) -> None:
        self.before = transaction.savepoint()
        self.battle = Battle.objects.get()
        self.battle.header = replace(HEADER.decode(self.battle.header), undo=undo).line().decode()
        self.battle.save()
        self.mode, self.client = undo, Client()
        self.links = [Link(BATTLE_TOKEN, "both")]
        self.standing: list[dict[str, Any]] = []
        self.future: list[dict[str, Any]] = []
        self.asked: Asked | None = None
        self.sent = 0
        for place, role in enumerate((Role.BLUE, Role.REFEREE, Role.WATCHER)):
            self.give(0, role)
            assert self.links[place + 1].role == role
        self.give(1, Role.BLUE)  # a second phone of the second side
        for place in (1, 0, 1):
            self.say(place, None)
        self.undo(0, None, 1)  # over the other side's

    def teardown(self) -> None:
        if hasattr(self, "before"):
            transaction.savepoint_rollback(self.before)

    def link(self, place: int) -> Link:
        return self.links[place % len(self.links)]

    def state(self) -> dict[str, Any]:
        live = next(link for link in self.links if link.is_live)
        found: dict[str, Any] = self.client.get(f"/api/battles/{live.token}/").json()["state"]
        return found

    def rows(self) -> tuple[Any, ...]:
        battle = Battle.objects.values_list("head", "digest", "version", "size").get()
        return (*battle, BattleEvent.objects.count(), AnsweredCommand.objects.count())

    def send(self, link: Link, side: str | None, command: dict[str, Any], *, may: bool) -> list[dict[str, Any]] | None:
        """The events of a command; None where it was refused, which has changed nothing."""
        before, self.sent = self.rows(), self.sent + 1
        content = {"command": command, "on": before[0], "id": f"c{self.sent}"} | ({"side": side} if side else {})
        answer = self.client.post(f"/api/battles/{link.token}/commands/", content, content_type="application/json")
        spoken = side or (link.role if link.role != "both" else "red")
        if not link.is_live:
            assert answer.status_code == 404
        elif spoken not in link.speaks_for:
            assert (answer.status_code, answer.json()["field"]) == (400, "side")
        elif link.role == "watcher" or not may:
            assert answer.status_code == 422, answer.content
        else:
            assert answer.status_code == 200, answer.content
        if answer.status_code != 200:
            assert self.rows() == before
            return None
        events: list[dict[str, Any]] = answer.json()["events"]
        assert {event["by"]["seat"] for event in events} == {spoken}
        for event in events:
            self.note(event)
        return events

    def note(self, event: dict[str, Any]) -> None:
        """What stands, what may be redone and what is asked after an event."""
        match event["kind"]:
            case "undone" | "redone":
                to = event["data"]["to"]
                both = [*self.standing, *self.future]
                self.standing = [each for each in both if each["seq"] <= to]
                self.future, self.asked = [each for each in both if each["seq"] > to], None
            case "undo_asked":
                self.asked = Asked(event["by"]["seat"], self.others({event["by"]["seat"]}))
            case "undo_answered":
                if not event["data"]["yes"]:
                    self.asked = None
                elif self.asked:
                    self.asked.waits_for.discard(event["by"]["seat"])
            case _:
                self.standing, self.future, self.asked = [*self.standing, event], [], None

    def others(self, holds: set[str]) -> set[str]:
        """Who agrees to a step of these seats that isn't over their own alone."""
        agree = {UndoMode.FREE: set[str](), UndoMode.REFEREE: {"referee"}, UndoMode.CONSENT: {*SIDES}}
        return agree[self.mode] - holds

    @rule(place=places, role=st.sampled_from(Role))
    def give(self, place: int, role: Role) -> None:
        link = self.link(place)
        status = self.client.post(f"/b/{link.token}/seats/", {"role": role.value}).status_code
        assert status == (302 if link.is_live and link.sides else 404)
        is_side = role.value in SIDES or role in (Role.THIRD, Role.FOURTH)  # which no battle of two armies has
        has_room = sum(each.is_live for each in self.links) < MOST_SEATS
        if status == 302 and role != Role.BOTH and has_room and (not is_side or role.value in link.sides):
            token = Seat.objects.exclude(token__in=[each.token for each in self.links]).get().token
            self.links.append(Link(token, role.value, link.token))
            if is_side and link.role == "both":
                link.role = SIDES[1 - SIDES.index(role.value)]
        self.check_links()

    @rule(place=places, other=places)
    def take_back(self, place: int, other: int) -> None:
        link, back = self.link(place), self.link(other)
        status = self.client.post(f"/b/{link.token}/seats/", {"back": back.token}).status_code
        gave = back.gave == link.token
        assert status == (302 if link.is_live and link.sides and gave else 404)
        if status == 302 and back.is_live:
            self.end(back)
            is_held = any(each.is_live and (each.gave, each.role) == (link.token, back.role) for each in self.links)
            if back.sides and back.role != link.role and not is_held:
                link.role = "both"
        self.check_links()

    @precondition(lambda self: any(link.gave and link.is_live for link in self.links))
    @rule(place=places)
    def take_own_back(self, place: int) -> None:
        """As its giver does; then it leads nowhere, with all that were given away from there."""
        given = [link for link in self.links if link.gave and link.is_live]
        back = given[place % len(given)]
        giver = next(index for index, link in enumerate(self.links) if link.token == back.gave)
        self.take_back(giver, self.links.index(back))
        for index, link in enumerate(self.links):
            if not link.is_live and (link is back or link.gave == back.token):
                self.read(index)

    def end(self, link: Link) -> None:
        link.is_live = False
        for each in self.links:
            if each.gave == link.token:
                self.end(each)

    def check_links(self) -> None:
        rows = Seat.objects.filter(revoked_at=None).values_list("token", "role")
        assert dict(rows) == {link.token: link.role for link in self.links if link.is_live}

    @rule(place=places, side=players)
    def say(self, place: int, side: str | None) -> None:
        self.send(self.link(place), side, {"command": "note", "text": "Hm"}, may=True)

    @rule(place=places, side=players, unit=st.sampled_from(("r1", "b1")))
    def set_right(self, place: int, side: str | None, unit: str) -> None:
        link = self.link(place)
        owner = "red" if unit == "r1" else "blue"
        spoken = side or ("red" if link.role == "both" else link.role)
        command = {"command": "correct", "unit": unit, "files": 5, "why": "counted"}
        self.send(link, side, command, may=spoken in (owner, "referee"))

    @rule(place=places, side=players, unit=st.sampled_from(sum(UNITS.values(), ())), against=st.integers(0, 1))
    def press(self, place: int, side: str | None, unit: str, against: int) -> None:
        link = self.link(place)
        owner, foe = ("red", "blue") if unit[0] == "r" else ("blue", "red")
        turns = {ref: turn["turn"] for ref, turn in self.state()["units"].items() if "turn" in turn}
        has_chosen = {ref for ref, turn in turns.items() if "sealed" in turn or "counts_against" in turn}
        has_sealed = {ref for ref, turn in turns.items() if "sealed" in turn}
        spoken = side or ("red" if link.role == "both" else link.role)
        command = {"command": "press", "unit": unit, "against": UNITS[foe][against]}
        events = self.send(link, side, command, may=spoken == owner and unit not in has_chosen)
        if events is None:
            return
        is_choosing = any(ref in has_sealed or ref not in has_chosen for ref in UNITS[foe])
        assert events[0]["kind"] == (SEALED if link.role != "both" and is_choosing else OPEN)
        all_in = has_chosen | {unit} == {*UNITS["red"], *UNITS["blue"]}
        assert bool(events[1:]) is (all_in and bool(has_sealed | ({unit} if events[0]["kind"] == SEALED else set())))
        assert all(event["kind"] == OPENED for event in events[1:])

    @rule(unit=st.sampled_from(sum(UNITS.values(), ())), against=st.integers(0, 1))
    def press_own(self, unit: str, against: int) -> None:
        owner = "red" if unit[0] == "r" else "blue"
        own = [place for place, link in enumerate(self.links) if link.is_live and link.role == owner]
        if own:
            self.press(own[0], None, unit, against)

    @precondition(lambda self: len(self.standing) > 1)
    @rule(place=places, side=players, back=st.integers(1, 3))
    def undo(self, place: int, side: str | None, back: int) -> None:
        pairs = zip(self.standing, self.standing[1:], strict=False)
        ends = [one["seq"] for one, other in pairs if one["cause"] != other["cause"]]
        if ends:
            to = ends[-min(back, len(ends))]
            self.step(place, side, "undo", to, [each for each in self.standing if each["seq"] > to])

    @precondition(lambda self: self.future)
    @rule(place=places, side=players)
    def redo(self, place: int, side: str | None) -> None:
        crossed = [each for each in self.future if each["cause"] == self.future[0]["cause"]]
        self.step(place, side, "redo", crossed[-1]["seq"], crossed)

    def step(self, place: int, side: str | None, name: str, to: int, crossed: list[dict[str, Any]]) -> None:
        link = self.link(place)
        spoken = side or ("red" if link.role == "both" else link.role)
        holds = {spoken, *link.sides}
        asked = self.others(holds)
        if self.mode is UndoMode.CONSENT and all(
            each["by"]["seat"] in holds and not each.get("dice") and each["kind"] not in REVEALING for each in crossed
        ):
            asked = set()
        events = self.send(link, side, {"command": name, "to": to}, may=True)
        if events is not None:
            assert [event["kind"] for event in events] == ["undo_asked" if asked else f"{name.removesuffix('o')}one"]

    @rule(place=places, side=players, yes=st.booleans())
    def answer(self, place: int, side: str | None, yes: bool) -> None:
        link, asked = self.link(place), self.asked
        spoken = side or ("red" if link.role == "both" else link.role)
        waits_for = set(asked.waits_for) if asked else set()
        may = spoken in waits_for or (asked is not None and not yes and spoken == asked.by)
        events = self.send(link, side, {"command": "answer_undo", "yes": yes}, may=may)
        if events is not None:
            assert (len(events) == 2) is (yes and waits_for == {spoken})

    @rule(place=places)
    def read(self, place: int) -> None:
        """A link that has ended leads nowhere; no salt of what is sealed leaves for any other."""
        link = self.link(place)
        if not link.is_live:
            gone = [self.client.get(f"/b/{link.token}/{address}").status_code for address in ADDRESSES]
            gone += [self.client.post(f"/b/{link.token}/{verb}/").status_code for verb in ("do", "odds", "dice")]
            gone += [self.client.get(f"/api/battles/{link.token}/{more}").status_code for more in ("", "after/0/")]
            assert set(gone) == {404}
            return
        answers = [self.client.get(f"/b/{link.token}/battle.jsonl")]
        answers += [self.client.get(f"/api/battles/{link.token}/{more}") for more in ("", "after/0/")]
        assert {answer.status_code for answer in answers} == {200}
        assert answers[1].json()["role"] == link.role
        lines = [json.loads(line) for line in answers[0].content.splitlines()[1:-1]]
        opened = {line["data"]["salt"] for line in lines if line["kind"] in REVEALING}
        seals = (line["cause"] for line in lines if line["kind"] in (SEALED, MISSILE_SEALED))
        secret = {_salt(self.battle, cause) for cause in seals} - opened
        for answer, salt in product(answers, secret):
            assert salt.encode() not in answer.content

    @rule(place=places)
    def look(self, place: int) -> None:
        """A page names the links that it gave away, and no other."""
        link = self.link(place)
        if link.is_live:
            page = self.client.get(f"/b/{link.token}/?seats=open").content.decode()
            named = {each.token for each in self.links if each.token in page}
            own = {each.token for each in self.links if each.is_live and each.gave == link.token and link.sides}
            assert named == {link.token, *own}


class Charges(Rights):
    """The same where red charges with units that have something to throw, and blue answers."""

    def press(self, *asked: Any) -> None: ...  # type: ignore[override]

    def press_own(self, *asked: Any) -> None: ...  # type: ignore[override]

    def set_right(self, *asked: Any) -> None: ...  # type: ignore[override]

    @rule(
        place=places,
        side=players,
        unit=st.sampled_from(THROWERS),
        foe=st.sampled_from(SHOOTERS),
        throws=st.booleans(),
    )
    def charge(self, place: int, side: str | None, unit: str, foe: str, throws: bool) -> None:
        link, state = self.link(place), self.state()
        spoken = side or ("red" if link.role == "both" else link.role)
        own = state["units"][unit].get("turn", {})
        may = spoken == "red" and "charge" not in state and not {"charged", "moved_already"} & own.keys()
        may = may and not any(unit in contact["units"] for contact in state.get("contacts", []))
        command = {"command": "charge", "unit": unit, "target": foe, "throws": MISSILE if throws else ""}
        events = self.send(link, side, command, may=may)
        if events is not None:
            kinds = [event["kind"] for event in events]
            seals = link.role != "both" and len(kinds) > 1
            assert kinds[:2] == ["charge_declared", MISSILE_SEALED] if seals else kinds[0] == "charge_declared"
            assert MISSILE not in json.dumps(events) or link.role == "both"

    @rule(way=st.sampled_from(("stand", "fire", "flee")), place=places, side=players)
    def respond(self, way: str, place: int, side: str | None) -> None:
        link, state = self.link(place), self.state()
        charge = state.get("charge")
        if charge is None:
            return
        spoken, target = side or ("red" if link.role == "both" else link.role), charge["target"]
        waits = not (charge.get("throws_own") and charge.get("response"))
        engaged = any(target in contact["units"] for contact in state.get("contacts", []))
        shoots = target == SHOOTERS[0] and not engaged and not state["units"][target].get("turn", {}).get("shot")
        command = {"command": "respond", "unit": target, "response": way}
        may = spoken == "blue" and waits and (way != "fire" or shoots)
        events = self.send(link, side, command, may=may)
        if events is not None:
            assert (events[0]["kind"] == MISSILE_OPENED) is ("sealed" in charge)

    @rule(place=places, side=players)
    def come_in(self, place: int, side: str | None) -> None:
        link, charge = self.link(place), self.state().get("charge")
        if charge is None:
            return
        spoken = side or ("red" if link.role == "both" else link.role)
        comes = bool(charge.get("throws_own") and charge.get("response"))
        self.send(link, side, {"command": "come_in", "unit": charge["unit"]}, may=spoken == "red" and comes)

    @rule(unit=st.sampled_from(THROWERS), foe=st.sampled_from(SHOOTERS), throws=st.booleans())
    def charge_own(self, unit: str, foe: str, throws: bool) -> None:
        own = [place for place, link in enumerate(self.links) if link.is_live and link.role == "red"]
        if own:
            self.charge(own[0], None, unit, foe, throws)

    @rule(way=st.sampled_from(("stand", "fire", "flee")))
    def respond_own(self, way: str) -> None:
        own = [place for place, link in enumerate(self.links) if link.is_live and link.role == "blue"]
        if own:
            self.respond(way, own[0], None)


@pytest.mark.django_db
def test_nobody_does_or_reads_what_is_not_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    load_printed_rows()
    kept_choice(monkeypatch)
    how = settings(max_examples=settings.default.max_examples // 6, stateful_step_count=40)
    run_state_machine_as_test(Rights, settings=how)  # type: ignore[no-untyped-call]


@pytest.mark.django_db
def test_nobody_learns_what_chargers_throw_before_they_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    load_printed_rows()
    kept_charges(monkeypatch)
    how = settings(max_examples=settings.default.max_examples // 12, stateful_step_count=25)
    run_state_machine_as_test(Charges, settings=how)  # type: ignore[no-untyped-call]
