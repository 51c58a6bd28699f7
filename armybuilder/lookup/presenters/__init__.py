"""What pages of looking up show."""
