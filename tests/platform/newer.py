"""A newer version of the program, for tests of updates: this checkout with one more column."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.platform.processes import ROOT

MODEL = """
from django.db import models
Deal.add_to_class("hint", models.TextField(null=True))
"""
MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("tournaments", "{newest}")]
    operations = [migrations.AddField("deal", "hint", models.TextField(null=True))]
"""


def make_newer(folder: Path) -> Path:
    """Write the newer version into this folder and return it. Its libraries are those of this checkout."""
    for name in ("api", "docker", "games", "pochleague", "tournaments"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("manage.py", "poch", "pyproject.toml", "requirements.lock"):
        shutil.copy2(ROOT / name, folder)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    with (folder / "tournaments" / "models.py").open("a") as models:
        models.write(MODEL)
    migrations = folder / "tournaments" / "migrations"
    newest = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "9999_hint.py").write_text(MIGRATION.format(newest=newest))
    return folder
