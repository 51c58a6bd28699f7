"""What a charge provokes: responses, missiles, flyovers, harm on the way, and berserk runs."""
