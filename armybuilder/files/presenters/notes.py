"""The note to a player about the list that was handed in: what is wrong or unclear, in words to copy."""

from __future__ import annotations

from collections.abc import Iterator

from armybuilder.files.presenters.review import LineRow, Review
from armybuilder.rosters.verdicts import advised
from tabletop.findings import Finding, Severity
from tabletop.rosters.problems import problem_text

MOST_SAID = 8  # of a kind
MOST_REMEDIES = 3


def note_to_player(review: Review) -> str:
    """The whole note, a sentence a line; where a finding can be mended, with its smallest remedies."""
    player = f" {review.read.player}" if review.read.player else ""
    return "\n".join([f"Hello{player},", *_sentences(review)])


def _sentences(review: Review) -> Iterator[str]:
    if review.verdict is None:
        yield from _unread(review)
        return
    yield _first(review)
    if review.is_legal is False:
        for finding in _wrong(review)[:MOST_SAID]:
            yield f"- {finding.message}"
            remedies = [remedy.label for remedy in finding.remedies[:MOST_REMEDIES]]
            if remedies:
                yield f"  Ways out: {'; or '.join(remedies)}."
    yield from _unclear(review)
    if review.unsettled and (wrong := _findings(review)):
        yield "As far as I could read it:"
        yield from (f"- {finding.message}" for finding in wrong[:MOST_SAID])
    yield from map(price_sentence, review.prices[:MOST_SAID])


def _unread(review: Review) -> Iterator[str]:
    """Of a file that no army was read from."""
    if review.rows:
        yield f"I couldn't tell which army your list “{review.given.file}” is. Which one is it?"
        return
    yield f"I can't open your file {review.given.file}. Please send it again."
    yield from (f"- {problem_text(problem)}" for problem in review.problems[:MOST_SAID])


def _first(review: Review) -> str:
    verdict = review.verdict
    assert verdict is not None and review.roster is not None  # noqa: PT018 (whoever asks has looked)
    listed, points = verdict.listed, verdict.points
    size = f", {listed.points_limit:,} points" if listed.points_limit else ""
    over = points - listed.points_limit if listed.points_limit else 0
    much = f": {over:,} too many" if over > 0 else ""
    legal = " and is legal" if review.is_legal else ""
    return f"your list “{review.roster.name}” ({listed.army}{size}) comes to {points:,} points{legal}{much}."


def _findings(review: Review) -> list[Finding]:
    """What is wrong, without remedies."""
    findings = review.verdict.report.findings if review.verdict else ()
    return [finding for finding in findings if finding.severity > Severity.NOTE]


def _wrong(review: Review) -> list[Finding]:
    """What is wrong, with those remedies that were tried and help."""
    findings = _findings(review)
    if review.verdict is None or not findings:
        return findings
    return [finding for finding in advised(review.verdict).report.findings if finding.severity > Severity.NOTE]


def _unclear(review: Review) -> Iterator[str]:
    """What must be asked before the list can be judged."""
    if review.unsettled:
        yield "Before I can say whether it is legal:"
    for row in review.to_check[:MOST_SAID]:
        yield f"- {_quoted(row)}I read {row.words}. Is that right?"
    for row in review.unread[:MOST_SAID]:
        yield f"- “{row.unread}”{f' in line {row.number}' if row.number else ''}: what is it?"


def _quoted(row: LineRow) -> str:
    return f"“{row.text}”: " if row.text else ""


def price_sentence(row: LineRow) -> str:
    """What a line says that it costs and what it does: `16 Axemen: says 300, is 320`."""
    price = row.price
    return "" if price is None else f"{row.about}: says {price.says:,}, is {price.ours:,}."
