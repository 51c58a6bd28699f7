# A number in a template is written for machines (a picture, a field of a form) unless a filter words it.
DECIMAL_SEPARATOR = "."
