"""Collections as their pages show them."""
