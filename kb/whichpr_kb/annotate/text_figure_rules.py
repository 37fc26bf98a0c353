"""How figures of performance are written, and the words that tell what they measure."""

from __future__ import annotations

import re

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_UNIT = (
    r"(?:%|[x×倍](?![\w])|MiB\b|GiB\b|KiB\b|MB\b|GB\b|ms\b|µs\b|us\b|tok(?:ens?)?/s(?:ec)?\b|tokens? per second|"
    r"\bt/s\b|req(?:uests?)?/s\b)"
)
FIGURE = re.compile(
    rf"(?<![\w.#/:=-])(?P<sign>[~≈+−-]?)\s?"
    rf"(?:(?P<first>{_NUMBER})\s?(?P<unit_before>{_UNIT})?(?:\s\w+)?\s*(?:->|→|=>)\s*)?"
    rf"(?P<value>{_NUMBER})\s?(?P<unit_first>{_UNIT})?(?:\s*(?:[-–—~]|"
    rf"\bto\b)\s*(?P<high>{_NUMBER})(?![\d.]))?\s?(?P<unit>{_UNIT})?",
    re.IGNORECASE,
)
ANY = re.compile(rf"\d\s?{_UNIT}", re.IGNORECASE)
CLAUSE = re.compile(r"[;；。\n()（）]|[,，](?!\d{3}\b)|\band\b(?=[^,;]*\d)|\.(?=\s|$)")
SENTENCE = (";", "；", "。", "\n")

UNITS = {
    "×": "x", "倍": "x", "x": "x", "us": "µs", "ms": "ms", "t/s": "tok/s", "tokens/s": "tok/s", "token/s": "tok/s",
    "tok/s": "tok/s", "tok/sec": "tok/s", "tokens/sec": "tok/s", "tokens per second": "tok/s",
    "token per second": "tok/s", "request/s": "req/s", "requests/s": "req/s",
}  # fmt: skip
BYTES = frozenset({"KiB", "MiB", "GiB", "MB", "GB"})
LOWER_IS_BETTER = frozenset({"ttft", "tpot", "itl", "latency", "kernel_time", "memory"})

METRICS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("ttft", r"\bTTFT\b|time[- ]to[- ]first[- ]token|首 ?token|首字"),
        ("tpot", r"\bTPOT\b|time per output token"),
        ("itl", r"\bITL\b|inter-?token latency"),
        ("throughput", r"throughput\b|\bO?TPS\b|tok(?:ens?)?/s|req/s|吞吐"),
        ("memory", r"\bmemory\b|\bVRAM\b|显存|内存"),
        ("accuracy", r"\baccuracy\b|\bgsm8k\b|准确率?|精度"),
        ("kernel_time", r"\bkernels?\b|内核|算子"),
        ("latency", r"\blatency\b|延迟|时延"),
        ("speedup", r"\bspeed ?-?ups?\b|\bfaster\b|\bslower\b|\bperf(?:ormance)?\b|加速|提速"),
    )
)
BETTER = re.compile(
    r"\b(?:improv\w+|gains?|better|boost\w*|uplift|speed ?-?ups?|faster|optimi[sz]\w+|accelerat\w+|restor\w+)\b|"
    r"\bspeed(?:s|ing)? up\b|提升|加速|改善|优化|提速",
    re.IGNORECASE,
)
WORSE = re.compile(r"\b(?:regress\w*|slower|worse|slow-?down|degrad\w+)\b|变慢|退化", re.IGNORECASE)
LESS = re.compile(
    r"\b(?:reduc\w+|sav(?:e[sd]?|ings?)|less|lower(?:s|ed|ing)?|cut(?:s|ting)?|decreas\w+|fewer|smaller|freed?|frees|"
    r"shrink\w*|shav\w+)\b|降低|减少|节省|缩短|降至",
    re.IGNORECASE,
)
MORE = re.compile(r"\b(?:higher|increas\w+|more|greater)\b|提高|增加|提升", re.IGNORECASE)
GAIN = re.compile(
    rf"{BETTER.pattern}|{WORSE.pattern}|{LESS.pattern}|{MORE.pattern}|\bperf(?:ormance)?\b|\b(?:RTFx?|O?TPS|TTFT|TPOT|"
    r"ITL|throughput|latency)\b|\bkernels?$",
    re.IGNORECASE,
)
NO_FIGURE_BEFORE = re.compile(
    r"\b(?:tolerance|threshold|atol|rtol|utili[sz]ation|coverage|top_?p|limit|at most|minimum|maximum|less than|"
    r"at least|"
    r"more than|overhead (?:to|estimate\w*)|padd?ing to|size limit|backoff|instead of|budget of|binary size\b.*|"
    r"image size\b.*|wheel size\b.*|size by|tp|pp|ep|dp|[ABH]\d{2,3}|MI|RTX|single-node)\s*(?:of|to|by|=|:)?\s*~?$",
    re.IGNORECASE,
)
NO_FIGURE_AFTER = re.compile(
    r"\s*(?:NVIDIA|AMD|GPUs?\b(?! memory)|[ABHL]\d{2,3}|L4|MI\d|RTX|nodes?|cards?|tiles?|context|capacity|cpu|"
    r"of (?:available|free|total)|"
    r"backoff|buffer|vram memory buffer|tolerance|threshold|limit|safety|sparsity|compression|larger|bigger|longer|RTX|"
    r"setup|instance|models?)\b",
    re.IGNORECASE,
)
