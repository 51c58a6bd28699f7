"""The terrain charts and tables rolled from them."""
