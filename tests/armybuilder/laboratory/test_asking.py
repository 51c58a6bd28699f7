"""What else is asked on the pages: whole rosters against each other, units, profiles among fellows, leagues, clubs."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from msgspec import to_builtins
from msgspec.structs import replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.laboratory.models import State
from armybuilder.laboratory.presenters import asking
from armybuilder.laboratory.presenters.asking import fellows_of, league_of, lines_of, rows_to_put
from armybuilder.laboratory.presenters.verdicts import meaning_of
from armybuilder.laboratory.services import ask, copy_experiment
from armybuilder.laboratory.snapshots import Said, experiment_in
from armybuilder.models import Experiment as Row
from armybuilder.rosters import services
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.army.edits import AddUnit
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.creation import design_files
from tabletop.arcana.creation.design_files import OWN_DESIGNS
from tabletop.arcana.creation.points.refusals import Refusal, RefusedError
from tabletop.arcana.simulation.answers import Answer
from tabletop.arcana.simulation.estimates import Fixed, Ratio, Verdict, Within
from tabletop.arcana.simulation.questions import AgainstField, AgainstRoster, Earning, Fellows, League, Swap, opponents
from tabletop.rosters.document import without_notes
from tests.designs import CARRYING, kept_design
from tests.experiments import experiment
from tests.programs import asked as asked_of
from tests.visitors import OTHER, OWNER, kept, kept_share, load_printed_rows

EDITION = 'SELECT "armybuilder_edition"."digest" AS "digest"'  # of the newest catalogue
RAIDERS = "sample.dwarf-raiding-party"
BODY = {"movement": {"ground": 6}, "morale": {"value": 7}, "melee": [{"attacks": 1, "skill": 2}]}
FROGS = read_roster(
    json.dumps(
        {
            "format": "muster-roster/1",
            "game": "arcana",
            "name": "Frogs",
            "army": "designs",
            "own_list": {"name": "Pond", "shield": to_builtins(OWN_DESIGNS.shield)},
            "units": [{"ref": "u1", "models": [{"profile": "designs/frog", "count": 20}]}],
            "designs": [BODY | {"name": "Frog"}, BODY | {"name": "Toad", "wounds": 2}],
        }
    )
)


@pytest.fixture(autouse=True)
def printed(db: None, short_experiments: None) -> None:
    load_printed_rows()


def begun(owner: Client, form: str, **fields: str) -> tuple[Row, str]:
    """The experiment that a form begins, counted to its end by the tests' worker, and its page."""
    where = owner.post(f"/laboratory/{form}/", {"half": "2"} | fields).headers["Location"]
    row = Row.objects.get(code=where.split("/")[2])
    assert row.state == State.DONE
    return row, owner.get(where).content.decode()


def test_units_are_asked_whether_they_earn_their_points(owner: Client) -> None:
    row, page = begun(owner, "new", a=RAIDERS, b=RAIDERS, asks="units")
    experiment = experiment_in(row)
    assert isinstance(experiment.question, Earning)
    assert isinstance(experiment.stop, Fixed)
    assert "Points destroyed for each point, unit by unit" in page
    refused = owner.post("/laboratory/new/", {"a": RAIDERS, "b": RAIDERS, "asks": "units", "half": "table"})
    assert "units are counted in line battles" in refused.content.decode()


def test_ones_own_rosters_and_a_clubs_links_are_a_field(owner: Client, other: Client) -> None:
    first, second = kept(), kept(visitor=OTHER)
    kept(CARRYING | {"name": "A second army"})
    row, _ = begun(owner, "new", a=first.code, b="mine")
    question = experiment_in(row).question
    assert isinstance(question, AgainstField | AgainstRoster)
    assert [each.name for each in opponents(question)] == ["A second army"]
    share = kept_share(second)
    links = f"https://muster.example/s/{share.token}\nhttps://muster.example/s/{share.token}/ https://x.example/s/none"
    assert "The other: this one" in owner.post("/laboratory/new/", {"a": RAIDERS, "b-link": links}).content.decode()
    row, _ = begun(owner, "new", a=RAIDERS, **{"b-link": links.rpartition(" ")[0]})
    assert len(opponents(experiment_in(row).question)) == 1
    assert (
        "no other roster of yours" in other.post("/laboratory/new/", {"a": second.code, "b": "mine"}).content.decode()
    )


def test_a_roster_meets_with_another_version_of_itself(owner: Client, other: Client) -> None:
    row = kept()
    services.edit_roster(row=row, version=1, edit=AddUnit(profile="dwarves/pikemen", count=10), merge=False)
    first = owner.get("/laboratory/versions/").content.decode()
    assert (first.count('name="a"'), first.count('name="c"')) == (1, 0)
    version = f'value="{row.code}.v1"'
    page = owner.get(f"/laboratory/versions/?a={row.code}").content.decode()
    assert (page.count(version), page.count('name="c"')) == (1, 1)
    refused = owner.post("/laboratory/versions/", {"a": row.code, "c": f"{row.code}.v1", "b": ""})
    assert refused.status_code == 400
    assert refused.content.decode().count(version) == refused.content.decode().count(f"{version} selected") == 1
    found, page = begun(owner, "versions", a=row.code, c=f"{row.code}.v1", b=RAIDERS)
    question = experiment_in(found).question
    assert isinstance(question, Swap)
    assert len(question.changed.units) == len(question.own.units) - 1
    assert "Version 1 of" in page
    assert "won with either hand of dice" in page
    theirs = other.post("/laboratory/versions/", {"a": RAIDERS, "c": f"{row.code}.v1", "b": RAIDERS})
    assert "The changed army: this one" in theirs.content.decode()


def test_a_roster_of_an_own_list_takes_what_its_list_and_the_open_ones_have(owner: Client) -> None:
    army = resolve(FROGS, current_catalogue())
    assert [line.words for line in lines_of(army)] == ["20 Frogs"]
    lists = rows_to_put(army)
    assert {name: [row.name for row in rows] for name, rows in lists.items()}["Pond (own list)"] == ["Frog", "Toad"]
    assert "Monsters" in lists
    row = kept(FROGS)
    page = owner.get(f"/laboratory/swap/?a={row.code}").content.decode()
    assert 'value="u1 designs/frog"' in page
    fields = {"a": row.code, "b": RAIDERS, "take": "u1 designs/frog", "fewer": "5", "put": "designs/toad"}
    found, page = begun(owner, "swap", **fields)
    question = experiment_in(found).question
    assert isinstance(question, Swap)
    assert {line.profile: line.count for unit in question.changed.units for line in unit.models}["designs/frog"] == 15
    assert "15 Frogs" in page


def test_rosters_are_told_apart_by_their_rows_and_not_by_their_names(owner: Client) -> None:
    row = kept()
    services.edit_roster(row=row, version=1, edit=AddUnit(profile="dwarves/axemen", count=1), merge=False)
    alone = owner.post("/laboratory/new/", {"a": row.code, "b": "mine"})
    assert "no other roster of yours" in alone.content.decode()
    twin = kept()  # of the same name and army
    for itself in (row.code, f"{row.code}.v1"):
        found, _ = begun(owner, "new", a=itself, b="mine")
        assert opponents(experiment_in(found).question) == (without_notes(roster_of(twin)),)
    link = f"https://muster.example/s/{kept_share(row).token}"
    found, _ = begun(owner, "new", b="mine", **{"a-link": link})
    assert opponents(experiment_in(found).question) == (without_notes(roster_of(twin)),)


def test_a_profile_or_a_design_is_held_against_its_nearest_in_points(owner: Client, other: Client) -> None:
    catalogue, design = current_catalogue(), kept_design()
    assert 'value="dwarves/axemen" selected' in owner.get("/laboratory/profile/?row=dwarves/axemen").content.decode()
    row, page = begun(owner, "profile", row="dwarves/axemen", among="list")
    question = experiment_in(row).question
    assert isinstance(question, Fellows)
    assert isinstance(experiment_in(row).stop, Within)
    assert {each.partition("/")[0] for each in question.fellows} == {"dwarves"}
    for part in ("Axemen (Dwarves) wins", f"{catalogue.rows['dwarves/axemen'].points} points", "Against whom it wins"):
        assert part in page
    key = f"design.{design.code}"
    row, page = begun(owner, "profile", row=key)
    assert "Young Dragon" in page
    assert "Profile: this design" in other.post("/laboratory/profile/", {"row": key}).content.decode()
    refused = owner.post("/laboratory/profile/", {"row": key, "among": "list"})
    assert "stands in no list" in refused.content.decode()
    own = fellows_of(catalogue.rows["dwarves/axemen"], catalogue)
    prices = [abs(catalogue.rows[slug].points - catalogue.rows["dwarves/axemen"].points) for slug in own.fellows]
    assert prices == sorted(prices)


def test_a_list_is_a_league_and_the_whole_catalogue_is_one_that_can_be_afforded(owner: Client) -> None:
    row, page = begun(owner, "league", army="halflings-and-centaurs")
    assert "first figures" not in page
    assert isinstance(experiment_in(row).question, League)
    assert f"{current_catalogue().rows['halflings-and-centaurs/halfling-slings'].points} points" in page
    assert "Intervals hold all at once" in page
    whole = league_of("", current_catalogue())
    meetings = asking.meetings_of(whole, current_catalogue())
    assert len(whole.rows) > 300
    assert len(whole.rows) < meetings <= asking.MOST_BATCHES_OF_A_LEAGUE


def test_links_that_were_pasted_stay_where_something_else_is_wrong(owner: Client) -> None:
    page = owner.post("/laboratory/new/", {"a": "", "b-link": "/s/NoSuchLink1/\n/s/NoSuchLink2/"}).content.decode()
    assert "/s/NoSuchLink1/\n/s/NoSuchLink2/</textarea>" in page


def test_an_interval_narrower_than_anybody_could_count_is_refused(owner: Client) -> None:
    row, _ = begun(owner, "profile", row="dwarves/axemen")
    answer = owner.post(f"/api/experiments/{row.code}/go-on/", '{"half": 1e-200}', content_type="application/json")
    assert answer.status_code == 400


def test_many_profiles_are_listed_with_one_look_at_the_catalogue(owner: Client) -> None:
    row, _ = begun(owner, "profile", row="dwarves/axemen")
    before = len(asked_of(owner, "GET", "/laboratory/"))
    copy_experiment(row=row, visitor=row.visitor)
    assert len(asked_of(owner, "GET", "/laboratory/")) == before


def test_a_design_that_lost_its_price_keeps_its_name(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_design()
    row, _ = begun(owner, "profile", row="design.young-dragon")
    question = experiment_in(row).question
    assert isinstance(question, Fellows)
    rows = ("designs/young-dragon", *question.fellows[:1])
    league = League(rows=rows, designs=question.designs, points=2000)
    other = ask(visitor=OWNER, payer="p", experiment=experiment(league, stop=Fixed(1), size=2))

    def refused(*_: object) -> None:
        raise RefusedError([Refusal("melee", "has no price by the newer formula")])

    monkeypatch.setattr(design_files, "row_of", refused)
    assert "Young Dragon wins" in owner.get("/laboratory/").content.decode()
    for address in (f"/laboratory/{row.code}/", f"/laboratory/{other.code}/"):
        answer = owner.get(address)
        assert answer.status_code == 200
        assert "Young Dragon" in answer.content.decode()
        assert "has none today" in answer.content.decode()


def test_a_page_looks_the_catalogue_up_once(owner: Client) -> None:
    row, _ = begun(owner, "league", army="halflings-and-centaurs")
    asked = asked_of(owner, "GET", f"/laboratory/{row.code}/")
    assert len([each for each in asked if each.startswith(EDITION)]) == 1


def test_the_time_to_come_is_a_range_where_others_are_still_to_meet() -> None:
    league = experiment(League(rows=("dwarves/axemen", "orcs/orc-warrior")), stop=Fixed(2))
    row = Row(state=State.RUNNING, cells=100, batches_done=40, seconds=20.0)
    first = meaning_of(row, league, None, 1)
    assert first.endswith("every pair of profiles has met, in 15 to 38 seconds of counting.")  # 60 of half a second
    said = Said(Answer(verdict=Verdict.COUNTING, rounds=1, battles=2, estimate=None), (), ())
    row.batches_done, row.seconds = 140, 280.0
    assert (
        meaning_of(row, league, said, 1)
        == "It stops after 20 pairs of battles a meeting, in 1 to 2 minutes of counting."
    )
    brought = replace(said, brought=140)  # in a file: nobody knows how long they took
    assert meaning_of(row, league, brought, 1) == "It stops after 20 pairs of battles a meeting."
    row.cells, row.batches_done, row.seconds = 1, 1, 3.0
    one = experiment(stop=Fixed(2))
    assert meaning_of(row, one, said, 1).endswith("a meeting, in about 3 seconds of counting.")
    test = experiment(stop=Ratio(no=0.5, yes=0.55, batches=2))
    assert meaning_of(row, test, said, 1).startswith("It stops once it can tell 50 from 55 wins in 100, in at most 3")
