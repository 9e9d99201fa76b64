"""All settings, read from the environment. README.md describes the variables.

There are two ways to run the program:

* in one process, for a club with one laptop (`./poch serve`): SQLite and a generated secret key in `var/`,
  Celery's workers and beat beside the web server, queues in memory;
* in separate processes (`docker/compose.yml`), with DATABASE_URL, REDIS_URL, SECRET_KEY and POCH_ORIGIN.

Hosts, trusted origins and secure cookies follow from `POCH_ORIGIN`. Plain http is allowed on this machine. In
the club's own network it needs `POCH_PLAIN_HTTP=1`, and a check warns. Unsafe settings stop the start.
"""

import os
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from kombu import Exchange, Queue
from whitenoise.compress import Compressor

from pochleague import environment as env

# numpy reads this when it is imported. Several threads would wait for one another on a busy machine, and the
# last bits of a result could depend on their number.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

BASE_DIR = Path(__file__).resolve().parent.parent

# The data of the one-process server: database, secret key, collected static files.
DATA_DIR = Path(env.text("POCH_DATA", str(BASE_DIR / "var"))).absolute()
LAN_CERTIFICATE = DATA_DIR / "https"

DATABASES = {"default": env.database("DATABASE_URL", DATA_DIR / "poch.sqlite3")}
ON_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite")
if ON_SQLITE:
    env.make_folder(Path(DATABASES["default"]["NAME"]).parent)
REDIS_URL = env.redis("REDIS_URL")
METRICS = env.address("POCH_METRICS")
# A worker touches this file every few seconds while it takes messages, a beat while it sends them.
HEARTBEAT = env.file_to_touch("POCH_HEARTBEAT")

# --- The address of the site, and what follows from it ------------------------------------------------------

ORIGINS = env.origins("POCH_ORIGIN", "http://localhost:8000,http://127.0.0.1:8000")
PLAIN_HTTP = env.flag("POCH_PLAIN_HTTP")
DEBUG = env.flag("POCH_DEBUG")
HTTPS = ORIGINS[0].startswith("https://")

if any(origin.startswith("https://") is not HTTPS for origin in ORIGINS if not env.is_loopback(origin)):
    raise ImproperlyConfigured("POCH_ORIGIN mixes http and https. Use one of them: cookies depend on it.")
if not HTTPS and not PLAIN_HTTP and not all(env.is_loopback(origin) for origin in ORIGINS):
    raise ImproperlyConfigured(
        "POCH_ORIGIN is plain http beyond this machine, so others in the network can read passwords. "
        "Put https in front of it. In the club's own network you can set POCH_PLAIN_HTTP=1."
    )
if DEBUG and not all(env.is_loopback(origin) for origin in ORIGINS):
    raise ImproperlyConfigured(
        "POCH_DEBUG shows source code to everybody. It is allowed only with http://localhost."
    )

# Webhooks use https and public addresses. In tests and demos on this machine they may also use http and this
# machine's own ports.
WEBHOOK_HTTP = env.flag("POCH_WEBHOOK_HTTP")
if WEBHOOK_HTTP and not all(env.is_loopback(origin) for origin in ORIGINS):
    raise ImproperlyConfigured(
        "POCH_WEBHOOK_HTTP opens this machine's ports to webhooks. It is allowed only with http://localhost."
    )

# Without a mail server nothing is sent, and no page offers it.
MAIL = env.mail_server("POCH_EMAIL_URL")
SENDS_MAIL = MAIL is not None
globals().update(MAIL or {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"})
EMAIL_TIMEOUT = 10  # seconds

SECRET_KEY = env.secret("SECRET_KEY", DATA_DIR / "secret_key" if ON_SQLITE else None)
ALLOWED_HOSTS = [env.host(origin) for origin in ORIGINS]
CSRF_TRUSTED_ORIGINS = ORIGINS

# The number of proxies in front that are trusted about the client (X-Forwarded-For and -Proto). With https
# there is at least one, since our server speaks only http.
PROXIES = env.number("POCH_PROXIES", 1 if HTTPS else 0)
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Only where asked for: they bind other sites of the domain, and preloading cannot be undone for months.
HSTS = env.choice("POCH_HSTS", "site", ("site", "subdomains", "preload"))
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and HSTS != "site"
SECURE_HSTS_PRELOAD = HTTPS and HSTS == "preload"
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they ask for both
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

SESSION_ENGINE = "tournaments.core.models.log"
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "poch_session"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 12 * 60 * 60  # seconds after signing in: an evening, not a season
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "poch_csrftoken"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
PHONE_COOKIE_NAME = "__Host-phone" if HTTPS else "poch_phone"
BROWSER_COOKIE_NAME = "__Host-browser" if HTTPS else "poch_browser"
TABLE_COOKIE_NAME = "__Host-table" if HTTPS else "poch_table"
LANGUAGE_COOKIE_NAME = "__Host-language" if HTTPS else "poch_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60  # seconds
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
PACK_COOKIE_NAME = "__Host-pack" if HTTPS else "poch_pack"
PACK_COOKIE_AGE = 365 * 24 * 60 * 60  # seconds

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in ("accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb")
}

# The record of a deal has a few kilobytes, a pasted roster some tens of them.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# --- The application ----------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pochleague.apps.PochleagueConfig",
    "games",
    "tournaments",
    "api",
]

MIDDLEWARE = [
    "pochleague.static_files.our_etags",
    "django.middleware.security.SecurityMiddleware",
    "pochleague.hosts.refuse_unknown_ports",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pochleague.static_files.CompressPages",
    "api.wire.CrossOrigin",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.core.pages.languages.LanguageOfReader",
    "tournaments.clubs.pages.face.pack_of_reader",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "pochleague.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": sorted(BASE_DIR.glob("tournaments/*/templates")),
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Signing in ---------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
PASSWORD_HASHERS = [
    "tournaments.core.secrets.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "pochleague.breached_passwords.BreachedPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60  # seconds

# --- Languages and time -------------------------------------------------------------------------------------

# English, and each language of which the catalogue is complete: `python -m tests.catalogs` compiles no other.
LOCALE_PATHS = [BASE_DIR / "pochleague" / "locale"]
LANGUAGES = [
    (code, LANG_INFO[code]["name_local"])
    for code in ("en", *sorted(path.parts[-3] for path in LOCALE_PATHS[0].glob("*/LC_MESSAGES/django.mo")))
]
LANGUAGE_CODE = env.choice("POCH_LANGUAGE", "en", tuple(code for code, _name in LANGUAGES))
USE_TZ = True
TIME_ZONE = env.time_zone("POCH_TIME_ZONE")  # of new clubs, and of pages without a club

# --- Static files -------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = env.text("POCH_STATIC", str(DATA_DIR / "static"))
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "pochleague.static_files.ServedFiles"
        )
    },
}
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "pochleague.static_files.UsedFiles",
]
WHITENOISE_USE_FINDERS = DEBUG
# Only tools of developers load source maps, which are the largest files.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]

# --- Cache and tasks ----------------------------------------------------------------------------------------

CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "poch",
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pochleague"}
    )
}

# Each task is a row of the outbox. A message only wakes a worker, so messages may be lost, and a web request
# never waits for a broker that does not answer.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 300,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
        "max_retries": 0,  # else sending a message waits six seconds if Redis is down
    }
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# Seconds; a task is one deal, some standings, or a search of one second. At this limit the worker replaces
# its child process. A soft limit would raise an exception in the middle of a transaction, and the child would
# go on with a connection in an unknown state.
CELERY_TASK_TIME_LIMIT = 60
# A worker takes a message when a child is idle. With Redis it counts its tasks, and not its unacknowledged
# messages: an acknowledgement that is lost while Redis hangs would count for ever, and the worker would take
# nothing more.
CELERY_WORKER_PREFETCH_MULTIPLIER = 0 if REDIS_URL else 1
CELERY_WORKER_DISABLE_PREFETCH = bool(REDIS_URL)
CELERY_WORKER_DIRECT = bool(REDIS_URL)  # a queue for each worker: celery.py
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
# Each worker takes from all its queues in rotation (-Q names them), so standings do not wait for bots or for
# a longer search, whose slices take about a second. Webhooks have their own worker, since receivers can be
# slow. Simulations have their own worker, since they use all free processor time.
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), name)
    for name in ("default", "standings", "bots", "searches", "webhooks", "simulations", "background")
]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "standings.*": {"queue": "standings"},
    "seasons.refresh": {"queue": "standings"},
    "ratings.refresh": {"queue": "background"},  # a second after an old correction; standings must not wait
    "bots.*": {"queue": "bots"},
    # The worker of the queue "background" has a low priority.
    "fsck.*": {"queue": "background"},
    "draws.*": {"queue": "searches"},
    "demo.*": {"queue": "background"},
    # The worker that plays simulations; a long simulation must not hold up an event.
    "webhooks.*": {"queue": "webhooks"},
    "announcements.*": {"queue": "webhooks"},  # a mail server can be slow, too
    "replies.*": {"queue": "webhooks"},
    "simulations.play_chunk": {"queue": "simulations"},  # sending them takes a moment
}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # it has intervals only, so it stores nothing between starts
# Seconds between two runs of each periodic task (tournaments/tasks.py).
PERIODIC = {
    "sweep.outbox": 5.0,
    "sweep.standings": 5.0,
    "sweep.seasons": 5.0,
    "sweep.simulations": 5.0,
    "forget.rows": 60.0,
    "forget.deliveries": 60.0,
    "forget.responses": 60.0,
    "forget.attempts": 60.0,
    "forget.sessions": 60.0,
    "forget.calls": 60.0,
    "forget.practices": 60.0,
    "forget.simulations": 60.0,
    "forget.contacts": 3600.0,  # it looks at all replies, and counts in days
    "fsck.recent": 60.0,
    "fsck.slice": 3.0,
}
CELERY_BEAT_SCHEDULE = {
    name: {"task": name, "schedule": seconds, "options": {"expires": seconds}}
    for name, seconds in PERIODIC.items()
}

# Seconds without progress after which a simulation is sent to the workers again. The longest chunk (25,000
# deals) takes 4 seconds without the compiled core, 40 seconds on a slow and busy machine. If a chunk takes
# longer, two workers play it, and it counts once.
SIMULATION_STALL = 60.0
# Seconds after which a chunk is stopped. Less than the broker's visibility_timeout.
SIMULATION_CHUNK_LIMIT = 240
# What is added to the niceness of a process that plays simulations (0 to 19).
SIMULATION_STEPS_BACK = 10

# --- REST ---------------------------------------------------------------------------------------------------

# Requests per minute of each key (a key can serve a hundred tables), and of each address without a key (the
# 400 phones of a club share one). Replays cost most and need no key.
API_RATES = {
    "reads": env.number("POCH_API_READS", 12_000, least=1),
    "writes": env.number("POCH_API_WRITES", 6_000, least=1),
    "address": env.number("POCH_API_ADDRESS", 6_000, least=1),
    "replays": env.number("POCH_API_REPLAYS", 600, least=1),
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.rights.KeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],  # each route declares its own: api.resources
    "DEFAULT_PARSER_CLASSES": ["api.wire.StrictJSON"],
    "DEFAULT_RENDERER_CLASSES": ["api.wire.Json"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.wire.AlwaysJSON",
    "DEFAULT_SCHEMA_CLASS": "api.schema.RouteSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "api.problems.handle",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Pochleague",
    "DESCRIPTION": (
        "Tournaments of the card game Poch: clubs, events, rounds, tables, deals, standings. New here? "
        "[Submit your first result in five minutes](/first-result/).\n\n"
        "Send an API **key** as `Authorization: Bearer KEY`. Public events need no key. "
        "**Ids** are opaque strings. You can use the slug of a club or an event instead of its id. "
        "**Times** are RFC 3339, UTC.\n\n"
        '**Lists** are `{"results": [...], "next": URL or null}`, with `?limit=` rows. '
        "**Errors** are problem documents (RFC 9457) with a stable `code`: "
        "[all of them](/api/v1/errors/). Objects and lists have an **ETag**: `If-None-Match` gives 304. "
        "A PATCH, a DELETE and a correction take `If-Match` and fail if the object has changed. "
        "A POST with an **Idempotency-Key** can be retried: it runs once, and a retry gets the same "
        "response. Every response states the **limits** (`RateLimit`), errors too. With `?dry_run=true` "
        "every verb makes the same checks and gives the same response, but stores nothing. The ids in "
        "such a response refer to nothing.\n\n"
        "Scripts of other sites may read what is public, and use a key (CORS). What will go away has the "
        "headers `Deprecation` and `Sunset` for at least twelve months."
    ),
    "VERSION": "1.0.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "The server of this document."}],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # they would only repeat the values
    # Enum values stay where they are used. They are no components with generated names.
    "POSTPROCESSING_HOOKS": ["api.schema.describe_components"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none"},
}

# --- Logging: one line for each message, to the terminal ----------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "pochleague.logs.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "pochleague.logs.JsonFormatter"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": env.choice("POCH_LOG_FORMAT", "text", ("text", "json")),
            "filters": ["no_routine"],
        }
    },
    "filters": {
        "no_routine": {"()": "pochleague.logs.NoRoutine", "tasks": [*PERIODIC, "worker.pulse"]},
    },
    "root": {
        "handlers": ["terminal"],
        "level": env.choice("POCH_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    },
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Scanners send requests with other host names all day. The response 400 is enough.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
