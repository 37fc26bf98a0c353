"""Running one command as a whole process and reading what the kernel counted of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: ``wall`` and ``cpu`` in seconds, ``peak`` in MiB (the largest process of the run)."""

    wall: float
    cpu: float
    peak: float


def once(command: Sequence[str], env: Mapping[str, str] | None = None, stdin: bytes | None = None) -> Sample:
    """Runs a command to its end; a failing command ends the benchmark."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, **(env or {})},
    )
    if stdin and process.stdin:
        process.stdin.write(stdin)
        process.stdin.close()
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed ({process.returncode}): {' '.join(command)}\n{said.decode('utf-8', 'replace')}")
    return Sample(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


@dataclass(frozen=True, slots=True)
class Pair:
    """Ours against another, measured in turn: medians, and the median of the ratios run by run."""

    ours: float
    other: float
    ratio: float


def in_turn(
    ours: Callable[[], Sample], other: Callable[[], Sample], runs: int, warmup: int = 1
) -> tuple[Pair, list[Sample], list[Sample]]:
    """Runs both A B A B …, so that a drifting machine slows both alike."""
    for _ in range(warmup):
        ours()
        other()
    pairs = [(ours(), other()) for _ in range(runs)]
    mine, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ratio = median(a.wall / b.wall for a, b in pairs)
    return Pair(median(a.wall for a in mine), median(b.wall for b in theirs), ratio), mine, theirs
