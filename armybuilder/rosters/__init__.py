"""Players' rosters: kept, edited, judged and shown."""
