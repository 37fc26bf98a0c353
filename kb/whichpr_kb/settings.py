"""Settings: one frozen model, built once in the front door and passed down.

Order of strength: ``whichpr.toml`` in the working folder < environment (``WHICHPR_*``) < command-line option.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from whichpr_kb.errors import SettingsError

FILE = Path("whichpr.toml")
PREFIX = "WHICHPR_"
# Variables of the same prefix that belong to the test suite, not to the program.
FOREIGN = frozenset({"WHICHPR_CORPUS", "WHICHPR_REQUIRE_POSTGRES"})


class Settings(BaseSettings):
    """Everything that can be set, with its default."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, toml_file=FILE, frozen=True, extra="forbid")

    home: Path = Field(default=Path(".whichpr"), description="Folder of the knowledge base: kb.sqlite, index/, git/.")
    database_url: str | None = Field(
        default=None, description="SQLAlchemy URL that replaces the SQLite file, e.g. postgresql+psycopg://host/db."
    )
    lock_timeout: float = Field(default=30.0, ge=0, description="Seconds that a writer waits for another writer.")
    git_timeout: float = Field(default=3600.0, gt=0, description="Seconds that one git clone or fetch may take.")
    notes_max_bytes: int = Field(
        default=8 * 1024 * 1024, gt=0, description="Largest file of release notes that is read, in bytes."
    )

    @property
    def url(self) -> str:
        """The database's SQLAlchemy URL."""
        return self.database_url or f"sqlite:///{(self.home / 'kb.sqlite').absolute()}"

    @property
    def index_dir(self) -> Path:
        """Folder of the search index."""
        return self.home / "index"

    @property
    def git_dir(self) -> Path:
        """Folder of the bare clones."""
        return self.home / "git"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Option over environment over file; no .env and no secrets folder."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load_settings(**options: Any) -> Settings:
    """Settings from file, environment and the options that are not None.

    Raises SettingsError that names the key, and for an unknown one the nearest known.
    """
    given = {key: value for key, value in options.items() if value is not None}
    _refuse_unknown_variables()
    try:
        return Settings(**given)
    except ValidationError as error:
        raise SettingsError(*_explain(error)) from error
    except (tomllib.TOMLDecodeError, OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{FILE} cannot be read: {error}", "Mend the file or remove it.") from error


def _refuse_unknown_variables() -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields} | FOREIGN
    for variable in os.environ:
        if variable.startswith(PREFIX) and variable not in known:
            raise SettingsError(f"unknown setting {variable} in the environment", _nearest(variable, known))


def _explain(error: ValidationError) -> tuple[str, str]:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"unknown setting {key!r} in {FILE}", _nearest(key, set(Settings.model_fields))
    return f"setting {key!r}: {first['msg']}", f"See {FILE} and the {PREFIX}{key.upper()} variable."


def _nearest(key: str, known: set[str]) -> str:
    close = difflib.get_close_matches(key, sorted(known), n=1)
    return f"Did you mean {close[0]}?" if close else "Known: " + ", ".join(sorted(known - FOREIGN))
