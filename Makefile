# Grognard's commands. `make` alone lists them.

PYTHON ?= python3
WORKERS ?= 2
# What one `make test-long` may spend on random play, per scenario and generator.
FUZZ ?= --matches 3 --share 0.02

VENV := .venv
PY := $(VENV)/bin/python
GROGNARD := $(VENV)/bin/grognard
# Written last, with the folder's path in it: a half-made or moved environment is made again.
READY := $(VENV)/.ready
# The browser client: its packages, and what is built from it. Node comes with the environment, pinned like all else.
WEB_READY := web/node_modules/.ready
CLIENT := grognard/table/client/index.html
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
NPM := PATH="$(CURDIR)/$(VENV)/bin:$$PATH" npm --prefix web
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
.PHONY: $(READY)
endif

.DEFAULT_GOAL := help
.PHONY: help setup system play test test-long frames maps bench ledger format lock

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(READY) $(CLIENT) ## make .venv and the browser client, everything pinned (instant when nothing changed)

system: ## install what the tests need from the system: Chromium and PostgreSQL
	@tools/system-packages chromium postgresql

play: setup ## play: opens the table in the browser (grognard play --text stays in the terminal)
	$(GROGNARD) play

test: setup system ## style, types and all tests but the long ones (under 10 minutes on 2 cores)
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(NPM) run --silent check
	$(NPM) run --silent test
	$(PY) -m pytest -n $(WORKERS) -m "not long" --durations=10 --durations-min=5
	$(GROGNARD) ledger --check

test-long: setup system ## mass play, whole matches in the browser, load, benchmarks held to their limits
	$(PY) -m pytest -n $(WORKERS) -m long --deselect tests/browser/test_frames.py
	@# By itself: frames are only smooth where nothing else runs.
	$(PY) -m pytest -q -m long tests/browser/test_frames.py
	$(GROGNARD) fuzz $(FUZZ)
	$(PY) -m benchmarks --check

frames: setup system ## how smoothly the board moves; for a machine with nothing else to do
	$(PY) -m pytest -q -s -m long tests/browser/test_frames.py

maps: setup system ## make all maps and their drawings anew from packaged geographic data (some minutes)
	$(PY) -m venv workshop/cache/venv
	workshop/cache/venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r workshop/requirements.lock
	workshop/cache/venv/bin/python -m workshop all

bench: setup ## run the benchmarks and print them
	$(PY) -m benchmarks

ledger: setup ## which rules have a passing test, and which have none
	$(GROGNARD) ledger

format: setup ## let ruff repair and lay out the code
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

# Needs uv on the PATH. Keeps the pins that still fit; `make lock UPGRADE=--upgrade` takes the newest of everything.
# Universal: one file serves every platform and every Python from 3.11 on.
LOCK = --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock" --quiet $(UPGRADE)
lock: ## pin the dependencies again after a change in pyproject.toml (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv; install it first, outside $(VENV)." >&2; exit 1; }
	uv pip compile pyproject.toml --extra dev $(LOCK) --output-file requirements.lock
	uv pip compile pyproject.toml --extra workshop $(LOCK) --output-file workshop/requirements.lock

$(READY): requirements.lock pyproject.toml
	@if [ -s $(READY) ] && [ "$$(cat $(READY))" != "$(CURDIR)" ] || ! $(PY) -c 'import pip; $(NEW_ENOUGH)' 2>/dev/null; then \
		command -v $(PYTHON) >/dev/null || { echo "Grognard needs Python 3.11 or newer; $(PYTHON) was not found." >&2; exit 1; }; \
		$(PYTHON) -c '$(NEW_ENOUGH)' || { \
			echo "Grognard needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; \
			echo "Name another one: make setup PYTHON=python3.12" >&2; exit 1; }; \
		$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
			echo "$(PYTHON) cannot make environments; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }; \
		echo "Making $(VENV) with $$($(PYTHON) -V)"; \
		$(PYTHON) -m venv --clear $(VENV); \
	fi
	@rm -f $(READY)
	@# chess comes as source only; the variable keeps an older pip from building it the deprecated way.
	PIP_USE_PEP517=1 $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@printf '%s\n' "$(CURDIR)" > $(READY)

$(WEB_READY): web/package-lock.json web/package.json $(READY)
	$(NPM) ci --loglevel=error
	@touch $(WEB_READY)

$(CLIENT): $(WEB_READY) $(WEB_SOURCES)
	$(NPM) run --silent build
	@touch $(CLIENT)
