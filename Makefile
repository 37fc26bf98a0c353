# Everything a developer or a machine runs on this project. `make` alone lists the targets.
# GNU make and a POSIX shell; the network is needed once, to fill .venv.

SHELL = /bin/sh
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

NEWEST = for name in python3.13 python3.12 python3.11 python3; do \
	"$$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$name"; break; }; done
PYTHON ?= $(shell $(NEWEST))
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS   ?= 2
ARGS   ?=

# Documents with generated parts, and what uv is asked for when the lock is written.
GENERATED = $(shell grep -ls '\[\[\[cog' README.md CONTRIBUTING.md docs/*.md)
UV ?= uv
LOCK = pip compile pyproject.toml --extra postgres --group dev --universal --generate-hashes --no-header --no-annotate --no-strip-extras \
	-o requirements.lock

.PHONY: help install demo test nightly bench check lint format-check types layers wheel size links generated \
	format docs lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-13s %s\n", $$1, $$2 }'

install: $(STAMP) ## fill .venv with the locked dependencies and this project, editable

$(STAMP): requirements.lock pyproject.toml
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		python="$(PYTHON)"; \
		"$${python:-none}" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
			echo "whichpr needs Python 3.11 or newer with its venv module (Debian: apt-get install python3-venv)." >&2; \
			echo "$${python:+$$python is not that. }Name one: make PYTHON=/path/to/python3.12" >&2; exit 1; }; \
		echo "making $(VENV) with $$python"; \
		"$$python" -m venv --clear $(VENV); }
	@echo "installing the locked dependencies into $(VENV)"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP) ## build the bundled sample's knowledge base and its site in public/; no network
	$(BIN)/whichpr demo --out public

test: $(STAMP) ## run the tests; ARGS="-k name" chooses, JOBS=4 sets the processes
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile -m "not nightly" $(ARGS)

nightly: $(STAMP) ## run the tests that are too long for every run
	$(BIN)/python -m pytest -m nightly $(ARGS)

bench: $(STAMP) ## measure how long things take
	@test -f bench/run.py || { echo "bench/run.py is not there: there is nothing to measure yet." >&2; exit 1; }
	$(BIN)/python bench/run.py $(ARGS)

check: lint format-check types layers size wheel links generated ## everything below that finds faults; make -k check goes on after one

lint: $(STAMP) ## ruff's rules
	$(BIN)/ruff check .

format-check: $(STAMP) ## ruff's format, only compared
	$(BIN)/ruff format --check .

types: $(STAMP) ## mypy, strict
	$(BIN)/mypy
	$(BIN)/mypy tools

layers: $(STAMP) ## who may import whom
	$(BIN)/lint-imports

size: $(STAMP) ## length of modules and functions
	$(BIN)/python tools/check_size.py

wheel: $(STAMP) ## what the wheel holds
	$(BIN)/python tools/check_wheel.py

links: $(STAMP) ## links, tables and settings of the documents; hosts and paths that must not be in a file
	$(BIN)/python tools/check_docs.py

generated: $(STAMP) ## whether the generated parts of the documents are fresh
	@test -n "$(GENERATED)" || echo "no document has a generated part"
	$(if $(GENERATED),$(BIN)/cog --check $(GENERATED))

format: $(STAMP) ## put all Python files into ruff's format
	$(BIN)/ruff format .

docs: $(STAMP) ## write the generated parts of the documents anew
	@test -n "$(GENERATED)" || echo "no document has a generated part"
	$(if $(GENERATED),$(BIN)/cog -r $(GENERATED))

lock: ## write requirements.lock from pyproject.toml; ARGS=--upgrade takes newer versions
	@if command -v $(UV) >/dev/null 2>&1; then $(UV) $(LOCK) $(ARGS) >/dev/null; else \
		python="$(PYTHON)"; folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
		echo "uv is not installed: taking one for this run" && "$${python:-python3}" -m venv "$$folder" && \
		"$$folder/bin/python" -m pip --disable-pip-version-check --quiet install uv && \
		"$$folder/bin/uv" $(LOCK) $(ARGS) >/dev/null; fi
	@echo "requirements.lock is written; commit it together with pyproject.toml"

clean: ## remove what was built, not .venv and not the knowledge base in .whichpr
	rm -rf public dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.*
	find kb crawler site app tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
