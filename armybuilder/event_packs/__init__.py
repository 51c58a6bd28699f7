"""Organisers' packs of rules."""
