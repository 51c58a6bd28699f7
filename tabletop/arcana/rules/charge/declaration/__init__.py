"""Declaring a charge: from where the target is seen, which side is charged, whom else must be charged first."""
