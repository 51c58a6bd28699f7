"""Charges: what they need, where they are declared and against which side, what follows contact, overruns."""

from tabletop.arcana.rules.charge.declaration.arcs import Sight
from tabletop.arcana.rules.charge.declaration.nearest import charge, must_be_charged
from tabletop.arcana.rules.charge.overrun.strength import overrun
from tabletop.arcana.rules.charge.planning.solving import Charge, solve

__all__ = ["Charge", "Sight", "charge", "must_be_charged", "overrun", "solve"]
