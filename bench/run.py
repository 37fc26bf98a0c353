"""``make bench``: seconds and memory as ratios in one run, on the real histories that WHICHPR_CORPUS names.

bench/run.py [crawl] [index] [search] [memory] [again] [growth]      (default: all)
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import table
from targets import TARGETS, Ground


def main() -> int:
    """Runs the named targets and writes their rows into docs/performance.md."""
    names = sys.argv[1:] or list(TARGETS)
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        sys.exit(f"unknown target {unknown[0]!r}; there are {', '.join(TARGETS)}")
    corpus = os.environ.get("WHICHPR_CORPUS")
    if not corpus:
        sys.exit("WHICHPR_CORPUS is unset: it names the folder of the corpus that is measured")
    missed = 0
    with Ground(Path(corpus).resolve()) as ground:
        for name in names:
            print(f"== {name}", flush=True)
            rows = TARGETS[name](ground)
            for row in rows:
                print(row.line(), end="", flush=True)
                missed += not row.met
            table.write(rows)
    print(f"{missed} goals missed" if missed else "every goal met")
    return 0


if __name__ == "__main__":
    sys.exit(main())
