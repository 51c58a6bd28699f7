"""What follows contact: lining up, pushing, wrapping, and who makes way."""
