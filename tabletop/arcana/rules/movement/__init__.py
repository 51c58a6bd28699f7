"""How units move: orders in words, strides with their price, collisions, formation changes, flight."""

from tabletop.arcana.rules.movement.execute import Moved, carry_out, go_on, march_of, move, moved_by, reason_to_go_on
from tabletop.arcana.rules.movement.motions import WHEEL_MEASURE, Stride, stride, wheel_angle, wheel_cost
from tabletop.arcana.rules.movement.orders import Order, read_orders
from tabletop.arcana.rules.movement.terrain_cost import Toll, cost, reach, tolls

__all__ = [
    "WHEEL_MEASURE",
    "Moved",
    "Order",
    "Stride",
    "Toll",
    "carry_out",
    "cost",
    "go_on",
    "march_of",
    "move",
    "moved_by",
    "reach",
    "read_orders",
    "reason_to_go_on",
    "stride",
    "tolls",
    "wheel_angle",
    "wheel_cost",
]
