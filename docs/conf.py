"""The docs site, built by Sphinx: the README, the pages here, the API. See CONTRIBUTING.md.

The root of the sources is the root of the repository, so that links from file to file work both on
the site and where the repository is browsed.
"""

import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sphinx.ext.autodoc.mock import mock

sys.path.append(str(Path(__file__).parent))  # for the extension `stub_signatures`
# The integrations are imported for their docstrings, where there may be no display.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("ARCADE_HEADLESS", "true")

# All compiled modules are loaded here: autodoc would take their stubs, which have no docstrings.
import spritecol.integrations.arcade
import spritecol.integrations.pygame
import spritecol.spatial
from spritecol.sprites.hints.mistakes import Misnamed
from spritecol.sprites.hints.unknown_names import NamedElsewhere

if find_spec("ray"):
    import spritecol.integrations.ray
else:  # larger than all the rest: one imitated is enough for docstrings
    with mock(["ray"]):
        import ray

        ray.__version__ = "9.9"
        import spritecol.integrations.ray  # noqa: F401

project = "spritecol"
html_title = "spritecol"
html_theme = "furo"
html_show_copyright = False
html_additional_pages = {"index": "index.html"}  # leads to the README
templates_path = ["templates"]
html_static_path = ["static"]
if (built := Path(__file__).parents[1] / "build" / "wasm" / "static").is_dir():
    html_static_path.append(str(built))  # the wheel for the page "Try it": see .ci/wasm
html_css_files = ["site.css"]
html_extra_path = ["llms.txt"]  # beside index.html: the pages for language models, see llmstxt.org

extensions = ["myst_parser", "sphinx.ext.autodoc", "stub_signatures"]
root_doc = "README"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/guide/*.md",
    "docs/api/*.rst",
]
exclude_patterns = [".*", "build", "dist", "**/__pycache__"]

myst_heading_anchors = 3  # for links to `#headings`, made as code hosts make them
default_role = "literal"  # docstrings say `code` as Markdown does
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 90  # characters; longer ones get a line an argument

PAGE = re.compile(r"\b(docs/[\w/-]+)\.md\b")

CONTENTS = """

```{toctree}
:hidden:
Start <self>
docs/try
docs/why
docs/benchmarks
```

```{toctree}
:hidden:
:caption: Guide
Overview <docs/guide/index>
docs/guide/install
docs/guide/small-game
docs/guide/first-hour
docs/guide/from-real-games
docs/guide/examples
docs/guide/other-words
docs/guide/shapes
docs/guide/pose
docs/guide/hits
docs/guide/checks
docs/guide/callbacks
docs/guide/groups
docs/guide/places
docs/guide/rays
docs/guide/sight
docs/guide/paths
docs/guide/contacts
docs/guide/overlaps
docs/guide/hit-boxes
docs/guide/sweeps
docs/guide/moving
docs/guide/walking
docs/guide/tiles
docs/guide/game-loop
docs/guide/copying
docs/guide/rollback
docs/guide/browser
docs/guide/errors
docs/guide/spatial
docs/guide/ray
```

```{toctree}
:hidden:
:caption: Coming from
docs/coming-from-pygame
docs/coming-from-arcade
docs/coming-from-dxruby
```

```{toctree}
:hidden:
:caption: API
docs/signatures
docs/api/sprite
docs/api/group
docs/api/functions
docs/api/sweeps
docs/api/contacts
docs/api/world
docs/api/testing
docs/api/paths
docs/api/shapes
docs/api/vectors
docs/api/tiles
docs/api/spatial
docs/api/pygame
docs/api/arcade
docs/api/ray
docs/api/typing
```

```{toctree}
:hidden:
:caption: How it works
docs/hit-rule
docs/architecture
docs/words
docs/broad-phase
docs/performance
docs/scale
docs/trust
```

```{toctree}
:hidden:
:caption: The project
CONTRIBUTING
CHANGELOG
```
"""
"""The site's menu. It is added to the README on the site only; elsewhere it would show as code."""


def add_contents(app: Any, name: str, source: list[str]) -> None:
    """Put the menu into the site's first page."""
    if name == root_doc:
        source[0] += CONTENTS


def link_pages(app: Any, what: str, name: str, found: Any, options: Any, lines: list[str]) -> None:
    """Turn file names of pages in docstrings, which `help()` shows as they are, into links."""
    lines[:] = [PAGE.sub(r":doc:`\g<0> </\1>`", line) for line in lines]


def skip(app: Any, what: str, name: str, value: object, skipped: bool, options: Any) -> bool | None:
    """Leave out the names that only tell what something is called here."""
    return True if isinstance(value, Misnamed | NamedElsewhere) else None


def setup(app: Any) -> None:
    """Hooked into Sphinx, by this name."""
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", link_pages)
    app.connect("autodoc-skip-member", skip)
