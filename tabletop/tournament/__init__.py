"""Events of any game: who plays whom, at which table, and where everybody stands."""
