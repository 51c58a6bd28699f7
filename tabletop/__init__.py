"""The games, in pure Python: no web, no database."""
