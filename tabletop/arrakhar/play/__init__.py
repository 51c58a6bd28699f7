"""The segments of play, as pure functions over a state of the valley: why something isn't allowed, what is in reach."""
