"""git is run without a shell, and only fetches by harmless transports."""

import pytest

from whichpr_crawler.git import Repository, repository_url
from whichpr_kb.errors import GitError, UsageError


@pytest.mark.parametrize(
    "origin",
    ["https://github.com/vllm-project/vllm.git", "ssh://git@host/x.git", "git@github.com:vllm-project/vllm.git"],
)
def test_addresses_that_are_taken_as_they_are(origin):
    assert repository_url(origin) == origin


@pytest.mark.parametrize(
    "origin",
    [
        "--upload-pack=touch x", "-x", "", "  ", "ext::sh -c 'touch x'", "fd::17", "git://host/x", "http://host/x",
        "https://", "https://-oProxyCommand=x/y", "ftp://host/x", "file2://x", "a\x00b", "transport::address",
    ],
)  # fmt: skip
def test_addresses_that_could_run_commands_are_refused(origin):
    with pytest.raises(UsageError):
        repository_url(origin)


def test_a_path_becomes_a_url_and_a_missing_one_is_named(tmp_path):
    assert repository_url(str(tmp_path)) == tmp_path.as_uri()
    with pytest.raises(GitError, match="no folder"):
        repository_url(str(tmp_path / "gone"))


def test_a_command_that_fails_brings_gits_own_words(tmp_path):
    with pytest.raises(GitError, match="not a git repository") as caught:
        Repository(tmp_path, 10).run("rev-parse", "HEAD")
    assert caught.value.exit_code == 4


def test_a_stream_that_fails_raises_after_what_came(upstream):
    upstream.commit("One (#1)")
    with pytest.raises(GitError):
        list(Repository(upstream.path, 10).tokens("log", "--stdin", stdin="no-such-ref\n"))


def test_a_command_that_takes_too_long_is_ended(upstream):
    with pytest.raises(GitError, match="did not end within"):
        Repository(upstream.path, 10).run("cat-file", "--batch", stdin=None, timeout=0.000001)
