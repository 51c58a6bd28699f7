"""From fixtures to rows: the loaders of catalogue."""
