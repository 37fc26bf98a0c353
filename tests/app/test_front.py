"""The door: help, versions, errors with their exit codes, and streams kept apart."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from whichpr import __version__
from whichpr.cli import app
from whichpr_kb import errors


def test_version_and_help(whichpr):
    assert whichpr("--version").out == f"whichpr {__version__}\n"
    listed = whichpr("--help").out
    for command in (
        "demo",
        "crawl",
        "index",
        "search",
        "show",
        "released",
        "diff",
        "digest",
        "build",
        "serve",
        "status",
    ):
        assert f"  {command} " in listed


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["search"], 2, "there is no question"),
        (["search", "x", "--kind", "magic"], 2, "no kind 'magic'"),
        (["search", "x", "--since", "yesterday"], 2, "no date"),
        (["search", "x", "--limit", "0"], 2, ""),
        (["no-such-command"], 2, ""),
        (["search", "kimi"], 5, "no knowledge base"),
        (["status"], 5, "no knowledge base"),
        (["show", "vllm#1"], 5, "no knowledge base"),
        (["crawl", "nobody"], 2, "unknown engine"),
        (["crawl", "--git", "x"], 2, "exactly one engine"),
        (["crawl", "vllm", "--git", "--upload-pack=x"], 2, "no repository"),
        (["crawl", "vllm", "--git", "ext::sh -c x"], 2, "may not fetch"),
        (["crawl", "vllm", "--notes", "nowhere"], 4, "no folder"),
        (["crawl", "vllm", "--git", "nowhere"], 4, "no folder"),
        (["crawl", "vllm", "--since", "soon"], 2, "no date"),
        (["crawl", "vllm", "--source", "magic"], 2, "unknown source"),
    ],
)  # fmt: skip
def test_errors_have_their_exit_code_and_say_what_to_do(whichpr, arguments, code, says):
    ran = whichpr(*arguments, code=code)
    assert says in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_settings_errors_are_3(whichpr, monkeypatch):
    monkeypatch.setenv("WHICHPR_LOCK_TIMEOUT", "never")
    assert "lock_timeout" in whichpr("status", code=3).err


def test_a_bug_is_1_with_its_traceback(whichpr, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("whichpr.commands.status.front_of", broken)
    ran = whichpr("status", code=1)
    assert "ZeroDivisionError" in ran.err
    assert "this is a bug" in ran.err


def test_an_interrupt_is_130(whichpr, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("whichpr.commands.status.front_of", interrupted)
    assert "what was stored so far is kept" in whichpr("status", code=130).err


def test_every_error_has_a_documented_code():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.WhichprError)]
    assert {kind.exit_code for kind in kinds} == {1, 2, 3, 4, 5, 6}
    for kind in kinds:
        assert kind.__name__ in errors.__doc__


def test_a_search_starts_without_the_heavy_packages(sample):
    script = (
        "import sys\nfrom whichpr.cli import app\n"
        f"try:\n    app(['--home', {str(sample.home)!r}, 'search', 'Kimi K3 DeepGEMM', '--json'])\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "print(sorted({'sqlmodel', 'sqlalchemy', 'scrapy', 'twisted', 'jinja2', 'yaml', 'alembic'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_the_reader_of_a_pipe_may_leave(sample):
    command = [sys.executable, "-m", "whichpr", "--home", str(sample.home), "search", "kimi", "--limit", "50"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err


def test_the_command_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "whichpr", "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"whichpr {__version__}\n"


def test_options_stand_before_the_command():
    assert CliRunner().invoke(app, ["status", "--home", "x"]).exit_code == 2
