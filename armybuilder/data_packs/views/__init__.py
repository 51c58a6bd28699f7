"""Pages of data packs."""
