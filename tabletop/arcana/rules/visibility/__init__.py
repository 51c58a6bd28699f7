"""Who sees whom, and what is in the way.

A unit sees another if any straight line between a part of its bases and a part of the other's is free (“Sighting”).
Everything is answered in four steps, a module each: `bodies` and `eyes` say once a table what is in the way and how
each base stands; `judging` says what one body does to lines between two groups of bases that stand alike; `lines` looks
for a free line with `tabletop.geometry.visibility`; `blockage` explains where there is none. `seeing` puts these
together.
"""

from tabletop.arcana.rules.visibility.blockage import Blocker
from tabletop.arcana.rules.visibility.bodies import View, view_of
from tabletop.arcana.rules.visibility.seeing import Sight, all_in_sight, in_sight, looks, seen, sees, sight

__all__ = ["Blocker", "Sight", "View", "all_in_sight", "in_sight", "looks", "seen", "sees", "sight", "view_of"]
