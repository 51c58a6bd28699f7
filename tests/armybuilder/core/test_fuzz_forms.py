"""Posts made up from the fields of the forms: all are answered, and what is kept stays readable."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.models import Pack as PackRow
from armybuilder.models import Roster as Row
from tabletop.arcana.army.roster import read_roster
from tests.armybuilder.event_packs.test_form import ADDRESS, FORM
from tests.clicks import CLICKS
from tests.markup import Document
from tests.packs import CODE, pack_of
from tests.visitors import HTMX, RAIDERS, content_of, edit_address

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = (
    words | st.integers().map(str) | st.sampled_from(["", "u1", "c1", "dwarves/axemen", "monsters/giant-eagle", "1"])
)
verbs = st.sampled_from([click["verb"] for click in CLICKS]) | words
names = st.sampled_from(sorted({name for click in CLICKS for name in click} | {"edit", "outfit", "find"})) | words
things = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)
bodies = st.builds(
    lambda verb, version, rest: rest | {"verb": verb, "version": version},
    verbs,
    st.sampled_from(["1", "1", "1", "0", "", "x"]) | words,
    st.dictionaries(names, values, max_size=5),
)


@st.composite
def spoilt_clicks(draw: st.DrawFn) -> dict[str, str]:
    """A button's edit with some of its fields changed, dropped or added."""
    click: dict[str, Any] = dict(draw(st.sampled_from(CLICKS)))
    for name in draw(st.lists(st.sampled_from(sorted(click)), max_size=2)):
        click.pop(name, None)
    click |= draw(st.dictionaries(names, things, max_size=2))
    return {"version": "1", "edit": draw(st.sampled_from([json.dumps(click), json.dumps(click)[:-3]]))}


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=bodies | spoilt_clicks(), htmx=st.booleans())
@pytest.mark.long
def test_any_post_is_answered_and_leaves_a_readable_roster(
    row: Row, owner: Client, fields: dict[str, str], htmx: bool
) -> None:
    Row.objects.update(content=json.loads(RAIDERS), version=1, undo_to=None)
    Row.history.filter(version__gt=1).delete()
    answer = owner.post(edit_address(row), fields, headers=HTMX if htmx else {}, follow=True)
    assert answer.status_code == 200
    notice = Document(answer.content.decode()).with_id("notice").text
    version = Row.objects.get().version
    assert version == 1 or not notice or notice.startswith("Removed")
    if version == 1:
        assert content_of(row) == read_roster(RAIDERS)
    page = f"/rosters/{row.code}/"
    if htmx or answer.redirect_chain != [(page, 302)]:  # which has just been answered
        assert owner.get(page).status_code == 200
    assert owner.get(f"{page}roster.json").status_code == 200


stated = words | st.integers().map(str) | st.sampled_from(["", "core", "true", "dwarves/axemen", "orcs"])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=st.dictionaries(st.sampled_from(sorted(FORM)) | words.map("most.{}".format), stated, max_size=4))
@pytest.mark.long
def test_any_post_is_answered_and_leaves_a_readable_pack(row: Row, owner: Client, fields: dict[str, str]) -> None:
    version = PackRow.objects.get().version
    answer = owner.post(ADDRESS, FORM | fields | {"version": str(version)})
    assert answer.status_code in (200, 302)
    if answer.status_code == 200:
        assert PackRow.objects.get().version == version
    assert owner.get(f"/packs/{CODE}/").status_code == 200
    assert pack_of(PackRow.objects.get())
