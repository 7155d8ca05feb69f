"""A pytest plugin: the drop-ins are in arcade's place while arcade's own tests run."""

import arcade

from spritecol.integrations import arcade as drop_ins


def pytest_configure() -> None:
    """Install them before any test module is imported."""
    drop_ins.install()


def pytest_report_header() -> str:
    """Say which functions are tested."""
    return f"check_for_collision of {arcade.check_for_collision.__module__}"
