"""Answers as a person reads them in a terminal, in the language of the question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.text import Text

from whichpr_kb.index.analysis import terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from whichpr_kb.ask.search import Answer

_CJK = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W_]+(?:[._+/-][^\W_]+)*")
_NEAREST = 3
WORDS = {
    "en": {
        "first": "first in {tag}",
        "none": "Nothing here answers that.",
        "near": "The nearest things found:",
        "meant": "Did you mean: {text}",
        "bound": "in {tag} or before",
        "unreleased": "in no release yet",
        "reverted": "reverted by #{key}",
        "release": "release note",
    },
    "zh": {
        "first": "首次发布于 {tag}",
        "none": "知识库里没有能回答这个问题的内容。",
        "near": "最接近的结果：",
        "meant": "你是不是要找：{text}",
        "bound": "不晚于 {tag}",
        "unreleased": "尚未发布",
        "reverted": "已被 #{key} 回退",
        "release": "发布说明",
    },
}


def language(text: str) -> str:
    """ "zh" for a text with Chinese characters, else "en"."""
    return "zh" if _CJK.search(text) else "en"


def render(out: Console, found: Answer) -> None:
    """Prints an answer: the results, or that there is none and what is nearest."""
    say = WORDS[language(found.query)]
    if not found.answered:
        out.print(Text(say["none"], style="bold"))
        if found.meant:
            out.print(say["meant"].format(text=escape(found.meant)))
        if found.hits:
            out.print(Text(say["near"], style="dim"))
    results = found.to_json()["results"]
    for result in results if found.answered else results[:_NEAREST]:
        out.print()
        _result(out, result, set(found.question.terms), say)


def _result(out: Console, result: dict[str, Any], wanted: set[str], say: dict[str, str]) -> None:
    out.print(headline(result, say))
    title, *quotes = result["why"]
    out.print(_marked(title, wanted, indent="  "))
    for quote in quotes:
        out.print(_marked(f"“{quote}”", wanted, indent="    ", style="dim"))
    out.print(Text(f"  {result['url']}", style="cyan"), soft_wrap=True)


def headline(result: dict[str, Any], say: dict[str, str]) -> Text:
    """ "vllm #50458 · bugfix · first in v0.27.0 · 2026-08-02"."""
    if result["pr"] is not None:
        name = f"{result['engine']} #{result['pr']}"
    elif result["sha"] is not None:
        name = f"{result['engine']} {result['sha'][:10]}"
    else:
        name = f"{result['engine']} {result['release']} {say['release']}"
    line = Text(name, style="bold green")
    parts = [result["kind"], released_words(result, say), (result["merged_at"] or "")[:10]]
    if result.get("reverted_by"):
        parts.append(say["reverted"].format(key=result["reverted_by"]))
    return line.append("".join(f" · {part}" for part in parts if part), style="not bold default")


def released_words(result: dict[str, Any], say: dict[str, str]) -> str:
    """Where it was released first, as far as that is known."""
    if result["first_release"]:
        return say["first"].format(tag=result["first_release"])
    if result.get("first_release_not_after"):
        return say["bound"].format(tag=result["first_release_not_after"])
    return say["unreleased"]


def _marked(text: str, wanted: Iterable[str], indent: str, style: str = "") -> Text:
    """The text with the words that were asked for in bold."""
    wanted = set(wanted)
    line = Text(indent + " ".join(text.split()), style=style)
    for match in _WORD.finditer(line.plain):
        if wanted.intersection(terms(match.group())):
            line.stylize("bold", match.start(), match.end())
    return line
