"""Writes the generated parts of the documents: the command reference and the settings. Called by cog."""

from __future__ import annotations

import os

from typer.testing import CliRunner

WIDTH = "100"


def commands() -> str:
    """Help of every command as Markdown, in the order in which `whichpr --help` lists them."""
    os.environ["COLUMNS"] = WIDTH
    from typer.main import get_command

    from whichpr.cli import app

    parts = [_help([])]
    group = get_command(app)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        below = getattr(command, "commands", None)
        parts += [_help([name, inner]) for inner in below] if below else [_help([name])]
    return "\n".join(parts)


def _help(words: list[str]) -> str:
    from whichpr.cli import app

    result = CliRunner().invoke(app, [*words, "--help"], prog_name="whichpr")
    if result.exit_code:
        raise RuntimeError(f"whichpr {' '.join(words)} --help failed: {result.output}")
    text = "\n".join(line.rstrip() for line in result.output.strip().splitlines())
    return f"## `{' '.join(['whichpr', *words])}`\n\n```text\n{text}\n```\n"


def settings() -> str:
    """Every setting as a row: key in whichpr.toml, variable, default, what it is."""
    from whichpr_kb.settings import PREFIX, Settings

    rows = ["| whichpr.toml | environment | default | what |", "| --- | --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        default = "" if field.default is None else f"`{field.default}`"
        rows.append(f"| `{name}` | `{PREFIX}{name.upper()}` | {default} | {field.description} |")
    return "\n".join(rows)
