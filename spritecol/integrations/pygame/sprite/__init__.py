"""A sprite of pygame-ce and of spritecol at once."""
