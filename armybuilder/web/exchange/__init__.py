"""Rosters that travel: files in and out, links, seals, comparisons and an organiser's batch."""
