"""How units move: orders and their motions, what these cost, what is in the way, and the state of a move."""

from tabletop.arcana.rules.movement.execute import Moved, begin_move, continue_move, move, outcome, reason_to_go_on
from tabletop.arcana.rules.movement.motions import WHEEL_MEASURE, wheel_angle, wheel_cost
from tabletop.arcana.rules.movement.orders import Order, read_orders

__all__ = [
    "WHEEL_MEASURE",
    "Moved",
    "Order",
    "begin_move",
    "continue_move",
    "move",
    "outcome",
    "read_orders",
    "reason_to_go_on",
    "wheel_angle",
    "wheel_cost",
]
