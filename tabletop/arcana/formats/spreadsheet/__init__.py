"""Rosters as CSV: read from any spreadsheet, written for one."""
