"""The pages of odds."""
