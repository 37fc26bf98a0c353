"""The table of docs/performance.md: one row a measurement, replaced by name, the others kept."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
_HEAD = "| what | measured | goal | met | when |\n| --- | --- | --- | --- | --- |\n"
_MARKS = ("<!-- measurements -->", "<!-- end of measurements -->")


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: what, the figures in words, the goal in words, whether it was met."""

    what: str
    measured: str
    goal: str
    met: bool

    def line(self) -> str:
        """The row as Markdown."""
        cells = (self.what, self.measured, self.goal, "yes" if self.met else "no", datetime.now(UTC).date().isoformat())
        return "| " + " | ".join(cells) + " |\n"


def machine() -> str:
    """The machine in one line."""
    model = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text()) if os.name == "posix" else None
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    name = model.group(1) if model else platform.machine()
    return f"{os.cpu_count()} cores ({name}), {pages:.0f} GiB, Python {platform.python_version()}"


def write(rows: list[Row]) -> None:
    """Puts the rows into the page, each in place of the one of the same name."""
    text = PAGE.read_text("utf-8")
    before, rest = text.split(_MARKS[0])
    old, after = rest.split(_MARKS[1])
    lines = {line.split("|")[1].strip(): line for line in old.splitlines(keepends=True) if line.startswith("| ")}
    lines = {name: line for name, line in lines.items() if name not in ("what", "---")}
    lines |= {row.what: row.line() for row in rows}
    body = f"\n\nMachine: {machine()}.\n\n{_HEAD}{''.join(lines[name] for name in sorted(lines))}\n"
    PAGE.write_text(before + _MARKS[0] + body + _MARKS[1] + after, "utf-8")
