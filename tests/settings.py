"""The site's settings for tests: no developer's .env decides a test."""

import os
import tempfile
from pathlib import Path

os.environ |= {"DEBUG": "false", "SECURE": "false", "SECRET_KEY": "for-tests-" * 6}
os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
# Playwright keeps an event loop in the thread that also makes the rows for its tests.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from config.settings import *  # noqa: F403
from config.settings import CACHES, DATABASES, MIDDLEWARE, STORAGES

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as everybody has: threads share one connection to a database in memory, and get into each other's way.
    FILE = str(Path(tempfile.gettempdir()) / f"muster-test-{os.getpid()}.sqlite3")
    DATABASES["default"] |= {"NAME": FILE, "TEST": {"NAME": FILE}}
    # It is thrown away: it needn't outlive a power cut, and what changes stays in memory where there is room.
    RELAXED = "synchronous=OFF", "cache_size=-65536", "temp_store=MEMORY", "wal_autocheckpoint=20000"
    START = "".join(f"PRAGMA {pragma};" for pragma in ("journal_mode=WAL", *RELAXED))
    DATABASES["default"]["OPTIONS"] |= {"init_command": START}

CACHES = {name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name} for name in CACHES}
# A test may read a code at the end of its half minute and send it in the next.
MFA_TOTP_TOLERANCE = 1
MIDDLEWARE = ["tests.traffic.counted", *MIDDLEWARE]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# No worker runs beside a test, unless it starts one: orders are printed where they are put in line.
TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # from the sources: nothing is collected before a test
# Probes that count branches make the first answers of a run slow; tests of the budget itself say how long.
WORK_SECONDS, WORK_SECONDS_ACCOUNT = 20.0, 50.0
