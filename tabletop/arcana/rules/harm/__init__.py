"""What every attack does: hits, saves, wounds, and who falls of them."""
