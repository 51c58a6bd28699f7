"""Play turn by turn, as pure functions: who recruits, learns, casts, is built, retreats and wins, and why not."""
