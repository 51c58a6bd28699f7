"""What the pages of odds show."""
