"""Charges: what they need, where they are declared and against which side, what follows contact, overruns."""

from tabletop.arcana.charge.nearest import charge, must_be_charged
from tabletop.arcana.charge.overruns import overrun
from tabletop.arcana.charge.seeing import Sight
from tabletop.arcana.charge.solving import Charge, solve

__all__ = ["Charge", "Sight", "charge", "must_be_charged", "overrun", "solve"]
