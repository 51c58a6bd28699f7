"""What the pages show of designs."""
