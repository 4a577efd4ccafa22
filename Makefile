# Every task of the project; CI runs the same targets. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
# The example that `make up` applies: a name under stacks/.
STACK ?= lab
# More for pytest, such as PYTEST="-k hostlist -x".
PYTEST ?=
WORKERS ?= 2
# Debian suites whose Slurm the tests run: 24.11, 22.05 and 26.05.
SUITES ?= trixie bookworm sid
# Releases of Kueue that the live tests run.
KUEUES ?= 0.14 0.17 0.19

.PHONY: help venv pulumi slurm kube up test test-live bench fmt lint types golden docs fresh lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

venv: ## the virtual environment .venv from requirements.lock
	@tools/venv.sh

pulumi: venv ## a Pulumi CLI as .venv/bin/pulumi (installed, downloaded, or built once)
	@tools/pulumi/install.sh

slurm: ## real Slurm, Debian's packages in a folder of the cache
	@tools/slurm/install.sh $(SUITES) || { status=$$?; \
	  [ "$$status" -eq 3 ] && [ "$${CI:-}" != true ] && echo "going on without Slurm: its tests say that they are skipped"; }

kube: pulumi ## API server, scheduler, three Kueues and Pulumi's Kubernetes plugin (long where nothing can be downloaded)
	@tools/kube/install.sh --scheduler $(KUEUES)
	@tools/pulumi/install-kubernetes-plugin.sh

up: venv ## render, check and apply the example: make up, or make up STACK=small
	@tools/up.sh $(STACK)

test: pulumi slurm ## every test that needs no long build
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not kube and not agreement" $(PYTEST)

test-live: kube slurm ## the tests against a real API server with Kueue, and of what the two schedulers do
	@printf '%s\n' $(SUITES) | xargs -P 3 -I SUITE $(BIN)/python -m pytest -q tests/live/slurm/agreement -m agreement -k SUITE $(PYTEST)
	@printf '%s\n' $(KUEUES) | xargs -P 3 -I RELEASE $(BIN)/python -m pytest -q tests/live/kube/agreement -m agreement -k RELEASE $(PYTEST)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "kube and not agreement" $(PYTEST)

bench: venv ## CPU seconds of what users wait for
	@$(BIN)/python tools/bench.py

fmt: venv ## format and fix what can be fixed
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

lint: venv ## style, format, import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo

types: venv ## mypy, strict
	@$(BIN)/mypy

golden: venv ## rewrite the expected trees from what is rendered now
	@$(BIN)/python -m pytest -q -m "not kube and not slurm and not pulumi" --golden-update $(PYTEST)
	@git status --short -- tests

docs: venv ## rewrite what is generated from code: rule pages, the document's JSON Schema
	@$(BIN)/python tools/docs.py

fresh: venv ## fail when a generated file is out of date
	@$(BIN)/python tools/docs.py --check

lock: ## refresh requirements.lock, the only place that pins packages
	@tools/lock.sh

clean: ## remove what make made in this checkout (what was built stays in the user's cache folder)
	rm -rf .venv .pulumi-state out dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage
