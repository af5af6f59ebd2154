"""Numbers in running text, in figures or words, with the unit and the noun they count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

_UNITS: dict[str, str] = {}
for _name, _forms in {
    "second": "seconds sec secs s",
    "minute": "minutes min mins",
    "hour": "hours hr hrs h",
    "day": "days d",
    "night": "nights",
    "week": "weeks wk wks",
    "fortnight": "fortnights",
    "month": "months",
    "quarter": "quarters",
    "year": "years yr yrs",
    "decade": "decades",
    "century": "centuries",
    "ms": "millisecond milliseconds",
    "%": "percent pct percentage",
    "usd": "dollar dollars $ us$",
    "eur": "euro euros \u20ac",
    "gbp": "pounds sterling \u00a3",
    "cent": "cents",
    "jpy": "yen \u00a5",
    "kb": "kilobyte kilobytes kib",
    "mb": "megabyte megabytes mib",
    "gb": "gigabyte gigabytes gib",
    "tb": "terabyte terabytes tib",
    "byte": "bytes",
    "km": "kilometre kilometres kilometer kilometers kms",
    "mile": "miles mi",
    "meter": "metre metres meters m",
    "foot": "feet ft",
    "inch": "inches",
    "yard": "yards",
    "acre": "acres",
    "cm": "centimetre centimetres centimeter centimeters",
    "mm": "millimetre millimetres millimeter millimeters",
    "kg": "kilogram kilograms kgs",
    "gram": "grams g",
    "pound": "lb lbs",
    "ounce": "ounces oz",
    "litre": "litres liter liters",
    "gallon": "gallons",
    "celsius": "\u00b0c",
    "fahrenheit": "\u00b0f",
    "degree": "degrees \u00b0",
    "mph": "",
    "hz": "hertz",
    "time": "times",
}.items():
    _UNITS |= dict.fromkeys((_name, *_forms.split()), _name)
# "in 5 m" and "5 s" are units only when glued to their number.
_GLUED_ONLY = frozenset(["s", "h", "d", "m", "g", "mi"])
_QUALIFIERS = {"business": "working", "working": "working", "work": "working"} | {
    word: word for word in ("calendar", "consecutive", "fiscal", "academic", "school")
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SUFFIX = {"k": 1000, "m": 10**6, "bn": 10**9, "b": 10**9, "million": 10**6, "billion": 10**9}
_SUFFIX |= {"thousand": 1000, "trillion": 10**12, "hundred": 100}
_ONES_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_ONES = _ONES_WORDS.split()
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = {word: i for i, word in enumerate(_ONES)}
_WORDS |= {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ORDINALS = {word: i + 1 for i, word in enumerate(_PLACES.split())}
_SPELT = "|".join(sorted((*_WORDS, *_SCALES), key=len, reverse=True))
_NUMBER = re.compile(
    r"(?:(?P<currency>us\$|[$\u20ac\u00a3\u00a5])[ ]?)?"
    r"(?<![\w])(?P<sign>(?<![\w)])-(?=\d))?"
    r"(?:v\.?[ ]?(?P<version>\d+(?:\.\d+)*(?:\.x)?)"
    r"|(?P<figures>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)*|(?<!\d)\.\d+)"
    r"(?:\^(?P<power>-?\d{1,2})(?!\d))?"
    r"(?P<ordinal>(?:st|nd|rd|th)(?!\w))?"
    r"|(?P<words>(?:(?:" + _SPELT + r")(?:[ -](?:and )?(?=(?:" + _SPELT + r")\b))?)+)(?!\w)"
    r"|(?P<place>" + "|".join(_ORDINALS) + r")(?!\w))"
)
_AFTER = re.compile(
    r"(?:[ ]?\([^()]{1,20}\))?(?P<gap>[ -]?)"
    r"(?P<suffix>(?:k|m|bn|b|million|billion|thousand|trillion|hundred)(?!\w))?"
    r"(?:(?<=[a-z])[ -])?(?P<qualifier>(?:" + "|".join(_QUALIFIERS) + r")[ -])?"
    r"(?P<unit>%|\u00b0[cf]?|per[ ]?cent(?!\w)|[a-z$\u20ac\u00a3]+)?"
)
_MOST_RAISED = 10**12
"""What a power is taken of is no larger: the number of a longer one is of no use."""
_BEFORE = re.compile(r"([a-z]{2,})[ #-]{1,2}\Z")
_LINK = re.compile(r"[ ]?(?:-|,?[ ]?(?:to|or|and|through)|,|/)[ ]?\Z")
_A_UNIT = re.compile(
    r"(?<!\w)(?:an?|single) (?:(?:" + "|".join(_QUALIFIERS) + r") )?(?P<unit>[a-z]+)(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at `start:end` of a normal text.

    `kind` is "number", "version" or "ordinal"; `value` has one written form for one number.
    `unit` is canonical ("day", "%", "usd") or empty, `noun` the word that follows a number
    without a unit, `before` the word right before it ("step" 3), and `qualifier` what kind of
    unit it is ("working" days).
    """

    kind: str
    value: str
    unit: str = ""
    noun: str = ""
    qualifier: str = ""
    start: int = 0
    end: int = 0
    before: str = ""


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the numbers of a normal text (folded), in order.

    A number without a unit that is linked to one with ("30 to 60 days") shares it. "One" counts
    only before a unit, and "a day" is one day.
    """
    real: list[Quantity] = []
    for match in _NUMBER.finditer(text):
        quantity = _quantity(match, text)
        overlaps = bool(real) and match.start() < real[-1].end
        if not overlaps and not _idle_one(quantity, text):
            real.append(quantity)
    for i in range(len(real) - 2, -1, -1):
        this, following = real[i], real[i + 1]
        between = text[this.end : following.start]
        if not this.unit and following.unit and len(between) <= 9 and _LINK.match(between):
            real[i] = replace(this, unit=following.unit, qualifier=following.qualifier, noun="")
    return tuple(sorted([*real, *_single(text)], key=lambda quantity: quantity.start))


def unit_of(word: str) -> str:
    """Return the canonical unit that a word names, or nothing."""
    return "" if word in _GLUED_ONLY else _UNITS.get(word, "")


def _quantity(match: re.Match[str], text: str) -> Quantity:
    start, end = match.span()
    before = _BEFORE.search(text[max(0, start - 30) : start])
    named = Quantity("number", "", start=start, end=end, before=before.group(1) if before else "")
    figures = match.group("figures") or ""
    if match.group("version") or figures.count(".") > 1:
        return replace(named, kind="version", value=match.group("version") or figures)
    if match.group("place"):
        return replace(named, kind="ordinal", value=str(_ORDINALS[match.group("place")]))
    if match.group("ordinal"):
        return replace(named, kind="ordinal", value=_written(Decimal(figures.replace(",", ""))))
    return _counted(match, text, named)


def _counted(match: re.Match[str], text: str, named: Quantity) -> Quantity:
    """Return a number with its value and what it counts."""
    figures = match.group("figures")
    value = Decimal(figures.replace(",", "") if figures else _spelt(match.group("words")))
    value = _raised(value, match.group("power"))
    currency, end = match.group("currency"), named.end
    after = _AFTER.match(text, end)
    suffix = (after and after.group("suffix")) or ""
    if after and (len(suffix) > 2 or (suffix and (currency or _glued_k(after)))):
        value, end = value * _SUFFIX[suffix], after.end("suffix")
    unit, noun, qualifier = _what(after)
    unit = _UNITS[currency] if currency else unit
    value = -value if match.group("sign") else value
    noun = "" if unit else noun
    return replace(named, value=_written(value), unit=unit, noun=noun, qualifier=qualifier, end=end)


def _raised(value: Decimal, power: str | None) -> Decimal:
    """Return a power as it is written after its base (`10^6`)."""
    small = -_MOST_RAISED < value < _MOST_RAISED
    return value ** int(power) if power and value and small else value


def _glued_k(after: re.Match[str]) -> bool:
    return after.group("suffix") == "k" and not after.group("gap")


def _what(after: re.Match[str] | None) -> tuple[str, str, str]:
    """Return unit, noun and qualifier of what follows a number."""
    if after is None or not after.group("unit"):
        return "", "", ""
    word = after.group("unit").replace("per cent", "percent")
    qualifier = _QUALIFIERS.get((after.group("qualifier") or "").strip(" -"), "")
    glued = not after.group("gap")
    unit = _UNITS.get(word, "") if glued or word not in _GLUED_ONLY else ""
    return unit, word, qualifier if unit else ""


def _written(value: Decimal) -> str:
    try:
        return format(value.normalize(), "f")
    except InvalidOperation:
        return str(value)


def _spelt(words: str) -> int:
    """Return the value of a number in words, for instance two hundred and fifty."""
    total, current = 0, 0
    for word in re.split(r"[ -]+", words.replace(" and ", " ")):
        if word in _SCALES:
            scale = _SCALES[word]
            current = max(current, 1) * scale
            if scale > 100:
                total, current = total + current, 0
        else:
            current += _WORDS.get(word, 0)
    return total + current


def _idle_one(quantity: Quantity, text: str) -> bool:
    """Whether a "one" is part of a pronoun (no one, one another) rather than a number."""
    if text[quantity.start : quantity.end].strip() != "one":
        return False
    return text[: quantity.start].endswith(("no", "no ")) or quantity.noun == "another"


def _single(text: str) -> Iterator[Quantity]:
    for match in _A_UNIT.finditer(text):
        if unit := unit_of(match.group("unit")):
            yield Quantity("article", "1", unit, start=match.start(), end=match.end())
