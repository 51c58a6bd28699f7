"""Missile attacks: who may shoot, what each model needs, cover, saves and stray shots."""

from tabletop.arcana.rules.shooting.shooting import Shot, Volley, shoot

__all__ = ["Shot", "Volley", "shoot"]
