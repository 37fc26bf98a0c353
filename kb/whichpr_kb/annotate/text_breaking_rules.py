"""How titles and notes say that something is taken away, renamed, deprecated, raised, or another default."""

from __future__ import annotations

import re

FLAG = r"(?<![\w-])--[a-z][\w-]+"
VARIABLE = r"\b(?:VLLM|OLLAMA|CUDA|HF)_[A-Z0-9_]+\b"
CLASS = r"\b[A-Z]\w+(?:ForCausalLM|ForConditionalGeneration)\b"
REMOVE = r"\b(?:remov(?:e[sd]?|ing|al of)|drop(?:s|ped|ping)?|delet(?:e[sd]?|ing)|discontinu\w+)\b"

_GAP = r"(?:[^.;]|\.(?=\w))"
_END = (
    r"(?=\s*(?:$|[,.;:()&]|\b(?:in|from|for|of|and|or|on|with|as|to|by|due|since|when|at|because|under|via|ahead|after|"
    r"before)\b))"
)
_THING = (
    r"\b(?:support|backends?|flags?|options?|arguments?|args?|params?|parameters?|env(?:ironment)?[ -]?var\w*|envs?|"
    r"APIs?|endpoints?|commands?|features?|integrations?|compatibility|models?|engines?|executors?|CLI|"
    r"quantization(?: methods?| formats?)?|metrics|fields?)\b"
)
_OBJECT = rf"(?:`?{FLAG}`?|`?{VARIABLE}`?|{CLASS}|{_THING}{_END}|\bsupport (?:for|of)\b)"
_NAMED = rf"(?:`?{FLAG}`?|`?{VARIABLE}`?|\b(?:metrics?|endpoints?|flags?|env vars?|commands?|options?|CLI)\b)"
_STACK = r"(?<![\w-])(?:pytorch|torch|cuda|transformers|python|rocm|go|macos|glibc)"
_TURN = r"\b(?:set|us|enabl|disabl|turn|prefer|select|allow|run|load)\w*\b"

ACTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (act, re.compile(pattern, re.IGNORECASE))
    for act, pattern in (
        ("removed", rf"{REMOVE}{_GAP}{{0,60}}?(?:{_OBJECT}|(?<=\s)deprecated\b{_GAP}{{0,60}})"),
        ("deprecated", rf"\b(?:deprecat(?:es?|ing)|deprecation of)\b{_GAP}{{0,80}}|^{_GAP}{{3,80}}\bdeprecation$"),
        ("renamed", rf"\brenam(?:e[sd]?|ing)\b{_GAP}{{0,60}}?{_NAMED}{_GAP}{{0,60}}"),
        ("default changed", rf"\b(?:chang|switch|flip|rais|lower|increas)\w*\b{_GAP}{{0,60}}?\bdefaults?\b"
                            rf"(?! (?:d?type|device)){_GAP}{{0,40}}"),
        ("default changed", rf"\bmak\w+\b{_GAP}{{0,60}}?\b(?:the |as )?default\b"),
        ("default changed", rf"{_TURN}{_GAP}{{0,70}}?\b(?:by|as(?: the)?) default\b"),
        ("default changed", rf"^default\b{_GAP}{{0,60}}?\bto\b{_GAP}{{0,40}}"),
        ("version raised", rf"\b(?:bump|upgrad|updat|rais|requir|mov|switch)\w*\b{_GAP}{{0,40}}?{_STACK}"
                           r"[\s`=<>~-]{0,3}(?:version |to |from \S+ to )*v?\d+(?:\.\d+)*(?!%)"),
    )
)  # fmt: skip
"""Each act with what must stand in the text for it, tried in this order."""

PUBLIC = re.compile(rf"{FLAG}|{VARIABLE}|\bdeprecated\b", re.IGNORECASE)
"""Names that users write, or were warned about: their removal counts, whatever else the title says."""
INNER = re.compile(
    r"\b(?:unused|dead|redundant|duplicate[ds]?|unnecessary|unneeded|stale|obsolete|todos?|comments?|logging|logs?|"
    r"warnings?|hacks?|workarounds?|typos?|imports?|sync\w*|cop(?:y|ies)|overhead|stalls?|padding|print|debug|tests?|"
    r"skip\w*|extra\w*|useless|leftover|limitations?|restrictions?|assert\w*|checks?|dependenc(?:y|ies)|hard-?coded?|"
    r"casts?|no longer needed|not used|special cas\w+|helper|util\w*|attribute|class|functions?|methods?|variable|"
    r"temporary|default (?:value|arg)\w*|declarations?|need|necessity|boilerplate|ops?|code|logic|usages?|references?|"
    r"wrappers?|mixins?|internal|private|clon\w+|allocation|dummy|fixme|condition|fallback|constraint|requirement|"
    r"guard|fixture|types|per-\w+|(?:supported )?models? list|previously supported)\b",
    re.IGNORECASE,
)
ELSEWHERE = re.compile(
    r"\b(?:from|in|on|for) (?:the )?(?:docs?|documentation|readme|scripts?|tests?|CI|benchmarks?|examples?|"
    r"dockerfile)\b|"
    r"\bcompat\w* with\b|\b(?:not|no) (?:longer )?deprecat|\bdeprecation (?:message|warning)s?\b|"
    r"\b(?:delay|postpone|revert)\w* (?:\w+ ){0,2}deprecat|\btyping\b|\b(?:usages?|uses|references?) (?:of|to)\b|"
    r"\bserve usage\b",
    re.IGNORECASE,
)
REPLACED = re.compile(
    r"(?i:\bin favou?r of|\breplaced? (?:by|with)|\buse|\bto|\bwith|->|→)\s+(`[^`]+`|--[\w-]+|[A-Z]{2,}_[A-Z0-9_]+)"
)
WHAT = re.compile(rf"`[^`]+`|{FLAG}|{VARIABLE}|{CLASS}")
NOT_HERE = re.compile(r"\W*(?:docs?|documentation|ci|ci/build|tests?|bug ?fix|fix|refactor)\b", re.IGNORECASE)
UNDONE = re.compile(r"\bfix\w*\b|\bbug ?fix\b|\brevert\w*\b", re.IGNORECASE)
ANNOUNCED = re.compile(r"(?!.*\bv0\b).*deprecat", re.IGNORECASE)
NAMES_ONLY = re.compile(r"(?:[\s,&/]|\band\b|\bmodels?\b|\bsupport\b|\bfor\b|\bthe\b)*", re.IGNORECASE)
TOPIC = re.compile(r"breaking|deprecat|removed|removal|不兼容|弃用|移除", re.IGNORECASE)
