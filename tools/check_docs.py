"""Checks the documents against the project.

- every relative link and anchor of README.md, CONTRIBUTING.md, CHANGELOG.md and docs/*.md leads somewhere;
- the table of packages in docs/architecture.md names what exists, and says the same as the import-linter contract;
- docs/configuration.md, where there is one, names the variable of every setting;
- no file names a package registry's host or a path that exists on one developer's machine only.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
ARCHITECTURE = Path("docs/architecture.md")
CONFIGURATION = Path("docs/configuration.md")
# In parts, so that this file does not name them.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("index", "crates", "io"),
        ("proxy", "golang", "org"),
        ("conda", "anaconda", "org"),
    )
)
_REGISTRY = re.compile("|".join(re.escape(host) for host in REGISTRIES), re.IGNORECASE)
_HOME = re.compile(r"(?<![\w/.-])/(?:(?:home|Users)/\w[\w.-]*|root)/|[A-Za-z]:\\+Users\\")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_HTML_LINK = re.compile(r"""\b(?:href|src)=["']([^"']+)["']""")
_HTML_ANCHOR = re.compile(r"""\b(?:id|name)=["']([^"']+)["']""")


def main(root: Path = ROOT) -> int:
    """Prints what is wrong and returns 1, or 0 when nothing is."""
    found = [*broken_links(root), *table_problems(root), *undocumented_settings(root), *private_words(root)]
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        print(f"docs: {len(documents(root))} documents agree with the project")
    return 1 if found else 0


def documents(root: Path) -> list[Path]:
    """The documents, relative to the root."""
    fixed = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    return [path.relative_to(root) for path in [*fixed, *sorted((root / "docs").glob("*.md"))] if path.exists()]


# --- links ---------------------------------------------------------------------------------------


def broken_links(root: Path) -> Iterator[str]:
    """One line for each relative link that leads nowhere."""
    for document in documents(root):
        for line, target in _links((root / document).read_text("utf-8")):
            if not _SCHEME.match(target):
                wrong = _broken(root, document, target)
                if wrong:
                    yield f"{document}:{line}: link {target!r}: {wrong}"


def _broken(root: Path, document: Path, target: str) -> str | None:
    name, _, anchor = target.partition("#")
    path = (root / document).parent / unquote(name) if name else root / document
    if name.startswith("/") or not path.resolve().is_relative_to(root.resolve()):
        return "it leaves the project"
    if not path.exists():
        return "there is no such file"
    if anchor and path.suffix == ".md" and unquote(anchor) not in anchors(path.read_text("utf-8")):
        return "there is no such heading"
    return None


def _tokens(text: str) -> Iterator[tuple[int, Token]]:
    line = 1
    for block in MarkdownIt("commonmark").enable("table").parse(text):
        line = block.map[0] + 1 if block.map else line
        yield line, block
        for token in block.children or ():
            yield line, token


def _links(text: str) -> Iterator[tuple[int, str]]:
    for line, token in _tokens(text):
        if token.type in ("link_open", "image"):
            yield line, str(token.attrs.get("href") or token.attrs.get("src"))
        elif token.type in ("html_block", "html_inline"):
            for target in _HTML_LINK.findall(token.content):
                yield line, target


def anchors(text: str) -> set[str]:
    """The anchors that GitHub makes of a document's headings, and those written in HTML."""
    found: set[str] = set()
    heading = False
    for _, token in _tokens(text):
        if token.type in ("html_block", "html_inline"):
            found.update(_HTML_ANCHOR.findall(token.content))
        elif heading and token.type == "inline":
            words = "".join(part.content for part in token.children or () if part.type in ("text", "code_inline"))
            slug = plain = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            repeat = 0
            while slug in found:
                repeat += 1
                slug = f"{plain}-{repeat}"
            found.add(slug)
        heading = token.type == "heading_open"
    return found


# --- the table of packages -----------------------------------------------------------------------


def table_problems(root: Path) -> Iterator[str]:
    """One line for each difference between the table of packages, the folders and the import-linter contract."""
    if not (root / ARCHITECTURE).exists():
        yield f"{ARCHITECTURE} is missing"
        return
    allowed = contract(root)
    rows = {package: row for row in _rows(root) for package in _code(row[1])}
    for package in sorted(allowed.keys() - rows.keys()):
        yield f"{ARCHITECTURE}: the table of packages lacks {package}"
    for package, (folder, _, owns, imports) in rows.items():
        if package not in allowed:
            yield f"{ARCHITECTURE}: {package} stands in no layer of the import-linter contract"
            continue
        parents = [root / name.rstrip("/") for name in _code(folder)]
        if not any((parent / package / "__init__.py").exists() for parent in parents):
            yield f"{ARCHITECTURE}: there is no package {package} in {folder}"
        for module in _code(owns):
            if not any(_is_module(parent, module) for parent in parents):
                yield f"{ARCHITECTURE}: there is no module {module}"
        if set(_code(imports)) != allowed[package]:
            may = ", ".join(sorted(allowed[package])) or "none of the others"
            yield f"{ARCHITECTURE}: {package} may import {imports!r}, but the contract says {may}"


def contract(root: Path) -> dict[str, set[str]]:
    """Who may import whom, from the layers contract in pyproject.toml: each package with those of the layers below."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    layers = next(row["layers"] for row in settings["tool"]["importlinter"]["contracts"] if row["type"] == "layers")
    allowed: dict[str, set[str]] = {}
    for layer in reversed(layers):
        below = set(allowed)
        allowed.update(dict.fromkeys(re.split(r"[|\s]+", layer), below))
    return allowed


def _rows(root: Path) -> Iterator[list[str]]:
    inside = False
    for line in (root / ARCHITECTURE).read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if [cell.lower() for cell in cells] == ["folder", "package", "owns", "may import"]:
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not set(line) <= set("|-: "):
            yield cells


def _code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def _is_module(parent: Path, dotted: str) -> bool:
    path = parent / dotted.replace(".", "/")
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


# --- settings, hosts and paths -------------------------------------------------------------------


def undocumented_settings(root: Path) -> Iterator[str]:
    """One line for each setting whose variable docs/configuration.md does not name."""
    if not (root / CONFIGURATION).exists():
        return
    from whichpr_kb.settings import PREFIX, Settings

    text = (root / CONFIGURATION).read_text("utf-8")
    for name in Settings.model_fields:
        variable = PREFIX + name.upper()
        if not re.search(rf"\b{variable}\b", text):
            yield f"{CONFIGURATION}: it does not name {variable}"


def private_words(root: Path) -> Iterator[str]:
    """One line for each place where a file of the repository names a registry's host or somebody's own folder."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)
    if listed.returncode:
        yield f"the files to look at are not known: {listed.stderr.strip()}"
    own = str(root.resolve())
    for path in sorted(set(listed.stdout.split("\x00"))):
        if not (root / path).is_file():  # removed, but not yet from git
            continue
        content = (root / path).read_bytes()
        if b"\x00" in content:
            continue
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            if _REGISTRY.search(line):
                yield f"{path}:{number}: it names a package registry's host"
            if _HOME.search(line) or own in line:
                yield f"{path}:{number}: it names a path of one machine"


if __name__ == "__main__":
    sys.exit(main())
