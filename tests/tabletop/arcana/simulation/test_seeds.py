"""Keys by name, and dice by purpose: the same on every machine."""

from __future__ import annotations

import numpy as np

from tabletop.arcana.simulation.seeds import battle_keys, purpose, uniforms

GOLDEN_KEYS = [5956747417896694262, 5506886355312116094, 12648177719017054781]
GOLDEN_PURPOSE = 11791287263698217290
GOLDEN_NUMBERS = [0.4512676577241407, 0.1371388113955213, 0.31777019906691195]


def test_keys_and_numbers_are_these_and_no_others() -> None:
    """A release of numpy, or a hand at the hash, that changed one would change every figure ever published."""
    keys = battle_keys(7, 2, 0, 3)
    assert keys.tolist() == GOLDEN_KEYS
    assert purpose("u1", "troops", 0) == GOLDEN_PURPOSE
    assert uniforms(keys, np.uint64(purpose("u1")), np.uint64(purpose("u2"))).tolist() == GOLDEN_NUMBERS


def test_a_battle_has_its_key_whatever_is_played_beside_it() -> None:
    assert battle_keys(7, 2, 5, 2).tolist() == battle_keys(7, 2, 0, 7).tolist()[5:]
    assert battle_keys(7, 3, 0, 1) != battle_keys(7, 2, 0, 1)


def test_numbers_are_even_and_those_of_two_purposes_have_nothing_in_common() -> None:
    keys = battle_keys(7, 0, 0, 20_000)
    first, second = (uniforms(keys, np.uint64(purpose(name)), np.uint64(0)) for name in ("strikes", "saves"))
    for numbers in (first, second):
        counts = np.bincount((numbers * 36).astype(int), minlength=36)
        assert ((counts - len(keys) / 36) ** 2 / (len(keys) / 36)).sum() < 70  # chi-square of 35: 1 in 2,000
    assert abs(np.corrcoef(first, second)[0, 1]) < 4 / len(keys) ** 0.5
