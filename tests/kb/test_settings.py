"""Settings: option over environment over file, and unknown keys are errors that name the nearest."""

from pathlib import Path

import pytest

from whichpr_kb.errors import SettingsError
from whichpr_kb.settings import load_settings


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_option_over_environment_over_file(folder, monkeypatch):
    (folder / "whichpr.toml").write_text('home = "from-file"\nlock_timeout = 5\n')
    assert load_settings().home == Path("from-file")
    monkeypatch.setenv("WHICHPR_HOME", "from-environment")
    assert load_settings().home == Path("from-environment")
    assert load_settings(home=Path("from-option")).home == Path("from-option")
    assert load_settings().lock_timeout == 5


def test_an_unknown_key_names_the_nearest(folder, monkeypatch):
    (folder / "whichpr.toml").write_text("lock_timout = 5\n")
    with pytest.raises(SettingsError, match="lock_timout") as caught:
        load_settings()
    assert caught.value.hint == "Did you mean lock_timeout?"
    (folder / "whichpr.toml").unlink()
    monkeypatch.setenv("WHICHPR_HOEM", "x")
    with pytest.raises(SettingsError, match="WHICHPR_HOEM") as caught:
        load_settings()
    assert caught.value.hint == "Did you mean WHICHPR_HOME?"


@pytest.mark.parametrize("text", ["home = ", "lock_timeout = 'soon'", "lock_timeout = -1", "\xff"])
def test_a_broken_file_or_value_is_named(folder, text):
    (folder / "whichpr.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert "whichpr.toml" in caught.value.message or "lock_timeout" in caught.value.message


def test_the_database_url_replaces_the_file(folder):
    assert load_settings().url == f"sqlite:///{folder / '.whichpr' / 'kb.sqlite'}"
    assert load_settings(database_url="postgresql+psycopg://h/d").url == "postgresql+psycopg://h/d"
