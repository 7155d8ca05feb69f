"""The README's rows of speed are those of docs/benchmarks.md."""

import re

from harness import readme


def test_the_readme_shows_the_figures_of_the_benchmarks() -> None:
    page = readme.PAGE.read_text(encoding="utf-8")
    text = readme.README.read_text(encoding="utf-8")
    assert readme.filled(text, page) == text, "run `benchmarks/run.py --readme`"


def test_a_figure_that_has_changed_would_be_seen() -> None:
    page = readme.PAGE.read_text(encoding="utf-8")
    before = readme.table(page)
    assert len(before.splitlines()) == 2 + len(readme.PICKS)
    for row in before.splitlines()[2:]:
        ours = row.split(" | ")[2]
        assert f"| {ours} " in page
        changed = re.sub(rf"\| {re.escape(ours)} ", "| 9 min ", page)
        assert readme.table(changed) != before
