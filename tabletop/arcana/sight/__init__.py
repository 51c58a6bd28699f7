"""Who sees whom, who may shoot at whom, and what each model needs to hit."""

from tabletop.arcana.sight.bodies import View, view_of
from tabletop.arcana.sight.seeing import Blocker, Sight, sees, sight

__all__ = ["Blocker", "Sight", "View", "sees", "sight", "view_of"]
