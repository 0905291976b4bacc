# Every command there is; bare `make` lists them.
# No rule of make's own is wanted here: looking for one for each source takes longer than anything else it does.
MAKEFLAGS += -rR
# An environment that forbids bytecode would have every start compile the server's modules again.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= python3
PNPM := ../tools/pnpm
BIN := .venv/bin
WEB_SOURCES := $(shell find web/src web/public web/tools web/index.html web/vite.config.ts locales -type f 2>/dev/null)
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header -q

.DEFAULT_GOAL := help
.PHONY: help run build chains test test-fast test-server test-web test-browser test-cluster test-chains simulate durations check format contract bench faults audit sbom lock clean setup-run setup-dev setup-chain

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Set up what is missing and run the exchange on http://127.0.0.1:8000
	@$(MAKE) -s -j2 setup-run setup-chain build
	@exec $(BIN)/clearwater run

chains: ## Install the nodes of the development chains: hardhat, litecoind, bitcoind
	@tools/install-chains

build: web/dist/builds/latest.json ## Build the web client

test: ## Set up what is missing and run all tests side by side: server, web, browser; fails above its time budget
	@$(MAKE) -s -j2 setup-dev build
	@tools/install-test-programs
	@cd server && exec ../$(BIN)/python -m testrun all

test-fast: setup-dev web/node_modules/.installed ## Test the work in hand: all units, and what belongs to changed files
	@cd server && exec ../$(BIN)/python -m testrun fast

test-server: setup-dev ## Test the server
	tools/test-server

test-web: web/node_modules/.installed build ## Test the web client and its size budgets
	tools/test-web

test-browser: setup-dev build ## Run the end-to-end tests in a real browser
	tools/test-browser

durations: setup-dev ## Store how long each test file took in the last `make test`: the longest start first
	cd server && ../$(BIN)/python -m testrun durations

check: setup-dev web/node_modules/.installed ## Check format, lint, types, layers, sizes and the contract
	tools/check

format: setup-dev web/node_modules/.installed ## Format all code
	cd server && ../$(BIN)/ruff format -q . ../e2e && ../$(BIN)/ruff check -q --fix . ../e2e
	cd web && $(PNPM) -s format

contract: setup-run web/node_modules/.installed ## Regenerate the OpenAPI document, the web client's types and the text catalogues
	$(BIN)/clearwater openapi > web/src/api/generated/openapi.json.new
	mv web/src/api/generated/openapi.json.new web/src/api/generated/openapi.json
	cd web && $(PNPM) -s contract
	cd server && ../$(BIN)/python -m texts

bench: setup-dev build ## Measure speed and size; fails when a budget is exceeded
	tools/bench

faults: setup-dev ## Inject faults into a separate exchange: hostile load, kills, races; fails on damage
	cd server && ../$(BIN)/python -m faults $(SCENARIOS)

simulate: setup-dev ## Run the exchange under faults from seeds, in one process; ARGS="..." goes to it
	cd server && ../$(BIN)/python -m simulation $(ARGS)

test-cluster: setup-dev ## Kill each part of a cluster of PostgreSQL, engines and apis under load; fails on loss
	@tools/install-test-programs cluster
	cd server && ../$(BIN)/python -m faults cluster

test-chains: setup-dev ## Random deposits and withdrawals with kills and reorganisations; fails when ledger and chains differ
	@tools/install-chains tests
	cd server && ../$(BIN)/python -m faults chains

audit: setup-run ## Verify the database
	$(BIN)/clearwater audit

sbom: ## Write the software bill of materials (CycloneDX) to sbom.cdx.json
	$(PYTHON) tools/sbom > sbom.cdx.json

lock: setup-dev ## Compile the server's lock files
	cd server && ../$(LOCK) pyproject.toml -o requirements.txt
	cd server && ../$(LOCK) pyproject.toml --group dev -o requirements-dev.txt

clean: ## Remove what was built and installed; data stays
	rm -rf .venv .tools .test-run web/node_modules web/dist server/chains/node_modules server/chains/programs
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run: .venv/.run
setup-chain: server/chains/node_modules/.installed
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

server/chains/node_modules/.installed: server/chains/package.json server/chains/pnpm-lock.yaml
	@tools/install-chains evm || echo "There is no EVM development node: its chain stays off." >&2

web/dist/builds/latest.json: web/node_modules/.installed $(WEB_SOURCES)
	@echo "Building the web client"
	@cd web && $(PNPM) -s exec vite build --logLevel warn
