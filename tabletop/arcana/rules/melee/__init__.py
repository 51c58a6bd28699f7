"""What engaged units may do instead of a move: frontage, facing, skirmish, wrapping, falling back, exchange."""

from tabletop.arcana.rules.melee.manoeuvres import Done, manoeuvre
from tabletop.arcana.rules.melee.orders import read_manoeuvres

__all__ = ["Done", "manoeuvre", "read_manoeuvres"]
