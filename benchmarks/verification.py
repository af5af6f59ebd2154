"""Measures verification: right claims that are touched, altered claims that are caught.

    python -m benchmarks.verification [--seed N] [--most N] [--show KIND] [--half dev|held|all]

Right claims are sentences of gold passages with themselves as quote, the same lightly reworded,
and sentences of the human answers with the passage sentences most like them as quotes. Altered
ones are made from right ones (half of them reworded first) by changing what the kind says.
Versions and identifiers come from the handbooks, the rest from the government passages of the
mtrag set. A claim counts as touched or caught when it is dropped or replaced. Intervals are
Wilson's at 95 %.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from retrieval.answer.verify import verify
from retrieval.text.inline import inline
from retrieval.text.sentences import units
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import Chunk, Claim, DocumentFacts, Dropped, Packed, Quote, Source

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
_MONTH_NAMES = (
    "January February March April May June July August September October November December"
)
MONTHS = _MONTH_NAMES.split()
_SPELT_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
SPELT = _SPELT_WORDS.split()


@dataclass(frozen=True)
class Case:
    """A claim with its quote, the sources it was made from, and foreign text to borrow from."""

    text: str
    quotes: tuple[Quote, ...]
    packed: Packed
    foreign: tuple[str, ...]
    half: str


Alter = Callable[[str, Case, random.Random], str | None]


# --- the material ---------------------------------------------------------------------------


def source(label: str, key: str, title: str, text: str) -> Source:
    """Make a source of one chunk."""
    chunk = Chunk(key, key, 0, 0, len(text), text, digest=sha256(text.encode()).hexdigest())
    return Source(label, DocumentFacts(key, "docs", key, title), (chunk,), text, 0, len(text))


def proper(sentence: str) -> bool:
    """Whether a piece of text is a sentence of running prose that someone could claim."""
    size = len(sentence.split())
    return (
        6 <= size <= 45 and "\n" not in sentence and sentence[0].isalnum() and sentence[-1] == "."
    )


def government(evaldata: Path) -> Iterator[tuple[str, Packed, str]]:
    """Yield id, sources and human answer of each answerable question."""
    with gzip.open(evaldata / "mtrag/passages_govt.jsonl.gz", "rt") as lines:
        passages = {row["id"]: row for row in map(json.loads, lines)}
    others = list(passages.values())
    for line in (evaldata / "mtrag/questions.jsonl").read_text().splitlines():
        row = json.loads(line)
        gold = [passages[key] for key in row["gold_docs"] if key in passages]
        if row["answerability"] != "ANSWERABLE" or not gold:
            continue
        chance = random.Random(row["id"])  # noqa: S311
        packed = [*gold, *chance.sample(others, 2)]
        unique = {one["id"]: one for one in packed}.values()
        yield (
            row["id"],
            Packed(
                tuple(
                    source(f"S{i}", one["id"], one.get("title", ""), one["text"])
                    for i, one in enumerate(unique, start=1)
                )
            ),
            row["answer"],
        )


def handbooks(evaldata: Path, most: int) -> Iterator[tuple[str, Packed]]:
    """Yield pieces of handbook pages, each with another piece beside it."""
    files = sorted((evaldata / "handbooks/corpus").glob("**/*.md"))
    random.Random(5).shuffle(files)  # noqa: S311
    previous = None
    for number, file in enumerate(files, start=1):
        text = file.read_text("utf-8", "replace").replace("\r\n", "\n")[:20_000]
        if number > most and not _VERSION.search(text):
            continue
        for start in range(0, len(text), 2_500):
            piece = text[start : start + 2_500]
            this = source("S1", f"{file}:{start}", file.stem, piece)
            if previous:
                other = source("S2", previous.document.id, previous.document.title, previous.text)
                yield f"{file}:{start}", Packed((this, other))
            previous = this


def half(key: str) -> str:
    """Return the half that a question or page belongs to, as a whole."""
    return "dev" if sha256(key.split(":", maxsplit=1)[0].encode()).digest()[0] % 2 else "held"


def verbatim_cases(evaldata: Path) -> tuple[list[Case], list[Case], list[Case]]:
    """Return the verbatim cases of both corpora, and those of the human answers."""
    rows = list(government(evaldata))
    answers = [tuple(_said(answer)) for _, _, answer in rows]
    prose: list[Case] = []
    human: list[Case] = []
    for i, (key, packed, answer) in enumerate(rows):
        foreign = tuple(s for j, said in enumerate(answers) if _far(i, j, rows) for s in said)
        prose += [
            Case(said, (Quote(one.label, said),), packed, foreign, half(key))
            for one in packed.sources[:-2]
            for said in _said(one.text)
        ]
        for said in _said(answer):
            quotes = tuple(best_quotes(said, packed))
            human.append(Case(said, quotes, packed, foreign, half(key)))
    pages: list[Case] = []
    for key, packed in handbooks(evaldata, 500):
        foreign = tuple(_said(packed.sources[1].text))
        pages += [
            Case(inline(said), (Quote("S1", said),), packed, foreign, half(key))
            for said in _said(packed.sources[0].text)
            if proper(inline(said))
        ]
    return prose, pages, human


def _far(i: int, j: int, rows: list[tuple[str, Packed, str]]) -> bool:
    """Whether two questions belong to different conversations."""
    return rows[i][0].split("<")[0] != rows[j][0].split("<")[0]


def _said(text: str) -> Iterator[str]:
    for unit in units(text):
        said = text[unit.start : unit.end]
        if unit.kind in ("sentence", "item") and proper(said):
            yield said


def best_quotes(sentence: str, packed: Packed) -> Iterator[Quote]:
    """Yield the passage sentences whose words cover most of a sentence, at most three."""
    wanted = {stem(w) for w in words(sentence) if w not in STOP_WORDS}
    pool = [
        (quote.label, quote.text[unit.start : unit.end])
        for quote in packed.sources
        for unit in units(quote.text)
    ]
    for _ in range(3):
        best = max(pool, key=lambda one: len(wanted & {stem(w) for w in words(one[1])}))
        covered = wanted & {stem(w) for w in words(best[1])}
        if len(covered) < 2:
            return
        wanted -= covered
        yield Quote(*best)


# --- rewording that changes nothing ---------------------------------------------------------

_REWORDINGS: tuple[tuple[str, str], ...] = (
    (r"\bdo not\b", "don't"), (r"\bdoes not\b", "doesn't"), (r"\bis not\b", "isn't"),
    (r"\bare not\b", "aren't"), (r"\bcannot\b", "can't"), (r"\bwill not\b", "won't"),
    (r"\bdon['’]t\b", "do not"), (r"\bcan['’]t\b", "cannot"), (r"\bit is\b", "it's"),
    (r"\bmust not\b", "mustn't"), (r"\bin order to\b", "to"), (r"\bsuch as\b", "like"),
    (r"\bas well as\b", "and"), (r"\butili[sz]e\b", "use"), (r"\breceive\b", "get"),
    (r"\bobtain\b", "get"), (r"\bassist\b", "help"), (r"\bprior to\b", "before"),
    (r"\bpercent\b", "%"), (r"(?<=\d)%", " percent"), (r"\bhave to\b", "must"),
    (r"\bare required to\b", "must"), (r"\bpurchase\b", "buy"), (r"\bhowever, ", ""),
    (r"\badditional\b", "more"), (r"\bapproximately\b", "about"), (r"\bbegin\b", "start"),
    (r"\bis able to\b", "can"), (r"\bare able to\b", "can"), (r"\bin the event that\b", "if"),
    (r"\bdue to\b", "because of"), (r"\b(wish|want)(?= to\b)", "would like"),
    (r"\be\.g\.", "for example"),
    (r"(?<=\d),(?=\d{3}\b)", ""), (r"\bthat is\b", "which is"), (r"\bsince\b", "because"),
    (r"\bany time\b", "at any time"), (r"\bmay be\b", "can be"), (r"\bensure\b", "make sure"),
    (r"\b(January|March|June|July|October) (\d{1,2}), (\d{4})", r"\2 \1 \3"),
    (r"\bcontains\b", "includes"), (r"\bproviding\b", "giving"), (r"\bcurrently\b", "at present"),
    (r"\bWe\b", "we"), (r"\b(\w+ing) and (\w+ing)\b", r"\2 and \1"), (r"\bmake use of\b", "use"),
    (r"\btwo\b", "2"), (r"\bthree\b", "3"), (r"\bfive\b", "5"), (r"\bten\b", "10"),
    (r"\balso \b", ""), (r", including\b", " including"), (r"\bemployees\b", "staff"),
)  # fmt: skip
_CLAUSES = re.compile(
    r"^(?P<link>If|When|While|After|Before|Once|Unless|Although|Because) (?P<one>[^,;]{12,120}),"
    r" (?P<two>[^;]{12,200})\.$"
)


def reworded(text: str, case: Case, chance: random.Random) -> str | None:
    """Reword lightly: clause order, contractions, near synonyms, articles; None if nothing fits."""
    del case
    result = text
    if match := _CLAUSES.match(result):
        two, link, one = match["two"], match["link"].lower(), match["one"]
        result = f"{two[0].upper()}{two[1:]} {link} {one}."
    changes = 0
    for pattern, instead in chance.sample(_REWORDINGS, len(_REWORDINGS)):
        new = re.sub(pattern, instead, result, count=1)
        if new != result and changes < 2:
            result, changes = new, changes + 1
    articles = list(re.finditer(r"(?<=[a-z,] )the (?=[a-z])", result))
    if articles:
        one = chance.choice(articles)
        result = result[: one.start()] + result[one.end() :]
    return result if result != text else None


# --- alterations ----------------------------------------------------------------------------


def added_clause(text: str, case: Case, chance: random.Random) -> str | None:
    """Add a clause of another answer, at the end, at the front, or after a comma."""
    clauses = [
        piece.strip(" .")
        for said in chance.sample(case.foreign, min(6, len(case.foreign)))
        for piece in re.split(r"[,;]\s+|\s+(?:and|but|because|which)\s+", said)
        if 3 <= len(piece.split()) <= 14 and _news(piece, case)
    ]
    if not clauses:
        return None
    clause = chance.choice(clauses)
    clause = clause if clause.split()[0].isupper() else clause[0].lower() + clause[1:]
    body = text.rstrip(".")
    return chance.choice((
        f"{body}, and {clause}.",
        f"{body} because {clause}.",
        f"{clause[0].upper()}{clause[1:]}, and {body[0].lower()}{body[1:]}.",
        f"{body}. {clause[0].upper()}{clause[1:]}.",
        re.sub(r", ", f", {clause}, ", body, count=1) + ".",
    ))  # fmt: skip


def _news(clause: str, case: Case) -> bool:
    """Whether a clause has a word with content that the quotes lack: else it adds nothing."""
    known = {stem(word) for quote in case.quotes for word in words(quote.text)}
    said = {word for word in words(clause) if len(word) > 3 and word not in STOP_WORDS}
    return any(stem(word) not in known for word in said)


_FIGURES = re.compile(
    r"(?<![\w.,/$-])\d{1,3}(?:,\d{3})+(?![\w])|(?<![\w.,/:-])\d{1,6}(?![\w.:/-]|,\d)"
)
_SPELT = re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b")


def number(text: str, case: Case, chance: random.Random) -> str | None:
    """Change a number: another value, another size, or the value in words."""
    del case
    spots = [*_FIGURES.finditer(text), *_SPELT.finditer(text)]
    if not spots:
        return None
    spot = chance.choice(spots)
    old = spot.group()
    value = SPELT.index(old) if old in SPELT else int(old.replace(",", ""))
    new = chance.choice(
        (value + 1, value + chance.randint(2, 9), value * 10, max(1, value // 2) + 3)
    )
    shown = SPELT[new] if new < len(SPELT) and chance.random() < 0.5 else str(new)
    shown = f"{new:,}" if "," in old else shown
    return None if new == value else text[: spot.start()] + shown + text[spot.end() :]


_UNIT = {
    "days": "weeks", "day": "week", "weeks": "months", "week": "month", "months": "years",
    "month": "week", "years": "months", "year": "month", "hours": "minutes", "hour": "day",
    "minutes": "hours", "minute": "hour", "seconds": "minutes", "percent": "dollars", "%": " days",
    "feet": "miles", "miles": "feet", "pounds": "ounces", "dollars": "euros", "GB": "MB",
    "MB": "GB", "inches": "feet", "acres": "miles", "business days": "days", "kilometers": "miles",
}  # fmt: skip
_UNITS = re.compile(
    r"(?P<number>\b\d[\d,.]*|"
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|thirty|sixty)\b)"
    r"(?P<gap>[ -]?)"
    rf"(?P<unit>{'|'.join(sorted(map(re.escape, _UNIT), key=len, reverse=True))})(?!\w)"
)


def unit(text: str, case: Case, chance: random.Random) -> str | None:
    """Change the unit of a number."""
    del case
    spots = list(_UNITS.finditer(text))
    money = list(re.finditer(r"\$(?=\d)", text))
    if money and (not spots or chance.random() < 0.3):
        spot = chance.choice(money)
        return text[: spot.start()] + chance.choice("€£") + text[spot.end() :]
    if not spots:
        return None
    spot = chance.choice(spots)
    return text[: spot.start("unit")] + _UNIT[spot["unit"]] + text[spot.end() :]


_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-zA-Z]{2,}(?:(?: of)? [A-Z][a-zA-Z]{2,})*|\b[A-Z]{2,6}\b")


def names(text: str) -> list[str]:
    """Return the names inside a sentence."""
    return [found.group() for found in _NAME.finditer(text) if found.group() not in MONTHS]


def name(text: str, case: Case, chance: random.Random) -> str | None:
    """Put another name of the corpus in the place of one."""
    spots = [found for found in _NAME.finditer(text) if found.group() not in MONTHS]
    pool = [n for said in case.foreign for n in names(said) if n.lower() not in text.lower()]
    if not spots or not pool:
        return None
    spot = chance.choice(spots)
    new = chance.choice(sorted(set(pool)))
    held = " ".join(quote.text for quote in case.quotes).lower()
    if new.lower() in held or spot.group().lower() in new.lower():
        return None
    return text[: spot.start()] + new + text[spot.end() :]


_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\w.]*\w)(?!%)")


def version(text: str, case: Case, chance: random.Random) -> str | None:
    """Change one part of a version."""
    del case
    spots = list(_VERSION.finditer(text))
    if not spots:
        return None
    spot = chance.choice(spots)
    parts = spot.group().lstrip("v").split(".")
    i = chance.randrange(len(parts))
    parts[i] = str(max(0, int(parts[i]) + chance.choice((-2, -1, 1, 2, 10))))
    prefix = "v" if spot.group().startswith("v") else ""
    new = prefix + ".".join(parts)
    return None if new == spot.group() else text[: spot.start()] + new + text[spot.end() :]


_DATE = re.compile(
    rf"\b(?P<month>{'|'.join(MONTHS)})(?: (?P<day>\d{{1,2}})(?!\d))?(?:,? (?P<year>\d{{4}}))?"
    r"|(?<![\d-])(?P<iso>\d{4}-\d\d-\d\d)(?!\d)|(?<=\bin )(?P<alone>(?:19|20)\d\d)\b"
)


_IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:--?[a-z][\w-]+|[\w-]+(?:[/._][\w-]+)*[/_]\w[\w.-]*|[a-z]+[A-Z]\w+|[A-Z]+-\d+"
    r"|[\w-]+\.(?:ya?ml|json|md|py|rb|sh|go|tf|js|org|com|io))(?![\w/])"
)


def identifier(text: str, case: Case, chance: random.Random) -> str | None:
    """Change a part of an identifier, a path, a flag or an address."""
    del case
    spots = [spot for spot in _IDENTIFIER.finditer(text) if re.search("[a-z]", spot.group())]
    if not spots:
        return None
    spot = chance.choice(spots)
    parts = re.split(r"([^A-Za-z0-9]+)", spot.group())
    i = chance.choice([i for i, part in enumerate(parts) if part.isalnum()])
    other = chance.choice(("staging", "config", "test", "v2", "main", "backup", "old"))
    parts[i] = chance.choice((other, parts[i] + "s", parts[i] + "2", parts[i][::-1]))
    new = "".join(parts)
    return None if new.lower() in text.lower() else text[: spot.start()] + new + text[spot.end() :]


def date(text: str, case: Case, chance: random.Random) -> str | None:
    """Change the day, month or year of a date, in the same form or in another."""
    del case
    spots = [m for m in _DATE.finditer(text) if m["day"] or m["year"] or m["iso"] or m["alone"]]
    if not spots:
        return None
    spot = chance.choice(spots)
    if spot["alone"]:
        new = str(int(spot["alone"]) + chance.choice((-10, -1, 1, 2)))
    elif spot["iso"]:
        year, month, day = map(int, spot["iso"].split("-"))
        new = (
            f"{year}-{month % 12 + 1:02}-{day:02}"
            if chance.random() < 0.5
            else f"{year + 1}-{month:02}-{day:02}"
        )
    else:
        new = _other_date(spot, chance)
    return text[: spot.start()] + new + text[spot.end() :]


def _other_date(spot: re.Match[str], chance: random.Random) -> str:
    month, day, year = MONTHS.index(spot["month"]) + 1, spot["day"], spot["year"]
    part = chance.choice([p for p, v in (("month", True), ("day", day), ("year", year)) if v])
    month = (month + chance.randint(0, 9)) % 12 + 1 if part == "month" else month
    day = str(int(day) % 28 + 1) if day and part == "day" else day
    year = str(int(year) + chance.choice((-1, 1, 10))) if year and part == "year" else year
    if day and year and chance.random() < 0.3:
        return f"{year}-{month:02}-{int(day):02}"
    if day and chance.random() < 0.3:
        return f"{day} {MONTHS[month - 1]}" + (f" {year}" if year else "")
    return " ".join(p for p in (MONTHS[month - 1], f"{day}," if day and year else day, year) if p)


_ADDED = (
    (r"\b(is|are|was|were|must|should|may|can|will|has|could)\b(?! not|n?['’]t| no\b)", r"\1 not"),
    (r"\b(is|are|was|were|must|should)\b(?! not|n['’]t)", r"\1n't"),
    (r"\bwill\b(?! not)", "won't"), (r"\bcan\b(?! not|['’]t)", "can't"),
    (r"\bcan\b(?! not|['’]t)", "cannot"),
    (r"\balways\b", "never"), (r"\bwith\b(?! (?:regard|respect))", "without"),
    (r"\b(?:may|can) (?=\w+)", "must never "), (r"\brequired\b", "not required"),
    (r"\ballowed\b", "forbidden"),
)  # fmt: skip
_TAKEN = (
    (r"\b(is|are|was|were|must|should|may|can|will|do|does|did|has|have) not\b", r"\1"),
    (r"\bcannot\b", "can"), (r"\b(is|are|was|were|should|does|do|did|has|have)n['’]t\b", r"\1"),
    (r"\bcan['’]t\b", "can"), (r"\bwon['’]t\b", "will"), (r"\bnever\b", "always"),
    (r"\bwithout\b", "with"), (r"\bno longer\b", "still"), (r"\bunless\b", "if"),
    (r"\bno (?=[a-z])", "every "), (r"\bexcept\b", "including"), (r"\bonly\b", ""),
)  # fmt: skip


def negation(text: str, case: Case, chance: random.Random) -> str | None:
    """Deny what was said, or say what was denied."""
    del case
    taken = [(p, i) for p, i in _TAKEN if re.search(p, text)]
    added = [(p, i) for p, i in _ADDED if re.search(p, text)]
    options = taken if taken and chance.random() < 0.7 else added or taken
    if not options:
        return None
    pattern, instead = chance.choice(options)
    spots = list(re.finditer(pattern, text))
    spot = chance.choice(spots)
    return re.sub(r"  +", " ", text[: spot.start()] + spot.expand(instead) + text[spot.end() :])


# --- the run --------------------------------------------------------------------------------


def caught(case: Case, text: str, quotes: tuple[Quote, ...]) -> str:
    """Return why a claim was dropped or replaced, or nothing when it was shown as it is."""
    verdict = verify(Claim(text, quotes), case.packed)
    return verdict.reason if isinstance(verdict, Dropped) else verdict.replaced


def other_label(case: Case, chance: random.Random) -> tuple[Quote, ...] | None:
    """Return the quotes under the labels of sources that do not have them."""
    swapped: list[Quote] = []
    for quote in case.quotes:
        labels = [one.label for one in case.packed.sources if quote.text not in one.text]
        if labels:
            swapped.append(Quote(chance.choice(labels), quote.text))
    return tuple(swapped) if len(swapped) == len(case.quotes) else None


def other_quote(case: Case, chance: random.Random) -> tuple[Quote, ...] | None:
    """Return a valid quote from a source that the claim was not made from."""
    used = {quote.label for quote in case.quotes}
    pool = [
        Quote(one.label, said)
        for one in case.packed.sources
        if one.label not in used
        for said in _said(one.text)
        if said != case.text
    ]
    return (chance.choice(pool),) if pool else None


def interval(hits: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    if not total:
        return 0.0, 1.0
    z, p = 1.96, hits / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def run(arguments: argparse.Namespace) -> dict[str, list[tuple[str, str, str]]]:
    """Return for each kind of claim: the text before, the text judged, the reason or nothing."""
    prose, pages, human = verbatim_cases(EVALDATA)
    wanted = lambda case: arguments.half in ("all", case.half)  # noqa: E731
    prose, pages, human = (list(filter(wanted, some)) for some in (prose, pages, human))
    chance = random.Random(arguments.seed)  # noqa: S311
    for some in (prose, pages):
        chance.shuffle(some)
    results: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for kind, cases in (("verbatim", prose), ("verbatim, handbooks", pages), ("paraphrase", human)):
        for case in cases[: arguments.most]:
            results[kind].append((case.text, case.text, caught(case, case.text, case.quotes)))
    altered(results, "reworded", reworded, prose + pages, arguments)
    for kind, alter in (
        ("clause added", added_clause), ("number", number), ("unit", unit), ("name", name),
        ("date", date), ("negation", negation),
    ):  # fmt: skip
        altered(results, kind, alter, prose, arguments)
        altered(results, f"{kind}, handbooks", alter, pages, arguments)
        altered(results, f"{kind}, answers", alter, human, arguments)
    altered(results, "version, handbooks", version, pages, arguments)
    altered(results, "identifier, handbooks", identifier, pages, arguments)
    for case in (prose + human)[: arguments.most]:
        if quotes := other_label(case, chance):
            results["label swapped"].append((case.text, case.text, caught(case, case.text, quotes)))
        if quotes := other_quote(case, chance):
            results["quote replaced"].append(
                (quotes[0].text, case.text, caught(case, case.text, quotes))
            )
    return results


def altered(
    results: dict[str, list[tuple[str, str, str]]],
    kind: str,
    alter: Alter,
    cases: list[Case],
    arguments: argparse.Namespace,
) -> None:
    """Judge altered claims of one kind, half of them reworded before."""
    chance = random.Random(f"{arguments.seed} {kind}")  # noqa: S311
    for case in cases:
        if len(results[kind]) >= arguments.most:
            return
        text = case.text
        if kind != "reworded" and chance.random() < 0.5:
            text = reworded(text, case, chance) or text
        changed = alter(text, case, chance)
        if changed and changed != text:
            results[kind].append((case.text, changed, caught(case, changed, case.quotes)))


def main() -> None:
    """Print the table, or the cases of one kind that went the wrong way."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=600, help="claims of one kind")
    parser.add_argument("--half", choices=("dev", "held", "all"), default="all")
    parser.add_argument("--show", default="", help="print the claims of a kind that went wrong")
    arguments = parser.parse_args()
    results = run(arguments)
    right = ("verbatim", "verbatim, handbooks", "reworded", "paraphrase")
    print(f"{'claims':24} {'number':>6} {'touched or caught':>18}   95 % interval")
    for kind in (*right, *(k for k in results if k not in right)):
        judged = results[kind]
        hits = sum(bool(reason) for _, _, reason in judged)
        low, high = interval(hits, len(judged))
        share = hits / len(judged) if judged else 0.0
        print(f"{kind:24} {len(judged):6} {share:18.3f}   {low:.3f} to {high:.3f}")
    for kind in results if arguments.show == "all" else (arguments.show,):
        for before, after, reason in results.get(kind, ()):
            if bool(reason) == (kind in right):
                print(f"\n{kind}\n- {before}\n+ {after}\n= {reason or 'shown'}")


if __name__ == "__main__":
    main()
