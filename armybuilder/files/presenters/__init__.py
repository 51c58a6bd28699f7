"""What pages show of lists that people sent: line by line, as a row among many, and as a note to their player."""
