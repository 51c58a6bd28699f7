"""Lines of sight among shapes: which are free, and how deep each goes into what it passes."""
