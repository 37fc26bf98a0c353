"""Source ``sample``: the bundled facts, so that a first look needs no network.

It carries membership as records, since it has no commit graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from typing import Any, ClassVar

import yaml

from whichpr_crawler.published import read_published
from whichpr_crawler.source import Source
from whichpr_kb.records import Batch, MembershipRecord, PullRecord, Record, ReleaseRecord, TagRecord


class Sample(Source):
    """Reads the YAML file of the engine beside this module."""

    name: ClassVar[str] = "sample"  # type: ignore[misc]
    parser_version: ClassVar[int] = 1

    def batches(self) -> Iterator[Batch]:
        """All of an engine's sample in one batch."""
        text = files("whichpr_crawler.sources").joinpath("sample", f"{self.job.engine.slug}.yml").read_text("utf-8")
        data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
        records: list[Record] = []
        for row in data["releases"]:
            records += [_tag(row), _release(row)]
        for row in data["pulls"]:
            records.append(_pull(row))
            records += [MembershipRecord(held["tag"], row["number"], held["how"]) for held in row["releases"]]
        yield self.batch(records, last=True, total=len(records), fallback=True)


def sample_engines() -> list[str]:
    """The engines that the sample covers."""
    folder = files("whichpr_crawler.sources").joinpath("sample")
    return sorted(entry.name.removesuffix(".yml") for entry in folder.iterdir() if entry.name.endswith(".yml"))[::-1]


def _tag(row: dict[str, Any]) -> TagRecord:
    return TagRecord(row["tag"], None, datetime.fromisoformat(row["tagged_at"]) if row.get("tagged_at") else None)


def _release(row: dict[str, Any]) -> ReleaseRecord:
    published, precision = read_published(row.get("published_at"), row.get("published_at_precision"))
    return ReleaseRecord(
        tag=row["tag"],
        name=row.get("name", row["tag"]),
        url=row["url"],
        body=row["notes"],
        published_at=published,
        published_precision=precision,
        prerelease=row["prerelease"],
        complete=False,
    )


def _pull(row: dict[str, Any]) -> PullRecord:
    return PullRecord(
        number=row["number"],
        title=row["title"],
        body=row.get("summary", ""),
        url=row["url"],
        merged_at=datetime.fromisoformat(row["merged_at"]),
        paths=tuple(("M", path) for path in row.get("paths", [])),
    )
