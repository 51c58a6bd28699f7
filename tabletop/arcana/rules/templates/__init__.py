"""Templates: where they may be put, which models they touch, and where they wander."""

from tabletop.arcana.rules.templates.hitting import expected_hits
from tabletop.arcana.rules.templates.orders import Order, Scatter, read_template
from tabletop.arcana.rules.templates.placing import Touched, reason_against, touched, walls_of
from tabletop.arcana.rules.templates.scattering import Odds, odds

__all__ = [
    "Odds",
    "Order",
    "Scatter",
    "Touched",
    "expected_hits",
    "odds",
    "read_template",
    "reason_against",
    "touched",
    "walls_of",
]
