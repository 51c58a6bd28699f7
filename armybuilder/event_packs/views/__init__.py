"""Pages of organisers' packs."""
