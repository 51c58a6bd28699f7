"""The laboratory's pages: asked, counted turn by turn, stopped, told to go on, kept, shared, compared."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec import structs
from msgspec.structs import replace

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.visitors import payer_of
from armybuilder.laboratory import counting, services
from armybuilder.laboratory.limits import TooManyExperimentsError
from armybuilder.laboratory.models import Reason, State
from armybuilder.laboratory.presenters import asking
from armybuilder.laboratory.presenters.asking import changed, points_of
from armybuilder.laboratory.presenters.pictures import curve_of
from armybuilder.laboratory.presenters.tables import figures_in, pair_of
from armybuilder.laboratory.snapshots import experiment_file, record_in, said_in
from armybuilder.laboratory.views import experiments as views
from armybuilder.models import Battle, ExperimentBatch, SecondsOfADay
from armybuilder.models import Experiment as Row
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.simulation.estimates import Estimate, Fixed, Ratio, Stop, Within, widest
from tabletop.arcana.simulation.experiments import read_experiment
from tabletop.arcana.simulation.figures import QUESTION, writes_parquet
from tabletop.arcana.simulation.questions import Swap
from tabletop.arcana.simulation.running import Run
from tabletop.decoding import MalformedError
from tests.designs import CARRYING
from tests.experiments import experiment
from tests.laboratory import LAB_CODE, LAB_TOKEN, kept_experiment, record
from tests.visitors import HTMX, OWNER, kept, load_printed_rows

BY_WORKER = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
FOUR = Fixed(4)
RAIDERS = "sample.dwarf-raiding-party"


@pytest.fixture(autouse=True)
def printed(db: None, short_experiments: None) -> None:
    load_printed_rows()


def text(answer: HttpResponse, status: int = 200) -> str:
    assert answer.status_code == status
    return answer.content.decode()


def asked(stop: Stop = FOUR, payer: str = "p") -> Row:
    return services.ask(visitor=OWNER, payer=payer, experiment=experiment(name="Axes", stop=stop, seed=7))


def work(row: Row) -> None:
    """A worker's turn at it, where it is in line."""
    counting.count_on.call(row.pk)
    row.refresh_from_db()


def test_an_army_is_picked_tried_and_answered_with_its_interval(owner: Client) -> None:
    row = kept(CARRYING | {"notes": "A secret plan"})
    assert f'value="{row.code}" selected' in text(owner.get(f"/laboratory/new/?a={row.code}"))
    where = owner.post("/laboratory/new/", {"a": row.code, "b": RAIDERS, "half": "2"}).headers["Location"]
    found = Row.objects.get()
    page = text(owner.get(where))
    assert found.state == State.DONE
    for part in ("Undecided at the cap", "That is an answer, too", "Who destroyed what", "What it leaves out"):
        assert part in page
    said = Run(record_in(found), current_catalogue()).reading.answer()
    assert said.estimate
    assert f"{100 * said.estimate.mean:.1f} of 100" in page
    file = owner.get(f"{where}experiment.jsonl").getvalue()
    assert read_experiment(file) == record_in(found)
    assert b"secret plan" not in file
    rows = list(csv.reader(io.StringIO(owner.get(f"{where}experiment.csv").getvalue().decode("utf-8-sig"))))
    assert rows[1][2:] == [str(said.estimate.mean), str(said.estimate.low), str(said.estimate.high), "20"]
    killer, victim = said.tolls[1].by[0], said.tolls[1].units[0]
    most = max(widest(number / 40, 0, 1, 20, tables=12).half for number in said.games[0].turns)
    assert f"in 100 battles, each give or take {100 * most:.1f} at most" in page
    taken = killer.of[0]
    assert ["points destroyed by this army", f"{killer.unit}: {victim.unit}", str(taken.mean)] in [
        row[:3] for row in rows
    ]
    assert f"<b>{taken.mean:.0f}</b><small>" in page
    assert found.name in text(owner.get("/laboratory/"))


def test_who_killed_whom_is_a_table_and_old_experiments_say_that_they_have_none(owner: Client) -> None:
    """Those that were kept before it was counted: their answers and versions are of that day."""
    row = kept_experiment()
    said = said_in(row)
    assert said
    for toll in said.answer.tolls:
        (killer,), (victim,) = toll.by, toll.units
        for cell in (
            f'<th scope="row">{killer.unit}',
            f'<th scope="col">{victim.unit}',
            f"{killer.destroys.mean:.0f}</b>",
        ):
            assert cell in text(owner.get(f"/laboratory/{LAB_CODE}/"))
    row.said["answer"].pop("tolls")
    row.content["versions"]["simulator"] = "1"
    row.save(update_fields=["said", "content"])
    page = text(owner.get(f"/laboratory/{LAB_CODE}/"))
    assert "Who killed whom wasn&#x27;t counted yet when this was begun" in page
    assert "versus-table" not in page
    for ending in ("jsonl", "csv"):
        assert owner.get(f"/laboratory/{LAB_CODE}/experiment.{ending}").status_code == 200


def test_what_cant_be_asked_is_said_and_nothing_is_begun(owner: Client, other: Client) -> None:
    row = kept()
    for fields, words in (
        ({}, "Your army: choose an army"),
        ({"a": RAIDERS}, "The other: choose an army"),
        ({"a": RAIDERS, "b": "field"}, "no sample army has about as many points"),
        ({"a": RAIDERS, "b": RAIDERS, "half": "9"}, "How sure: choose how sure"),
        ({"a": RAIDERS, "b": RAIDERS, "a-led": "madly"}, "Your army: choose how it is led"),
    ):
        assert words in text(owner.post("/laboratory/new/", fields), 400)
    theirs = text(other.post("/laboratory/new/", {"a": row.code, "b": RAIDERS}), 400)
    assert "Your army: this one" in theirs
    take = {"a": "sample.dwarves", "b": RAIDERS, "take": "u9 x/y", "fewer": "1", "put": "dwarves/axemen"}
    assert "Take out: choose what to take out" in text(owner.post("/laboratory/swap/", take), 400)
    assert not Row.objects.exists()


def test_a_unit_is_swapped_for_about_as_many_points(owner: Client) -> None:
    own, catalogue = sample_rosters()["dwarf-raiding-party"], current_catalogue()
    page = text(owner.get(f"/laboratory/swap/?a={RAIDERS}"))
    line = next(line for line in asking.lines_of(resolve(own, catalogue)) if line.count > 5)
    assert line.key in page
    change = changed(own, catalogue, take=line.key, fewer=5, put="dwarves/pikemen", more=None)
    assert abs(change.points - points_of(own, catalogue)) <= catalogue.rows["dwarves/pikemen"].points
    fields = {"a": RAIDERS, "b": RAIDERS, "take": line.key, "fewer": "5", "put": "dwarves/pikemen", "half": "2"}
    where = owner.post("/laboratory/swap/", fields).headers["Location"]
    question = record_in(Row.objects.get()).experiment.question
    assert isinstance(question, Swap)
    assert replace(question.changed, units=()) == replace(question.own, units=())
    page = text(owner.get(where))
    assert "With the change" in page
    assert change.name in page
    with pytest.raises(MalformedError):
        changed(own, catalogue, take=line.key, fewer=line.count + 1, put="dwarves/pikemen", more=None)


def test_turns_stops_and_deaths_leave_the_same_file(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = experiment_file(asked())
    settings.TASKS = BY_WORKER
    monkeypatch.setattr(counting, "TURN", 0)
    row = asked()
    assert row.state == State.WAITING
    work(row)
    assert (row.state, row.batches_done) == (State.WAITING, 1)
    services.stop(row=row)
    work(row)
    assert (row.state, row.why, row.batches_done) == (State.STOPPED, Reason.ASKED, 1)
    services.go_on(row=row, payer="p")
    Row.objects.filter(pk=row.pk).update(state=State.RUNNING, heartbeat_at=timezone.now() - timedelta(hours=1))
    counting.look_after(timezone.now())  # its worker has died
    row.refresh_from_db()
    assert (row.state, row.lost) == (State.WAITING, 1)
    for _ in range(4):
        work(row)
    assert row.state == State.DONE
    assert experiment_file(row) == whole


def test_a_worker_that_was_only_slow_writes_nothing_any_more(settings: LazySettings) -> None:
    settings.TASKS = BY_WORKER
    row = asked()
    late = Row.objects.filter(pk=row.pk, state=State.RUNNING, turns=1)
    Row.objects.update(state=State.RUNNING, turns=2)
    counting._count(row, late)
    row.refresh_from_db()
    assert (row.state, row.batches_done, ExperimentBatch.objects.count()) == (State.RUNNING, 0, 0)
    for _ in range(counting.MOST_LOST + 1):
        Row.objects.update(state=State.RUNNING, heartbeat_at=timezone.now() - timedelta(hours=1))
        counting.look_after(timezone.now())
    row.refresh_from_db()
    assert (row.state, row.why) == (State.STOPPED, Reason.LOST)


def test_nobody_takes_more_than_a_share(settings: LazySettings, owner: Client) -> None:
    asked()
    assert SecondsOfADay.objects.get().seconds == pytest.approx(Row.objects.get().seconds)
    SecondsOfADay.objects.update(seconds=settings.LABORATORY_SECONDS_A_DAY)
    with pytest.raises(TooManyExperimentsError, match="30 minutes"):
        asked()
    SecondsOfADay.objects.update(seconds=settings.LABORATORY_SECONDS_A_DAY - 0.0001)
    row = asked()
    assert (row.state, row.why, row.batches_done) == (State.STOPPED, Reason.SPENT, 1)
    settings.TASKS, settings.LABORATORY_UNDER_WAY, settings.LABORATORY_IN_ALL = BY_WORKER, 1, 2
    asked(payer="q")
    with pytest.raises(TooManyExperimentsError, match="under way"):
        asked(payer="q")
    asked(payer="r")
    answer = owner.post("/laboratory/ready/")
    assert "in line for everybody" in text(answer, 429)
    assert payer_of(answer.wsgi_request) not in set(Row.objects.values_list("payer", flat=True))
    with pytest.raises(MalformedError, match="at most"):
        services.ask(visitor=OWNER, payer="s", experiment=experiment(stop=Fixed(services.MOST_BATCHES + 1)))


def test_the_page_follows_and_says_only_what_is_new(
    owner: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TASKS = BY_WORKER
    first, row = asked(), asked()
    where = f"/laboratory/{row.code}/"
    second = f"{where}?seen={State.WAITING}-0-2%20"
    page = text(owner.get(where))
    assert "It is second in line." in page
    assert f'hx-get="{second}"' in page
    services.stop(row=first)
    page = text(owner.get(second, headers=HTMX))
    assert "next in line" in page
    mark = f"{where}?seen={State.WAITING}-0-1%20"
    assert f'hx-get="{mark}"' in page
    with monkeypatch.context() as unread, CaptureQueriesContext(connection) as captured:
        unread.setattr(views, "page_of", None)
        assert owner.get(mark, headers=HTMX).status_code == 204
    assert not [each["sql"] for each in captured if '"content"' in each["sql"] or '"said"' in each["sql"]]
    assert len(captured) <= 7
    work(row)
    part = text(owner.get(mark, headers=HTMX))
    assert "<html" not in part
    assert 'id="spoken" hx-swap-oob' in part
    assert 'hx-trigger="every 1s"' not in part


def test_an_interval_is_narrowed_on_what_is_counted() -> None:
    row = asked(Within(half=0.3, batches=200))
    before, batches = row.batches_done, list(row.batches.values_list("line", flat=True))
    services.go_on(row=row, payer="p", half=0.2)
    assert row.batches_done > before
    assert list(row.batches.values_list("line", flat=True))[:before] == batches
    assert (row.state, row.version) == (State.DONE, 2)
    with pytest.raises(MalformedError):
        services.go_on(row=row, payer="p", half=0.25)


def test_a_link_shows_it_until_it_is_revoked_and_lets_one_keep_a_copy(owner: Client, other: Client) -> None:
    kept_experiment()
    page = text(other.get(f"/l/{LAB_TOKEN}/"))
    assert "Keep a copy" in page
    assert LAB_CODE not in page
    where = other.post(f"/l/{LAB_TOKEN}/copy/").headers["Location"]
    assert read_experiment(other.get(f"{where}experiment.jsonl").getvalue()) == record()
    pair = text(other.get(f"/laboratory/compare/?a={where.split('/')[2]}&b={LAB_TOKEN}"))
    assert "their intervals overlap" in pair.lower()
    owner.post(f"/laboratory/{LAB_CODE}/share/", {"shared": "no"})
    for address in (f"/l/{LAB_TOKEN}/", f"/laboratory/compare/?a={LAB_TOKEN}&b={LAB_TOKEN}"):
        assert other.get(address).status_code == 404


def test_a_shared_experiment_is_taken_along_as_its_file_and_its_figures(other: Client) -> None:
    kept_experiment()
    page = text(other.get(f"/l/{LAB_TOKEN}/"))
    for ending in ("jsonl", "csv"):
        assert f'href="/l/{LAB_TOKEN}/experiment.{ending}"' in page
    assert read_experiment(other.get(f"/l/{LAB_TOKEN}/experiment.jsonl").getvalue()) == record()
    for address in (f"/l/{LAB_TOKEN}/experiment.xlsx", f"/laboratory/{LAB_CODE}/experiment.csv"):
        assert other.get(address).status_code == 404


@pytest.mark.skipif(not writes_parquet(), reason="pyarrow is not installed")
def test_figures_are_parquet_with_their_kinds_and_their_question(owner: Client) -> None:
    from pyarrow import parquet

    row = kept_experiment()
    found = parquet.read_table(io.BytesIO(owner.get(f"/laboratory/{LAB_CODE}/experiment.parquet").getvalue()))
    figures = figures_in(row)
    assert found.to_pylist() == [structs.asdict(each) for each in figures]
    assert {str(kind) for kind in found.schema.types} == {"string", "double", "int64"}
    assert read_experiment(found.schema.metadata[QUESTION]).experiment == record().experiment


def test_programs_list_stop_go_on_delete_and_restore_their_experiments(
    owner: Client, other: Client, settings: LazySettings
) -> None:
    settings.TASKS = BY_WORKER
    row = asked()
    where = f"/api/experiments/{row.code}/"
    assert [each["code"] for each in owner.get("/api/experiments/").json()["results"]] == [row.code]
    assert other.get("/api/experiments/").json()["count"] == 0
    for ending in ("stop/", "go-on/", "restore/"):
        assert other.post(f"{where}{ending}", "{}", "application/json").status_code == 404
    assert owner.post(f"{where}stop/").json()["state"] == "stopped"
    assert owner.post(f"{where}go-on/", '{"half": 2}', "application/json").status_code == 400
    assert owner.post(f"{where}go-on/", "{}", "application/json").json()["state"] == "waiting"
    assert owner.delete(where).status_code == 428
    assert owner.delete(where, headers={"If-Match": '"1"'}).status_code == 204
    assert owner.get(where).status_code == 404
    assert owner.post(f"{where}restore/").json()["why"] == "asked"


def test_one_of_its_battles_is_watched_as_a_battle_that_is_read(owner: Client) -> None:
    kept_experiment()
    where = owner.post(f"/laboratory/{LAB_CODE}/watch/").headers["Location"]
    assert "Some orcs" in text(owner.get(where))
    assert Battle.objects.get().visitor == OWNER


def test_the_same_is_asked_on_a_table(owner: Client, settings: LazySettings) -> None:
    row = kept_experiment()
    settings.TASKS = BY_WORKER
    assert "Ask for table battles" in text(owner.get(f"/laboratory/{LAB_CODE}/"))
    where = owner.post(f"/laboratory/{LAB_CODE}/table/").headers["Location"]
    found = Row.objects.get(code=where.split("/")[2])
    line, table = record_in(row).experiment, record_in(found).experiment
    assert (table.depth, table.size, table.seed, table.question) == ("table", 1, line.seed, line.question)
    assert "Ask for table battles" not in text(owner.get(where))
    again = owner.post(f"{where}table/").headers["Location"]
    assert again == where
    assert "Nothing was done" in text(owner.get(again))


def test_a_test_of_two_means_says_yes_or_no(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for yes, said in ((0.6, "says yes: 60 wins in 100 rather than 50"), (0.999, "says no: 50 wins in 100 rather")):
        row = asked(Ratio(no=0.5, yes=yes, batches=200))
        assert said in text(owner.get(f"/laboratory/{row.code}/"))
    monkeypatch.setitem(asking.IN_LINE, "test", asking.Precision("test", 0.0, 16, "", apart=0.03))
    fields = {"a": RAIDERS, "b": RAIDERS, "half": "test"}
    assert "a test is of one figure" in text(owner.post("/laboratory/new/", fields | {"asks": "units"}), 400)
    owner.post("/laboratory/new/", fields)
    assert record_in(Row.objects.latest("pk")).experiment.stop == Ratio(no=0.5, yes=0.53, batches=2)


def test_a_file_is_opened_only_where_it_is_what_its_question_brings(owner: Client) -> None:
    kept_experiment()
    content = owner.get(f"/laboratory/{LAB_CODE}/experiment.jsonl").getvalue()
    spoilt = content.replace(b'"won"', b'"wan"')
    lines = content.split(b"\n")
    other_batch = b"\n".join([lines[0], lines[2], *lines[2:]])
    for file, opens in ((content, True), (spoilt, False), (other_batch, False), (b"{}", False)):
        upload = io.BytesIO(file)
        upload.name = "experiment.jsonl"
        assert owner.post("/laboratory/open/", {"file": upload}).status_code == (302 if opens else 200)
    assert Row.objects.count() == 2


def test_a_curve_narrows_within_its_picture_and_names_its_figures() -> None:
    found = [Estimate(0.156, 0.1 - 0.05 / pairs, 0.2 + 0.05 / pairs, 100 * pairs) for pairs in range(1, 300)]
    curve = curve_of(found, even=0.5, pairs=40_000)
    assert curve
    assert not any(tick.is_even for tick in curve.heights)
    assert len(curve.line.split("L")) <= 121
    numbers = [float(number) for point in curve.band[1:-1].split("L") for number in point.split()]
    assert all(0 <= number <= 720 for number in numbers)
    near = curve_of([replace(each, mean=each.mean + 0.3) for each in found], even=0.5, pairs=1)
    assert near
    assert curve_of(found[:1], even=0.5, pairs=1) is None


def test_answers_that_lie_apart_are_told_from_those_that_dont() -> None:
    first, second = kept_experiment(), kept_experiment(code="experiment-2", token="Another")
    assert pair_of(first, second).status
    assert "overlap" in pair_of(first, second).words
    estimate = second.said["answer"]["estimate"]
    second.said["answer"]["estimate"] = estimate | {"low": 0.98, "mean": 0.99, "high": 1.0}
    first.said["answer"]["estimate"] = estimate | {"low": 0.1, "mean": 0.2, "high": 0.3}
    assert pair_of(first, second).words.startswith("The second is higher")
    assert pair_of(second, first).words.startswith("The first is higher")
    second.said = {}
    assert pair_of(first, second).status is None
