"""The flat storage that all sprites share."""
