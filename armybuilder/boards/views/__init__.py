"""The pages on which boards are made."""
