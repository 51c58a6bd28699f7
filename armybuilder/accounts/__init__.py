"""Accounts, API keys, and the second step that staff need for the admin."""
