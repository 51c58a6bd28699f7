"""Endpoints of rosters."""
