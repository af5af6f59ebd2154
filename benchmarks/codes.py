"""How often the quoting writer answers a question about one name or code, or of two words.

    python -m benchmarks.codes [FOLDER] [--each 8] [--pairs 40] [--pages 0]

Drawn are names of each kind (error codes, constants, versions and so on) that stand in one to three
chunks of a corpus, links and pictures left out, and headings of two words. A name is asked for in
one of four forms, a heading by its two words alone. Whoever answers has to quote what holds the
name, or a section under that heading. What must be refused: the same put to the other corpus, where
it does not stand; neighbours of a name, one digit or letter changed, put to its own corpus; and two
words of different headings that no chunk has both. With `--pages` each corpus is a seeded sample of
so many of its pages, indexed aside: the size of a team's own.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import shutil
import string
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from retrieval import wiring
from retrieval.answer.answerer import Answerer
from retrieval.learn.gather import Gathered
from retrieval.settings import Settings
from retrieval.text.identifiers import identifiers
from retrieval.text.words import STOP_WORDS, fold, stem, words
from retrieval.values import Answer, Hit, Question, Scope
from scripts.apart import open_apart, questions
from scripts.terminal import progress

EVALDATA = Path(__file__).parents[2] / "shared" / "evaldata"
CORPORA = ("handbooks", "runbooks")
FORMS = ("What does {} mean?", "What is {}?", "{}", "How do I set {}?")
NATIVE, FOREIGN, NEIGHBOUR = "its own", "of the other corpus", "invented"
MOST_CHUNKS = 3
SIZES = range(1_500, 30_000)
"""Bytes of the pages that are drawn."""
SEED = 17
_FILE = "ya?ml|json|md|py|sh|conf|rb|go|toml|txt|csv|xml|tf|html"
KINDS = {
    "code": re.compile(r"[A-Z]{2,}-?\d{2,}"),
    "key": re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*-\d{1,5}"),
    "constant": re.compile(r"[A-Z]{2,}[A-Z0-9]*(?:_[A-Z0-9]+)+"),
    "snake": re.compile(r"[a-z]{2,}[a-z0-9]*(?:_[a-z0-9]+)+"),
    "camel": re.compile(r"[A-Za-z][a-z]+(?:[A-Z][a-z]+){2,}"),
    "file": re.compile(rf"[\w-]{{4,}}\.(?:{_FILE})"),
    "dotted": re.compile(rf"[a-z]\w+(?:\.(?!(?:{_FILE})\Z)[A-Za-z]\w+){{1,3}}"),
    "version": re.compile(r"v\d+(?:\.\d+){1,2}|\d+\.\d+\.\d+"),
}
"""Kind of name -> how it looks from beginning to end; the first that fits counts."""
_LINKED = re.compile(
    r"!?\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|^\s*\[[^\[\]]+\]:.*$|<[^<>\s]+>|\b\w+://\S+|\bwww\.\S+",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: the set that it counts in, what it is asked of, and what an answer has to hold.

    `kind` is a kind of name, or "pair" for two words.
    """

    set: str
    kind: str
    text: str
    corpus: str
    wanted: str


@dataclass(slots=True)
class Known:
    """What a corpus holds, as far as the drawing needs it."""

    names: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Name -> the ids of the chunks that have it outside of links."""
    headings: set[str] = field(default_factory=set)
    stems: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    joined: set[str] = field(default_factory=set)
    """The names without the signs between their parts."""
    text: str = ""
    """All of it, folded."""

    def has(self, name: str) -> bool:
        """Whether a name stands anywhere, links included, or one that only its signs tell apart."""
        return "".join(words(name)) in self.joined or stands(name, self.text) > 0

    def together(self, pair: str) -> bool:
        """Whether any chunk has both words of a pair, in whatever ending."""
        one, other = (self.stems.get(stem(word), set()) for word in words(pair))
        return bool(one & other)


def known(hits: Sequence[Hit]) -> Known:
    """Look through the chunks of a corpus."""
    found, texts = Known(), []
    for hit in hits:
        chunk, title = hit.chunk, hit.document.title
        for name in identifiers(_LINKED.sub(" ", chunk.text)):
            found.names[name].add(chunk.id)
        found.joined.update("".join(words(name)) for name in identifiers(chunk.text))
        found.headings.update(chunk.heading_path)
        said = fold("\n".join((title, *chunk.heading_path, hit.document.path, chunk.text)))
        for word in set(words(said)):
            found.stems[stem(word)].add(chunk.id)
        texts.append(said)
    found.text = "\n".join(texts)
    return found


def drawn(corpora: Mapping[str, Known], each: int, pairs: int, seed: int = SEED) -> Iterator[Asked]:
    """Draw the questions of each corpus, which come to the same whenever they are drawn."""
    for corpus, there in corpora.items():
        draw = random.Random(f"{seed} {corpus}")  # noqa: S311 - a sample, no secret
        other = next(name for name in corpora if name != corpus)
        forms = cycle(FORMS)
        for kind, name in _names(there, corpora[other], each, draw):
            form = next(forms)
            yield Asked(NATIVE, kind, form.format(name), corpus, name)
            yield Asked(FOREIGN, kind, form.format(name), other, name)
            if (near := neighbour(name, there, draw)) is not None:
                yield Asked(NEIGHBOUR, kind, form.format(near), corpus, near)
        for heading, mixed in _pairs(there, corpora[other], pairs, draw):
            yield Asked(NATIVE, "pair", heading.lower(), corpus, heading)
            yield Asked(FOREIGN, "pair", heading.lower(), other, heading)
            yield Asked(NEIGHBOUR, "pair", mixed.lower(), corpus, mixed)


def _names(there: Known, other: Known, each: int, draw: random.Random) -> Iterator[tuple[str, str]]:
    """Draw as many names of each kind that stand in few chunks, and not in the other corpus."""
    rare = sorted(name for name, chunks in there.names.items() if len(chunks) <= MOST_CHUNKS)
    draw.shuffle(rare)
    taken: Counter[str] = Counter()
    for name in rare:
        kind = next((kind for kind, looks in KINDS.items() if looks.fullmatch(name)), "")
        few = bool(kind) and taken[kind] < each
        if few and stands(name, there.text) <= MOST_CHUNKS and not other.has(name):
            taken[kind] += 1
            yield kind, name


def _pairs(
    there: Known, other: Known, count: int, draw: random.Random
) -> Iterator[tuple[str, str]]:
    """Draw headings of two words, each with a pair that was put together of two of them."""
    alike = sorted(heading for heading in there.headings if _is_pair(heading))
    draw.shuffle(alike)
    found = [heading for heading in alike if not other.together(heading)][:count]
    for heading in found:
        for second in draw.sample(alike, len(alike)):
            mixed = f"{heading.split()[0]} {second.split()[1]}"
            if not there.together(mixed):
                yield heading, mixed
                break


def _is_pair(heading: str) -> bool:
    """Whether a heading is two words that say something, and nothing else."""
    parts = heading.split()
    return len(parts) == 2 and all(
        part.isalpha() and part.isascii() and len(part) > 2 and fold(part) not in STOP_WORDS
        for part in parts
    )


def stands(name: str, text: str) -> int:
    """Return how often a name stands in a folded text, and not within a longer word or number."""
    wanted, found, at = fold(name), 0, -1
    while (at := text.find(wanted, at + 1)) >= 0:
        around = text[max(0, at - 1) : at] + text[at + len(wanted) : at + len(wanted) + 1]
        found += not any(char.isalnum() for char in around)
    return found


def neighbour(name: str, there: Known, draw: random.Random) -> str | None:
    """Return a name with one digit or letter changed that the corpus does not have.

    A digit is changed where there is one; what a file's name ends in stays.
    """
    stem_ends = name.rfind(".") if KINDS["file"].fullmatch(name) else len(name)
    digits = [at for at, char in enumerate(name[:stem_ends]) if char.isdigit()]
    letters = [at for at, char in enumerate(name[:stem_ends]) if char.isalpha()]
    for _ in range(50):
        at = draw.choice(digits or letters)
        others = next(s for s in _CLASSES if name[at] in s)
        changed = name[:at] + draw.choice(others.replace(name[at], "")) + name[at + 1 :]
        if not there.has(changed):
            return changed
    return None


_CLASSES = (string.digits, string.ascii_lowercase, string.ascii_uppercase)


def holds(asked: Asked, answer: Answer) -> bool:
    """Whether what is quoted has the name in it or over it, or stands under the heading."""
    over = {source.label: source.heading_path for source in answer.sources}
    wanted = fold(asked.wanted)
    for claim in answer.claims:
        for one in claim.citations:
            above = (one.document.title, one.heading, *over.get(one.label, ()))
            if asked.kind == "pair" and wanted in map(fold, above):
                return True
            if asked.kind != "pair" and stands(wanted, fold("\n".join((one.text, *above)))):
                return True
    return False


async def ask(answerer: Answerer, asked: Sequence[Asked]) -> list[tuple[Asked, bool, bool]]:
    """Put the questions; return of each whether it is answered, and with what was asked for."""
    found, step = [], progress("asking")
    for done, one in enumerate(asked, start=1):
        answer = await answerer.answer(Question(one.text, Scope((one.corpus,))))
        found.append((one, bool(answer.claims), holds(one, answer)))
        step(done, len(asked))
    return found


def report(found: Sequence[tuple[Asked, bool, bool]]) -> list[str]:
    """Return lines for names and for two words of each set, and for each kind of name."""
    lines = []
    for name in (NATIVE, FOREIGN, NEIGHBOUR):
        rows = [row for row in found if row[0].set == name]
        names = [row for row in rows if row[0].kind != "pair"]
        lines.append(_line(f"names, {name}", names))
        by_kind = {kind: [row for row in names if row[0].kind == kind] for kind in KINDS}
        lines += [_line(f"  {kind}", some) for kind, some in by_kind.items() if some]
        lines.append(_line(f"two words, {name}", [row for row in rows if row not in names]))
    return lines


def _line(name: str, rows: Sequence[tuple[Asked, bool, bool]]) -> str:
    answered, held = sum(row[1] for row in rows), sum(row[2] for row in rows)
    return f"{name:32} {len(rows):4} asked, {answered:4} answered, {held:4} with what was asked for"


def gathered(settings: Settings, folder: Path, pages: int, copies: Path) -> Gathered:
    """Return the corpora whole, or of each a seeded sample of so many pages, copied aside."""
    if not pages:
        return questions(settings, [folder / name / "questions.jsonl" for name in CORPORA])
    found = Gathered()
    for name in CORPORA:
        corpus = folder / name / "corpus"
        files = sorted(path for path in corpus.rglob("*.md") if path.stat().st_size in SIZES)
        draw = random.Random(f"{SEED} {name}")  # noqa: S311 - a sample, no secret
        for path in draw.sample(files, min(pages, len(files))):
            copy = copies / name / path.relative_to(corpus)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        found.sources[name] = wiring.folder_reader(settings, copies / name)
    return found


async def run(folder: Path, each: int, pairs: int, pages: int) -> list[str]:
    """Index what has changed, draw and ask; return what to print."""
    settings = wiring.settings()
    with tempfile.TemporaryDirectory() as copies:
        if pages:
            settings = settings.model_copy(update={"data": Path(copies) / "data"})
        sources = gathered(settings, folder, pages, Path(copies))
        async with open_apart(settings, sources) as apart:
            corpora = {
                name: known(await apart.store.within(Scope((name,))).everything())
                for name in sources.sources
            }
            return report(await ask(apart.answerer, list(drawn(corpora, each, pairs))))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, nargs="?", default=EVALDATA)
    parser.add_argument("--each", type=int, default=8, help="names of each kind (8)")
    parser.add_argument("--pairs", type=int, default=40, help="headings of two words (40)")
    parser.add_argument("--pages", type=int, default=0, help="pages of each corpus (0: all)")
    options = parser.parse_args()
    asked = run(options.folder, options.each, options.pairs, options.pages)
    print("\n".join(asyncio.run(asked)))


if __name__ == "__main__":
    main()
