"""The site's settings and entry points."""
