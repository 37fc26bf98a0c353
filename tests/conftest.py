"""What every test gets: no network beyond this machine, a clean environment, the corpus, and the engines' history."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from pytest_socket import socket_allow_hosts

from whichpr_kb.settings import load_settings
from whichpr_kb.store.database import Store, open_store

CORPUS = "WHICHPR_CORPUS"
REQUIRE_POSTGRES = "WHICHPR_REQUIRE_POSTGRES"
LOOPBACK = ["127.0.0.1", "::1", "localhost"]
# Where programs that a test starts are sent when they ask for the network: a port on which nothing listens.
NOWHERE = "http://127.0.0.1:9"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that uses the corpus carries the marker, so that -m corpus and -m "not corpus" choose."""
    for item in items:
        if "corpus" in getattr(item, "fixturenames", ()):
            item.add_marker("corpus")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """The network guard: before any fixture, of whatever scope; pytest-socket takes it off after each test."""
    socket_allow_hosts(LOOPBACK, allow_unix_socket=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test skipped for want of PostgreSQL is a failure where WHICHPR_REQUIRE_POSTGRES is set."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and os.environ.get(REQUIRE_POSTGRES):
        reason = report.longrepr[2]
        if "postgres" in reason.lower():
            report.outcome = "failed"
            report.longrepr = f"{REQUIRE_POSTGRES} is set, so this is no reason to skip: {reason}"
    return report


@pytest.fixture(scope="session", autouse=True)
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither the developer's settings and git configuration nor the machine's colours reach a test."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            ours = name.startswith("WHICHPR_") and name not in (CORPUS, REQUIRE_POSTGRES)
            if ours or name.startswith("GIT_") or name in ("FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS"):
                patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv("GIT_TERMINAL_PROMPT", "0")
        for role in ("AUTHOR", "COMMITTER"):
            patch.setenv(f"GIT_{role}_NAME", "A test")
            patch.setenv(f"GIT_{role}_EMAIL", "test@example.org")
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            patch.setenv(name, NOWHERE)
            patch.setenv(name.upper(), NOWHERE)
        for name in ("no_proxy", "NO_PROXY"):
            patch.setenv(name, ",".join(LOOPBACK))
        yield


@pytest.fixture(scope="session")
def corpus(pytestconfig: pytest.Config) -> Path:
    """The folder that WHICHPR_CORPUS names: release notes, histories, judged questions. Unset, the test is skipped."""
    named = os.environ.get(CORPUS)
    if not named:
        pytest.skip(f"{CORPUS} is unset: it names the folder of the release-notes corpus")
    folder = (pytestconfig.invocation_params.dir / named).resolve()
    if not (folder / "corpus" / "release_notes").is_dir():
        pytest.fail(f"{CORPUS}={named}: there is no corpus/release_notes in it")
    return folder


@pytest.fixture(scope="session")
def replica(corpus: Path, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str], Path]:
    """Makes the bare git repository of an engine's history: ``replica("vllm")``.

    It is made once for all processes of a run, so a test only reads it; one that writes takes a copy.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent

    def build(engine: str) -> Path:
        done = shared / f"replica-{engine}.git"
        with FileLock(shared / f"replica-{engine}.lock"):
            if not done.exists():
                draft = shared / f"replica-{engine}.draft"
                shutil.rmtree(draft, ignore_errors=True)
                tool = corpus / "tools" / "make_git_replica.py"
                made = subprocess.run(
                    [sys.executable, str(tool), engine, str(draft)], capture_output=True, text=True, timeout=600
                )
                if made.returncode:
                    pytest.fail(f"{tool} {engine} failed:\n{made.stderr}")
                draft.rename(done)
        return done

    return build


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server of this process on a free loopback port; the URL of its maintenance database."""
    binaries = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
    if binaries is None or not (binaries / "initdb").exists():
        pytest.skip("PostgreSQL is not installed: its server programs are looked for in /usr/lib/postgresql")
    folder = Path(tempfile.mkdtemp(prefix="wpr-pg-"))
    as_owner: list[str] = []
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
        as_owner = ["runuser", "-u", "postgres", "--"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"
    options = f"-c listen_addresses=127.0.0.1 -p {port} -c unix_socket_directories={folder} -c fsync=off"
    start = ("-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")

    def run(program: str, *arguments: str) -> None:
        command = [*as_owner, str(binaries / program), *arguments]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True, timeout=120, cwd="/")  # fmt: skip
        if done.returncode:
            pytest.fail(f"{program} failed: {done.stderr}")

    run("initdb", "-D", str(data), "-U", "whichpr", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
    run("pg_ctl", *start)
    yield f"postgresql+psycopg://whichpr@127.0.0.1:{port}/postgres"
    run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The URL of a fresh database on the test server."""
    import sqlalchemy

    name = f"t{uuid.uuid4().hex}"
    server = sqlalchemy.create_engine(postgres, isolation_level="AUTOCOMMIT", poolclass=sqlalchemy.NullPool)
    with server.connect() as connection:
        connection.execute(sqlalchemy.text(f"CREATE DATABASE {name}"))
    yield postgres.rsplit("/", 1)[0] + f"/{name}"
    with server.connect() as connection:
        connection.execute(sqlalchemy.text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store, once on SQLite and once on PostgreSQL."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    opened = open_store(load_settings(home=tmp_path / "home", database_url=url))
    yield opened
    opened.close()
