"""What follows contact: lining up, pushing, wrapping around blocks, and loose models among loose ones."""
