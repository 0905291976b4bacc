# Every command there is; bare `make` lists them.
PYTHON ?= python3
PNPM := npx --yes pnpm@10.34.8
BIN := .venv/bin
# Each of these brings a database of its own.
PARALLEL := -n auto --maxprocesses 4
WEB_SOURCES := $(shell find web/src web/public web/tools web/index.html web/vite.config.ts -type f 2>/dev/null)
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header -q

.DEFAULT_GOAL := help
.PHONY: help run build test test-server test-web test-browser check format contract bench faults audit sbom lock clean setup-run setup-dev

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Set up what is missing and run the exchange on http://127.0.0.1:8000
	@$(MAKE) -s -j2 setup-run build
	@exec $(BIN)/clearwater run

build: web/dist/builds/latest.json ## Build the web client

test: ## Set up what is missing and pass all tests: server, web, browser
	@$(MAKE) -s -j2 setup-dev build
	@tools/install-test-programs
	@$(MAKE) -s test-server test-web test-browser

test-server: setup-dev ## Test the server
	cd server && ../$(BIN)/pytest -q $(PARALLEL)

test-web: web/node_modules/.installed build ## Test the web client's parts, and how much of it pages load
	cd web && $(PNPM) -s test
	cd web && $(PNPM) -s size

test-browser: setup-dev build ## Test whole stories in a real browser
	tools/test-browser $(PARALLEL)

check: setup-dev web/node_modules/.installed ## Check format, lint, types, layers, sizes and the contract
	tools/check

format: setup-dev web/node_modules/.installed ## Format all code
	cd server && ../$(BIN)/ruff format -q . ../e2e && ../$(BIN)/ruff check -q --fix . ../e2e
	cd web && $(PNPM) -s format

contract: setup-run web/node_modules/.installed ## Write the API's description, the web client's types and the text catalogue anew
	$(BIN)/clearwater openapi > web/src/api/generated/openapi.json.new
	mv web/src/api/generated/openapi.json.new web/src/api/generated/openapi.json
	cd web && $(PNPM) -s contract && $(PNPM) -s texts

bench: setup-dev build ## Measure speed and size; prints figures, fails on broken budgets
	tools/bench

faults: setup-dev ## Attack a real exchange: hostile load, kills and races; prints a table, fails on what breaks
	cd server && ../$(BIN)/python -m faults $(SCENARIOS)

audit: setup-run ## Prove that the database is what it should be
	$(BIN)/clearwater audit

sbom: ## Write what the product is made of to sbom.cdx.json (CycloneDX), from the locks
	$(PYTHON) tools/sbom > sbom.cdx.json

lock: setup-dev ## Compile the locks of the server anew
	cd server && ../$(LOCK) pyproject.toml -o requirements.txt
	cd server && ../$(LOCK) pyproject.toml --group dev -o requirements-dev.txt

clean: ## Remove what was built and installed; data stays
	rm -rf .venv web/node_modules web/dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run: .venv/.run
setup-dev: .venv/.dev

.venv/.run: server/requirements.txt server/pyproject.toml
	@echo "Setting up Python (a minute the first time)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Clearwater needs Python 3.11 or newer.")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r server/requirements.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e server
	@touch $@

.venv/.dev: .venv/.run server/requirements-dev.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r server/requirements-dev.txt
	@touch $@

web/node_modules/.installed: web/package.json web/pnpm-lock.yaml
	@echo "Setting up the web client (half a minute the first time)"
	@cd web && $(PNPM) -s install --frozen-lockfile
	@touch $@

web/dist/builds/latest.json: web/node_modules/.installed $(WEB_SOURCES)
	@echo "Building the web client"
	@cd web && $(PNPM) -s exec vite build --logLevel warn
