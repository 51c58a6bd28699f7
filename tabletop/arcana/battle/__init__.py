"""A table in play: commands that are carried out on it, what each unit has spent this turn, armies put down."""

from tabletop.arcana.battle.commands import carried_out
from tabletop.arcana.battle.deployment import deployed
from tabletop.arcana.battle.state import Done, Play
from tabletop.arcana.battle.turn_state import Ledger, march_so_far

__all__ = ["Done", "Ledger", "Play", "carried_out", "deployed", "march_so_far"]
