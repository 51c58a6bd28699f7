"""What became of both armies, version by version: how battles ended, what they cost, how long they were; and luck."""

from __future__ import annotations

from collections import Counter
from math import comb

from msgspec import Struct

from armybuilder.laboratory.presenters.pictures import Bar, Split, half_of_lengths, lengths_of, split_of, turns_of
from armybuilder.laboratory.presenters.verdicts import Printed
from armybuilder.laboratory.snapshots import Said
from tabletop.arcana.catalogue.counted_names import named as counted
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import own_names
from tabletop.arcana.simulation.answers import Games
from tabletop.arcana.simulation.counts import SCORES
from tabletop.arcana.simulation.estimates import widest
from tabletop.arcana.simulation.experiments import Experiment
from tabletop.arcana.simulation.questions import Fellows, Swap

SERIES = 5  # games of an evening, or a season


class Version(Struct, frozen=True, kw_only=True):
    """One army with its battles: how they ended, what both sides lost on average, how long they were."""

    title: str
    about: str
    split: Split
    lost: tuple[Bar, Bar]
    lengths: tuple[Bar, ...]
    lengths_half: str
    mean_turns: str


class Luck(Struct, frozen=True):
    """Pairs in which both armies had the same dice in turn: who won, and what that means for a few games."""

    split: Split
    words: tuple[str, ...]


def versions_of(experiment: Experiment, said: Said, printed: Printed) -> tuple[Version, ...]:
    question, points, titles = experiment.question, said.points, [("How they ended", "")]
    if isinstance(question, Swap):
        titles = [*zip(("As it is", "With the change"), _what_differs(question, printed()), strict=True)]
    own = "this profile" if isinstance(question, Fellows) else "this army"
    found = []
    for number, ((title, about), games) in enumerate(zip(titles, said.answer.games, strict=False)):
        parts = [about, f"{points.own[number]:,} points in all" if points and len(titles) > 1 else ""]
        turns = turns_of(games)
        found.append(
            Version(
                title=title,
                about="; ".join(filter(None, parts)),
                split=split_of(games.won, games.undecided, games.lost, pairs=games.pairs),
                lost=_lost(games, (points.own[number], points.others) if points else None, own=own),
                lengths=lengths_of(games),
                lengths_half=f"{half_of_lengths(games):.1f}",
                mean_turns=f"{turns.mean:.1f}, give or take {turns.half:.1f}",
            )
        )
    return tuple(found)


def _what_differs(question: Swap, printed: Catalogue) -> tuple[str, str]:
    """What each of both rosters has of the models that they don't have alike."""
    names = {slug: row.name for slug, row in printed.rows.items()}
    counts = []
    for roster in (question.own, question.changed):
        own = names | {slug: name for slug, (name, _) in own_names(roster.designs, roster.own_list).items()}
        models = (models for unit in roster.contingent_units for models in unit.models if models.profile in own)
        counts.append(Counter[str]())
        for each in models:
            counts[-1][own[each.profile]] += each.count
    alike = {name for name in counts[0] if counts[0][name] == counts[1][name]}
    differ = dict.fromkeys(name for each in counts for name in each if name not in alike)
    first, second = (", ".join(f"{each[name]} {counted(name, each[name])}" for name in differ) for each in counts)
    return first, second


def _lost(games: Games, most: tuple[int, int] | None, *, own: str) -> tuple[Bar, Bar]:
    """What a battle costs both sides; `most` are their points, where they are known."""
    lost = games.own_lost, games.other_lost
    highest = max(*lost, 1)

    def bar(name: str, which: int) -> Bar:
        mean, figure = lost[which], f"{lost[which]:,.0f}"
        if most and most[which]:
            figure += f" ± {widest(mean, 0, most[which], games.pairs).half:,.0f}"
        return Bar(name, round(100 * mean / highest, 1), figure)

    return bar(own, 0), bar("the other", 1)


def luck_of(said: Said, *, is_swap: bool = False) -> Luck:
    """How often the same army won with both sets of dice; and how often a few games tell who is better.

    Of a swap that is the changed one.
    """
    pairs = [sum(said.pairs[score::SCORES]) for score in range(SCORES)] if is_swap else list(said.pairs)
    total, others = max(sum(pairs), 1), sum(pairs[1:-1])
    split = split_of(pairs[-1], others, pairs[0], pairs=total)
    mean = sum(score * count for score, count in enumerate(pairs)) / ((SCORES - 1) * total)
    found = widest(mean, 0, 1, total)
    least, most = sorted(_upsets(end) for end in (found.low, found.high))
    if found.holds(0.5):
        most = _upsets(0.5)
    often = f"{least:.0f} to {most:.0f}" if f"{least:.0f}" != f"{most:.0f}" else f"{most:.0f}"
    words = (
        f"In {split.undecided:.0f} of 100 pairs, give or take {split.give:.0f}, no army won twice: there the dice "
        "decided, or nobody won. In the others one army won with either hand.",
        f"Play {SERIES} games, and the weaker army still wins most of them {often} times in 100.",
    )
    return Luck(split, words)


def _upsets(share: float) -> float:
    """How often of 100 the weaker of two armies wins most games of a series, when one of them wins such a share."""
    better = max(share, 1 - share)
    return 100 * sum(comb(SERIES, won) * better**won * (1 - better) ** (SERIES - won) for won in range(SERIES // 2 + 1))
