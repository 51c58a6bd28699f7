"""A round of battle: who acts when, how many dice hit, and who takes the hits.

Letters fire in turn, with a plus first in the letter. The variant leaves the rest to the standard rules; where blocks
of both sides have one letter, defenders fire first, and hits are taken by the block with the most steps (K-18).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from tabletop.dice.rolls import Dice, Hits
from tabletop.dice.steps import Step
from tabletop.wizardkings.catalogue import BOOK, WIZARDS, Kind
from tabletop.wizardkings.pack import LETTERS, Spell, UnitRow
from tabletop.wizardkings.play.casting import is_fatigued, refused_chaos_spell, refused_spell, steps_after_spell
from tabletop.wizardkings.play.ground import Standing

COMBAT = BOOK.section("Standard Game Rules")


class Side(StrEnum):
    """Who holds the hex fires first within a letter."""

    DEFENDER = "defender"
    ATTACKER = "attacker"


class Block(Struct, frozen=True, kw_only=True):
    """A block in a battle; `spell` is what it casts this round instead of firing."""

    ref: str
    side: Side
    row: UnitRow
    steps: int
    spell: Spell | None = None


class Round(Struct, frozen=True):
    """Steps left of each block in the order in which they act, and which wizards are fatigued."""

    steps: tuple[int, ...]
    fatigued: frozenset[str] = frozenset()


def firing_order(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """A before B, C and D; in a letter who has a plus first, then defenders; among equals as they are given."""
    return tuple(sorted(blocks, key=lambda block: (rank_of(block.row), block.side is Side.ATTACKER)))


def rank_of(row: UnitRow) -> tuple[int, bool]:
    """When a kind of block acts: by its letter, the last where none is entered."""
    return (LETTERS.index(row.fire) if row.fire else len(LETTERS), not row.plus)


def dice_of(row: UnitRow, steps: int) -> Hits:
    """One die for each step, each hits on the block's number or less; none where a block has no number."""
    return Hits(steps, row.hit or 0) if row.hit else Hits(0, 0)


def spell_dice(spell: Spell) -> Hits:
    """The dice of a spell, none of one that has none entered."""
    return Hits(spell.dice.n, spell.dice.hit) if spell.dice else Hits(0, 0)


def with_hits(order: Sequence[Block], round: Round, by: Side, hits: int) -> Round:
    """The round after hits of a side: each takes a step of the enemy's strongest block, the first among equals."""
    steps = list(round.steps)
    enemies = [place for place, block in enumerate(order) if block.side is not by]
    for _ in range(min(hits, sum(steps[place] for place in enemies))):
        hardest = max(enemies, key=lambda place: steps[place])
        steps[hardest] -= 1
    return replace(round, steps=tuple(steps))


def round_steps(order: tuple[Block, ...]) -> Iterator[Step[Round]]:
    """What is thrown in a round, block by block: its dice, and after a wizard's spell the die for fatigue."""
    for place, block in enumerate(order):
        name = f"{block.ref} {'casts' if block.spell else 'fires'}"
        yield Step(name, COMBAT, partial(_thrown_by, block, place), partial(_struck, order, place))
        if block.spell and block.row.kind is Kind.WIZARD:
            yield Step(f"fatigue of {block.ref}", WIZARDS, partial(_tested, block, place), partial(_tired, block))


def spell_now(block: Block, steps: int) -> Spell | None:
    """The spell that a block casts with the steps that hits have left it; None where it has too few by now."""
    if block.spell is None or not steps:
        return None
    caster = Standing(ref=block.ref, row=block.row, steps=steps)
    refused = refused_spell if block.row.kind is Kind.WIZARD else refused_chaos_spell
    return None if any(refused(caster, block.spell.level)) else block.spell


def _thrown_by(block: Block, place: int, round: Round) -> Hits | None:
    """As many dice as steps are left now, or those of a spell; nobody who is gone throws any."""
    steps = round.steps[place]
    if not steps:
        return None
    spell = spell_now(block, steps)
    return spell_dice(spell) if spell else dice_of(block.row, steps)


def _struck(order: tuple[Block, ...], place: int, round: Round, hits: int) -> Round:
    """The round after a block's hits; a chaos unit has paid for its spell with steps (WK-40)."""
    block = order[place]
    after = with_hits(order, round, block.side, hits)
    spell = spell_now(block, after.steps[place])
    if spell is None:
        return after
    caster = Standing(ref=block.ref, row=block.row, steps=after.steps[place])
    left = steps_after_spell(caster, spell.level)
    return replace(after, steps=(*after.steps[:place], left, *after.steps[place + 1 :]))


def _tested(block: Block, place: int, round: Round) -> Dice | None:
    return Dice(1) if spell_now(block, round.steps[place]) else None


def _tired(block: Block, round: Round, face: int) -> Round:
    assert block.spell is not None
    if is_fatigued(face, block.spell.level):
        return replace(round, fatigued=round.fatigued | {block.ref})
    return round
