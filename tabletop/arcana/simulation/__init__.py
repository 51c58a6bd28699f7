"""Battles without people: played by policies, many at a time, to answer questions with an interval."""
