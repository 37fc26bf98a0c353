"""tools/check_size.py on short and long modules."""

import pytest


@pytest.fixture
def check(tool):
    return tool("check_size")


def function(name, lines):
    return f"def {name}():\n" + "    x = 1\n" * (lines - 1)


def test_the_limits_themselves_are_allowed(check, plant, capsys):
    tree = plant({"kb/whichpr_kb/a.py": "x = 1\n" * 400, "app/whichpr/b.py": function("f", 60)})
    assert check.main(tree) == 0
    assert capsys.readouterr().out == "size: 2 modules, none too long\n"


def test_one_line_more_is_named(check, plant, capsys):
    tree = plant({"kb/whichpr_kb/a.py": "x = 1\n" * 401, "app/whichpr/b.py": "y = 2\n" + function("f", 61)})
    assert check.main(tree) == 1
    assert capsys.readouterr().err.splitlines() == [
        "kb/whichpr_kb/a.py: 401 lines are more than 400: split it by noun or stage",
        "app/whichpr/b.py:2: f has 61 lines, more than 60",
    ]


def test_methods_and_coroutines_count_too(check, plant):
    method = "class C:\n" + "".join(f"    {line}\n" for line in ("async " + function("f", 61)).splitlines())
    assert list(check.problems(plant({"site/whichpr_site/c.py": method}))) == [
        "site/whichpr_site/c.py:2: f has 61 lines, more than 60"
    ]


@pytest.mark.parametrize("path", ["tests/kb/test_a.py", "kb/whichpr_kb/store/migrations/versions/v0001_first.py"])
def test_functions_of_tests_and_migrations_may_be_long(check, plant, path):
    assert list(check.problems(plant({path: function("f", 90)}))) == []


def test_a_long_test_module_is_named(check, plant):
    assert len(list(check.problems(plant({"tests/kb/test_a.py": "x = 1\n" * 401})))) == 1
