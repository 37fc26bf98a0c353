"""Ordering of tags: PEP 440 for engines like vLLM, semantic versions with -rc for engines like Ollama.

A tag that fits neither scheme is no release. Nothing is ever ordered by date or as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import semver
from packaging.version import InvalidVersion, Version

from whichpr_kb.engines import Engine

# A number with a letter before it, as in "b4567" of llama.cpp, counts as one component.
_BUILD = re.compile(r"[a-z](\d+)")
_RC = re.compile(r"rc\.?(\d+)", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TagVersion:
    """A tag understood: ``order`` sorts it among the tags of its engine, ``stable`` is False for a pre-release."""

    tag: str
    order: tuple[Any, ...]
    stable: bool


def parse_tag(engine: Engine, tag: str) -> TagVersion | None:
    """The tag as a version, or None for one that is never a release (other names, -ci1, -int2, +local)."""
    text = tag.removeprefix("v")
    build = _BUILD.fullmatch(tag)
    if build:
        return TagVersion(tag, (0, (int(build.group(1)),)), stable=True)
    return _pep440(tag, text) if engine.tags == "pep440" else _semver(engine, tag, text)


def _pep440(tag: str, text: str) -> TagVersion | None:
    try:
        version = Version(text)
    except InvalidVersion:
        return None
    if version.local:
        return None
    return TagVersion(tag, (1, version), stable=not version.is_prerelease)


def _semver(engine: Engine, tag: str, text: str) -> TagVersion | None:
    try:
        version = semver.Version.parse(text, optional_minor_and_patch=True)
    except ValueError:
        return None
    word = _WORD.match(version.prerelease or "")
    if word and word.group().lower() in engine.ignore_tags:
        return None
    core = (version.major, version.minor, version.patch)
    if version.build is not None:
        return None
    if version.prerelease is None:
        return TagVersion(tag, (1, (*core, 1, 0)), stable=True)
    rc = _RC.fullmatch(version.prerelease)
    if rc is None:  # a name like 0.32.0-beta.2: semver's own rules, below every rc of the same core
        return TagVersion(tag, (1, (*core, -1, _letters(version.prerelease))), stable=False)
    return TagVersion(tag, (1, (*core, 0, int(rc.group(1)))), stable=False)


def _letters(prerelease: str) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in prerelease.split("."))


def in_order(engine: Engine, tags: Iterable[str]) -> list[TagVersion]:
    """The tags that are releases or pre-releases, oldest version first."""
    found = (parse_tag(engine, tag) for tag in tags)
    return sorted((version for version in found if version is not None), key=lambda version: version.order)
