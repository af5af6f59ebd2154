# Every target makes .venv when it is missing or out of date, and can be run again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
DOCS ?= docs
MINUTES ?= 10
PROCESSES ?= auto

.PHONY: help install demo ask test check format benchmarks soak fuzz clean
.DEFAULT_GOAL := help

help:
	@echo 'make demo          index docs/ (or DOCS=path) and open a Slack of its own to ask in'
	@echo 'make ask Q="..."   index docs/ (or DOCS=path) and answer one question'
	@echo 'make test          all tests, in one process more than there are cores, four at most (PROCESSES=1)'
	@echo 'make check         format, lint, types'
	@echo 'make benchmarks    the figures of docs/quality.md and docs/performance.md'
	@echo 'make soak          bots killed under load, clusters too, and property tests with many more examples (MINUTES=10)'
	@echo 'make fuzz          fuzz readers, chunker and query builders (MINUTES=10 each)'
	@echo 'make install       set-up alone'

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Footnote needs Python 3.11 or later; say which with PYTHON=python3.12'; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo 'Installing into $(VENV) (once) ...'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

install: $(STAMP)

# What a person types is handed on as it is: neither make nor the shell may read it.
unexport Q DOCS
define newline


endef
quoted = '$(subst ','"'"',$(subst $(newline), ,$(1)))'

ask: $(STAMP)
	@test -n $(call quoted,$(value Q)) || { echo 'Say what to ask: make ask Q="How do I index my documents?"'; exit 2; }
	@$(BIN)/python -m scripts.ingest --quiet --partly --own -- $(call quoted,$(value DOCS))
	@$(BIN)/python -m scripts.ask --docs=$(call quoted,$(value DOCS)) -- $(call quoted,$(value Q))

demo: $(STAMP)
	@$(BIN)/python -m bot.playground --docs=$(call quoted,$(value DOCS))

test: $(STAMP)
	$(BIN)/python -m pytest -n $(PROCESSES) --maxprocesses 4 --dist loadfile

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

benchmarks: $(STAMP)
	$(BIN)/python -m benchmarks

soak: $(STAMP)
	$(BIN)/python -m benchmarks.storm load kills replicas soak --minutes $(MINUTES)
	$(BIN)/python -m pytest -m long -q
	$(BIN)/python -m pytest -p tests.soak --minutes $(MINUTES) -q

fuzz: $(STAMP)
	@$(BIN)/python -c 'import atheris' 2>/dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check 'atheris>=3,<4' || true
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
