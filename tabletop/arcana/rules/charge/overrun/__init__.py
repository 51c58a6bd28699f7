"""Overruns: whom a winner may charge next, and where that takes it."""
