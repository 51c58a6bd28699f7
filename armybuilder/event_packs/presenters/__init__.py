"""What the pages show of organisers' packs."""
