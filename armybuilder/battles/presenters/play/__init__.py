"""A battle as a page shows it to a seat."""
