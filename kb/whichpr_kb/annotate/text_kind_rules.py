"""What authors' tags, scopes and words say of a change's kind. Order within a table is the order of trial."""

from __future__ import annotations

import re

# Whole words of a tag or scope. "ci" and "build" together say only that no code is meant.
TAG_WORDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("docs", frozenset({"doc", "docs", "readme", "documentation", "blog", "faq", "contributing", "docstring"})),
    ("bugfix", frozenset({"bugfix", "bugfixes", "bug", "fix", "fixes", "hotfix", "fixbug", "bugifx", "regression",
                          "bugfx", "buxfix"})),
    ("ci", frozenset({"ci", "buildkite", "github", "workflows", "precommit", "pre-commit"})),
    ("performance", frozenset({"perf", "performance", "optimization", "optimize", "opt"})),
    ("refactor", frozenset({"refactor", "refactoring", "cleanup", "mypy", "typing", "lint", "nit", "style", "typo",
                            "deadcode", "dead"})),
    ("test", frozenset({"test", "tests", "ut", "testing", "integration", "int"})),
    ("build", frozenset({"build", "docker", "dockerfile", "deps", "dependency", "dependencies", "packaging", "pypi",
                         "installer", "cmake", "release", "wheel", "go.mod", "goreleaser", "vendor"})),
    ("feature", frozenset({"feature", "features", "feat", "new"})),
)  # fmt: skip
NOT_A_TAG = frozenset({"perf-benchmark", "integration guide", "bug report"})
"""Tags that hold one of those words and mean something else."""

VERBS: tuple[tuple[str, str], ...] = (
    (
        "bugfix",
        "fix|fixed|fixes|fixing|correct|corrected|corrects|correctly|prevent|handle|handles|guard|ensure|restore|"
        "resolve|resolved|resolves|don't|dont|don’t|stop|preserve|propagate|respect|patch|recover|repair|hotfix|"
        "workaround|catch|reject|honor|honour|sanitize|escape|clamp|account|wait|bugfix|mitigate|tolerate|"
        "re-enable|reenable|avoid|close|ignore|keep|validate|quote|only|always|suppress|retry|disable|"
        "explicitly|require|enforce|check|return|pass|properly|initialize|drain|release|reset|raise|strip|"
        "gracefully|forbid|protect|silence",
    ),
    (
        "performance",
        "optimize|optimise|optimized|optimizing|optimization|optimizations|speed|speedup|accelerate|tune|"
        "tuned|reduce|cache|eliminate|overlap|faster|parallelize|vectorize|minimize|fuse|fused|shard|"
        "preallocate|prefetch|batch|skip|defer|lower|save|retune",
    ),
    (
        "refactor",
        "refactor|refactored|refactoring|refactors|move|moved|moves|rename|renamed|clean|cleanup|cleaning|"
        "simplify|simplified|migrate|consolidate|separate|split|extract|unify|dedupe|deduplicate|dedup|convert|"
        "replace|replaced|decouple|reorganize|reorg|restructure|factor|abstract|standardize|rework|remove|"
        "removed|removes|delete|drop|inline|merge|merged|flatten|format|tidy|rewrite|reuse|isolate|modularize|"
        "encapsulate|centralize|make|get|using|use|uses|switch|change|improve readability|lint|minor|small|nit|"
        "style|relocate|redo|prune|define|set|adjust|tweak|harmonize|normalize|revise|regroup|organize|refine",
    ),
    ("build", "bump|upgrade|pin|unpin|vendor|build|install|package|packaging|downgrade|compile|link"),
    ("docs", "document|clarify|docs|doc|readme|documentation|typo|typos"),
    ("test", "test|tests|testing"),
    (
        "feature",
        "add|adds|added|adding|support|supports|supported|enable|enables|enabled|enabling|implement|implements|"
        "implemented|allow|allows|introduce|introduces|integrate|integrates|expose|exposes|extend|extends|"
        "initial|new|create|include|show|print|log|register|provide|let|expand|report|detect|automatically|auto|"
        "enhance|display|emit|accept|record|track|apply|default|port|offer|generate|append|increase|update|"
        "updated|updates|improve|improved|improves|improvements|better|more|parse|load|run|warn|bring|turn|"
        "finish|complete|start|draft|prepare|first|basic|import|prompt|hide|limit|collect|export|upstream",
    ),
)
"""The verb that a title begins with, for each kind; the last table is the one that says least."""

WEAK_FIXES = frozenset({
    "pass", "return", "keep", "check", "always", "only", "close", "ignore", "initialize", "raise", "wait", "release",
    "require", "enforce", "catch", "retry", "explicitly", "validate", "reset", "disable", "strip", "account",
    "properly",
})  # fmt: skip
"""Verbs of fixes that give way where the title goes on to say what is new."""

STRONG_TIDY = frozenset({
    "refactor", "refactored", "refactoring", "refactors", "move", "moved", "moves", "rename", "renamed", "clean",
    "cleanup", "cleaning", "consolidate", "separate", "split", "extract", "unify", "dedupe", "deduplicate", "dedup",
    "decouple", "reorganize", "reorg", "restructure", "factor", "abstract", "standardize", "inline", "flatten",
    "tidy", "rewrite", "isolate", "modularize", "relocate", "migrate", "simplify",
})  # fmt: skip
"""Verbs of tidying that no word about speed outweighs."""

KIND_OF_VERB: dict[str, str] = {verb: kind for kind, verbs in VERBS for verb in verbs.split("|")}

_COST = (
    r"(?:cop(?:y|ies)|sync(?:s|hroni[sz]ations?)?|clon\w+|allocations?|stalls?|overheads?|transfers?|launch(?:es)?|"
    r"[DH]2[DH]|H2D|round-?trips?|latency|padding|bottlenecks?|recompil\w+|recomput\w+|host-device|gpu<?->?cpu|"
    r"compil(?:e|ing|ations?)|materiali[sz]\w*|contention|serialization|kernel launch\w*|memcpy|bubbles?|compute|"
    r"computation|traffic|conversions?|casts?|"
    r"concat\w*|permut\w*|tensor\w* creation|startup time|binary size|image size|memory (?:usage|footprint|use))"
)
FASTER = re.compile(
    r"\b(?:speed(?:s|ing)?[ -]?ups?|speed improvements?|faster|(?:up to )?\d(?:\.\d+)?[x×](?: \w+)? (?:speed|faster|"
    r"perf|throughput|improv|kernel)\w*|"
    r"\d(?:\.\d+)?% .{0,40}(?:improvement|speedup|reduction|throughput|latency|faster|ttft|tpot)|"
    r"(?:improve\w*|better|boost|increase|reduce\w*|lower|optimi[sz]e\w*) (?:[\w/'.-]+ ){0,4}"
    r"(?:latency|throughput|performance|perf|speed|overhead|efficiency|ttft|tpot|memory|startup|copies|time)\b|"
    r"optimi[sz]\w+|performance|perf|re-?tun\w+|fast(?:er)?|(?:tuned?|tuning|moe|fp8\S*|triton|kernel|fused[ _]moe|"
    r"autotun\w+) (?:\w+ )?configs?|"
    r"fusable|fusing|zero[- ]copy)\b",
    re.IGNORECASE,
)
KERNELS = re.compile(r"\b(?:fused?|fusion|kernels?|GEMMs?|triton|cutlass|cub|vectori[sz]ed)\b|fused_\w+", re.IGNORECASE)
CHEAPER = re.compile(rf"\b{_COST}(?![\w-])", re.IGNORECASE)
SHEDS = re.compile(
    r"^(?:remove|removed|avoid|skip|eliminate|reduce|cut|drop|minimize|don'?t|use|hide|defer|get rid|move|cache|merge|"
    r"delay|replace|compute|share|reuse|overlap|stop|only)\b",
    re.IGNORECASE,
)

BROKEN = re.compile(
    r"\b(?:fix(?:e[sd]|ing)?|bugs?|bug ?fix(?:es)?|crash\w*|hangs?|deadlocks?|leak\w*|broken|wrong|"
    r"(?:in)?correct(?:ly)?|"
    r"regressions?|race(?: condition)?s?|corrupt\w*|mismatch\w*|fail(?:s|ed|ing|ures?)?|illegal memory|IMA|nan|NaNs?|"
    r"work ?-?around|segfault\w*|overflow\w*|stale|duplicate[ds]?|mishandl\w+|OOM|compatible patch|instead of failing|"
    r"unexpected|invalid|error when|garbage|infinite loop|null pointer|nil pointer|panic\w*)\b",
    re.IGNORECASE,
)
BROKEN_BODY = re.compile(
    r"\b(?:fix(?:es|ed)?|bugs?|crash\w*|incorrect(?:ly)?|wrong|broken|regressions?|accidentally|errors? when)\b",
    re.IGNORECASE,
)
CORRECTS = re.compile(
    r"\bfix(?:e[sd]|ing)?\b|\bbug ?fix(?:es)?\b|\bwork ?-?around\b|\bcompatible patch\b", re.IGNORECASE
)
NEWLY = re.compile(
    r"\b(?:add(?:s|ed|ing)?|support(?:s|ed|ing)?|enabl\w+|implement\w*|introduc\w+|allow\w*|new|integrat\w+|"
    r"expos\w+)\b",
    re.IGNORECASE,
)
TYPED = re.compile(r"\btyping\b|\btype (?:hints?|annotations?)\b|\b__all__\b", re.IGNORECASE)
AILING_TEST = re.compile(r"\bflaky\b|\btests?(?: \w+)?$", re.IGNORECASE)
COMMENTED = re.compile(r"\b(?:docstrings?|doc comments?|code comments?|comments?)\b", re.IGNORECASE)
QUOTED_TYPO = re.compile(r"[`\"'’”]\s+typo", re.IGNORECASE)
DOCUMENTED = re.compile(
    r"\b(?:docs?|documentation|readme|docstrings?|typos?|changelog|tutorials?|user guide|faq|comments? in|"
    r"supported[ _]models?(?: list)?)\b|\S+\.md\b|\bcontributing\b",
    re.IGNORECASE,
)
TESTED = re.compile(r"(?<![a-z])tests?(?![a-z])|\btest_\w+|\bflaky\b|\bpytest\b|\bUTs?\b", re.I)
PIPED = re.compile(
    r"\bCI\b|\bbuildkite\b|\bgithub actions?\b|\bworkflows?\b|\bpre-?commit\b|\bcodeowners\b|\bmergify\b|"
    r"\bdependabot\b|"
    r"\bgolangci\b|\blinters?\b|\bnightly (?:build|pipeline)s?\b",
    re.IGNORECASE,
)
BUMPED = re.compile(
    r"\b(?:bump\w*|upgrad\w+|updat\w+|pin(?:s|ned|ning)?|vendor\w*|downgrad\w+|install)\b.*(?:\bv?\d+\.\d+|\bb\d{3,}\b|"
    r"\bdeps\b|dependenc\w+|requirements|base image|toolchain|llama\.cpp|ggml|\bversions?\b|"
    r"\bto (?:the )?(?:latest|newer|version |commit |v)?[\w.]*\d|\bto (?:the )?latest\b)|"
    r"\bupdate (?:llama\.cpp|ggml|vendor\w*|submodules?|go version|go\.mod|dependencies)|"
    r"\bversions? (?:update|bump|upgrade)s?\b|^release v?\d|^\W?v?\d+\.\d+\.\d+\S*$",
    re.IGNORECASE,
)
BUILT = re.compile(
    r"\bdocker(?:file)?s?\b|\bwheels?\b|\bpypi\b|\bpackag(?:e|ing)\b|\bcmake\b|\bcompile flags?\b|\bgit ?ignore\b|"
    r"\bprecompiled\b|\bbuilds?\b(?! (?:\w+ ){0,2}metadata)|\binstall(?:er|ation)?\b|\bdependenc(?:y|ies)\b|"
    r"\bcompil(?:er|ation) (?:error|warning|flag)s?\b|\bnvcc\b|\bcode ?sign\w*",
    re.IGNORECASE,
)
TIDY = re.compile(
    r"\b(?:refactor\w*|clean(?:s|ed|ing)?[ -]?up|renam\w+|simplif\w+|restructur\w+|reorgani[sz]\w+|consolidat\w+|"
    r"dedup\w*|migrat\w+|unif(?:y|ies|ied)|type hints?|typing|lint|mypy|dead code|unused|code (?:style|clean\w*|"
    r"quality)|"
    r"rewrite|rework|inline|tidy|merged|consistent\w*|instead of|rather than|less confusing|readability)\b",
    re.IGNORECASE,
)
