"""What an edit is answered with: the parts that a browser doesn't have, which make its page the one loaded anew."""

from __future__ import annotations

import json
import re
from gzip import compress
from random import Random

from django.test import Client

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.models import Roster as Row
from tabletop.arcana.army.edits import AddUnit
from tabletop.arcana.army.roster import new_roster
from tests.clicks import ARMY, CLICKS
from tests.markup import TAG, VOID
from tests.visitors import HTMX, edit_address, kept

# What is another one on each page, and what is shown for a moment.
PASSING = re.compile(
    r'<input type="hidden" name="(?:csrfmiddlewaretoken|version|key)" value="[^"]*">'
    r'| hx-swap-oob="\w+"| just-added|<noscript>.*?</noscript>'
)
ID = re.compile(r'\bid="([^"]*)"')
PART = re.compile(r'\bdata-part="([^"]*)"')
PARTS = ("forms", "army-title", "army-tools", "army-state", "tally-total", "tally-figures", "picker-total", "bar")
LOT, STEPS = 1, 12
LONGEST_ANSWER = 25_000  # bytes


class Markup:
    """A page or an answer, with the places of its elements by their ids."""

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.places: dict[str, slice] = {}
        opened: list[tuple[str, int]] = []
        for tag in TAG.finditer(markup):
            name = tag["tag"]
            if not name or name in VOID or tag["written"].endswith("/"):
                continue
            if not tag["end"]:
                named = ID.search(tag["written"])
                opened.append((named[1] if named else "", tag.start()))
            elif opened:
                key, start = opened.pop()
                self.places |= {key: slice(start, tag.end())} if key else {}

    def __contains__(self, key: str) -> bool:
        return key in self.places

    def element(self, key: str) -> str:
        """The element as it is written, without what passes."""
        return " ".join(PASSING.sub("", self.markup[self.places[key]]).split())

    def ids(self, whole: str, start: str) -> list[str]:
        """The ids that begin so in an element."""
        return [each for each in ID.findall(self.markup[self.places[whole]]) if each.startswith(start)]

    @property
    def marks(self) -> str:
        return " ".join(PART.findall(self.markup))


def check_answer(answer: Markup, old: Markup, new: Markup) -> None:
    """Old elements with those of the answer in their places are the new ones."""
    looked_at = [each for each in PARTS if each in new]
    for whole, part in (("fielded", "card-"), ("picks", "pick-")):
        if whole in answer:
            looked_at.append(whole)
            continue
        assert old.ids(whole, part) == new.ids(whole, part)
        looked_at += new.ids(whole, part)
    shown = {each: (answer if each in answer else old).element(each) for each in looked_at}
    assert shown == {each: new.element(each) for each in looked_at}


def test_a_page_with_the_parts_of_an_answer_put_in_is_the_page_loaded_anew(printed: None, owner: Client) -> None:
    """Changes drawn by lot, and now and then another unit or character that is opened."""
    chance, row = Random(LOT), kept(ARMY)
    address, state = f"/rosters/{row.code}/", {"unit": "u1", "outfit": ""}
    page = Markup(owner.get(address, state).content.decode())
    for _ in range(STEPS):
        headers = HTMX | {"Muster-Has": page.marks}
        if chance.random() < 0.3:
            state = {"unit": chance.choice(("u1", "u2", "u4")), "outfit": chance.choice(("", "c1", "c2"))}
            answer = owner.get(address, state, headers=headers)
        else:
            change = {"version": Row.objects.get().version, "edit": json.dumps(chance.choice(CLICKS))}
            state |= {"open": state["unit"]}
            answer = owner.post(edit_address(row), change | state, headers=headers)
        loaded = Markup(owner.get(address, state).content.decode())
        check_answer(Markup(answer.content.decode()), page, loaded)
        page = loaded
    assert Row.objects.get().version > STEPS // 3


def test_one_model_more_brings_neither_other_units_nor_rows_that_stay_as_they_are(printed: None, owner: Client) -> None:
    roster = new_roster(name="Many", army="dwarves", points_limit=30_000)
    for _ in range(20):
        roster = AddUnit(profile="dwarves/axemen", count=10).applied(roster, current_catalogue())
    row = kept(roster)
    page = Markup(owner.get(f"/rosters/{row.code}/").content.decode())
    change = {"version": 1, "verb": "add_models", "unit": "u3", "profile": "dwarves/axemen", "open": "u3"}
    answer = owner.post(edit_address(row), change, headers=HTMX | {"Muster-Has": page.marks})
    sent = [each for each in Markup(answer.content.decode()).places if each.startswith(("card-", "pick-"))]
    assert sent == ["card-u1", "card-u3", "pick-dwarves-axemen"]  # one closes, one opens
    assert len(compress(answer.content)) < LONGEST_ANSWER


def test_a_browser_with_strange_marks_gets_everything(printed: None, owner: Client) -> None:
    row = kept(ARMY)
    change = {"version": 1, "verb": "rename", "name": "Others"}
    answer = owner.post(edit_address(row), change, headers=HTMX | {"Muster-Has": "fielded. units.xyz 💥 unit0"})
    sent = Markup(answer.content.decode())
    assert all(each in sent for each in ("fielded", "picks", "army-tools"))
