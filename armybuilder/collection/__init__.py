"""What players own: collections of models, and what can be fielded of them."""
