"""The settings, read from the environment and an `.env` file: the only place that reads them.

Names that people already have keep their names (`OPENAI_API_KEY`); the rest start with
`FOOTNOTE_`. All problems are reported at once, and secrets never print.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from retrieval.errors import SettingsError

_PREFIX = "FOOTNOTE_"
SLUGS = ("github", "gitlab", "docusaurus", "hugo", "mdbook", "mkdocs", "kramdown", "ids")


def _ours(name: str, default: Any, **more: Any) -> Any:
    """Declare a setting whose variable is the upper-case `name` after our prefix."""
    return Field(default, validation_alias=_PREFIX + name, **more)


class Settings(BaseSettings):
    """Everything that can be set; each field's description stands in `.env.example`."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    # Where things are kept.
    data: Path = _ours(
        "DATA", Path(".footnote"), description="Folder of the indexes and of the default ledger."
    )
    database_url: str = Field(
        default="",
        validation_alias="DATABASE_URL",
        description="The ledger, as an SQLAlchemy URL; empty: footnote.db in FOOTNOTE_DATA.",
    )

    # Reading documents.
    url_template: str = _ours(
        "URL_TEMPLATE",
        "",
        description="Link to a page, for instance https://handbook.example/{path}.",
    )
    slugs: str = _ours(
        "SLUGS",
        "github",
        description=f"Whose heading anchors the pages have: {', '.join(SLUGS)}.",
    )
    excludes: str = _ours(
        "EXCLUDES", "", description="Path patterns not to index, separated by commas."
    )
    max_file_bytes: Annotated[int, Field(gt=0)] = _ours(
        "MAX_FILE_BYTES", 20_000_000, description="Larger files are named in the report, not read."
    )
    synonyms: Path | None = _ours(
        "SYNONYMS",
        None,
        description="Folder of COLLECTION.txt synonym files; empty: synonyms/ in FOOTNOTE_DATA.",
    )

    # A model service; without one, the quoting writer answers.
    openai_api_key: SecretStr | None = Field(
        default=None, validation_alias="OPENAI_API_KEY", description="Key of the model service."
    )
    openai_base_url: str = Field(
        default="",
        validation_alias="OPENAI_BASE_URL",
        description="Any OpenAI-compatible service; empty: OpenAI's own.",
    )
    writer_model: str = _ours(
        "WRITER_MODEL", "gpt-4.1", description="The model that writes answers."
    )
    rewriter_model: str = _ours(
        "REWRITER_MODEL", "gpt-4.1-mini", description="The smaller model that rewrites follow-ups."
    )
    context_tokens: Annotated[int, Field(ge=2_000)] = _ours(
        "CONTEXT_TOKENS", 32_000, description="Tokens that the writer's model reads at most."
    )
    model_timeout: Annotated[float, Field(gt=0)] = _ours(
        "MODEL_TIMEOUT", 60.0, description="Seconds that a whole reply of a model may take."
    )

    token_tables: Path | None = Field(
        default=None,
        validation_alias="TIKTOKEN_CACHE_DIR",
        description="Folder of tiktoken's tables; empty: tokens are estimated from above.",
    )

    # Embedding.
    embedding_model: str = _ours(
        "EMBEDDING_MODEL",
        "",
        description="Empty: built in. A folder: an ONNX model. A name: a model of the service.",
    )
    embedding_dims: Annotated[int, Field(ge=0)] = _ours(
        "EMBEDDING_DIMS", 0, description="Length of a service's vectors; 0: as its model is known."
    )
    query_prefix: str = _ours(
        "QUERY_PREFIX", "", description="Put before a question by a service's embedding model."
    )
    passage_prefix: str = _ours(
        "PASSAGE_PREFIX", "", description="Put before a passage by a service's embedding model."
    )
    threads: Annotated[int, Field(ge=0)] = _ours(
        "THREADS", 0, description="Threads of the local model; 0: as many as there are cores."
    )

    # Answering.
    sources: Annotated[int, Field(ge=1, le=20)] = _ours(
        "SOURCES", 5, description="Passages that a writer is handed."
    )
    source_tokens: Annotated[int, Field(ge=100)] = _ours(
        "SOURCE_TOKENS", 400, description="Tokens of a passage once its neighbours are joined."
    )
    whole_corpus_tokens: Annotated[int, Field(ge=0)] = _ours(
        "WHOLE_CORPUS_TOKENS",
        30_000,
        description="A scope up to this size goes to the model whole; 0: never.",
    )
    question_characters: Annotated[int, Field(ge=100)] = _ours(
        "QUESTION_CHARACTERS",
        4_000,
        description="Longer questions are cut, and the answer says so.",
    )
    log_level: str = _ours("LOG_LEVEL", "warning", description="debug, info, warning or error.")

    @field_validator("openai_base_url", "rerank_url")
    @classmethod
    def _is_web_address(cls, value: str) -> str:
        """Refuse an address that no client could call."""
        if value and (
            urlsplit(value).scheme not in {"http", "https"} or not urlsplit(value).netloc
        ):
            raise ValueError("must start with http:// or https:// and name a host")
        return value

    @field_validator("slugs")
    @classmethod
    def _is_style(cls, value: str) -> str:
    # Reranking.
    rerank_url: str = _ours(
        "RERANK_URL",
        "",
        description="A service with /rerank; empty: the built-in reranker.",
    )
    rerank_model: str = _ours(
        "RERANK_MODEL", "", description="The reranking model's name at that service."
    )
    rerank_key: SecretStr | None = _ours(
        "RERANK_KEY", None, description="Key of the service that reranks."
    )
    rerank_seconds: Annotated[float, Field(gt=0, le=60)] = _ours(
        "RERANK_SECONDS", 2.0, description="Seconds after which a reranker is not waited for."
    )
    prices: Path | None = _ours(
        "PRICES", None, description="TOML file of what models' tokens cost; empty: not known."
    )

        """Accept the styles that the readers know."""
        if value not in SLUGS:
            raise ValueError(f"must be one of {', '.join(SLUGS)}")
        return value

    @field_validator("url_template")
    @classmethod
    def _names_the_page(cls, value: str) -> str:
        """A link that is the same for every page leads nowhere."""
        if value and not re.search(r"\{(path|page|stem)\}", value):
            raise ValueError("must have {path}, {page} or {stem} in it")
        return value

    @field_validator("log_level")
    @classmethod
    def _is_level(cls, value: str) -> str:
        """Accept the four levels in any case."""
        if value.lower() not in {"debug", "info", "warning", "error"}:
            raise ValueError("must be debug, info, warning or error")
        return value.lower()

    @property
    def ledger_url(self) -> str:
        """The ledger's SQLAlchemy URL, the default one filled in."""
        return self.database_url or f"sqlite:///{self.data / 'footnote.db'}"

    @property
    def index_folder(self) -> Path:
        """Where the SQLite collections stand."""
        return self.data / "index"

    @property
    def weights_folder(self) -> Path:
        """Where the weights and thresholds learnt for each collection stand."""
        return self.data / "weights"

    @property
    def synonyms_folder(self) -> Path:
        """Where the synonym files stand."""
        return self.synonyms or self.data / "synonyms"

    @property
    def has_service(self) -> bool:
        """Whether a model service is configured."""
        return self.openai_api_key is not None or bool(self.openai_base_url)


def load(**overrides: Any) -> Settings:
    """Read the settings; `overrides` go by field name. Raises SettingsError with every problem."""
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from None
    return settings.model_copy(update=overrides)


def _sentence(error: ValidationError) -> str:
    """Say each problem in one line, by the name of its variable, without its value."""
    lines = [
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
        for problem in error.errors(include_input=False, include_url=False)
    ]
    return "Settings are wrong: " + "; ".join(lines).replace(": Value error, ", ": ")


def example() -> str:
    """Return the text of `.env.example`: every setting, commented out, with its default."""
    lines = [
        "# Every setting of Footnote with its default. Copy to .env and take off what you change."
    ]
    for field in Settings.model_fields.values():
        default = "" if field.default is None else field.default
        lines += ["", f"# {field.description}", f"# {field.validation_alias}={default}"]
    return "\n".join(lines) + "\n"
