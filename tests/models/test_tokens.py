"""Tests of the token counter."""

from __future__ import annotations

import gzip
import hashlib
import socket
import warnings
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.answer.prompt import Room, request
from retrieval.models.tokens import Tokens, encoding_name
from tests.fakes.sources import asked, packed

with warnings.catch_warnings():
    # The oracle opens its tables by a function that Python is about to drop.
    warnings.simplefilter("ignore", DeprecationWarning)
    import bpe_openai

MODELS = {"gpt-4.1": "o200k_base", "gpt-4": "cl100k_base"}
ORACLES = {model: bpe_openai.get_encoding(name) for model, name in MODELS.items()}
ESTIMATES = {model: Tokens(model) for model in MODELS}
UNKNOWN = Tokens("a-model-of-our-own")

words = st.sampled_from(
    [
        "the",
        "quarterly",
        "onboarding",
        "checklist",
        "Kubernetes",
        "misconfiguration",
        "übermäßig",
        "naïve",
        "façade",
        "XMLHttpRequest",
        "__init__",
        "ERR_4021",
        "payments-webhook-secret",
        "2026-11-29",
        "v1.31.4",
        "0xDEADBEEF",
        "it's",
        "THEY'LL",
        "日本語の文書",
        "检索增强生成",
        "한국어",
        "русский",
        "العربية",
        "हिन्दी",
        "👩\u200d👩\u200d👧\u200d👦",
        "🇨🇭",
        "é",
        "ﬁ",
    ]
)
prose = st.lists(words | st.text(max_size=8), max_size=40).map(" ".join)
code = st.text(" \n\t(){}[]<>=_-+*/\\.,:;\"'#@$%&|^~`abcdefXYZ0123456789", max_size=200)
cjk = st.text(st.characters(min_codepoint=0x3000, max_codepoint=0x9FFF), max_size=60)
emoji = st.text(st.characters(min_codepoint=0x1F300, max_codepoint=0x1FAFF), max_size=30)
anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=100)


@pytest.mark.parametrize("model", MODELS)
@settings(deadline=None)
@given(text=prose | code | cjk | emoji | anything)
def test_the_estimate_is_never_below_the_true_number(model: str, text: str) -> None:
    """Without tables, no text has more tokens for the model than the counter says."""
    assert len(ORACLES[model].encode_ordinary(text)) <= ESTIMATES[model].count(text)


@settings(deadline=None)
@given(text=prose | code | cjk | emoji | anything)
def test_an_unknown_model_is_counted_by_the_larger_table(text: str) -> None:
    """For a model that tiktoken does not know, the count is at least that of every table."""
    assert max(len(o.encode_ordinary(text)) for o in ORACLES.values()) <= UNKNOWN.count(text)


@settings(deadline=None)
@given(st.text(st.characters(), max_size=50))
def test_any_text_can_be_counted(text: str) -> None:
    """Half surrogate pairs and special tokens in a text are counted like other characters."""
    assert UNKNOWN.count(text + "<|endoftext|>") > 1


def test_each_digit_counts_for_an_unknown_model() -> None:
    """Open models give each digit a token of its own, so each one is counted."""
    assert 9 == UNKNOWN.count("123456789")


def test_the_estimate_is_close_on_documentation(evaldata: Path) -> None:
    """On English pages the estimate is less than a quarter above the true number."""
    pages = sorted(evaldata.glob("runbooks/corpus/**/*.md"))[:60]
    texts = [page.read_text("utf-8") for page in pages]
    for model, oracle in ORACLES.items():
        true = sum(len(oracle.encode_ordinary(text)) for text in texts)
        assert 1.0 <= sum(map(ESTIMATES[model].count, texts)) / true < 1.25


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    """Load the tables before Hypothesis takes the time of an example."""
    for tokens in (UNKNOWN, *ESTIMATES.values()):
        tokens.count("")


@pytest.fixture(name="cache")
def _cache(tmp_path: Path) -> Path:
    """Return a folder like tiktoken's cache, with the tables of the oracle."""
    for name in set(MODELS.values()):
        address = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
        table = gzip.decompress((files("bpe_openai") / "data" / f"{name}.tiktoken.gz").read_bytes())
        (tmp_path / hashlib.sha1(address.encode()).hexdigest()).write_bytes(table)
    return tmp_path


@pytest.mark.parametrize("model", MODELS)
def test_with_the_tables_in_the_cache_the_count_is_exact(model: str, cache: Path) -> None:
    """A configured cache that holds the tables is used, and gives the true number."""
    tokens = Tokens(model, cache=cache)
    text = "Misconfigured 检索 it's 12345 __init__\n\n\n  x👩‍👩‍👧 " * 50

    assert tokens.exact
    assert len(ORACLES[model].encode_ordinary(text)) == tokens.count(text)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("tables", [True, False])
def test_a_budget_holds_by_the_true_number(model: str, tables: bool, cache: Path) -> None:
    """With the tables and without, what is packed and its reply fit into the model's context."""
    tokens = Tokens(model, cache=cache if tables else None)
    pieces = ["Misconfigured 检索 it's 12345 __init__. ", "## Onboarding\n\n- a\n", "übermäßig 👩 "]
    sources = packed(*(piece * 40 for piece in pieces))
    spare: list[int] = []
    for total in range(2_400, 4_500, 300):
        asking = request(asked(), sources, Room(total, 300, tokens.count), token="0a1b2c3d")
        sent = [message.content for message in asking.messages]
        true = sum(len(ORACLES[model].encode_ordinary(text)) for text in sent)
        spare.append(total - true - asking.max_tokens)

    assert min(spare) >= 0
    assert tables == tokens.exact


@pytest.mark.parametrize("content", [None, b"", b"IQ== 0\n"])
def test_no_socket_is_ever_opened(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache that lacks the table, or holds a damaged one, means the estimate and no fetching."""
    name = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"
    if content is not None:
        (tmp_path / hashlib.sha1(name.encode()).hexdigest()).write_bytes(content)
    opened: list[object] = []
    for way in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, way, lambda *_, **__: opened.append(1) or 1 / 0)
    tokens = Tokens("gpt-4.1-mini", cache=tmp_path)

    assert not tokens.exact
    assert ESTIMATES["gpt-4.1"].count("How do I deploy?") == tokens.count("How do I deploy?")
    assert [] == opened


@settings(deadline=None)
@given(prose, st.integers(0, 30))
def test_a_text_is_cut_to_the_tokens_that_it_may_have(text: str, tokens: int) -> None:
    """What is left of a text that is cut has no more tokens than allowed, and is its start."""
    fitting = UNKNOWN.fitting(text, tokens)

    assert UNKNOWN.count(fitting) <= tokens
    assert text.startswith(fitting)
    assert fitting == text or UNKNOWN.count(text) > tokens


def test_model_names_lead_to_encodings() -> None:
    """Current and older names of models are known, and others are said to be unknown."""
    names = ["gpt-5-mini", "gpt-oss-20b", "text-embedding-3-small", "qwen3:8b", "gpt2"]

    assert ["o200k_base", "o200k_base", "cl100k_base", None, None] == list(
        map(encoding_name, names)
    )
