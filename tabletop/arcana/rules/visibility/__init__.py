"""Who sees whom, who may shoot at whom, and what each model needs to hit."""

from tabletop.arcana.rules.shooting.shooting import Shot, Volley, shoot
from tabletop.arcana.rules.visibility.blockage import Blocker
from tabletop.arcana.rules.visibility.bodies import View, view_of
from tabletop.arcana.rules.visibility.seeing import Sight, looks, seen, sees, sight

__all__ = ["Blocker", "Shot", "Sight", "View", "Volley", "looks", "seen", "sees", "shoot", "sight", "view_of"]
