"""Events: lists taken in under seal, checked and revealed; who plays, and what they see."""
