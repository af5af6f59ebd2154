"""The rules of the house, read from the code itself."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "retrieval", "scripts")

VENDORS = {
    "aiohttp": "bot",
    "alembic": "retrieval/ledger",
    "asyncpg": "retrieval/ledger/quick.py",
    "bs4": "retrieval/readers",
    "docutils": "retrieval/readers/rst.py",
    "docx": "retrieval/readers/wordml.py",
    "elasticsearch": "retrieval/stores/elastic_client.py",
    "jinja2": "bot/playground/page/templating.py",
    "lxml": "retrieval/readers",
    "markdown_it": "bot",
    "onnxruntime": "retrieval/models/onnx.py",
    "openai": "retrieval/models/openai.py",
    "pdfplumber": "retrieval/readers/pdf.py",
    "prometheus_client": "bot/metrics.py",
    "slack_bolt": "bot/slack",
    "slack_sdk": "bot/slack",
    "spellchecker": "retrieval/text/english.py",
    "sqlalchemy": "retrieval/ledger",
    "tiktoken": "retrieval/models/tokens.py",
    "watchfiles": "retrieval/readers/changes.py",
}
"""Where each vendor may be imported: one file, or one folder where its kind of work is done."""

LIGHT = {"values", "ports", "errors", "policy", "text"}
ROOMS = {
    "answer": LIGHT | {"answer", "tracing"},
    "ingest": LIGHT | {"ingest"},
    "learn": LIGHT | {"learn", "answer", "ingest", "tracing", "explaining"},
    "readers": LIGHT | {"readers"},
    "stores": LIGHT | {"stores"},
    "models": LIGHT | {"models"},
    "ledger": LIGHT | {"ledger", "tracing", "clock"},
    "text": {"text", "values", "errors"},
    "values": {"values"},
    "ports": {"ports", "values"},
    "upkeep": LIGHT | {"upkeep", "ingest"},
    "tickets": LIGHT | {"tickets", "setting_kinds"},
}
"""What the modules of each room of `retrieval` may import from it."""


DECLARED = {"ports", "values"}
"""Folders of declarations; one test holds each of them together."""


@cache
def _modules() -> tuple[Path, ...]:
    """List every module of the product."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return tuple(sorted(path.relative_to(ROOT) for path in found if path.stat().st_size))


@cache
def _text(module: Path) -> str:
    return (ROOT / module).read_text(encoding="utf-8")


@cache
def _tree(module: Path) -> ast.Module:
    return ast.parse(_text(module))


@cache
def _imports(module: Path) -> frozenset[str]:
    """Name every module that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def _where(wrong: Callable[[Path], object], modules: Iterable[Path]) -> dict[str, object]:
    """Return what is wrong with modules, by their names; those with nothing wrong are left out."""
    found = {str(module): wrong(module) for module in modules}
    return {name: strays for name, strays in found.items() if strays}


def test_a_vendor_is_imported_in_its_own_place() -> None:
    """A vendor's package appears in one file, or in the one folder that is about it."""

    def strays(module: Path) -> list[str]:
        used = {name.split(".")[0] for name in _imports(module)} & set(VENDORS)
        return sorted(one for one in used if not str(module).startswith(VENDORS[one]))

    assert {} == _where(strays, _modules())


def test_the_walls_between_the_rooms_stand() -> None:
    """Stages know values and ports, an adapter its vendor, and wiring alone knows them all."""

    def reached(module: Path) -> set[str]:
        ours = (name for name in _imports(module) if re.match(r"retrieval\.\w+", name))
        return {name.split(".")[1] for name in ours} - ROOMS[module.parts[1]]

    inside = [one for one in _modules() if one.parts[0] == "retrieval" and len(one.parts) > 2]

    assert {} == _where(reached, inside)


def test_commands_and_bot_come_through_the_door() -> None:
    """Outside of retrieval nobody imports an adapter."""
    rooms = ("stores", "models", "ledger", "readers", "tickets")
    adapters = tuple(f"retrieval.{room}" for room in rooms)

    def strays(module: Path) -> list[str]:
        return sorted(name for name in _imports(module) if name.startswith(adapters))

    assert {} == _where(strays, [one for one in _modules() if one.parts[0] != "retrieval"])


def test_the_environment_is_read_in_settings_only() -> None:
    """No other module of the product looks into the environment."""

    def reads(module: Path) -> list[str]:
        return re.findall(r"os\.environ|os\.getenv|BaseSettings", _text(module))

    assert {} == _where(reads, [one for one in _modules() if one.name != "settings.py"])


def test_every_module_has_its_test() -> None:
    """The test tree mirrors the source tree."""

    def missing(module: Path) -> str:
        twin = _twin(module)
        return "" if twin.is_file() else f"{twin.relative_to(ROOT)} is missing"

    tested = [m for m in _modules() if m.name != "__init__.py" and "versions" not in m.parts]

    assert {} == _where(missing, tested)


def _twin(module: Path) -> Path:
    """Return the file of a module's tests."""
    inside = Path(*module.parts[1:]) if module.parts[0] == "retrieval" else module
    if inside.parent.parent.name == "phrases":  # One test holds a whole language together.
        return ROOT / "tests" / inside.parent.parent / f"test_{inside.parent.name}.py"
    if inside.parent.name in DECLARED:
        return ROOT / "tests" / f"test_{inside.parent.name}.py"
    return ROOT / "tests" / inside.parent / f"test_{module.stem}.py"


def test_modules_are_short_and_say_what_they_are_for() -> None:
    """A file has at most 300 lines, and opens with a sentence."""

    def wrong(module: Path) -> str:
        lines = len(_text(module).splitlines())
        long = f"{lines} lines" if lines > 300 else ""
        return long or ("" if ast.get_docstring(_tree(module)) else "no docstring")

    assert {} == _where(wrong, _modules())


def test_functions_are_short() -> None:
    """Nine functions in ten have at most 25 lines, docstrings left out."""
    lengths = sorted(_lengths())

    assert lengths[int(len(lengths) * 0.9)] <= 25


def _lengths() -> list[int]:
    """Measure every function of the product, its docstring left out."""
    found: list[int] = []
    for module in _modules():
        for node in ast.walk(_tree(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                end = node.end_lineno or node.lineno
                found.append(end - body[0].lineno + 2 if body else 1)
    return found


def test_importing_the_packages_loads_no_vendor() -> None:
    """`import bot, retrieval` and reading the door bring no vendor's module into memory."""
    heavy = [*VENDORS, "numpy", "tokenizers", "pydantic_settings", "structlog"]
    code = (
        "import sys, bot, retrieval, retrieval.wiring\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert "[]" == done.stdout.strip()


def test_every_test_states_a_fact() -> None:
    """Each test function has a docstring."""
    silent = [
        f"{path.name}:{node.name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]

    assert [] == silent
