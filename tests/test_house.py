"""The rules of the house, read from the code itself."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

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


def _modules() -> list[Path]:
    """List every module of the product."""
    return sorted(
        path.relative_to(ROOT)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if path.stat().st_size
    )


def _imports(module: Path) -> set[str]:
    """Name every module that a file imports, wherever in it."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def _id(module: object) -> str:
    return str(module)


@pytest.mark.parametrize("module", _modules(), ids=_id)
def test_a_vendor_is_imported_in_its_own_place(module: Path) -> None:
    """A vendor's package appears in one file, or in the one folder that is about it."""
    used = {name.split(".")[0] for name in _imports(module)}
    strays = [
        vendor
        for vendor in sorted(used & set(VENDORS))
        if not str(module).startswith(VENDORS[vendor])
    ]

    assert [] == strays


@pytest.mark.parametrize(
    "module", [m for m in _modules() if m.parts[0] == "retrieval" and len(m.parts) > 2], ids=_id
)
def test_the_walls_between_the_rooms_stand(module: Path) -> None:
    """Stages know values and ports, an adapter its vendor, and wiring alone knows them all."""
    allowed = ROOMS[module.parts[1]]
    reached = {name.split(".")[1] for name in _imports(module) if re.match(r"retrieval\.\w+", name)}

    assert set() == reached - allowed


@pytest.mark.parametrize("module", [m for m in _modules() if m.parts[0] != "retrieval"], ids=_id)
def test_commands_and_bot_come_through_the_door(module: Path) -> None:
    """Outside of retrieval nobody imports an adapter."""
    rooms = ("stores", "models", "ledger", "readers", "tickets")
    adapters = tuple(f"retrieval.{room}" for room in rooms)

    assert [] == [name for name in _imports(module) if name.startswith(adapters)]


@pytest.mark.parametrize("module", _modules(), ids=_id)
def test_the_environment_is_read_in_settings_only(module: Path) -> None:
    """No other module of the product looks into the environment."""
    text = (ROOT / module).read_text(encoding="utf-8")
    reads = re.findall(r"os\.environ|os\.getenv|BaseSettings", text)

    assert not reads or module.name == "settings.py"


@pytest.mark.parametrize(
    "module",
    [m for m in _modules() if m.name != "__init__.py" and "versions" not in m.parts],
    ids=_id,
)
def test_every_module_has_its_test(module: Path) -> None:
    """The test tree mirrors the source tree."""
    inside = Path(*module.parts[1:]) if module.parts[0] == "retrieval" else module
    of_a_catalogue = inside.parent.parent.name == "phrases"
    twin = ROOT / "tests" / inside.parent / f"test_{module.stem}.py"
    if of_a_catalogue:  # One test holds a whole language together.
        twin = ROOT / "tests" / inside.parent.parent / f"test_{inside.parent.name}.py"
    if inside.parent.name in DECLARED:
        twin = ROOT / "tests" / f"test_{inside.parent.name}.py"

    assert twin.is_file(), f"{twin.relative_to(ROOT)} is missing"


@pytest.mark.parametrize("module", _modules(), ids=_id)
def test_modules_are_short_and_say_what_they_are_for(module: Path) -> None:
    """A file has at most 300 lines, and opens with a sentence."""
    text = (ROOT / module).read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""

    assert len(text.splitlines()) <= 300
    assert docstring.splitlines()[:1], "the module has no docstring"


def test_functions_are_short() -> None:
    """Nine functions in ten have at most 25 lines, docstrings left out."""
    lengths = sorted(_lengths())

    assert lengths[int(len(lengths) * 0.9)] <= 25


def _lengths() -> list[int]:
    """Measure every function of the product, its docstring left out."""
    found: list[int] = []
    for module in _modules():
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
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
