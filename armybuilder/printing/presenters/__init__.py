"""What the pages show of printing."""
