"""How deep lines may run into bodies: body by body, not shape by shape."""

from __future__ import annotations

import numpy as np

from tabletop.geometry.visibility.depth_limits import Depth, crosses_too_much


def test_both_halves_of_a_body_are_one_body() -> None:
    depths, owners = np.full((3, 1), Depth.ONE), np.array([0, 0, 1])
    for crossed, too_much in (([[True], [True], [False]], False), ([[True], [False], [True]], True)):
        assert crosses_too_much(np.array([crossed]), depths, owners, limits_stop=False).tolist() == [[too_much]]
