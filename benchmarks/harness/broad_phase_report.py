"""Tables and picture of what `broad_phase.py` measured. Needs the `bench` extra (matplotlib)."""

import csv
import re
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results" / "broad_phase.csv"
PAGE = ROOT / "docs" / "broad-phase.md"
PICTURE = ROOT / "docs" / "images" / "broad_phase.png"

Row = dict[str, str]

# In the order of tables and legend; the colours are apart for the colour-blind too (Okabe and Ito).
CONTENDERS = {
    "direct loop": "#999999",
    "candidate_pairs": "#0072B2",
    "Group.pair_indices": "#56B4E9",
    "LinearQuadtree.move": "#D55E00",
    "LinearQuadtree.build": "#E69F00",
    "LinearQuadtree.query": "#D55E00",
    "LinearQuadtree.pairs_with": "#E69F00",
    "CellSpace": "#009E73",
}

DIRECT, DEFAULT, TREE = "direct loop", "candidate_pairs", "LinearQuadtree.build"

ALLOWED = 2.0  # times the direct loop: no scene should take the default longer


def read() -> list[Row]:
    """The rows of the written figures."""
    with RESULTS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def time(seconds: float) -> str:
    """A time in the unit that suits it, to two or three figures."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            number = seconds / size
            digits = 0 if number >= 99.5 else 1 if number >= 9.995 else 2
            return f"{number:.{digits}f} {unit}"
    raise AssertionError(unit)


def markdown(head: list[str], body: Iterable[list[str]]) -> str:
    """A table; the first column to the left, all others to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def grid(rows: list[Row], first: str, key: Callable[[Row], str]) -> str:
    """A line for each case, a column for each contender; the fastest of a line in bold."""
    names = [name for name in CONTENDERS if any(row["contender"] == name for row in rows)]
    names += sorted({row["contender"] for row in rows} - set(names))
    cases: dict[str, dict[str, Row]] = {}
    for row in rows:
        cases.setdefault(key(row), {})[row["contender"]] = row
    body = []
    for case, found in cases.items():
        best = min(found.values(), key=lambda row: float(row["least"]))
        cells = []
        for name in names:
            cell = time(float(found[name]["least"])) if name in found else "-"
            cells.append(f"**{cell}**" if found.get(name) is best else cell)
        body.append([case, *cells, f"{int(best['pairs']):,}"])
    return markdown(
        [first, *(f"`{name}`" if "." in name or "_" in name else name for name in names), "pairs"],
        body,
    )


def section(rows: list[Row], name: str) -> list[Row]:
    """The rows of one section."""
    return [row for row in rows if row["section"] == name]


def nasty_table(rows: list[Row]) -> str:
    """The scenes by name: times of the larger size, and how the default compares on both."""
    least = {
        (row["section"].removeprefix("nasty: "), int(row["boxes"]), row["contender"]): (
            float(row["least"]),
            int(row["pairs"]),
        )
        for row in rows
        if row["section"].startswith("nasty: ")
    }
    names = list(dict.fromkeys(name.split(",")[0] for name, _, _ in least))
    few, many = sorted({count for _, count, _ in least})
    cases = [("within", many), ("between", many), ("within", few), ("between", few)]
    body = []
    for name in names:
        whole = f"{name}, within"
        line = [name.replace("_", " ")]
        if (whole, many, DIRECT) in least:
            line.append(f"{least[whole, many, DIRECT][1]:,}")
            line += [
                time(least[whole, many, contender][0]) for contender in (DIRECT, DEFAULT, TREE)
            ]
        else:
            line += [f"{least[f'{name}, between', many, DIRECT][1]:,}", "-", "-", "-"]
        for kind, count in cases:
            case = f"{name}, {kind}"
            if (case, count, DIRECT) in least:
                ratio = least[case, count, DEFAULT][0] / least[case, count, DIRECT][0]
                line.append(f"**{ratio:.2f}**" if ratio > ALLOWED else f"{ratio:.2f}")
            else:
                line.append("-")
        body.append(line)
    head = ["scene", "pairs", "direct loop", "default", f"`{TREE}`"]
    head += [f"{many:,}", f"halves of {many:,}", f"{few:,}", f"halves of {few:,}"]
    return markdown(head, body)


def tables(rows: list[Row]) -> dict[str, str]:
    """All tables by the names of their marks."""
    movers = section(rows, "movers")
    return {
        "limits": grid(section(rows, "limits"), "boxes", lambda row: f"{int(row['boxes']):,}"),
        "all move": grid(section(rows, "all move"), "boxes", lambda row: f"{int(row['boxes']):,}"),
        "a share moves": grid(
            section(rows, "a share moves"),
            "share",
            lambda row: f"{100 * int(row['moving']) / int(row['boxes']):g} %",
        ),
        "movers": grid(movers, "movers", lambda row: f"{int(row['moving']):,}"),
        "nasty": nasty_table(rows),
    }


def write_tables(made: dict[str, str]) -> None:
    """Put the tables between their marks in the page."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in made.items():
        begin, end = f"<!-- table: {name} -->", f"<!-- end of table: {name} -->"
        pattern = f"{re.escape(begin)}.*?{re.escape(end)}"
        text, count = re.subn(pattern, lambda _: f"{begin}\n{table}\n{end}", text, flags=re.DOTALL)  # noqa: B023
        if count != 1:
            raise SystemExit(f"{PAGE} has no place for the table {name}")
    PAGE.write_text(text, encoding="utf-8")


def draw(rows: list[Row]) -> None:
    """The picture: time against the number, and against the share that moves."""
    import matplotlib.pyplot as plt

    panels = [
        ("all move", "All pairs, and all boxes move", "boxes", "boxes"),
        ("a share moves", "All pairs of 20,000, of which some move", "boxes that move", "moving"),
        ("movers", "Movers among 100,000 that rest", "movers", "moving"),
    ]
    plt.rcParams.update({"font.size": 9, "svg.fonttype": "none", "axes.titlesize": 10})
    figure, axes = plt.subplots(1, 3, figsize=(13, 4.3), layout="constrained")
    for axis, (name, title, label, column) in zip(axes, panels, strict=True):
        for contender, color in CONTENDERS.items():
            line = [row for row in section(rows, name) if row["contender"] == contender]
            points = [(int(row[column]), 1e3 * float(row["least"])) for row in line]
            points = [(x, y) for x, y in points if x > 0]
            if points:
                wide = 2.4 if contender in ("candidate_pairs", "Group.pair_indices") else 1.4
                axis.plot(
                    *zip(*points, strict=True), "o-", color=color, lw=wide, ms=3.5, label=contender
                )
        axis.set(xscale="log", yscale="log", title=title, xlabel=label)
        axis.axhline(1000 / 60, color="#444444", lw=0.7, ls=":")
        axis.grid(which="major", lw=0.4, alpha=0.5)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].legend(frameon=False, fontsize=7.5)  # the second panel has the same lines
    axes[2].legend(frameon=False, fontsize=7.5, loc="lower right")
    axes[0].set_ylabel("milliseconds a frame (dotted: 1/60 s)")
    PICTURE.parent.mkdir(exist_ok=True)
    figure.savefig(PICTURE, dpi=110)


def report() -> None:
    """Print the tables, write them into the page, draw the picture."""
    rows = read()
    made = tables(rows)
    for name, table in made.items():
        print(f"\n{name}\n\n{table}")
    write_tables(made)
    draw(rows)
    print(f"\nwrote {RESULTS}, {PAGE}, {PICTURE}")
