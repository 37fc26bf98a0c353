"""``whichpr show``, ``released`` and ``diff``: questions answered from the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from whichpr.commands.search import facets_of
from whichpr.front import Front, front_of, print_json

if TYPE_CHECKING:
    from rich.console import Console

_MOST_SHOWN = 40


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(show)
    app.command()(released)
    app.command()(diff)


Reference = Annotated[str, typer.Argument(help="vllm#50458, or vllm@v0.27.0 for a release.")]
Rest = Annotated[str | None, typer.Argument(metavar="[NUMBER_OR_TAG]", help="Or apart: vllm 50458, vllm v0.27.0.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]


def show(context: typer.Context, reference: Reference, rest: Rest = None, as_json: AsJson = False) -> None:
    """Show one pull request or one release with everything known of it."""
    from whichpr_kb.ask.released import released as read_released
    from whichpr_kb.ask.show import parse_reference, show_change, show_release

    front = front_of(context)
    with front.store() as store, store.reading() as connection:
        engine, key, is_release = parse_reference(connection, _joined(reference, rest))
        if is_release:
            found = show_release(connection, engine, key)
        else:
            found = show_change(connection, engine, key)
            found["releases"] = read_released(connection, engine, key)["releases"]
    if as_json:
        print_json(found)
    elif is_release:
        _show_release(front, found)
    else:
        _show_change(front.out, found)


def released(
    context: typer.Context,
    reference: Annotated[str, typer.Argument(help="vllm#50458")],
    rest: Rest = None,
    as_json: AsJson = False,
) -> None:
    """List every release that holds a pull request, the first one first."""
    from whichpr_kb.ask.released import released as read_released
    from whichpr_kb.ask.show import parse_reference
    from whichpr_kb.errors import UsageError

    front = front_of(context)
    with front.store() as store, store.reading() as connection:
        engine, key, is_release = parse_reference(connection, _joined(reference, rest))
        if is_release:
            raise UsageError(f"{reference} names a release", "Name a pull request: vllm#50458.")
        found = read_released(connection, engine, key)
    if as_json:
        print_json(found)
    else:
        _show_released(front.out, reference, found)


def diff(
    context: typer.Context,
    engine: Annotated[str, typer.Argument(help="vllm, ollama or owner/name.")],
    older: Annotated[str, typer.Argument(help="The older release, v0.26.0.")],
    newer: Annotated[str, typer.Argument(help="The newer release, v0.27.0.")],
    model: Annotated[str | None, typer.Option(help="Only changes about this model (any alias).")] = None,
    feature: Annotated[str | None, typer.Option(help="Only changes about this feature (any alias).")] = None,
    hardware: Annotated[str | None, typer.Option(help="Only changes for this hardware (any alias).")] = None,
    kind: Annotated[str | None, typer.Option(help="feature, bugfix, performance, breaking, …")] = None,
    release: Annotated[str | None, typer.Option(help="Only what this release was the first to hold.")] = None,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Merged on or after this day.")] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="Merged before this day.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="How many at the most.")] = None,
    as_json: AsJson = False,
) -> None:
    """List what changed between two releases, breaking changes first."""
    from whichpr_kb.ask.diff import diff as read_diff
    from whichpr_kb.store.engines import resolve_engine

    front = front_of(context)
    facets = facets_of(front, None, model, feature, hardware, kind, release, since, until)
    with front.store() as store, store.reading() as connection:
        found = read_diff(connection, resolve_engine(connection, engine).slug, older, newer, facets)
    total = len(found["items"])
    found["items"] = found["items"][: limit if limit or as_json else _MOST_SHOWN]
    if as_json:
        print_json(found)
    else:
        _show_diff(front.out, found, total)


def _joined(reference: str, rest: str | None) -> str:
    """ "vllm" and "50458" as "vllm#50458", "vllm" and "v0.27.0" as "vllm@v0.27.0"."""
    if rest is None:
        return reference
    number = rest.removeprefix("#")
    return f"{reference}#{number}" if number.isdigit() else f"{reference}@{rest}"


def _show_change(out: Console, found: dict[str, Any]) -> None:
    from rich.markup import escape
    from rich.text import Text

    from whichpr.answers import WORDS, headline

    out.print(headline(found, WORDS["en"]))
    title = found["title"] or "only release notes name this number"
    out.print(f"  [bold]{escape(title)}[/]")
    for label in ("models", "features", "hardware"):
        if found[label]:
            out.print(f"  {label}: {escape(', '.join(found[label]))}")
    for note in found["notes"]:
        where = " · ".join(part for part in (f"{note['release']} notes", note["section"]) if part)
        out.print(f"  [dim]{escape(where)}:[/] {escape(note['text'])}")
    for figure in found["figures"]:
        out.print(f"  [dim]figure:[/] {escape(figure['span'])}")
    for what in found["breaking_what"]:
        out.print(f"  [yellow]breaking:[/] {escape(what)}")
    for label, key in (("reverts", "reverts"), ("reverted by", "reverted_by"), ("back-port of", "backport_of")):
        if found[key]:
            out.print(f"  {label} #{found[key]}")
    tags = [row["tag"] for row in found["releases"]]
    if tags:
        out.print(f"  in {escape(', '.join(tags[:6]))}{f' and {len(tags) - 6} later' if len(tags) > 6 else ''}")
    out.print(Text(f"  {found['url']}", style="cyan"), soft_wrap=True)


def _show_release(front: Front, found: dict[str, Any]) -> None:
    from rich.markup import escape

    out = front.out
    out.print(f"[bold green]{found['engine']} {escape(found['tag'])}[/] · {(found['published_at'] or 'no date')[:10]}")
    if found["commits"] is not None:
        out.print(
            f"  counted since {found['previous'] or 'the beginning'}: {_count(found['commits'], 'commit')} by "
            f"{_count(found['contributors'], 'author')} ({found['new_contributors']:,} new)"
        )
    stated = found["stated"]
    if stated["commits"] or stated["contributors"]:
        out.print(f"  its notes say: {stated['commits'] or '?'} commits, {stated['contributors'] or '?'} contributors")
    out.print(f"  first release of {_count(found['pulls'], 'pull request')}")
    for note in found["notes"][:_MOST_SHOWN]:
        out.print(f"  [dim]{escape(note['section'])}[/] {escape(note['text'])}")
    if len(found["notes"]) > _MOST_SHOWN:
        out.print(f"  … {len(found['notes']) - _MOST_SHOWN} more; --json prints them all")
    out.print(f"  [cyan]{found['url']}[/]", soft_wrap=True)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _show_released(out: Console, reference: str, found: dict[str, Any]) -> None:
    from rich.table import Table

    if not found["releases"]:
        bound = found["first_release_not_after"]
        out.print(f"{reference}: " + (f"released in {bound} or before" if bound else "in no release known here"))
    else:
        table = Table("Release", "Date", "How", "Commit", box=None, pad_edge=False)
        for row in found["releases"]:
            sha = (row["sha"] or "")[:10]
            table.add_row(row["tag"], (row["published_at"] or "–")[:10], row["how"], sha)
        out.print(table)
        if found["first_release"] is None and found["first_release_not_after"]:
            out.print(f"Its first release is {found['first_release_not_after']} or before: no older tag is known here.")
    if found["first_prerelease"]:
        out.print(f"first pre-release: {found['first_prerelease']}")
    if found["reverted_by"]:
        out.print(f"[yellow]reverted by #{found['reverted_by']}[/], released in {found['reverted_in'] or 'none yet'}")


def _show_diff(out: Console, found: dict[str, Any], total: int) -> None:
    from rich.markup import escape
    from rich.table import Table

    out.print(f"[bold]{found['engine']} {found['from']} → {found['to']}[/]: {total:,} changes")
    table = Table("PR", "Kind", "Title", box=None, pad_edge=False)
    for item in found["items"]:
        name = f"#{item['pr']}" if item["pr"] is not None else (item["sha"] or "")[:10]
        kind = f"[yellow]{item['kind']} ![/]" if item["breaking"] else str(item["kind"])
        table.add_row(name, kind, escape(item["title"]))
    out.print(table)
    if len(found["items"]) < total:
        out.print(f"… {total - len(found['items']):,} more; --limit N shows more, --json prints them all")
