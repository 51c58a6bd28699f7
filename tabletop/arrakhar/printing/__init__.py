"""What the game prints: forces, counters, markers, the card of its phases, its tables filled in or blank."""
