"""What a unit has that some rule looks at: a rule that looks at nothing in a unit needn't be asked about it.

The nearer a trait is to what a rule forbids, the fewer units are looked at. A law of the tests holds that none is
missed.
"""

from __future__ import annotations

from enum import IntFlag, auto


class Trait(IntFlag):
    """What a unit has, or anybody in it: where to look, not yet that something is wrong."""

    ANYTHING = auto()  # what every unit has
    EMPTY = auto()
    SEVERAL_ROWS = auto()  # of models
    ROW_TWICE = auto()  # among its models
    STRANGER = auto()  # a profile of a list that is neither its army's nor open to all
    MISPLACED = auto()  # models that are bought for others or one by one, or a character that isn't one
    INFILTRATING = auto()
    WEAPON = auto()  # bought for a character for whom it isn't known to be common and priced
    MOUNT = auto()
    MAGIC = auto()  # a school that isn't known to be offered, or none where one has to be chosen
    EXTRAS = auto()  # bought for models or characters
    SECOND_CREW = auto()  # bought for what is no war machine
    PHALANX = auto()  # bought
    NO_PHALANX = auto()  # a character that can't lead one
    HYDRA = auto()  # a body that is sold apart from its heads
    CHEAP_MONSTER = auto()
    DESIGN = auto()
    VEHICLE = auto()  # among its models, with beasts that draw or carry it
