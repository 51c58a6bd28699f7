"""Numbers in a template are written for machines (a picture, a field of a form) unless a filter words them."""

DECIMAL_SEPARATOR = "."
