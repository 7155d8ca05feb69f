"""The docs site, built by Sphinx: the README and the pages here. See CONTRIBUTING.md.

The root of the sources is the root of the repository, so that links from file to file work both on
the site and where the repository is browsed. Only sources are read: nothing has to be built.
"""

import re
import sys
from itertools import chain
from pathlib import Path
from typing import Any

from docutils.nodes import emphasis, literal, paragraph, raw, section, title
from sphinx.addnodes import index
from sphinx.transforms import SphinxTransform

sys.path.append(str(Path(__file__).parent))
import make_calls
import make_index

make_calls.write()
make_index.write()

project = "spritecol"
html_title = "spritecol"
html_theme = "furo"
html_show_copyright = False
html_additional_pages = {"index": "index.html"}  # leads to the README
for former in ("recipes", "recipes-more", "recipes-worlds"):
    html_additional_pages[f"docs/guide/{former}"] = "moved.html"
templates_path = ["templates"]
html_static_path = ["static"]
if (built := Path(__file__).parents[1] / "build" / "wasm" / "static").is_dir():
    html_static_path.append(str(built))  # the wheel for the page "Try it": see .ci/wasm
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).with_name("search_order.js"))

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/*.md",
    "docs/calls/*.md",
    "docs/guide/*.md",
    "docs/guide/recipes/*.md",
    "docs/advanced/*.md",
]
exclude_patterns = [".*", "build", "dist", "**/__pycache__"]

myst_heading_anchors = 3  # for links to `#headings`, made as code hosts make them

MENU = """

```{toctree}
:hidden:
Home <self>
docs/try
```

```{toctree}
:hidden:
:caption: Guide
Overview <docs/guide/index>
GUIDE
```

```{toctree}
:hidden:
:glob:
:caption: Advanced
docs/advanced/*
```

```{toctree}
:hidden:
:glob:
:caption: Coming from
docs/coming-from-*
```

```{toctree}
:hidden:
:caption: Calls
docs/calls
```

```{toctree}
:hidden:
:caption: The project
docs/costs
docs/guarantees
docs/how-it-was-tested
docs/what-this-is-not
docs/benchmarks
docs/architecture
CONTRIBUTING
SECURITY
CHANGELOG
```
"""
"""The site's menu. It is added to the README on the site only; elsewhere it would show as code."""

WORDS = re.compile(r"<!-- (?:keywords|search): (.+?)\s-->", re.DOTALL)
"""Words that lead to a section. Those of the second kind are not in the index of recipes."""

GUIDE = re.compile(r"^\| \[[^]]+\]\(([\w/-]+)\.md\) \|", re.MULTILINE)
"""A page of the guide or of the recipes, in the table of their first one."""


def add_contents(app: Any, name: str, source: list[str]) -> None:
    """Put the menu into the site's first page, and below it the pages of all calls."""
    if name == root_doc:
        overview = Path(app.srcdir, "docs", "guide", "index.md").read_text(encoding="utf-8")
        pages = (f"docs/guide/{page}" for page in GUIDE.findall(overview))
        source[0] += MENU.replace("GUIDE", "\n".join(pages))
    if name == "docs/calls":
        pages = (f"calls/{stem}" for stem in make_calls.PAGES)
        source[0] += "\n```{toctree}\n:hidden:\n" + "\n".join(pages) + "\n```\n"
    if name == "docs/guide/recipes/index":
        pages = GUIDE.findall(source[0])
        source[0] += "\n```{toctree}\n:hidden:\n" + "\n".join(pages) + "\n```\n"


class Anchors(SphinxTransform):
    """Lets links and the search find names on pages of calls, and sections by their keywords."""

    default_priority = 500

    def apply(self, **options: Any) -> None:
        page = self.env.current_document.docname
        slugs = self.env.metadata[page].get("myst_slugs", {})
        for node in list(self.document.findall(raw)):
            if found := re.fullmatch(r'<a id="(\w+)">', node.astext()):
                slugs[found[1]] = node.line, found[1], found[1]
                call = next(iter(node.parent.findall(literal))).astext()
                kind = self.kind(node)
                name = f"{kind}.{found[1].removeprefix(kind.lower())}"
                self.lead(found[1], [name, call] if "." in call else [name], node)
            for words in WORDS.findall(node.astext()):
                self.lead(node.parent["ids"][0], " ".join(words.split()).split(", "), node)
        for node in list(self.document.findall(paragraph)):
            if node.astext().startswith("Keywords: ") and isinstance(node[0], emphasis):
                words = node.astext().removeprefix("Keywords: ").split(", ")
                self.lead(node.parent["ids"][0], words, node)
        if page.startswith("docs/calls/"):
            for node in list(self.document.findall(title)):
                # Not functions of integrations: `install` and the like lead elsewhere.
                is_name = page == "docs/calls/functions" or node.astext()[0].isupper()
                if node.parent["ids"] and is_name and "Calls" not in node.astext():
                    self.lead(node.parent["ids"][0], [node.astext()], node)

    def kind(self, node: Any) -> str:
        """The class in whose section a node is."""
        while not isinstance(node, section):
            node = node.parent
        return next(iter(node.findall(title))).astext()

    def lead(self, place: str, words: list[str], node: Any) -> None:
        """Let the search lead from words to a place, which is at a node."""
        entries = [("single", word, place, "main", None) for word in words]
        node.parent.insert(node.parent.index(node) + 1, index(entries=entries))


def write_for_models(app: Any, failed: Exception | None) -> None:
    """Write llms.txt beside index.html: all pages, and how each begins, see llmstxt.org."""
    if failed or app.builder.name != "html":
        return
    lines = ["# spritecol", "", f"> {beginning(app.env, root_doc)}", ""]
    names = app.env.toctree_includes[root_doc]
    for name in chain.from_iterable(
        [name, *app.env.toctree_includes.get(name, ())] for name in names
    ):
        title = app.env.titles[name].astext()
        lines.append(f"- [{title}](_sources/{name}.md.txt): {beginning(app.env, name)}")
    Path(app.outdir, "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def beginning(env: Any, name: str) -> str:
    """The first paragraph of a page."""
    first: str = next(env.get_doctree(name).findall(paragraph)).astext()
    return first.replace("\n", " ")


def setup(app: Any) -> None:
    """Hooked into Sphinx, by this name."""
    app.connect("build-finished", write_for_models)
    app.connect("source-read", add_contents)
    app.add_transform(Anchors)
