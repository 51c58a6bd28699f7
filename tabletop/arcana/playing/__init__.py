"""A table in play: commands that are carried out on it, what each unit has spent this turn, armies put down."""

from tabletop.arcana.playing.commands import carried_out
from tabletop.arcana.playing.deploying import deployed
from tabletop.arcana.playing.ledger import Ledger, march_so_far
from tabletop.arcana.playing.play import Done, Play

__all__ = ["Done", "Ledger", "Play", "carried_out", "deployed", "march_so_far"]
