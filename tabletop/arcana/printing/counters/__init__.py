"""Round and square counters for what lies on the table: spells that stay, wounds, power, states of units."""

from tabletop.arcana.printing.counters.counter import Counter, status_counters
from tabletop.arcana.printing.counters.sets import book_counters, every_counter, needed_counters
from tabletop.arcana.printing.counters.sheet import CounterShape, Look, counter_sheet

__all__ = [
    "Counter",
    "CounterShape",
    "Look",
    "book_counters",
    "counter_sheet",
    "every_counter",
    "needed_counters",
    "status_counters",
]  # fmt: skip
