"""The labyrinth and what happens in it as pure functions: ways, sight, sectors that turn, damage and cracks."""
