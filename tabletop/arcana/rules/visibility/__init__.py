"""Who sees whom, and what is in the way."""

from tabletop.arcana.rules.visibility.blockage import Blocker
from tabletop.arcana.rules.visibility.bodies import View, view_of
from tabletop.arcana.rules.visibility.seeing import Sight, looks, seen, sees, sight

__all__ = ["Blocker", "Sight", "View", "looks", "seen", "sees", "sight", "view_of"]
