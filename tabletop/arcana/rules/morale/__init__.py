"""Morale: who tests, against which number, and what a failed test costs."""
