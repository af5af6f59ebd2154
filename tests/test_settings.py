"""Settings: read in one place, wrong ones told all at once, secrets never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.errors import SettingsError
from retrieval.settings import Settings, example, load

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the checkout is read."""
    monkeypatch.chdir(tmp_path)


def test_the_example_names_every_setting() -> None:
    """`.env.example` begins with what the settings say of themselves; the bot's follow."""
    assert (ROOT / ".env.example").read_text(encoding="utf-8").startswith(example())


def test_the_manual_names_every_setting() -> None:
    """docs/settings.md has each variable with its default."""
    manual = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    for field in Settings.model_fields.values():
        default = "" if field.default is None else str(field.default)
        default = f"{float(default):g}" if default.endswith(".0") else default
        row = f"| `{field.validation_alias}` | " + (f"`{default}`" if default else "|")

        assert row.rstrip() in manual or f"`{field.validation_alias}`" in manual
        assert not default or row in manual, row


def test_the_environment_sets_what_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable overrides the default; an empty one does not."""
    monkeypatch.setenv("FOOTNOTE_SOURCES", "7")
    monkeypatch.setenv("FOOTNOTE_SLUGS", "")

    settings = load()

    assert (7, "github") == (settings.sources, settings.slugs)


def test_a_file_sets_what_the_environment_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """`.env` in the folder is read; the environment goes before it."""
    Path(".env").write_text("FOOTNOTE_SOURCES=3\nFOOTNOTE_SLUGS=gitlab\n", encoding="utf-8")
    monkeypatch.setenv("FOOTNOTE_SOURCES", "4")

    settings = load()

    assert (4, "gitlab") == (settings.sources, settings.slugs)


def test_all_problems_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wrong setting is named in one message, without its value."""
    monkeypatch.setenv("FOOTNOTE_SOURCES", "none-of-your-business")
    monkeypatch.setenv("OPENAI_BASE_URL", "localhost:8000")
    monkeypatch.setenv("FOOTNOTE_LOG_LEVEL", "loud")
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:none-of-your-business@h:port/x")
    monkeypatch.setenv("FOOTNOTE_SLUGS", "foo")
    monkeypatch.setenv("FOOTNOTE_URL_TEMPLATE", "https://wiki/always-the-same")

    with pytest.raises(SettingsError) as told:
        load()

    for name in (
        "SOURCES",
        "OPENAI_BASE_URL",
        "LOG_LEVEL",
        "SLUGS",
        "URL_TEMPLATE",
        "The port in DATABASE_URL",
    ):
        assert name in str(told.value)
    assert "none-of-your-business" not in str(told.value)


def test_a_key_never_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is not in the settings' text."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")

    settings = load()

    assert "sk-secret" not in repr(settings)
    assert settings.has_service


def test_the_ledger_stands_beside_the_index_unless_told_otherwise() -> None:
    """The default ledger is a file in the data folder."""
    settings = load(data=Path("elsewhere"))

    assert "sqlite:///elsewhere/footnote.db" == settings.ledger_url
    assert Path("elsewhere/index") == settings.index_folder


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("ELASTICSEARCH_URL", "ELASTICSEARCH_CLOUD_ID"), "ELASTICSEARCH_CLOUD_ID, not both"),
        (("ELASTICSEARCH_API_KEY", "ELASTICSEARCH_USERNAME"), "ELASTICSEARCH_USERNAME, not both"),
        (("ELASTICSEARCH_USERNAME",), "ELASTICSEARCH_PASSWORD go together"),
    ],
)
def test_elasticsearch_is_named_in_one_way(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], sentence: str
) -> None:
    """Two places, two ways to prove who asks, or half of one are wrong settings."""
    for name in names:
        monkeypatch.setenv(name, "http://127.0.0.1:9200")

    with pytest.raises(SettingsError, match=sentence):
        load()


def test_an_address_with_a_password_never_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the settings nor an error about the address show it."""
    monkeypatch.setenv("ELASTICSEARCH_URL", "http://me:pa55word@127.0.0.1:9200")
    assert "pa55word" not in repr(load())

    monkeypatch.setenv("ELASTICSEARCH_URL", "me:pa55word@127.0.0.1:9200")
    with pytest.raises(SettingsError, match="ELASTICSEARCH_URL: each address") as told:
        load()
    assert "pa55word" not in str(told.value)


@pytest.mark.parametrize(
    "name",
    [
        str(field.validation_alias)
        for field in Settings.model_fields.values()
        if field.annotation is float
    ],
)
@pytest.mark.parametrize("value", ["inf", "-inf", "nan"])
def test_a_number_is_a_finite_one(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """Whatever waits for so long would wait forever."""
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError, match=name):
        load()


def test_a_name_of_the_wrong_kind_is_told_with_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file for a folder, a folder for a file, and what is not there."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "file"))
    monkeypatch.setenv("FOOTNOTE_SYNONYMS", str(tmp_path / "nowhere"))
    monkeypatch.setenv("FOOTNOTE_PRICES", str(tmp_path))

    with pytest.raises(SettingsError) as told:
        load()

    for said in (
        "FOOTNOTE_DATA: must name a folder, and what is there is none",
        "FOOTNOTE_SYNONYMS: must name a folder that is there",
        "FOOTNOTE_PRICES: must name a file that is there",
    ):
        assert said in str(told.value)
    assert 2 == told.value.exit_code
