"""Every command on PostgreSQL, as on SQLite."""

import pytest

COMMANDS = (
    ["status", "--json"],
    ["search", "Kimi K3 DeepGEMM", "--json"],
    ["show", "vllm#50458", "--json"],
    ["show", "vllm@v0.27.0", "--json"],
    ["released", "vllm#50424", "--json"],
    ["diff", "vllm", "v0.26.0", "v0.27.0", "--json"],
    ["digest", "release", "vllm", "v0.27.0", "--lang", "zh"],
    ["index", "--rebuild"],
)
TIMED = {"took_ms", "checked_at", "changed_at"}


def timeless(value):
    if isinstance(value, dict):
        return {key: timeless(inner) for key, inner in value.items() if key not in TIMED}
    return [timeless(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[:2]))
def test_the_same_answers(served, sample, arguments):
    ours, theirs = served(*arguments), sample(*arguments)
    if "--json" in arguments:
        assert timeless(ours.json) == timeless(theirs.json)
    else:
        assert ours.out == theirs.out


@pytest.fixture(scope="module")
def database(postgres):
    """A database of the test server for this module."""
    import sqlalchemy

    server = sqlalchemy.create_engine(postgres, isolation_level="AUTOCOMMIT", poolclass=sqlalchemy.NullPool)
    with server.connect() as connection:
        connection.execute(sqlalchemy.text("CREATE DATABASE every_command"))
    yield postgres.rsplit("/", 1)[0] + "/every_command"
    with server.connect() as connection:
        connection.execute(sqlalchemy.text("DROP DATABASE every_command WITH (FORCE)"))
    server.dispose()


@pytest.fixture
def served(database, sample, tmp_path_factory, monkeypatch):
    """The sample's knowledge base in PostgreSQL; the variable is set for our own calls only."""
    home = tmp_path_factory.getbasetemp() / "served"

    def call(*arguments):
        with monkeypatch.context() as patch:
            patch.setenv("WHICHPR_DATABASE_URL", database)
            ours = type(sample)(home)
            if not (home / "ready").exists():
                ours("--quiet", "demo", "--out", home.with_name("served-site"))
                (home / "ready").mkdir()
            return ours(*arguments)

    return call


def test_a_server_that_is_away_is_named(whichpr, monkeypatch):
    monkeypatch.setenv("WHICHPR_DATABASE_URL", "postgresql+psycopg://whichpr:secret@127.0.0.1:9/none")
    ran = whichpr("status", code=5)
    assert "127.0.0.1" in ran.err
    assert "secret" not in ran.err
    assert "Traceback" not in ran.err
