"""Every command that the library knows, with every field of it, is on some form of the battle's page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from django.http import QueryDict
from msgspec.structs import replace

from armybuilder.battles.models import Role, Seat
from armybuilder.battles.presenters.play.forms import Action, filled_in
from armybuilder.battles.presenters.play.sending import sent_in
from tabletop.arcana.battle.spells import BorneSpell, Casting, Errand, LyingSpell
from tabletop.arcana.battle.state import (
    SIDES,
    Charge,
    Contact,
    Flight,
    Jolt,
    Objective,
    Retreat,
    Scenario,
    Standing,
    State,
)
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Harm, Hazard
from tabletop.arcana.catalogue.profiles import School, Section
from tabletop.decoding import MalformedError
from tests.battles import after, at, begun_with, moving, rules, set_up
from tests.played import filled, offered
from tests.tabletop.arcana.battle.test_drawn_table import facing_each_other

WAGON = "vehicles/assault-wagon-4-horses-1-crew-5-cargo"
PAGES = Path(__file__).parents[3] / "templates" / "battles" / "play"
# Commands that stand in a template, and fields that come by another way than a form of their own.
IN_TEMPLATES = {
    "finish": "show.html", "note": "_log.html", "propose_end": "_asks.html", "agree_end": "_asks.html",
    "withdraw_end": "_asks.html", "contest": "_asks.html", "agree_claim": "_asks.html",
    "concede": "_asks.html", "switch_off": "_card.html", "lay_table": "_lay.html",
    "put_table_away": "_lay.html", "put": "_drawn.html",
}  # fmt: skip
BY_OTHER_WAYS = {
    ("correct", "left"): "the steps of a thumb on a card",
    ("correct", "lost"): "the steps of a thumb on a card",
    ("deploy", "at"): "a hand on the board, or words",
    ("deploy", "facing"): "a hand on the board, or words",
    ("end_spell", "on"): "said as the bearer",
    ("march", "by_hand"): "a hand on the board",
    ("shoot", "strays"): "those who fight the target, at its range; else the table counts the volley",
}


def situations() -> Iterator[State]:
    """Moments that between them ask for everything."""
    yield replace(begun_with(Scenario.MEETING), initiative=None)
    hidden = begun_with(Scenario.ATTRITION)
    yield hidden.with_unit("r3", lambda unit: replace(unit, infiltrates=True))
    paper = moving(mover="blue")
    flying = paper.with_unit("b5", lambda unit: replace(unit, standing=Standing.READY))
    yield flying
    for side in SIDES:
        yield replace(moving(mover=side).touch(Contact(units=("r1", "b5"), since=0)))
    drawn, unit, foe = facing_each_other(away=4)
    yield drawn
    yield drawn.touch(Contact(units=(unit, foe), since=0))
    early = at(drawn, Step.EARLY_INFILTRATORS)
    yield early.with_unit(unit, lambda own: replace(own, standing=Standing.HIDDEN))
    for charger, target in (("r1", "b5"), ("b1", "r3")):
        yield replace(paper, charge=Charge(unit=charger, target=target))
    coming = Charge(unit="r1", target="b5", response="stand", throws="Breath", throws_own=True)
    yield replace(paper, charge=coming)
    yield replace(paper, flight=Flight(unit="b1", inches=600, pursuers=("r1", "r2")))
    yield replace(paper, retreat=Retreat(unit="b1", followers=("r1",)))
    initiative = at(set_up(), Step.INITIATIVE)
    yield from (initiative, replace(initiative, initiative="red"))
    for step in (Step.LOOSE_RUNNERS, Step.RALLY):
        yield at(paper, step).with_unit("b5", lambda own: replace(own, standing=Standing.BROKEN, broken_in=0))
    loose = paper.touch(Contact(units=("r3", "b1"), since=1)).with_unit("r3", lambda own: replace(own, files=0))
    yield at(loose, Step.CLOSING)
    yield from (at(paper, step) for step in (Step.VOLLEYS, Step.VICTORY))
    yield from fights(paper)
    yield from magic(paper)
    yield from vehicles(paper)
    goals = (Objective(ref="o1", side="red", kind="terrain", what="The ford"),)
    for its in (goals, (replace(goals[0], reached=True),)):
        yield replace(at(paper, Step.VICTORY), scenario=Scenario.MEETING, objectives=its)
    beaten = at(paper, Step.VICTORY)
    for unit in beaten.of("blue"):
        beaten = beaten.with_unit(unit.ref, lambda own: replace(own, standing=Standing.BROKEN))
    yield beaten
    yield moving("lizardmen")
    yield at(moving("lizardmen"), Step.VOLLEYS)
    shot_at = moving("lizardmen", mover="blue")
    yield replace(shot_at, charge=Charge(unit="b1", target="r3"))
    swamp = Hazard(harm=Harm.WOUNDS, dice="d6")
    yield at(paper, Step.HAZARDS).with_unit("r1", lambda own: replace(own, hazard=swamp))
    trolls = replace(paper.unit("b1").main, profile="monsters/troll", wounds=4, lost=(1,))
    yield at(paper, Step.REGENERATION).with_unit("b1", lambda own: own.having(trolls))


def vehicles(paper: State) -> Iterator[State]:
    """Wagons that are boarded, left, hit, and mended."""
    wagon = replace(paper.unit("b1").main, profile=WAGON, section=Section.VEHICLES, wounds=6, left=3, at_first=3)
    wagons = paper.with_unit("b1", lambda own: own.having(replace(wagon, lost=(3, 1))))
    yield wagons
    aboard = wagons.with_unit("b3", lambda own: replace(own, aboard="b1"))
    yield aboard
    yield replace(aboard, laid=facing_each_other(away=4)[0].laid)
    yield replace(aboard, jolts=(Jolt(unit="b3", hits=2),))
    yield at(wagons, Step.RECURRING)


def fights(paper: State) -> Iterator[State]:
    """A fight of three units, before its blows and its tests."""
    both = paper.touch(Contact(units=("r1", "b1"), since=1)).touch(Contact(units=("r1", "b5"), since=1))
    yield from (at(both, step) for step in (Step.BLOWS, Step.CHARACTERS))
    charmers = replace(both.unit("b5").main, profile="snakemen/nyoka-charmer", figures="", left=30, at_first=30)
    yield at(both.with_unit("b5", lambda own: own.having(charmers)), Step.RECURRING)
    boars = paper.touch(Contact(units=("r4", "b1"), since=1)).touch(Contact(units=("b5", "r1"), since=1))
    yield at(boars, Step.BLOWS)
    yield after(at(boars, Step.BLOWS), "red", {"command": "begin_fight", "unit": "r4"})
    yield replace(at(both, Step.TESTS), tests=("b1", "r1"))


def magic(paper: State) -> Iterator[State]:
    """A wizard of each school, spells that last and lie, one that is announced, and errands."""
    state = replace(at(paper, Step.CASTING), mover="red")
    wizard = state.unit("r1").characters[0]
    for school in School:
        able = replace(wizard, power=12, school=school, counterspell=True)
        state = state.having(state.unit("r1").having(able))
        state = state.with_unit(
            "b1", lambda own: replace(own, spells=(BorneSpell(spell="life/bless", caster="r1-c1"),))
        )
        lying = LyingSpell(spell="water/quicksand", name="Quicksand", caster="r1-c1", side="red")
        yield replace(state, lying=(lying,), errands=(Errand(spell="water/quicksand", name="Q", caster="r1-c1"),))
    other = replace(state.unit("b1").main, counterspell=True, power=2)
    yield state.with_unit("b1", lambda own: own.having(other))
    announced = Casting(spell="life/bless", name="Bless", unit="b1", caster="b1-m1", power=1, target="b1")
    yield replace(state, casting=announced)
    plague = next(slug for slug in rules().catalogue.spells if slug == "plague/ebolic-fever")
    ill = state.with_unit("r2", lambda own: replace(own, spells=(BorneSpell(spell=plague, caster="r1-c1"),)))
    yield at(ill, Step.RECURRING)
    held = BorneSpell(spell="earth/mass-earthbind", caster="r1-c1", holds=True)
    yield at(paper, Step.HAZARDS).with_unit("b1", lambda own: replace(own, spells=(held,)))
    tornado = LyingSpell(spell="air/tornado", name="Tornado", caster="r1-c1", side="red")
    yield replace(at(paper, Step.RECURRING), lying=(tornado,))


def forms() -> list[tuple[State, str, Action]]:
    return [(state, side, form) for state in situations() for side in SIDES for form in offered(state, side).values()]


def fields_of(form: Action) -> set[str]:
    """The fields of its command that a form states or asks for."""
    return {field.name.partition(".")[0] for field in form.fields} | {name for name, _ in form.stated}


@pytest.mark.django_db
def test_every_choice_has_a_form_and_every_form_is_read() -> None:
    found: dict[str, set[str]] = {}
    for state in situations():
        for form in (form for side in SIDES for form in offered(state, side).values()):
            filled(form)
            found.setdefault(form.command, {"unit"}).update(fields_of(form))
    for tag, page in IN_TEMPLATES.items():
        assert f'value="{tag}"' in (PAGES / page).read_text("utf-8"), tag
    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(rules().commands)}
    assert kinds.keys() - found.keys() == IN_TEMPLATES.keys()
    missing = {(tag, name) for tag, has in found.items() for name in {*kinds[tag].__struct_fields__} - has}
    assert missing == BY_OTHER_WAYS.keys()


@pytest.mark.django_db
def test_what_is_typed_of_blows_and_spells_becomes_their_commands() -> None:
    fight = next(fights(moving()))
    chosen = filled(
        offered(fight, "red")["do-choose_targets-r1"],
        **{"aims.b1.touching": "4", "aims.b1.leads": "true", "aims.b5.touching": "", "aims.b5.to_hit": "-1"},
    )
    by_foe = {aim.at: aim for aim in chosen.aims}
    assert (by_foe["b1"].touching, by_foe["b1"].leads, by_foe["b5"].to_hit) == (4, True, -1)


@pytest.mark.django_db
def test_one_form_of_a_unit_is_solid_and_lies_under_the_thumb() -> None:
    *_, tests = fights(moving())
    pressing = filled_in(iter(form for form in offered(tests, "red").values() if form.unit == "r1"), QueryDict())
    assert [form.command for form in pressing if form.has_bar] == ["press"]
    assert {"press", "test_morale"} <= {form.command for form in pressing}


@pytest.mark.django_db
def test_a_unit_that_was_lost_by_mistake_comes_back_by_hand() -> None:
    gone = moving().with_unit(
        "r3",
        lambda own: replace(own, standing=Standing.LOST, bodies=tuple(replace(body, left=0) for body in own.bodies)),
    )
    form = offered(gone, "red")["do-correct-r3"]
    assert all(int(each.value) <= (each.most or 0) for each in form.fields if each.name == "files")
    back = filled(form, standing="ready")
    assert (back.standing, back.files, back.why) == (Standing.READY, 5, "as it is on the table")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"aims.b1": "4"}, "aims"),
        ({"command": "cast", "unit": "r1", "spell": "life/bless", "others_resist": "2 x"}, "others_resist"),
    ],
)
def test_what_cant_be_read_names_its_field(typed: dict[str, str], wrong: str) -> None:
    form = QueryDict(mutable=True)
    form.update({"command": "choose_targets", "unit": "r1", "on": "1", "as": "red"} | typed)
    with pytest.raises(MalformedError) as refused:
        sent_in(form, Seat(role=Role.BOTH))
    assert refused.value.field.startswith(wrong)


@pytest.mark.django_db
def test_a_place_and_who_touches_are_read_in_pairs() -> None:
    form = QueryDict("command=appear&unit=r1&on=1&as=red&at=12.5&at=8")
    assert sent_in(form, Seat(role=Role.BOTH)).command.at == (1250, 800)
    form = QueryDict("command=charge&unit=r1&target=b1&on=1&as=red&touching=&touching=3")
    assert sent_in(form, Seat(role=Role.BOTH)).command.touching == (None, 3)
