"""How fast: ours beside the bars, in one run; `make bench`."""
