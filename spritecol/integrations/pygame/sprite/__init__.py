"""A sprite that belongs to both pygame-ce and spritecol.

sprite          Sprite
placement       its rect, which tells where it is drawn, and moves it when written to
fast_items      lets pygame read that rect as fast as a plain one
turned_image    its image, turned and scaled
"""
