"""Settings, driven by the environment; .env.example lists what may be set."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from environ import Env

from armybuilder.core.rates import EVERY_OTHER, Bound, Limit, Room, a_minute, an_hour, megabytes
from tabletop.work import Work

ROOT = Path(__file__).resolve().parent.parent
YEAR = 365 * 24 * 60 * 60

env = Env()
env.read_env(ROOT / ".env")

DEBUG = env.bool("DEBUG", default=False)
SECURE = env.bool("SECURE", default=not DEBUG)
SECRET_KEY = env.str("SECRET_KEY")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is empty: it signs sessions and forms")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

PROXIES = env.int("PROXIES", default=0)

INSTALLED_APPS = [
    "armybuilder",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",  # before staticfiles: static files are served one way, with every header
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "simple_history",
    "template_partials",
]
MIDDLEWARE = [
    "csp.middleware.CSPMiddleware",  # first two, so that redirects to HTTPS and static files carry them too
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "armybuilder.core.errors.LastAnswerMiddleware",  # below whatever sets headers
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "armybuilder.core.languages.LanguageMiddleware",
    "armybuilder.core.errors.ReadableFormMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "armybuilder.core.offline.OfflineMiddleware",
    "armybuilder.core.throttles.ThrottleMiddleware",  # whoever comes too often gets no budget
    "armybuilder.core.bounds.RoomMiddleware",
    "armybuilder.core.budgets.WorkBudgetMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",  # who is signed in stands beside each version
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["armybuilder.templatetags.watched", "django.templatetags.i18n"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español")]
LOCALE_PATHS = [ROOT / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# SQLite: readers never wait for a writer, writers queue up instead of failing, and what is saved survives a power cut.
SQLITE_OPTIONS = {
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
}


def database() -> dict[str, Any]:
    """The database of DATABASE_URL, db.sqlite3 if there is none."""
    chosen: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{ROOT / 'db.sqlite3'}")
    if chosen["ENGINE"] == "django.db.backends.sqlite3":
        return chosen | {"OPTIONS": SQLITE_OPTIONS}
    return chosen | {"CONN_HEALTH_CHECKS": True}


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def limits() -> dict[str, Any]:
    """Where limits on guessing and used one-time codes are kept: in the database, for all processes alike."""
    cache: dict[str, Any] = env.cache_url("CACHE_URL", default="dbcache://muster_cache")
    if cache["BACKEND"] == "django.core.cache.backends.db.DatabaseCache":
        cache["BACKEND"] = "armybuilder.core.limits.LastingCache"
    return cache | {"KEY_FUNCTION": "armybuilder.core.limits.hashed_key"}


CACHES = {"default": limits()}

# Where browsers hear of what has happened in a battle, if that is another origin than the site's.
BELL = env.str("BELL", default="")

# Mail is written to the console unless EMAIL_URL says where it goes.
globals().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("EMAIL_FROM", default="Muster <muster@localhost>")

CONTACT = env.str("CONTACT", default="")

# Seconds of the processor that a request may take of a visitor without and with an account.
WORK_SECONDS, WORK_SECONDS_ACCOUNT = 2.0, 5.0
# What takes longer than so many seconds is worked out by one request at a time in each process; how many may wait for
# that, and how long.
WORK_LIGHT = 0.1
WORK_WAITING, WORK_PATIENCE = 4, 5.0
# What is refused before it begins, whoever asks.
WORK_MOST = {Work.PAIRS: 40_000, Work.PAGES: 100}

# How often whatever writes or computes may be asked for. A club of 30 people has one address.
THROTTLES: tuple[Limit, ...] = (
    Limit(
        name="newcomers",
        about="the first thing that a browser without an account keeps",
        address=an_hour(120),
    ),
    Limit(
        name="sheets",
        about="PDFs and ZIPs of sheets",
        visitor=a_minute(60),
        address=a_minute(300),
        reads=(
            *("papers-pdf", "print-job-file", "print-pdf", "print-zip", "receipt-pdf", "roster-design-pdf"),
            *(
                "collection-pdf",
                "event-paper",
                "lacking-pdf",
                "roster-pdf",
                "sample-pdf",
                "shared-pdf",
                "table-pdf",
                "terrain-pdf",
            ),
        ),
        writes=("api-print", "print-rosters", "start-print"),
    ),
    Limit(
        name="previews",
        about="the print shop's page, and pictures of pages",
        visitor=a_minute(300),
        address=a_minute(1500),
        reads=("papers", "print", "print-job", "print-page", "print-rosters"),
    ),
    Limit(
        name="tables",
        about="questions about a table, and moves on it",
        visitor=a_minute(300),
        address=a_minute(2400),
        reads=(
            *("after-shared-table", "change-terrain", "shared-table", "table", "terrain", "terrain-file"),
            "terrain-table",
        ),
        writes=("api-table", "command-table", "demo-table", "deploy-table", "open-table", "redo-table", "undo-table"),
    ),
    Limit(
        name="battles",
        about="looking at a battle, and commands in it",
        visitor=a_minute(600),
        address=a_minute(4800),
        reads=(
            *("after-event", "api-battle", "api-battle-after", "battle", "battle-bell", "battle-file"),
            *("battle-report", "own-battle"),
        ),
        writes=(
            "api-battle-commands",
            "api-battles",
            "battle-dice",
            "battle-odds",
            "battle-seats",
            "demo-battle",
            "new-battle",
            "new-battle-of",
            "open-battle",
            "send-to-battle",
        ),
    ),
    Limit(
        name="events",
        about="pages of an event, and lists brought to it",
        visitor=a_minute(300),
        address=a_minute(4800),
        reads=(
            *("api-event", "api-event-standings", "api-season", "bring-list", "event", "event-calendar", "event-file"),
            *("event-game", "event-list"),
            *(
                "event-goepp",
                "event-mails",
                "event-pairings-table",
                "event-players",
                "event-ranking",
                "event-round",
                "event-rounds",
            ),
            *("event-screen", "event-standings", "event-standings-table", "event-statistics", "event-table"),
            *("edit-season", "new-season", "season", "season-table"),
            "judge-all",
        ),
        writes=("api-report-result", "bring-list", "event-game"),
    ),
    Limit(
        name="mails",
        about="addresses that a link is sent to, and other changes of the mails of events",
        visitor=an_hour(20),
        address=an_hour(200),
        writes=("event-mails",),
    ),
    Limit(
        name="pairings",
        about="rounds of events that are paired or changed, and all lists judged anew",
        visitor=a_minute(30),
        address=a_minute(300),
        writes=("change-round", "judge-all"),
    ),
    Limit(
        name="odds",
        about="the odds of moments of a battle",
        visitor=a_minute(300),
        address=a_minute(2400),
        reads=("helps", "odds", "odds-matrix"),
        writes=("api-odds",),
    ),
    Limit(
        name="experiments",
        about="the laboratory's pages, which follow the counting, and what is asked there",
        visitor=a_minute(300),
        address=a_minute(2400),
        reads=(
            *("compare-experiments", "experiment", "experiment-file", "laboratory", "shared-experiment-file"),
            *("api-experiment", "api-experiments", "new-experiment", "shared-experiment", "swap-experiment"),
            *("league-experiment", "profile-experiment", "versions-experiment"),
        ),
        writes=(
            *(
                "api-experiments",
                "api-go-on-experiment",
                "copy-experiment",
                "copy-shared-experiment",
                "go-on-experiment",
                "new-experiment",
                "open-experiment",
            ),
            *("ready-experiment", "swap-experiment", "table-experiment", "watch-experiment"),
            *("league-experiment", "profile-experiment", "versions-experiment"),
        ),
    ),
    Limit(
        name="verdicts",
        about="rosters, designs, collections and files that are judged, priced or compared",
        visitor=a_minute(600),
        address=a_minute(4000),
        reads=(
            *("api-design", "api-designs", "api-entries", "api-entry", "api-report", "api-roster"),
            *(
                "api-rosters",
                "api-shares",
                "api-unit",
                "api-units",
                "api-version",
                "api-versions",
                "audit",
                "audited",
                "check-shared",
            ),
            *("collection", "field-collection", "lacking"),
            *("compare", "design", "designs", "family", "new-design", "own-list", "repair-roster", "roster"),
            *("open-own-list", "own-list-file", "own-list-rows", "own-list-sheet", "own-list-row", "own-list-table"),
            *("add-own-row", "shared-own-list", "shared-own-list-file"),
            *("roster-design", "roster-file", "roster-history", "roster-text", "roster-version", "rosters"),
            *("sample", "shared", "vehicle", "war-machine", "data-pack"),
        ),
        writes=(
            *(
                "api-check",
                "api-field-collection",
                "fill-collection",
                "api-price",
                "api-read",
                "api-terrain-roll",
                "batch",
                "batch-editor",
                "batch-table",
                "kept-batch",
                "check",
                "compare",
                "design",
            ),
            *(
                "family",
                "new-design",
                "open-own-list",
                "open-roster",
                "own-list",
                "own-list-rows",
                "vehicle",
                "war-machine",
                "data-pack",
                "board-editor",
                "squares-editor",
                "areas-editor",
            ),
        ),
    ),
    Limit(
        name="descriptions",
        about="the API's schema, and all that an account holds as one file",
        visitor=a_minute(20),
        address=a_minute(120),
        reads=("api-schema", "export-account"),
    ),
    Limit(
        name="changes",
        about="every other form and write",
        visitor=a_minute(600),
        address=a_minute(4000),
        writes=(EVERY_OTHER,),
    ),
)

# How much may be kept: things, bytes with all versions and what was deleted in the last 30 days, versions of one thing.
KEPT_MOST = (
    Bound("rosters", Room(100, megabytes(20), 2_000), Room(2_000, megabytes(400), 20_000)),
    Bound("tables", Room(40, megabytes(20)), Room(800, megabytes(400))),
    Bound("battles", Room(40, megabytes(40)), Room(800, megabytes(400))),
    Bound("events", Room(4, megabytes(20)), Room(80, megabytes(400))),
    Bound("collections", Room(10, megabytes(5)), Room(200, megabytes(100))),
    Bound("designs", Room(200, megabytes(2)), Room(4_000, megabytes(40))),
    Bound("own lists", Room(40, megabytes(1)), Room(800, megabytes(20))),
    Bound("formula variants", Room(20, megabytes(1)), Room(400, megabytes(20))),
    Bound("packs", Room(20, megabytes(2)), Room(400, megabytes(40))),
    Bound("data packs", Room(20, megabytes(2)), Room(400, megabytes(40))),
    Bound("experiments", Room(20, megabytes(10)), Room(400, megabytes(200))),
    Bound("batches", Room(10, megabytes(2)), Room(200, megabytes(40))),
    Bound("links", Room(200), Room(4_000)),
    Bound("tags", Room(500), Room(10_000)),
)

# `manage.py db_worker` runs beside the site: it prints long orders of the print shop and counts experiments.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

# Experiments of the laboratory that a visitor may have under way, and all may; seconds counted for a visitor in a day.
LABORATORY_UNDER_WAY = env.int("LABORATORY_UNDER_WAY", default=3)
LABORATORY_IN_ALL = env.int("LABORATORY_IN_ALL", default=100)
LABORATORY_SECONDS_A_DAY = env.int("LABORATORY_SECONDS_A_DAY", default=1_800)

# Pages that a visitor may have at the press, and print in a day; what the press takes on for all.
PRINT_PAGES = env.int("PRINT_PAGES", default=1_000)
PRINT_PAGES_A_DAY = env.int("PRINT_PAGES_A_DAY", default=3_000)
PRINT_PAGES_IN_ALL = env.int("PRINT_PAGES_IN_ALL", default=10_000)
# Room that printed files take in the database: a visitor's, and all.
PRINT_MEGABYTES = env.int("PRINT_MEGABYTES", default=20)
PRINT_MEGABYTES_IN_ALL = env.int("PRINT_MEGABYTES_IN_ALL", default=500)

STATIC_URL = "static/"
STATIC_ROOT = env.path("STATIC_ROOT", default=ROOT / "staticfiles")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000  # of a form: a data pack of Wiz-War has a cell for each of 1,200 figures
FILE_UPLOAD_HANDLERS = [
    "armybuilder.files.upload_limits.Quota",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# What somebody without an account keeps hangs on the session.
SESSION_COOKIE_AGE = YEAR
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = ["^healthz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=60 * 60) if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
# HSTS begins short and for this name alone: what browsers were told of other names can't be taken back.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
    | ({"connect-src": ["'self'", BELL]} if BELL else {})
}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
PASSWORD_HASHERS += ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]  # read, and replaced at the next sign-in
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "rosters"
LOGOUT_REDIRECT_URL = "home"
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
ACCOUNT_ADAPTER = "armybuilder.accounts.adapter.AccountAdapter"
ACCOUNT_CHANGE_EMAIL = True  # one address each; a new one counts once its code was typed in
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Muster: "
ACCOUNT_EMAIL_VERIFICATION = "mandatory"  # or the form of sign-up would tell who has an account
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True  # codes, not links: no secret stands in an address or a log
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_FORMS = {"signup": "armybuilder.accounts.forms.SignupForm"}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True  # a shorter session, left half way in, would take along what the browser keeps
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
MFA_ADAPTER = "armybuilder.accounts.totp_cipher.MFAAdapter"
MFA_FORMS = {"activate_totp": "armybuilder.accounts.forms.ActivateTOTPForm"}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_SUPPORTED_TYPES = ["recovery_codes", "totp", "webauthn"]
MFA_TOTP_ISSUER = "Muster"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE  # browsers allow it on localhost alone

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["armybuilder.core.api.throttling.TableThrottle"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "armybuilder.core.api.errors.answer_error",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Muster",
    "DESCRIPTION": "The printed army lists of Armies of Arcana, the rules of army building, and a checker for rosters.",
    "VERSION": "1",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "OAS_VERSION": "3.1.1",
    "SERVERS": [{"url": "/", "description": "The site that gave this schema."}],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "KindEnum": "armybuilder.catalogue.models.KINDS",
        "SchoolEnum": "armybuilder.catalogue.models.SCHOOLS",
        "SpellKindEnum": "armybuilder.catalogue.models.SPELL_KINDS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "armybuilder.api_schema.add_components",
        "armybuilder.api_schema.require_bodies",
        "armybuilder.core.api.errors.add_common_refusals",
        "armybuilder.core.api.examples.add_examples",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "config.logs.WithoutNames"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line" if DEBUG else "json"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"django": {"handlers": [], "level": "INFO"}},
}
