"""Questions about a table, asked and answered in plain values."""
