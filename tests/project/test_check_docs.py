"""tools/check_docs.py on documents that agree with a small project, and on each way in which they do not."""

import pytest

from whichpr_kb.settings import Settings

PYPROJECT = """\
[[tool.importlinter.contracts]]
name = "forbidden comes first here"
type = "forbidden"

[[tool.importlinter.contracts]]
name = "layers"
type = "layers"
layers = ["whichpr", "whichpr_crawler | whichpr_site", "whichpr_kb"]
"""
ARCHITECTURE = """\
# Architecture

| folder | package | owns | may import |
|---|---|---|---|
| `kb/` | `whichpr_kb` | tables: `whichpr_kb.store` | none |
| `crawler/` | `whichpr_crawler` | the run: `whichpr_crawler.run` | `whichpr_kb` |
| `site/` | `whichpr_site` | pages | `whichpr_kb` |
| `app/` | `whichpr` | the command | `whichpr_kb`, `whichpr_crawler`, `whichpr_site` |
| `tests/` | none | tests | all |

| another | table |
|---|---|
| `x` | `y` |
"""
# In parts, for this file is checked as well.
REGISTRY = "pypi" + ".org"
SOMEBODY = "/".join(["", "home", "ann", "whichpr"])


@pytest.fixture
def check(tool):
    return tool("check_docs")


@pytest.fixture
def project(plant):
    def write(files=()):
        return plant(
            {
                "pyproject.toml": PYPROJECT,
                "README.md": "# whichpr\n",
                "docs/architecture.md": ARCHITECTURE,
                "kb/whichpr_kb/__init__.py": "",
                "kb/whichpr_kb/store/__init__.py": "",
                "crawler/whichpr_crawler/__init__.py": "",
                "crawler/whichpr_crawler/run.py": "",
                "site/whichpr_site/__init__.py": "",
                "app/whichpr/__init__.py": "",
                **dict(files),
            }
        )

    return write


def test_documents_that_agree_pass(check, project, capsys):
    assert check.main(project()) == 0
    assert capsys.readouterr().out == "docs: 2 documents agree with the project\n"


GOOD_LINKS = """\
# Which PR, which `release`?

<a id="by-hand"></a>

## Set-up

## Set-up

[here](#which-pr-which-release) [twice](#set-up-1) [hand](#by-hand) [file](docs/architecture.md#architecture)
[folder](docs) [outside](https://example.org/x#y) [mail](mailto:a@example.org) ![picture](docs/a%20b.svg)
<img src="docs/a b.svg"> `[no](link.md)`
"""


def test_links_that_lead_somewhere(check, project):
    assert list(check.broken_links(project({"README.md": GOOD_LINKS, "docs/a b.svg": "<svg/>"}))) == []


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("[x](docs/none.md)", "link 'docs/none.md': there is no such file"),
        ("![x](none.png)", "link 'none.png': there is no such file"),
        ("<img src='none.png'>", "link 'none.png': there is no such file"),
        ("[x](#none)", "link '#none': there is no such heading"),
        ("[x](docs/architecture.md#none)", "link 'docs/architecture.md#none': there is no such heading"),
        ("[x](../outside.md)", "link '../outside.md': it leaves the project"),
        ("[x](/etc/hosts)", "link '/etc/hosts': it leaves the project"),
        ("[x][ref]\n\n[ref]: none.md", "link 'none.md': there is no such file"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(check, project, link, wrong):
    assert list(check.broken_links(project({"README.md": f"# A\n\n{link}\n"}))) == [f"README.md:3: {wrong}"]


def test_links_of_every_document_are_followed(check, project):
    names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/other.md"]
    found = list(check.broken_links(project(dict.fromkeys(names, "[x](none.md)\n"))))
    assert [line.split(":")[0] for line in found] == names


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("| `site/` | `whichpr_site` | pages | `whichpr_kb` |\n", "", "the table of packages lacks whichpr_site"),
        ("`whichpr_kb.store`", "`whichpr_kb.shop`", "there is no module whichpr_kb.shop"),
        ("| `kb/` |", "| `base/` |", "there is no package whichpr_kb in `base/`"),
        ("| `tests/` | none |", "| `x/` | `whichpr_x` |", "whichpr_x stands in no layer"),
        ("| pages | `whichpr_kb` |", "| pages | `whichpr_kb`, `whichpr_crawler` |", "the contract says whichpr_kb"),
        ("store` | none |", "store` | `whichpr` |", "the contract says none of the others"),
        ("`whichpr_crawler`, `whichpr_site` |", "`whichpr_site` |", "says whichpr_crawler, whichpr_kb, whichpr_site"),
    ],
)
def test_a_table_that_differs_from_the_project_is_named(check, project, old, new, wrong):
    assert old in ARCHITECTURE
    found = list(check.table_problems(project({"docs/architecture.md": ARCHITECTURE.replace(old, new)})))
    assert any(wrong in line for line in found), found


def test_without_the_architecture_document_there_is_a_finding(check, plant):
    assert list(check.table_problems(plant({}))) == ["docs/architecture.md is missing"]


def test_every_setting_is_to_be_documented(check, project):
    every = [f"WHICHPR_{name.upper()}" for name in Settings.model_fields]
    tree = project({"docs/configuration.md": " ".join(every)})
    assert list(check.undocumented_settings(tree)) == []
    (tree / "docs/configuration.md").write_text(" ".join(name for name in every if name != "WHICHPR_HOME") + " MY_HOME")
    assert list(check.undocumented_settings(tree)) == ["docs/configuration.md: it does not name WHICHPR_HOME"]


def test_without_a_configuration_document_nothing_is_asked(check, project):
    assert list(check.undocumented_settings(project())) == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (f"https://{REGISTRY}/simple", "a package registry's host"),
        (f"files at {SOMEBODY}/kb", "a path of one machine"),
        ("in " + "/".join(["", "Users", "ann", "x"]), "a path of one machine"),
        ("in " + "/".join(["", "root", ".cache"]), "a path of one machine"),
        ("C:" + "\\Users\\ann", "a path of one machine"),
    ],
)
def test_private_words_are_named(check, project, text, what):
    tree = project({"app/whichpr/a.yml": f"fine\n{text}\n"})
    assert list(check.private_words(tree)) == [f"app/whichpr/a.yml:2: it names {what}"]


def test_the_path_of_the_checkout_is_named(check, project, tmp_path):
    tree = project({"Makefile": f"cd {tmp_path / 'tree'}\n"})
    assert list(check.private_words(tree)) == ["Makefile:1: it names a path of one machine"]


def test_outside_of_a_repository_there_is_a_finding(check, tmp_path):
    (found,) = check.private_words(tmp_path)
    assert "not a git repository" in found


def test_ignored_and_binary_files_are_not_read(check, project):
    tree = project({".gitignore": "out/\n", "out/a.txt": SOMEBODY + "/a", "b.bin": "\x00" + REGISTRY})
    assert list(check.private_words(tree)) == []


def test_paths_of_a_repository_are_no_paths_of_a_machine(check, project):
    text = "https://example.org/home/ann/x docs/{}/x ~/.cache /usr/lib/postgresql tests/home/a/b".format("root")
    assert list(check.private_words(project({"README.md": text}))) == []
