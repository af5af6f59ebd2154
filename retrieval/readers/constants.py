"""Values of CSS that name variables or are sums -> the plain values that they come to."""

from __future__ import annotations

import re
from collections.abc import Mapping

_COLORS = frozenset({
    "color", "background-color", "background-image", "-webkit-text-fill-color", "background-clip",
    "-webkit-background-clip",
})  # fmt: skip
"""Left as they are: a dark design sets the ink and the paper anew, in ways not known here."""
_LONGEST = 300
_MOST_STEPS = 20
_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,80})\s*(?:,[^()]*)?\)")
_NUMBER = r"([-+]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z%]{0,4})"
_PRODUCT = re.compile(rf"{_NUMBER}\s*([*/])\s*{_NUMBER}(?![\w.%])")
_SUM = re.compile(rf"{_NUMBER}\s+([-+])\s+{_NUMBER}(?![\w.%])(?!\s*[*/])")
_ALONE = re.compile(rf"(?:calc)?\(\s*{_NUMBER}\s*\)")
_CALC = re.compile(r"calc\(([^()]|\([^()]{0,80}\)){1,200}\)")


def resolved(
    declared: Mapping[str, str], around: Mapping[str, str]
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return what is declared, in plain values, and the variables for what is inside.

    `around` are the variables of the element around. A variable that is declared nowhere, and a
    sum of different units, stay as they are written.
    """
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    variables = {**around, **own} if own else around
    plain = dict(declared)
    for name, value in declared.items():
        if "(" in value and name not in _COLORS and not name.startswith("--"):
            plain[name] = _computed(_filled(value, variables))
    return plain, variables


def _filled(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with its variables filled in, as far as it stays short."""
    for _ in range(_MOST_STEPS):
        if "var(" not in value or len(value) > _LONGEST:
            break
        filled = _VARIABLE.sub(lambda match: _value(match, variables), value)
        if filled == value:
            break
        value = filled
    return value


def _value(match: re.Match[str], variables: Mapping[str, str]) -> str:
    value = variables.get(match[1], "")
    return value if 0 < len(value) <= _LONGEST else match[0]


def _computed(value: str) -> str:
    """Return a value with its sums of numbers worked out."""
    if "calc(" not in value or len(value) > _LONGEST:
        return value
    return _CALC.sub(lambda match: _worked_out(match[0]), value)


def _worked_out(value: str) -> str:
    """Return one `calc()`, products before sums, inner brackets before outer ones."""
    for _ in range(_MOST_STEPS):
        for pattern in (_PRODUCT, _SUM, _ALONE):
            shorter = pattern.sub(_term, value, count=1)
            if shorter != value:
                break
        else:
            break
        value = shorter
    return value


def _term(match: re.Match[str]) -> str:
    """Return what two numbers come to, or one number without its brackets."""
    if match.re is _ALONE:
        return match[1] + match[2]
    one, unit, sign, other, second = float(match[1]), match[2], match[3], float(match[4]), match[5]
    if sign in "+-":
        if unit != second and one and other:
            return match[0]
        return _written(one + other if sign == "+" else one - other, unit or second)
    if (unit and second) or (sign == "/" and (second or not other)):
        return match[0]
    return _written(one * other if sign == "*" else one / other, unit or second)


def _written(number: float, unit: str) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".") + unit
