"""Texts of strangers made safe for Markdown and HTML; code in backticks stays code."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`\n]+)`")
_SPECIAL = re.compile(r"([\\`*\[\]|~$])|((?<![^\W_])_|_(?![^\W_]))")
_LEADING = re.compile(r"^(\s*)([#>+=-])|^(\s*\d{1,9})([.)])(?=\s|$)")
_LINKING = re.compile(r"(?i)\b(?:(?:https?|ftp|mailto|xmpp|javascript|data|vbscript)(?=:)|www(?=\.))")
_ENTITY = re.compile(r"&(?=#?\w+;)|<(?=[A-Za-z/!?])")


def markdown(text: object) -> Markup:
    """The text so that Markdown shows it as it stands: no markup, link or mention of it works; code stays code."""
    if isinstance(text, Markup):
        return text
    parts = []
    end = 0
    line = str(text)
    for match in _CODE.finditer(line):
        parts += [_literal(line[end : match.start()], first=end == 0), _code(match.group(1))]
        end = match.end()
    parts.append(_literal(line[end:], first=end == 0))
    return Markup("".join(parts))  # noqa: S704 - every part is escaped


def html(text: str) -> Markup:
    """The text escaped, with what stands in backticks as code."""
    parts = []
    end = 0
    for match in _CODE.finditer(text):
        parts += [escape(text[end : match.start()]), Markup("<code>{}</code>").format(match.group(1))]
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def as_is(text: str) -> Markup:
    """An address that passed ``material.https``, or a command of ours, put into Markdown as it stands."""
    return Markup(text)  # noqa: S704 - neither can end its place


def _code(text: str) -> str:
    if any(mark in text for mark in "<>|\\"):
        return _literal(f"`{text}`", first=False)
    return f"`{text}`"


def _literal(text: str, *, first: bool) -> str:
    text = _ENTITY.sub(lambda match: "&amp;" if match.group() == "&" else "&lt;", text)
    text = _SPECIAL.sub(lambda match: "\\" + match.group(), text)
    text = _LINKING.sub(lambda match: match.group() + "\\", text)
    return _LEADING.sub(_lead, text) if first else text


def _lead(match: re.Match[str]) -> str:
    if match.group(2):
        return f"{match.group(1)}\\{match.group(2)}"
    return f"{match.group(3)}\\{match.group(4)}"
