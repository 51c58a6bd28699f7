"""What the pages of the laboratory show."""
