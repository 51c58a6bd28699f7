"""The website around the games."""
