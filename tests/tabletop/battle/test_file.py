from __future__ import annotations

import json
from hashlib import sha256
from typing import Annotated

import pytest
from jsonschema import Draft202012Validator
from msgspec import Meta

from tabletop.battle.events import Happening, RefusalError, Undone
from tabletop.battle.file import BattleFileError, read_battle, written_battle
from tabletop.battle.lines import facts_of
from tabletop.battle.sealing import SealRefusal, Window, chosen, sealed
from tests.catalogue import PROJECT
from tests.laws import law_of
from tests.tabletop.battle.race import AT, BLUE, RED, EndTurn, Hide, Log, Race, Ran, Run, decided, race


def battle() -> Log:
    log = decided(decided(race(), Run("red"), RED, 4), Hide("blue", 3), BLUE)
    log = log.append([Happening(Undone(1, 2))], by=BLUE, cause="u", at=AT)
    return decided(log, EndTurn(), RED)


def test_a_file_is_read_and_written_to_the_byte() -> None:
    log = battle()
    content = written_battle(log)
    again = read_battle(content, Race())
    assert written_battle(again) == content
    assert (again.state, again.digest, again.events(), again.branches()) == (
        log.state,
        log.digest,
        log.events(),
        log.branches(),
    )
    assert written_battle(read_battle(written_battle(race()), Race())) == written_battle(race())


def lines() -> list[bytes]:
    return written_battle(battle()).split(b"\n")[:-1]


def linked(*changes: tuple[int, bytes, bytes]) -> bytes:
    """The battle with changes by line and a new chain, as a forger makes it."""
    changed = lines()
    for number, old, new in changes:
        assert old in changed[number - 1]
        changed[number - 1] = changed[number - 1].replace(old, new)
    for place in range(1, len(changed) - 1):
        start, _, _ = changed[place].partition(b',"prev":')
        changed[place] = start + b',"prev":"%s"}' % sha256(changed[place - 1]).hexdigest().encode()
    end = json.loads(changed[-1]) | {"digest": sha256(changed[-2]).hexdigest()}
    changed[-1] = json.dumps(end, separators=(",", ":")).encode()
    return b"".join(line + b"\n" for line in changed)


def without(number: int) -> bytes:
    return b"".join(line + b"\n" for place, line in enumerate(lines(), 1) if place != number)


def changed(number: int, old: bytes, new: bytes) -> bytes:
    assert old in lines()[number - 1]
    return b"".join((line.replace(old, new) if at == number else line) + b"\n" for at, line in enumerate(lines(), 1))


@law_of(
    [
        (b"", 1, "line 1: the JSON ends too soon"),
        (changed(1, b"/1", b"/2"), 1, "format: must be muster-battle/1, not"),
        (changed(1, b"race", b"marbles"), 1, "game: must be race, not “marbles”"),
        (changed(1, b",", b", "), 1, "isn't written as this program writes it"),
        (changed(2, b'"spaces":4', b'"spaces":6'), 3, "prev: isn't the digest of the line before it"),
        (changed(3, b'"place":3', b'"place":5'), 4, "prev: isn't the digest"),
        (changed(5, b'"turn":2}', b'"turn":3}'), 6, "the events above aren't those of this end"),
        (without(2), 2, "prev: isn't the digest"),
        (changed(6, b'"end":4', b'"end":"4"'), 6, "end: must be a whole number"),
        (without(6), 6, "the file ends too soon"),
        (written_battle(battle())[:-1], 6, "the file ends too soon"),
        (written_battle(battle()) + b"\n", 7, "there is more after the end"),
        (linked((2, b'"kind":"ran"', b'"kind":"flew"')), 2, "there is no event “flew” in this game"),
        (linked((2, AT.encode(), b"2026-13-45T99:99:99Z")), 2, "at: is no time that there is"),
        (linked((3, AT.encode(), b"2026-11-23T19:30:60Z")), 3, "at: is no time that there is"),
        (linked((5, b'"version":2', b'"version":3')), 5, "no version 3 of turn_begun here"),
        (linked((2, b'"spaces":4', b'"spaces":"4"')), 2, "data.spaces: must be a whole number"),
        (linked((2, b'"spaces":4', b'"spaces":4,"speed":1')), 2, "data.speed: there is no such field"),
        (linked((2, b'{"side":"red","spaces":4}', b"[1]")), 2, "line 2:"),
        (linked((2, b'"faces":[4]', b'"faces":[7]')), 2, "a die of 6 sides doesn't show 7"),
        (linked((2, b'"side":"red",', b'"side":"green",')), 2, "it doesn't follow from what stands before it"),
        (linked((2, b'"seq":1', b'"seq":2')), 2, "event 2 can't follow event 0"),
        (linked((2, b'"spaces":4', b'"spaces": 4')), 2, "isn't written as this program writes it"),
        (linked((2, b'"spaces":4', b'"spaces":4,"spaces":4')), 2, "isn't written as this program writes it"),
        (linked((4, b'"to":1', b'"to":2')), 4, "it doesn't follow"),
        (linked((4, b'"from":2', b'"from":3')), 4, "event 2 is the last that stands, not 3"),
        (linked((5, b'"id":"c4.1"', b'"id":"c4.2"')), 5, "isn't the next one of its command"),
        (linked((5, b"c4", b"c1")), 5, "cause: was used for an earlier command"),
        (linked((2, b"05Z", b"05")), 2, "at: "),
    ],
    name=lambda case: case[2],
)
def test_the_first_line_that_is_not_right_is_refused_by_its_number(case: tuple[bytes, int, str]) -> None:
    content, number, reason = case
    with pytest.raises(BattleFileError) as error:
        read_battle(content, Race())
    assert error.value.line == number, error.value
    assert reason in str(error.value)
    intact = error.value.intact
    assert number == 1 or (intact is not None and intact.head == min(number - 2, 4))


def test_a_file_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.battle.file.LARGEST_BATTLE", len(written_battle(race())))
    assert read_battle(written_battle(race()), Race()).head == 0
    with pytest.raises(BattleFileError, match="the file is larger than"):
        read_battle(written_battle(battle()), Race())


def test_facts_have_no_floats() -> None:
    class Far(Ran, frozen=True, tag="far", tag_field="kind"):
        inches: tuple[dict[str, Annotated[float, Meta(extra={"allowed": "any"})] | None], ...]

    with pytest.raises(TypeError, match="no floats"):
        facts_of(Ran | Far)


def test_sealed_choices_are_opened_when_all_are_in_and_only_as_they_were_made() -> None:
    window = Window("turn 1", ("red", "blue"))
    red, blue = chosen("red", "left"), chosen("blue", "left")
    shut = [sealed(opening, battle="b1", window="turn 1") for opening in (red, blue)]
    assert shut[0].digest != shut[1].digest
    half = window.with_choice(shut[0])
    assert half.waits_for == ("blue",)
    both = half.with_choice(shut[1])
    both.check("b1", [blue, red])

    def code(*openings: object, of: Window = both, battle: str = "b1") -> SealRefusal:
        with pytest.raises(RefusalError) as refusal:
            of.check(battle, openings)
        return refusal.value.code

    assert code(red, of=half) is SealRefusal.STILL_OPEN
    assert code(red) is SealRefusal.OTHER_CHOICE
    assert code(red, chosen("blue", "left")) is SealRefusal.OTHER_CHOICE
    assert code(red, blue, battle="b2") is SealRefusal.OTHER_CHOICE
    assert code(red, blue, chosen("green", "left")) is SealRefusal.NOT_ASKED
    for seat, refused in [("red", SealRefusal.ALREADY_IN), ("green", SealRefusal.NOT_ASKED)]:
        with pytest.raises(RefusalError) as refusal:
            both.with_choice(sealed(chosen(seat, "right"), battle="b1", window="turn 1"))
        assert refusal.value.code is refused


def test_every_line_is_one_of_the_published_schema() -> None:
    schema = Draft202012Validator(json.loads((PROJECT / "docs/schema/muster-battle-1.json").read_bytes()))
    for line in lines():
        schema.validate(json.loads(line))
    for old, new in [(b'"seq":1', b'"seq":0'), (b'"kind"', b'"what"'), (b'"version":1', b'"version":"1"')]:
        assert old in lines()[1]
        assert not schema.is_valid(json.loads(lines()[1].replace(old, new)))
