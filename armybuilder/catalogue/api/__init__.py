"""Endpoints of catalogue."""
