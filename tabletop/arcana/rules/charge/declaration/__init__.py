"""Declaring a charge: what the charger sees, which side it is against, whom it must charge first."""
