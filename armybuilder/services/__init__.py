"""Writes: each a verb, keyword-only, in one transaction."""
