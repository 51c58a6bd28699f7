"""The table page: tables kept, played on, shown to others, taken along."""
