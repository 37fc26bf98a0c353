"""Checks the length of modules (400 lines) and, outside tests, of functions (60 lines).

A long module is split by noun or stage. Migrations are left out of the rule on functions: theirs are lists of columns.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("kb", "crawler", "site", "app", "tests", "tools", "bench")
MODULE_LINES = 400
FUNCTION_LINES = 60


def main(root: Path = ROOT) -> int:
    """Prints what is too long and returns 1, or 0 when nothing is."""
    found = list(problems(root))
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        print(f"size: {len(list(modules(root)))} modules, none too long")
    return 1 if found else 0


def modules(root: Path) -> Iterator[Path]:
    """The Python modules of the project, relative to its root."""
    for folder in FOLDERS:
        yield from sorted(path.relative_to(root) for path in (root / folder).rglob("*.py"))


def problems(root: Path) -> Iterator[str]:
    """One line for each module and each function that is too long."""
    for path in modules(root):
        text = (root / path).read_text("utf-8")
        lines = len(text.splitlines())
        if lines > MODULE_LINES:
            yield f"{path}: {lines} lines are more than {MODULE_LINES}: split it by noun or stage"
        if path.parts[0] != "tests" and "migrations" not in path.parts:
            yield from _long_functions(path, text)


def _long_functions(path: Path, text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {lines} lines, more than {FUNCTION_LINES}"


if __name__ == "__main__":
    sys.exit(main())
