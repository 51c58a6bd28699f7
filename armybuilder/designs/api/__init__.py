"""Endpoints of designs."""
