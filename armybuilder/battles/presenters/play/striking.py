"""How a unit strikes, as a form: at whom with how many, with which attacks, whether it rams."""

from __future__ import annotations

from collections.abc import Iterator

from armybuilder.battles.presenters.play.forms import Action, Actions, Field, choices_of
from tabletop.arcana.battle.fights import aboard_vehicles, aim_of, led
from tabletop.arcana.battle.profiles import figures
from tabletop.arcana.battle.resolving import leaders_of
from tabletop.arcana.battle.state import Aim, BattleUnit, Body, State
from tabletop.arcana.catalogue.lists import Catalogue

YES_OR_NO = (("", "As usual"), ("true", "Yes"), ("false", "No"))


def striking(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """What a unit's player may choose before its blows, against each enemy that it touches."""
    foes = state.foes_of(unit.ref)
    if not foes or unit.turn.fought:
        return
    fields = (field for foe in foes for field in _against(state, unit, foe, catalogue, several=len(foes) > 1))
    yield Action(
        command="choose_targets", label="Strike so", unit=unit.ref, fields=tuple(fields), folded="How it strikes",
        about="What is left empty is as usual: as many strike as touch, with all their attacks.",
    )  # fmt: skip


def _against(
    state: State, unit: BattleUnit, foe: BattleUnit, catalogue: Catalogue, *, several: bool
) -> Iterator[Field]:
    aim, leaders = aim_of(unit, foe.ref), leaders_of(unit)

    def number(name: str, label: str, value: int | None, *, least: int = 0, most: int = 100) -> Field:
        stated = "" if value is None else str(value)
        return Field(name=f"aims.{foe.ref}.{name}", label=label, kind="number", value=stated, least=least, most=most,
                     is_folded=name != "touching")  # fmt: skip

    yield number("touching", f"Its models that strike at {foe.name}", aim.touching, most=unit.main.left)
    yield from _by(unit, unit.main, aim, catalogue, name="")
    if leaders and several:
        yield _check(aim, "leads", f"{leaders[0].name} strikes at {foe.name}", is_on=bool(aim.leads))
    if leaders:
        yield from _by(unit, leaders[0], aim, catalogue, name="character_")
    if led(foe):
        label = f"At the character of {foe.name} first, as monsters and giants may"
        yield _check(aim, "at_characters", label, is_on=aim.at_characters)
    if riders := aboard_vehicles(foe):
        listed = ", ".join(f"{place} {body.name}" for place, body in riders.items())
        yield number("aboard", f"Blows only at who is aboard, at -1: {listed}", aim.aboard, least=1, most=max(riders))
    yield number("in_reach", f"Its models behind these that reach {foe.name}", aim.in_reach, most=unit.main.left)
    yield number("to_hit", f"More to hit {foe.name}, less below 0", aim.to_hit or None, least=-10, most=10)


def _by(unit: BattleUnit, body: Body, aim: Aim, catalogue: Catalogue, *, name: str) -> Iterator[Field]:
    """Which of a body's attacks are used, where there are several, and whether it rams, where it can."""
    own = figures(catalogue, unit, body)
    lines, rams = getattr(aim, f"{name}lines"), getattr(aim, f"{name}rams")
    if len(own.melee) > 1:
        listed = ", ".join(f"{place} {line.name or 'blows'}" for place, line in enumerate(own.melee, 1))
        yield Field(
            name=f"aims.{aim.at}.{name}lines", label=f"Attacks of {body.name}: {listed}", kind="text",
            value=" ".join(map(str, lines or ())), is_folded=True,
        )  # fmt: skip
    if own.ramming is not None:
        chosen = {None: "", True: "true", False: "false"}[rams]
        yield Field(
            name=f"aims.{aim.at}.{name}rams", label=f"{body.name}: ramming", kind="select", value=chosen,
            choices=choices_of(YES_OR_NO), is_folded=True,
        )  # fmt: skip


def _check(aim: Aim, name: str, label: str, *, is_on: bool) -> Field:
    value = "true" if is_on else ""
    return Field(name=f"aims.{aim.at}.{name}", label=label, kind="check", value=value, is_folded=True)
