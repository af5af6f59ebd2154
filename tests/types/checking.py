"""Recorded calls -> a file of TypeScript, and what the compiler says of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
COMPILER = HERE / "node_modules" / "typescript" / "bin" / "tsc"
TYPED = {"limit": int, "inclusive": bool, "include_all_metadata": bool, "include_locale": bool}
"""Arguments of methods that take them in the address, where everything is text."""


def installed() -> bool:
    """Whether Slack's types can be asked."""
    return shutil.which("node") is not None and COMPILER.is_file()


def available() -> None:
    """Skip by name where Slack's types cannot be asked; where they must be there, fail."""
    if installed():
        return
    missing = "node is not installed" if not shutil.which("node") else "npm ci was not run"
    told = f"Slack's types: {missing} (npm ci --prefix tests/types)"
    if os.environ.get("FOOTNOTE_REQUIRE_SERVICES") == "1":
        pytest.fail(told)
    pytest.skip(told)


def written(calls: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Return a file that compiles when each call, its blocks and its view are as Slack has them."""
    calls = list(calls)
    names = sorted({argument_type(method) for method, _ in calls})
    lines = [
        f'import type {{ {", ".join(names)} }} from "@slack/web-api";',
        'import type { HomeView, KnownBlock, ModalView } from "@slack/types";',
    ]
    for number, (method, arguments) in enumerate(calls):
        given = {name: _typed(name, value) for name, value in arguments.items() if name != "token"}
        lines.append(f"export const call{number}: {argument_type(method)} = {_literal(given)};")
        if given.get("blocks"):
            # In a call a block may be of any type; this asks whether it is one that is known.
            blocks = _literal(given["blocks"])
            lines.append(f"export const blocks{number}: KnownBlock[] = {blocks};")
        if given.get("view"):
            view = _literal(given["view"])
            lines.append(f"export const view{number}: HomeView | ModalView = {view};")
    return "\n".join(lines) + "\n"


def argument_type(method: str) -> str:
    """Return what Slack calls the type of a method's arguments."""
    parts = [part[0].upper() + part[1:] for part in method.split(".")]
    name = "".join(parts).replace("OauthV2", "OAuthV2")
    return f"{name}Arguments"


def _typed(name: str, value: Any) -> Any:
    kind = TYPED.get(name)
    if kind is None or not isinstance(value, str):
        return value
    return value in {"1", "true"} if kind is bool else kind(value)


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def compiled(source: str) -> list[str]:
    """Return what the compiler finds wrong with a file, none when nothing."""
    place = HERE / "node_modules" / ".checked"  # Beside the types, which it looks for upwards.
    place.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=place))
    try:
        (work / "calls.ts").write_text(source, encoding="utf-8")
        settings = {"extends": str(HERE / "tsconfig.json"), "files": ["calls.ts"]}
        (work / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        done = subprocess.run(
            ["node", str(COMPILER), "-p", str(work), "--pretty", "false"],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return done.stdout.splitlines() + done.stderr.splitlines()
