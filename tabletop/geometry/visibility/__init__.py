"""Lines of sight among shapes: which are free, though they may run so deep into what they pass."""
