"""Broken units: where they may run, how far, and whether a pursuer catches them."""

from tabletop.arcana.rules.rout.directions import Flight, flight
from tabletop.arcana.rules.rout.pursuing import Pursuit, pursuit

__all__ = ["Flight", "Pursuit", "flight", "pursuit"]
