"""The sample armies under a pack: which it makes illegal, and why."""

from __future__ import annotations

from msgspec import Struct

from armybuilder.catalogue.samples import sample_rosters
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.rules import review
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.findings import Finding, Report, Severity

SIZE_OF_GAME = "TOUR-01"
SHOWN_AT_ONCE = 4


class Trial(Struct, frozen=True):
    """A sample army under a pack."""

    name: str
    army: Army
    report: Report

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.report.findings if finding.severity >= Severity.ERROR)

    @property
    def first(self) -> tuple[Finding, ...]:
        return self.errors[:SHOWN_AT_ONCE]

    @property
    def rest(self) -> tuple[Finding, ...]:
        return self.errors[SHOWN_AT_ONCE:]

    @property
    def only_by_size(self) -> bool:
        """Whether nothing is wrong but the size of the game it was made for."""
        return {finding.code for finding in self.errors} == {SIZE_OF_GAME}


class Trials(Struct, frozen=True):
    """Every sample: illegal for its troops, illegal only by the size of its game, or legal."""

    illegal: tuple[Trial, ...]
    wrong_size: tuple[Trial, ...]
    legal: tuple[Trial, ...]

    @property
    def refused(self) -> int:
        return len(self.illegal) + len(self.wrong_size)

    @property
    def count(self) -> int:
        return self.refused + len(self.legal)


def trials_of(pack: Pack, catalogue: Catalogue) -> Trials:
    """Every sample army reviewed by the pack's rules."""
    tried = [_trial(name, resolve(roster, catalogue, pack)) for name, roster in sample_rosters().items()]
    return Trials(
        illegal=tuple(trial for trial in tried if trial.errors and not trial.only_by_size),
        wrong_size=tuple(trial for trial in tried if trial.only_by_size),
        legal=tuple(trial for trial in tried if not trial.errors),
    )


def _trial(name: str, army: Army) -> Trial:
    return Trial(name, army, review(army, price(army)))
