"""The rules of play as pure functions: ways, the lines of a battle, tests on a die, what may be raised."""
