"""Accounts, keys for programs, and what staff need before the admin."""
