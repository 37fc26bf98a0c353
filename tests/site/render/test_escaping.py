from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from whichpr_site.render.escaping import html, markdown

HOSTILE = [
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "![x](https://evil.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "# heading",
    "- item",
    "1. item",
    "+ item",
    "> quote",
    "a **bold** and _soft_ and ~~gone~~",
    "a | b | c",
    "&lt;b&gt; &amp; &#60;",
    "`code` and `a ` b",
    "back\\slash \\[x](y)",
    "see https://evil.example and www.evil.example and a@b.example @user",
    "$x$ and $$y$$",
    "`<script>` and `a|b`",
    "----",
    "===",
    "<!-- comment -->",
    "<https://evil.example>",
    "[x]: https://evil.example",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_shows_the_text_as_it_stands(text):
    tokens = MarkdownIt("gfm-like", {"linkify": False}).enable("table").parse(f"x {markdown(text)}\n")
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    kinds = {child.type for child in tokens[1].children}
    assert kinds <= {"text", "text_special", "code_inline"}
    shown = "".join(child.content for child in tokens[1].children)
    assert shown.replace("`", "") == f"x {text}".replace("`", "")


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_at_the_start_of_a_line_begins_no_block(text):
    tokens = MarkdownIt("commonmark").parse(f"- {markdown(text)}\n")
    assert [token.type for token in tokens] == [
        "bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close",
        "bullet_list_close",
    ]  # fmt: skip


def test_no_scheme_is_left_for_a_linkifier():
    assert "https:" not in markdown("https://evil.example")
    assert "javascript:" not in markdown("[x](javascript:alert(1))")


def test_html_keeps_code_and_escapes_the_rest():
    assert html("a <b> `x<y>`") == "a &lt;b&gt; <code>x&lt;y&gt;</code>"
