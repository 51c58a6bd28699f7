"""The search for the cheapest way of a charge to its target."""
