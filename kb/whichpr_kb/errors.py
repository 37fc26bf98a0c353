"""Every error that whichpr raises on purpose, its exit code, and what the user should do next.

::

    WhichprError                      exit
    ├── UsageError                    2   the command was called with something it cannot use
    │   ├── UnknownEngine             2   no such engine in engines.yml or the store
    │   └── NotFound                  2   the store holds no such pull request or release
    ├── SettingsError                 3   whichpr.toml or a WHICHPR_ variable is wrong
    ├── SourceError                   4   a source (repository, folder, network) failed
    │   ├── GitError                  4   git refused, or the folder is no repository
    │   └── NotesError                4   a release-notes file cannot be read
    ├── StoreError                    5   the database failed
    │   ├── StoreNewer                5   it was written by a newer whichpr
    │   ├── StoreBusy                 5   another command is writing
    │   └── StoreCorrupt              5   the file is damaged
    ├── IndexingError                 5   the search index failed
    ├── OutputError                   5   a page or file cannot be written
    └── SomeSourcesFailed             6   finished, but some sources failed

0 is success, 1 a bug, 130 an interrupt. One place (``whichpr.cli``) turns these into messages.
"""

from __future__ import annotations


class WhichprError(Exception):
    """Base of all errors raised on purpose: a message, and ``hint``, the user's next step."""

    exit_code: int = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(WhichprError):
    """The command was called with a value that it cannot use."""

    exit_code = 2


class UnknownEngine(UsageError):
    """No engine of that name is configured."""


class NotFound(UsageError):
    """The store holds no such pull request or release."""


class SettingsError(WhichprError):
    """A setting is unknown or has a value that cannot be used."""

    exit_code = 3


class SourceError(WhichprError):
    """A source could not be fetched or read; what other sources brought is kept."""

    exit_code = 4


class GitError(SourceError):
    """git refused, or what was named is no repository."""


class NotesError(SourceError):
    """A file of release notes cannot be read or understood."""


class StoreError(WhichprError):
    """The database could not be opened, read or written."""

    exit_code = 5


class StoreNewer(StoreError):
    """The database was written by a newer version of whichpr."""


class StoreBusy(StoreError):
    """Another command is writing to this knowledge base."""


class StoreCorrupt(StoreError):
    """The database file is damaged or is no whichpr database."""


class IndexingError(WhichprError):
    """The search index could not be built or read."""

    exit_code = 5


class OutputError(WhichprError):
    """A page, a file or a folder of the output cannot be written."""

    exit_code = 5


class SomeSourcesFailed(WhichprError):
    """The command finished, but some of its sources failed."""

    exit_code = 6
