"""What Armies of Arcana prints."""
