"""What tests/conftest.py promises: a closed network, a clean environment, and a corpus that is there or is missed."""

import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from pytest_socket import SocketConnectBlockedError

ELSEWHERE = ("192.0.2.1", 80)


@pytest.fixture(scope="module")
def early():
    """Set up before any fixture of a single test."""
    try:
        socket.create_connection(ELSEWHERE, timeout=1)
    except (SocketConnectBlockedError, UserWarning) as error:
        return error
    except OSError:
        pass
    return None


def test_another_host_is_refused():
    with pytest.raises((SocketConnectBlockedError, UserWarning), match=r"192\.0\.2\.1"):
        socket.create_connection(ELSEWHERE, timeout=1)


def test_it_is_refused_to_fixtures_of_wider_scope(early):
    assert early is not None


def test_loopback_is_allowed():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()[:2]) as client:
        assert client.getpeername() == server.getsockname()


def test_unix_sockets_are_allowed(tmp_path):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "s"))
        server.listen()
        client.connect(str(tmp_path / "s"))
        assert client.getpeername() == str(tmp_path / "s")


def test_programs_are_sent_nowhere():
    assert urllib.request.getproxies()["https"] == "http://127.0.0.1:9"
    assert urllib.request.proxy_bypass("127.0.0.1")


def test_git_sees_no_configuration_but_ours():
    done = subprocess.run(["git", "config", "--list", "--show-origin"], cwd="/", capture_output=True, text=True)
    assert done.stdout == ""


CASES = """
import os

import pytest


def test_corpus(corpus):
    assert corpus.is_absolute()


def test_environment():
    assert [name for name in os.environ if name.startswith("WHICHPR_")] == os.environ.get("EXPECTED", "").split()


def test_postgres():
    pytest.skip("no PostgreSQL server here")


def test_other():
    pytest.skip("no browser here")


def test_replica(replica):
    made = replica("vllm")
    assert (made / "made").read_text() == "vllm"
    assert replica("vllm") == made
"""
TOOL = """
import pathlib, sys

out = pathlib.Path(sys.argv[2])
out.mkdir()
(out / "made").write_text(sys.argv[1])
with open(pathlib.Path(__file__).with_name("calls"), "a") as calls:
    calls.write("x")
"""


@pytest.fixture
def inner(tmp_path):
    """Runs the cases above under a copy of the conftest, and returns each one's outcome with all that was printed."""
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tmp_path)
    (tmp_path / "test_cases.py").write_text(CASES)

    def run(*options, **variables):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("WHICHPR_", "PYTEST_"))}
        command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", "-c", os.devnull, *options]
        command += [f"--rootdir={tmp_path}", f"--basetemp={tmp_path / 'run'}", "test_cases.py"]
        done = subprocess.run(command, cwd=tmp_path, env={**kept, **variables}, capture_output=True, text=True)
        lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
        outcomes = {
            rest[1].split("::")[1].split(" ")[0]: rest[0] for rest in lines if len(rest) == 2 and "::test_" in rest[1]
        }
        return outcomes, done.stdout + done.stderr

    return run


@pytest.fixture
def small_corpus(tmp_path):
    folder = tmp_path / "shared"
    (folder / "corpus" / "release_notes").mkdir(parents=True)
    (folder / "tools").mkdir()
    (folder / "tools" / "make_git_replica.py").write_text(TOOL)
    return folder


def test_without_the_variable_corpus_tests_are_skipped_and_say_so(inner):
    outcomes, said = inner()
    assert outcomes.get("test_corpus", "SKIPPED") == "SKIPPED"
    assert "WHICHPR_CORPUS is unset" in said
    assert "failed" not in said
    assert "error" not in said


def test_a_corpus_that_is_missing_is_no_reason_to_skip(inner, tmp_path):
    (tmp_path / "empty").mkdir()
    for named in ("nowhere", "empty"):
        outcomes, said = inner(WHICHPR_CORPUS=named)
        assert outcomes["test_corpus"] == "ERROR"
        assert f"WHICHPR_CORPUS={named}: there is no corpus/release_notes in it" in said


def test_a_corpus_named_relative_to_the_working_folder(inner, small_corpus):
    outcomes, said = inner(WHICHPR_CORPUS=small_corpus.name)
    assert outcomes["test_corpus"] == "PASSED", said


def test_a_replica_is_made_once_for_all_workers(inner, small_corpus, tmp_path):
    (tmp_path / "test_again.py").write_text(CASES)
    outcomes, said = inner("-n", "2", "--dist", "loadfile", "test_again.py", WHICHPR_CORPUS=str(small_corpus))
    assert outcomes["test_replica"] == "PASSED", said
    assert (small_corpus / "tools" / "calls").read_text() == "x"


def test_only_the_suites_own_variables_stay(inner, small_corpus):
    outcomes, said = inner(
        WHICHPR_HOME="x", WHICHPR_NONSENSE="y", WHICHPR_CORPUS=str(small_corpus), EXPECTED="WHICHPR_CORPUS"
    )
    assert outcomes["test_environment"] == "PASSED", said


def test_a_skipped_postgresql_test_fails_where_it_is_required(inner):
    outcomes, said = inner(WHICHPR_REQUIRE_POSTGRES="1")
    assert outcomes["test_postgres"] == "FAILED"
    assert "no reason to skip: Skipped: no PostgreSQL server here" in said
    assert outcomes.get("test_other", "SKIPPED") == "SKIPPED"
