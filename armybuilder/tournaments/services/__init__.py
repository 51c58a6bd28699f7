"""What is done at events: founded, joined, lists handed in, rounds paired, results kept."""
