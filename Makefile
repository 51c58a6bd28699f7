# Each target works from nothing but python3 (3.11 or newer), make and the package index.
# Bytecode is kept whatever the environment says: five workers and many commands of the tests load the same modules.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: run words test counted postgres mutants fuzz kills load hostile install lint bench lock clean
PYTHON ?= python3
WORKERS ?= 3
BIN := .venv/bin
TESTING := DJANGO_SETTINGS_MODULE=tests.settings
SHARED := --dist worksteal --numprocesses
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

# The site with its catalogue and sample armies; asks for nothing and keeps what is there. PORT=9000 for another port.
run: .venv/run .env
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py load_catalogue
	@exec $(BIN)/python -m config.serve

# Lint, types and contracts beside the tests on SQLite, with their branch coverage; and beside both on PostgreSQL what it
# may answer otherwise: rows that are loaded, written by two at once, locked, searched, put in order, counted or refused,
# and in every area that what is somebody else's isn't found. The contracts keep databases out of tabletop/; pages and
# files are made from what the services return, on either. That server is thrown away with all that is in it: no test
# waits until its last visitor has gone and its database can be dropped.
# A browser asks one of the two: journeys that write all the time and in two tabs PostgreSQL, where each visitor has a
# connection, all others SQLite. What is made up of forms and of the API's schema runs on PostgreSQL alone, too, for it
# refuses more. A machine without PostgreSQL takes its journeys on SQLite.
# Three workers and two keep two cores busy: they often wait for a browser. What PostgreSQL has to say waits in a file,
# and comes second to the processor as its output does.
JOURNEYS := tests/browser/test_journey.py tests/browser/test_history.py
FUZZ := tests/armybuilder/core/test_fuzz_api.py tests/armybuilder/core/test_fuzz_forms.py
OTHERWISE := accounts battles/test_api.py battles/test_battles_api.py battles/test_bell.py battles/test_races.py \
  catalogue/test_load_catalogue.py catalogue/test_load_spells.py catalogue/test_snapshots.py core/test_admin.py core/test_limits.py core/test_lost_updates.py \
  core/test_lost_updates_api.py core/test_malformed.py core/test_races_of_kinds.py core/test_throttles.py \
  designs/test_api.py event_packs/test_api.py event_packs/test_services.py operations \
  printing/test_jobs.py printing/test_page_limits.py rosters/test_api.py rosters/test_history.py \
  rosters/test_history_api.py rosters/test_list.py rosters/test_races.py rosters/test_services.py rosters/test_stale.py \
  rosters/test_versions.py sharing terrain/test_api.py
ELSEWHERE := $(if $(wildcard /usr/lib/postgresql/*/bin/initdb),$(JOURNEYS)) $(FUZZ)
# Percent of lines and branches that the tests on SQLite run through at least; docs/adr/0013 says how it was measured.
FLOOR := 99
# slipcover says that it leaves the tests themselves uncounted; they are not asked for. A plugin that is named in the
# environment is there before Django is set up, in workers, too: with `-p` they have it after that.
COUNTED := PYTEST_PLUGINS=tests.probes $(BIN)/python -W "ignore:Unable to activate pytest" -m slipcover --json \
  --out .coverage.json -m pytest -W "ignore:Unable to activate pytest" -W ignore::pytest.PytestAssertRewriteWarning
test: .venv/dev
	@$(MAKE) --no-print-directory --jobs 3 lint counted postgres

counted: .venv/dev
	DATABASE_URL=sqlite:///:memory: $(COUNTED) $(SHARED) $(WORKERS) $(ELSEWHERE:%=--ignore=%)
	@$(BIN)/slipcover --out .coverage.json --skip-covered --fail-under $(FLOOR) --merge .coverage.json > .coverage.txt || \
	  { tail --lines 3 .coverage.txt; echo "Less than $(FLOOR) % of lines and branches are run through; .coverage.txt says which"; exit 1; }
	@tail --lines 1 .coverage.txt

postgres: .venv/dev
	@nice -n 5 .ci/with-postgres $(BIN)/pytest -p no:cacheprovider $(SHARED) 2 --reuse-db \
	  $(OTHERWISE:%=tests/armybuilder/%) $(FUZZ) $(JOURNEYS) > .postgres.txt 2>&1; status=$$?; cat .postgres.txt; exit $$status

# Small faults put into the rules by a machine: how many the tests of each room find. ROOMS="prices cover" for some.
BUDGET ?= 10
mutants: .venv/dev
	$(BIN)/python -m benchmarks.mutants $(ROOMS) --workers $(WORKERS) --minutes $(BUDGET)

# Requests made up from the API's own schema, more than 10,000 of them, in a few minutes; then as many odd ones over every
# route to the site as it is served. FUZZ_SEED=2 for others.
FUZZ_EXAMPLES ?= 100
FUZZ_SEED ?= 1
fuzz: .venv/dev
	FUZZ_EXAMPLES=$(FUZZ_EXAMPLES) FUZZ_SEED=$(FUZZ_SEED) DATABASE_URL=sqlite:///:memory: $(BIN)/pytest --quiet --show-capture=no $(FUZZ)
	$(BIN)/python -m benchmarks.fuzz_pages --seed $(FUZZ_SEED)

# Catalogues of translations brought up to what is marked, and compiled; says what isn't translated yet.
words: .venv/dev
	@$(TESTING) DATABASE_URL=sqlite:///:memory: $(BIN)/python -m tests.words

install: .venv/dev

lint: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Minutes long, and of the whole site as it is served; their figures stand in docs/reliability.md, and `make test` has a
# short version of each.
LONG := serving phones memory kept_battles kills bells load hostile mutants fuzz_pages fuzz_settings odd_requests second_reading squares

bench: .venv/dev
	@for each in $(filter-out $(LONG),$(basename $(notdir $(wildcard benchmarks/[a-z]*.py)))); do \
	  $(TESTING) $(BIN)/python -m benchmarks.$$each || over="$$over $$each"; \
	done; if [ -n "$$over" ]; then echo "Over a bar:$$over"; exit 1; fi

# Ends the server with `kill -9` in the middle of writes, 100 times, and looks what is left; 50 people who edit beside
# 200 who read, for a minute; a visitor beside eight who ask what takes longest, for half a minute. OPTIONS="--times 10"
# and OPTIONS="--seconds 20" for shorter ones.
kills load hostile: .venv/dev
	$(BIN)/python -m benchmarks.$@ $(OPTIONS)

# What is printed and what is judged, both read a second time by programs that share nothing with ours. OPTIONS is the
# path to the text of the rules for the first, and "--armies 500" and the like for the second.
second_reading: .venv/dev
	$(BIN)/python -m benchmarks.second_reading $(OPTIONS)

second_verdict: .venv/dev
	$(BIN)/python -m tests.corpus.second_verdict $(OPTIONS)

second_table: .venv/dev
	$(BIN)/python -m tests.corpus.second_table $(OPTIONS)

# Pins what pyproject.toml allows; UPGRADE=--upgrade takes the newest.
lock: .venv/dev
	$(COMPILE) $(UPGRADE) --output-file requirements/run.txt
	$(COMPILE) $(UPGRADE) --group dev --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) $(UPGRADE) --extra laboratory --constraint requirements/dev.txt --output-file requirements/laboratory.txt

# Everything that can be made again; the database and .env stay.
clean:
	rm -rf .venv staticfiles .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage.json .coverage.txt .postgres.txt .slipcover*

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Muster needs Python 3.11 or newer; choose one with PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Python can't make an environment; on Debian: apt-get install python3-venv"; exit 1; }

# Stamps: what was installed last, and when.
.venv/run .venv/dev: .venv/%: requirements/%.txt | $(BIN)/python
	@echo "Installing $< into .venv"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

.env:
	@umask 077; $(PYTHON) -c 'import secrets; print("DEBUG=true", "SECRET_KEY=" + secrets.token_urlsafe(50), sep="\n")' > $@
