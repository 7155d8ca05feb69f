"""A sprite that belongs to both pygame-ce and spritecol."""
