"""Who sees whom, who may shoot at whom, and what each model needs to hit."""

from tabletop.arcana.sight.blockage import Blocker
from tabletop.arcana.sight.bodies import View, view_of
from tabletop.arcana.sight.seeing import Sight, looks, seen, sees, sight
from tabletop.arcana.sight.shooting import Shot, Volley, shoot

__all__ = ["Blocker", "Shot", "Sight", "View", "Volley", "looks", "seen", "sees", "shoot", "sight", "view_of"]
