"""The engine stands alone: no Django, nothing compiled, nothing slow to import, no clock and no chance."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parent.parent.parent / "games" / "engine"
SOURCES = sorted(ENGINE.rglob("*.py"))

PURE = {
    "__future__", "ast", "bisect", "collections", "collections.abc", "copy", "dataclasses",
    "fractions", "functools", "itertools", "json", "math", "sys", "textwrap", "typing",
}  # fmt: skip
APART = ("bench", "bulk")
"""Measuring takes a clock, a compiled core a compiler; only the command line and simulations import these."""
LEAST_SQUARES = {"luck/fitting.py": {"numpy"}}
"""The one module that computes with numpy. It imports it inside a function that only workers call."""


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_a_module_of_the_engine_imports_the_engine_and_pure_modules(path: Path) -> None:
    others = {name for name in imported(path) if not name.startswith("games.engine")}
    if not path.name.startswith(APART):
        assert others <= PURE | LEAST_SQUARES.get(path.relative_to(ENGINE).as_posix(), set())
        apart = {name for name in imported(path) if name.removeprefix("games.engine.").startswith(APART)}
        assert apart == set() or path.name == "__main__.py" or path.parent.name == "simulation"


@pytest.mark.parametrize("path", sorted((ENGINE / "core").glob("*.py")), ids=lambda path: path.name)
def test_the_core_imports_nothing_but_itself(path: Path) -> None:
    assert all(name == "__future__" or name.startswith("games.engine.core") for name in imported(path))


@pytest.mark.parametrize("path", sorted((ENGINE / "core").glob("*.py")), ids=lambda path: path.name)
def test_the_core_uses_only_compilable_python(path: Path) -> None:
    """Ints and lists of fixed length: no dicts, strings at work, generators, closures or exceptions."""
    forbidden = (
        ast.Dict, ast.Set, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Lambda, ast.Yield, ast.YieldFrom,
        ast.Raise, ast.Try, ast.JoinedStr, ast.With, ast.Global, ast.Nonlocal, ast.AsyncFunctionDef,
    )  # fmt: skip
    tree = ast.parse(path.read_text())
    assert [node for node in ast.walk(tree) if isinstance(node, forbidden)] == []
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        inner = [node for node in ast.walk(function) if isinstance(node, ast.FunctionDef)]
        assert inner == [function]
        strings = [
            node for statement in function.body[1:] for node in ast.walk(statement)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]  # fmt: skip
        assert function.name == "__init__" or strings == []


def test_a_replay_imports_neither_django_nor_anything_slow() -> None:
    heavy = (
        "django",
        "numba",
        "numpy",
        "dataclasses",
        "inspect",
        "asyncio",
        "argparse",
        "decimal",
        "random",
        "games.services",
    )
    program = f"import sys, games.engine.__main__; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        cwd=ENGINE.parent.parent,
        timeout=600,
        check=True,
    )
    assert done.stdout.strip() == "[]"
