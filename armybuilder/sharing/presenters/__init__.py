"""What pages of links show."""
