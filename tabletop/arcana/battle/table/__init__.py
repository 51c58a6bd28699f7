"""A table in play: commands that are carried out on it, what each unit has spent this turn, armies put down."""

from tabletop.arcana.battle.table.commands import Command, command_from, command_text, read_command
from tabletop.arcana.battle.table.deployment import deployed
from tabletop.arcana.battle.table.execution import carried_out
from tabletop.arcana.battle.table.state import Done, Play
from tabletop.arcana.battle.table.turn_state import Ledger, march_so_far

__all__ = [
    "Command",
    "Done",
    "Ledger",
    "Play",
    "carried_out",
    "command_from",
    "command_text",
    "deployed",
    "march_so_far",
    "read_command",
]
