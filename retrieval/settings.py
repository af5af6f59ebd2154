"""The settings of search and answers, read from the environment and an `.env` file.

Names that people already have keep their names (`OPENAI_API_KEY`); the rest start with
`FOOTNOTE_`. All problems are reported at once, and secrets never print.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, SecretStr, ValidationError, model_validator

from retrieval.errors import SettingsError
from retrieval.per_collection import SLUGS
from retrieval.setting_kinds import (
    FileThere,
    Folder,
    FolderThere,
    IndexPrefix,
    LedgerAddress,
    LogLevel,
    PageLink,
    Servers,
    SlugStyle,
    WebAddress,
)
from retrieval.tickets.settings import NightlySettings

_PREFIX = "FOOTNOTE_"
LEAST_DAYS = 90
"""Answers are questioned, disliked and turned into eval cases for a while: no prune goes below."""


def _ours(name: str, default: Any, **more: Any) -> Any:
    """Declare a setting whose variable is the upper-case `name` after our prefix."""
    return Field(default, validation_alias=_PREFIX + name, **more)


class Settings(NightlySettings):
    """Everything that can be set; each field's description stands in `.env.example`."""

    # Where things are kept.
    data: Folder = _ours(
        "DATA", Path(".footnote"), description="Folder of the indexes and of the default ledger."
    )
    database_url: LedgerAddress = Field(
        default="",
        validation_alias="DATABASE_URL",
        repr=False,
        description="The ledger: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE; "
        "empty: footnote.db in FOOTNOTE_DATA.",
    )
    database_connections: Annotated[int, Field(ge=1, le=100)] = _ours(
        "DATABASE_CONNECTIONS",
        5,
        description="Connections to PostgreSQL that an open ledger takes at most; a bot opens two.",
    )
    database_statement_seconds: Annotated[float, Field(gt=0, le=600)] = _ours(
        "DATABASE_STATEMENT_SECONDS",
        10.0,
        description="Seconds after which PostgreSQL gives a statement of ours up.",
    )
    database_pooler: bool = _ours(
        "DATABASE_POOLER",
        False,
        description="true: a pooler that shares connections between transactions stands between.",
    )
    retention_days: Annotated[int, Field(ge=LEAST_DAYS)] = _ours(
        "RETENTION_DAYS",
        365,
        description="Days that scripts.ledger prune leaves of what was asked and answered; "
        f"at least {LEAST_DAYS}.",
    )

    # Elasticsearch; without it, collections are SQLite files.
    elasticsearch_url: Servers = Field(
        default="",
        validation_alias="ELASTICSEARCH_URL",
        repr=False,
        description="Elasticsearch that holds the indexes, addresses separated by commas; "
        "empty: SQLite files in FOOTNOTE_DATA.",
    )
    elasticsearch_cloud_id: str = Field(
        default="",
        validation_alias="ELASTICSEARCH_CLOUD_ID",
        description="Elastic Cloud's id of a deployment, in place of addresses.",
    )
    elasticsearch_api_key: SecretStr | None = Field(
        default=None, validation_alias="ELASTICSEARCH_API_KEY", description="API key, encoded."
    )
    elasticsearch_username: str = Field(
        default="",
        validation_alias="ELASTICSEARCH_USERNAME",
        description="User, where there is no API key.",
    )
    elasticsearch_password: SecretStr | None = Field(
        default=None, validation_alias="ELASTICSEARCH_PASSWORD", description="That user's password."
    )
    elasticsearch_ca_file: Path | None = Field(
        default=None,
        validation_alias="ELASTICSEARCH_CA_FILE",
        description="Certificates of the authority that signed the server's.",
    )
    index_prefix: IndexPrefix = _ours(
        "INDEX_PREFIX",
        "footnote",
        description="What the names of Elasticsearch's indices begin with.",
    )

    # Reading documents.
    url_template: PageLink = _ours(
        "URL_TEMPLATE",
        "",
        description="Link to a page, as https://wiki.example/{path}; NAME=LINK for one collection.",
    )
    slugs: SlugStyle = _ours(
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
    synonyms: FolderThere | None = _ours(
        "SYNONYMS",
        None,
        description="Folder of COLLECTION.txt synonym files; empty: synonyms/ in FOOTNOTE_DATA.",
    )

    # Keeping the index fresh.
    index_age_minutes: Annotated[float, Field(gt=0)] = _ours(
        "INDEX_AGE_MINUTES",
        15.0,
        description="Minutes that a change may wait to be indexed while a watcher runs.",
    )

    # A model service; without one, the quoting writer answers.
    openai_api_key: SecretStr | None = Field(
        default=None, validation_alias="OPENAI_API_KEY", description="Key of the model service."
    )
    openai_base_url: WebAddress = Field(
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

    # Reranking.
    rerank_url: WebAddress = _ours(
        "RERANK_URL",
        "",
        description="A service with /rerank; empty: the built-in reranker.",
    )
    rerank_model: str = _ours(
        "RERANK_MODEL",
        "",
        description="A model of that service; without one: a cross-encoder's folder, a chat model.",
    )
    rerank_key: SecretStr | None = _ours(
        "RERANK_KEY", None, description="Key of the service that reranks."
    )
    rerank_seconds: Annotated[float, Field(gt=0, le=60)] = _ours(
        "RERANK_SECONDS", 2.0, description="Seconds after which a reranker is not waited for."
    )
    prices: FileThere | None = _ours(
        "PRICES", None, description="TOML file of what models' tokens cost; empty: not known."
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
    log_level: LogLevel = _ours(
        "LOG_LEVEL", "warning", description="debug, info, warning or error."
    )

    @model_validator(mode="after")
    def _names_one_way_in(self) -> Settings:
        """Refuse two places of one index, and two ways to prove who asks."""
        if self.elasticsearch_url and self.elasticsearch_cloud_id:
            raise ValueError("set ELASTICSEARCH_URL or ELASTICSEARCH_CLOUD_ID, not both")
        if self.elasticsearch_api_key and self.elasticsearch_username:
            raise ValueError("set ELASTICSEARCH_API_KEY or ELASTICSEARCH_USERNAME, not both")
        if bool(self.elasticsearch_username) != bool(self.elasticsearch_password):
            raise ValueError("ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD go together")
        return self

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
    def has_elasticsearch(self) -> bool:
        """Whether collections are kept in Elasticsearch."""
        return bool(self.elasticsearch_url or self.elasticsearch_cloud_id)

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
        ": ".join([*map(str, problem["loc"]), problem["msg"].removeprefix("Value error, ")])
        for problem in error.errors(include_input=False, include_url=False)
    ]
    return "Settings are wrong: " + "; ".join(lines)


def example() -> str:
    """Return the text of `.env.example`: every setting, commented out, with its default."""
    lines = [
        "# Every setting of Footnote with its default. Copy to .env and take off what you change."
    ]
    fields, after = Settings.model_fields, NightlySettings.model_fields
    for name in [*(name for name in fields if name not in after), *after]:
        field = fields[name]
        default = "" if field.default is None else field.default
        lines += ["", f"# {field.description}", f"# {field.validation_alias}={default}"]
    return "\n".join(lines) + "\n"
