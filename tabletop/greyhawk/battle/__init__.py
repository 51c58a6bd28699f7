"""A game in play for the log of battles: its facts, its commands, what these bring, what a seat is offered."""
