"""The catalogue and the checker for other programs, as JSON."""
