"""Accounts: the door, the page, what leaves with a person and what is deleted."""
