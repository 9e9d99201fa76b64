"""The base images of docker/: the real ones, or stand-ins made of Debian packages where no registry answers.

A stand-in has the name of the real image only during the trial. It never takes the name from a real image.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.compose.shell import docker, say, tell

LABEL = "org.pochleague.stand-in"
RELEASE = "trixie"
PACKAGES = "busybox,ca-certificates,caddy,postgresql-17,python3,python3-pip,redis-server"
TREE = f"pochleague-stand-in:{RELEASE}"
"""The image with all packages. The stand-ins are small layers upon it."""
PULL_LIMIT = 600.0
"""Seconds to download an image. A registry that cannot be reached fails at once."""
ROOT = Path(__file__).resolve().parents[2]

FILES = {
    "start-postgres": """#!/bin/sh
# What the entry point of the real image does for compose.yml.
set -e
export PATH=/usr/lib/postgresql/17/bin:$PATH
data=/var/lib/postgresql/data
as="setpriv --reuid=postgres --regid=postgres --init-groups"
if [ ! -s $data/PG_VERSION ]; then
    mkdir -p $data /run/postgresql
    chown postgres:postgres $data /run/postgresql
    echo "$POSTGRES_PASSWORD" > /tmp/password
    chown postgres /tmp/password
    $as initdb --pgdata=$data --username="$POSTGRES_USER" --pwfile=/tmp/password \\
        --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
    rm /tmp/password
    echo "host all all all scram-sha-256" >> $data/pg_hba.conf
    echo "CREATE DATABASE \\"$POSTGRES_DB\\"" | $as postgres --single -D $data postgres
fi
exec $as postgres -D $data -c listen_addresses='*'
""",
    # Without a password Debian's Redis answers only its own machine.
    "start-redis": """#!/bin/sh
exec "$@" --protected-mode no
""",
    # No registry, only the wheels. The packages of Debian stay beside ours: pip cannot remove them.
    "pip": """#!/bin/sh
exec /usr/bin/pip "$@" --no-index --find-links /srv/wheels --ignore-installed --root-user-action ignore
""",
}
"""Files that the stand-ins contain."""

DOCKERFILES = {
    "python:3.13.9-slim": """
COPY wheels /srv/wheels
COPY pip /usr/local/bin/
RUN ln -s python3 /usr/bin/python && rm /usr/lib/python3*/EXTERNALLY-MANAGED && chmod 755 /usr/local/bin/pip
CMD ["python"]
""",
    "postgres:17.7": """
COPY start-postgres /usr/local/bin/
ENV PATH=/usr/lib/postgresql/17/bin:$PATH
RUN chmod 755 /usr/local/bin/start-postgres
STOPSIGNAL SIGINT
CMD ["start-postgres"]
""",
    "redis:7.4.6": """
COPY start-redis /usr/local/bin/
RUN chmod 755 /usr/local/bin/start-redis
USER redis
WORKDIR /tmp
ENTRYPOINT ["start-redis"]
CMD ["redis-server"]
""",
    "caddy:2.10.2": """
RUN ln -s busybox /usr/bin/wget
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
""",
}
"""What makes the tree of packages a stand-in for this image."""


@contextmanager
def base_images() -> Iterator[list[str]]:
    """Let all base images be there during the block. Return the names of those that are stand-ins."""
    missing = [name for name in DOCKERFILES if not _is_real(name) and not _is_pulled(name)]
    try:
        if missing:
            _make_tree()
            for name in missing:
                _make(name)
        yield missing
    finally:
        for name in missing:
            if _labels(name).get(LABEL):
                docker("image", "rm", name, check=False)


def _is_real(name: str) -> bool:
    """Return whether the image is there and no stand-in that an earlier trial has left."""
    return bool(docker("image", "ls", "--quiet", name)) and LABEL not in _labels(name)


def _labels(name: str) -> dict[str, str]:
    seen = docker("image", "inspect", "--format", "{{json .Config.Labels}}", name, check=False)
    return json.loads(seen or "null") or {}


def _is_pulled(name: str) -> bool:
    say(f"Pull {name}")
    done = subprocess.run(
        ["docker", "pull", "--quiet", name], capture_output=True, text=True, check=False, timeout=PULL_LIMIT
    )
    if done.returncode:
        tell(f"No registry has answered: {done.stderr.strip()[-200:]}")
    return done.returncode == 0


def _make_tree() -> None:
    if docker("image", "ls", "--quiet", TREE):
        return
    if not shutil.which("mmdebstrap"):
        sys.exit(
            "Without a registry the trial needs mmdebstrap. On Debian and Ubuntu: apt install mmdebstrap"
        )
    say(f"Make the stand-in images of Debian {RELEASE} (one or two minutes)")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree.tar")
        # Without the database that the package of PostgreSQL makes.
        forget = 'rm -rf "$1"/var/lib/postgresql/17 "$1"/etc/postgresql/17'
        command = ["mmdebstrap", "--variant=minbase", f"--include={PACKAGES}", f"--customize-hook={forget}"]
        subprocess.run([*command, RELEASE, str(tree)], check=True, capture_output=True, timeout=1200)
        docker("import", "--change", f"LABEL {LABEL}=tree", str(tree), TREE)


def _make(name: str) -> None:
    """Build a stand-in. The one of Python has the wheels of our lock file, and installs only them."""
    kept = f"pochleague-stand-in-{name.partition(':')[0]}"
    lock = ROOT / "requirements-fast.lock"
    text = f"FROM {TREE}\nLABEL {LABEL}={name}\n{DOCKERFILES[name]}"
    mark = hashlib.sha256(json.dumps([text, FILES, lock.read_text()]).encode()).hexdigest()[:12]
    if not docker("image", "ls", "--quiet", f"{kept}:{mark}"):
        say(f"Make a stand-in for {name}")
        for old in docker("image", "ls", "--quiet", kept).split():
            docker("image", "rm", "--force", old)
        with tempfile.TemporaryDirectory() as folder:
            for file, content in {**FILES, "Dockerfile": text}.items():
                Path(folder, file).write_text(content)
            wheels = Path(folder, "wheels")
            wheels.mkdir()
            if "wheels" in DOCKERFILES[name]:
                _download(lock, wheels)
            docker("build", "--quiet", "--tag", f"{kept}:{mark}", folder, limit=600)
    docker("tag", f"{kept}:{mark}", name)


def _download(lock: Path, wheels: Path) -> None:
    """Let the pip of the stand-in download the packages, with the settings of the pip on this machine.

    They can name a proxy, certificates, or folders here. A build of an image sees none of them.
    """
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    mounts, settings = {Path("/etc/ssl/certs")}, {}
    for line in listed.stdout.splitlines():
        key, _equals, value = line.partition("=")
        value = value.strip("'").replace("\\n", " ")
        settings[f"PIP_{key.rpartition('.')[2].upper().replace('-', '_')}"] = value
        for word in value.split():
            if word.startswith(("/", "file:///")):
                place = Path(word.removeprefix("file://"))
                # The pages of an index lead to files beside it.
                mounts.add(place.parent if len(place.parts) > 3 else place)
    settings |= {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    options = [f"--env={name}={value}" for name, value in settings.items()]
    options += [f"--volume={path}:{path}:ro" for path in sorted(mounts) if path.exists()]
    docker(
        *("run", "--rm", "--network=host", *options),
        *(f"--volume={lock}:/lock:ro", f"--volume={wheels}:/wheels", TREE),
        *("pip", "download", "--quiet", "--require-hashes", "--no-deps", "--dest=/wheels", "-r", "/lock"),
        limit=600,
    )
