"""Backups and the health check."""
