"""What the pages show of terrain."""
