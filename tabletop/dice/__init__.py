"""Dice: what they may bring, exactly; where their faces come from; and what is done with them, step by step."""

from tabletop.dice.distributions import Distribution, certain
from tabletop.dice.rolls import Dice, Hits, OddDice, Several, Throw, Total, parse_dice
from tabletop.dice.sieves import Sieve, Sifted
from tabletop.dice.sources import Chance, FacesError, Foretold, Rolled, Seeded, Typed
from tabletop.dice.steps import Chain, Change, Play, Roll, Step, Thrown, play, spread

__all__ = [
    "Chain", "Chance", "Change", "Dice", "Distribution", "FacesError", "Foretold", "Hits", "OddDice", "Play", "Roll",
    "Rolled", "Seeded", "Several", "Sieve", "Sifted", "Step", "Throw", "Thrown", "Total", "Typed", "certain",
    "parse_dice", "play", "spread",
]  # fmt: skip
