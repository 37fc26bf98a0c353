"""What the touched files of a change are: code, tests, documentation, pipelines, packaging."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

_PLACES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (place, re.compile(pattern))
    for place, pattern in (
        ("ci", r"\.(?:github|buildkite|circleci)/|(?:\.pre-commit-config\.yaml|codecov\.yml|(?:.*/)?CODEOWNERS)$"
               r"|\.golangci\.ya?ml$|tools/pre_commit/"),
        ("test", r"(?:tests?|integration)/|.*/(?:tests?|testdata|__tests__)/|.*_test\.(?:go|py|rs|cc)$"
                 r"|.*\.test\.tsx?$|.*/?conftest\.py$|.*(?:^|[_/])tests?\.(?:rs|go|py)$|.*nextest\.toml$"),
        ("docs", r"docs?/|mkdocs\.ya?ml$|.*\.(?:md|mdx|rst)$|\.readthedocs\.ya?ml$"),
        ("build", r"requirements|docker/|(?:.*/)?(?:Dockerfile|CMakeLists|Makefile|CMakePresets)|cmake/|packaging/"
                  r"|scripts/|tools/install|(?:setup\.py|pyproject\.toml|go\.mod|go\.sum|uv\.lock)$"
                  r"|(?:.*/)?Cargo\.(?:lock|toml)$|(?:.*/)?package(?:-lock)?\.json$|[A-Z_]+_VERSION$|llm/generate/|.*\.cmake$|\.(?:dockerignore|gitignore|gitattributes|editorconfig)$|.*\.iss$"),
        ("examples", r"examples?/"),
        ("benchmarks", r"benchmarks?/|cmd/bench/"),
    )
)  # fmt: skip


@lru_cache(maxsize=65536)
def place_of(path: str) -> str:
    """ci, test, docs, build, examples or benchmarks; everything else is code."""
    return next((place for place, pattern in _PLACES if pattern.match(path)), "code")


def count_places(paths: tuple[tuple[str, str], ...]) -> Counter[str]:
    """How many touched files are of each place."""
    return Counter(place_of(path) for _, path in paths)
