"""Overruns: who is strong enough to run whom over, and where that takes it."""
