"""Missile attacks: who may shoot, what each model needs, cover, saves and stray shots."""
