"""The cheapest way of a charge: of blocks, of single models, and the charge that comes of it."""
