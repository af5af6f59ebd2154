"""Tests of retrieval/policy.py: who may ask what."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import SettingsError
from retrieval.policy import (
    Asker,
    ChannelPolicy,
    CollectionPolicy,
    Place,
    Policy,
    Refusal,
    default,
    load,
    scope,
)
from retrieval.values import Scope

EXAMPLE = Path(__file__).parents[1] / "policy.example.toml"

POLICY = Policy(
    team="T1",
    collections={
        "docs": CollectionPolicy(open=True),
        "hr": CollectionPolicy(channels=frozenset({"CHR"}), people=frozenset({"U1", "U2"})),
        "pay": CollectionPolicy(channels=frozenset({"CHR", "CPAY"}), people=frozenset({"U1"})),
        "product": CollectionPolicy(open=True, channels=frozenset({"CEXT", "CGUEST"})),
        "deals": CollectionPolicy(channels=frozenset({"CEXT"})),
    },
    channels={
        "CEXT": ChannelPolicy(outsiders=True),
        "CGUEST": ChannelPolicy(guests=True),
    },
)
U1, U2, U9 = Asker("U1", "T1"), Asker("U2", "T1"), Asker("U9", "T1")
GUEST = Asker("U1", "T1", guest=True)
STRANGER = Asker("UX", "TX", stranger=True)


@pytest.mark.parametrize(
    ("asker", "place", "expected"),
    [
        # A public channel sees what is open, whoever asks and whatever names it.
        (U1, Place("C1", "channel"), "docs product"),
        (U1, Place("CHR", "channel"), "docs product"),
        # A private channel sees what names it too, whoever asks.
        (U9, Place("CHR", "private"), "docs hr pay product"),
        (U9, Place("CPAY", "private"), "docs pay product"),
        (U1, Place("C1", "private"), "docs product"),
        # A direct message: what the person is granted.
        (U1, Place("D1", "direct"), "docs hr pay product"),
        (U2, Place("D2", "direct"), "docs hr product"),
        (U9, Place("D9", "direct"), "docs product"),
        (U9, Place("CHR", "direct"), "docs product"),
        (U9, Place("D9", "direct", people=("U1",)), "docs product"),
        # A group message: what every person in it is granted, the asker among them.
        (U1, Place("G1", "group", people=("U1", "U2")), "docs hr product"),
        (U1, Place("G1", "group", people=("U1", "U9")), "docs product"),
        (U9, Place("G1", "group", people=("U1", "U2")), "docs product"),
        (U1, Place("G1", "group", people=("U1",)), "docs hr pay product"),
        (U1, Place("G1", "group"), "docs product"),
        (U1, Place("CHR", "group", people=("U1", "U9")), "docs product"),
        # Guests are refused, also where they are named, unless the channel is opened to them.
        (GUEST, Place("C1", "channel"), "guest"),
        (GUEST, Place("D1", "direct"), "guest"),
        (GUEST, Place("CHR", "private"), "guest"),
        (GUEST, Place("CEXT", "private"), "guest"),
        (GUEST, Place("CGUEST", "channel"), "product"),
        (GUEST, Place("CGUEST", "private"), "product"),
        (U1, Place("G1", "group", people=("U1", "U2"), guests=True), "guest"),
        # People of other organisations likewise.
        (STRANGER, Place("C1", "channel"), "stranger"),
        (STRANGER, Place("D1", "direct"), "stranger"),
        (STRANGER, Place("CGUEST", "channel"), "stranger"),
        (STRANGER, Place("CEXT", "channel", shared=True), "product"),
        (STRANGER, Place("CEXT", "private", shared=True), "deals product"),
        # In a shared channel our own people are read by others.
        (U1, Place("C1", "channel", shared=True), "shared"),
        (U1, Place("CHR", "private", shared=True), "shared"),
        (U1, Place("D1", "direct", shared=True), "shared"),
        (U1, Place("CGUEST", "channel", shared=True), "shared"),
        (U1, Place("CEXT", "private", shared=True), "deals product"),
        (U1, Place("CEXT", "channel", shared=True), "product"),
        # Opened to others and not shared: our own people see what they see elsewhere.
        (U1, Place("CGUEST", "channel"), "docs product"),
        # Whoever is no person in use is refused before anything else.
        (Asker("U1", "T1", deactivated=True), Place("C1", "channel"), "deactivated"),
        (Asker("U1", "T1", bot=True), Place("C1", "channel"), "bot"),
        (Asker("U1", "T1", bot=True), Place("D1", "direct"), "bot"),
        # A workspace of the organisation that the policy is for would do; of another it does not.
        (Asker("U9", "T2", organisation="T1"), Place("C1", "channel"), "docs product"),
        (Asker("U9", "T2", organisation="E9"), Place("C1", "channel"), "team"),
        # What is not known is refused.
        (Asker("U1", "T2"), Place("C1", "channel"), "team"),
        (Asker("U1", ""), Place("C1", "channel"), "team"),
        (U1, Place("C1", "public"), "place"),
        (U1, Place("C1", ""), "place"),
    ],
)
def test_the_table_of_who_may_ask_what(asker: Asker, place: Place, expected: str) -> None:
    """Each asker in each place has exactly this scope, or is refused for this reason."""
    found = scope(asker, place, POLICY)

    told = found.reason.value if isinstance(found, Refusal) else " ".join(found.collections)
    assert expected == told


def test_nothing_to_search_is_a_refusal() -> None:
    """Where no collection may be searched the scope is none, not an empty one."""
    closed = Policy({"hr": CollectionPolicy(people=frozenset({"U1"}))})

    assert Refusal("nothing") == scope(U9, Place("C1", "channel"), closed)
    assert Refusal("nothing") == scope(U1, Place("C1", "channel"), closed)
    assert Refusal("nothing") == scope(U1, Place("C1", "channel"), Policy({}))
    assert Scope(("hr",)) == scope(U1, Place("D1", "direct"), closed)


def test_without_a_file_one_collection_is_open() -> None:
    """The default opens `docs` to the whole workspace and to nobody else."""
    place = Place("C1", "channel")

    assert Scope(("docs",)) == scope(U9, place, default())
    assert Scope(("a", "b")) == scope(U9, place, default(["b", "a"]))
    assert Refusal("guest") == scope(GUEST, place, default())
    assert Refusal("stranger") == scope(STRANGER, place, default())


_IDS = st.sampled_from(["U1", "U2", "CHR", "CEXT", "CGUEST", "D1", ""])
_PLACES = st.builds(
    Place,
    _IDS,
    st.sampled_from(["channel", "private", "group", "direct", "other"]),
    st.booleans(),
    st.lists(_IDS, max_size=3).map(tuple),
    st.booleans(),
)
_ASKERS = st.builds(Asker, _IDS, st.sampled_from(["T1", "TX", ""]), st.booleans(), st.booleans())


@given(_ASKERS, _PLACES)
def test_nobody_sees_more_than_an_own_person_alone(asker: Asker, place: Place) -> None:
    """Being a guest, a stranger or read by others never widens what is seen."""
    found = scope(asker, place, POLICY)
    own = scope(Asker(asker.id, "T1"), Place(place.id, place.kind, people=place.people), POLICY)

    seen = set(found.collections) if isinstance(found, Scope) else set()
    assert seen <= (set(own.collections) if isinstance(own, Scope) else set())


def test_the_example_is_true() -> None:
    """The example file is read, and gives what its own comments say."""
    policy = load(EXAMPLE)
    anna, carl = Asker("U0003ANNA", "T0123ABCD"), Asker("U0009CARL", "T0123ABCD")
    other = Asker("U0009OTHR", "T0999OTHR", stranger=True)

    assert ("U0001MAIN",) == policy.maintainers
    assert "C0002HELP" == policy.collections["docs"].support
    assert Scope(("docs", "product")) == scope(carl, Place("C0002HELP", "channel"), policy)
    assert Scope(("docs", "payroll", "product")) == scope(
        carl, Place("C0004BORD", "private"), policy
    )
    assert Scope(("docs", "payroll", "product")) == scope(anna, Place("D1", "direct"), policy)
    assert Scope(("product",)) == scope(other, Place("C0005PART", "private", shared=True), policy)


def test_the_manual_shows_the_example() -> None:
    """docs/policy.md has the example file in it, word for word, and every key that there is."""
    manual = (EXAMPLE.parent / "docs" / "policy.md").read_text(encoding="utf-8")

    assert EXAMPLE.read_text(encoding="utf-8") in manual


def _loaded(folder: Path, text: str | bytes) -> Policy:
    path = folder / "policy.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load(path)


def test_the_smallest_policy(tmp_path: Path) -> None:
    """Two lines open a collection; a byte order mark does no harm."""
    policy = _loaded(tmp_path, "\ufeff[collections.asked]\nopen = true\n")

    assert default(["asked"]) == policy


def test_all_problems_are_named_at_once(tmp_path: Path) -> None:
    """Each wrong value, unknown key and pointless rule is named by its key."""
    text = """
    team = 7
    tema = "T1"
    [maintainers]
    people = "U0001"
    [collections.Docs]
    [collections.hr]
    open = "yes"
    channels = ["C0001", "#general", 5]
    owner = ["U0001"]
    [channels.C0009]
    guests = true
    [channels.C0008]
    listen = "everything"
    """
    with pytest.raises(SettingsError) as caught:
        _loaded(tmp_path, text)
    told = str(caught.value)

    for problem in (
        "team: must be the id of a workspace",
        "tema: is not known here",
        "maintainers.people: must be a list",
        "collections.Docs: must be the name of a collection",
        "collections.hr.open: must be true or false",
        "collections.hr.channels[2]: must be the id of a channel",
        "collections.hr.channels[3]: must be the id of a channel",
        "collections.hr.owner: is not known here; there are answer_within, channels, closed, ",
        "channels.C0009: no collection names it",
        "channels.C0008.listen: must be one of mentions, threads, questions",
    ):
        assert problem in told


def test_what_is_heard_in_a_channel(tmp_path: Path) -> None:
    """By default a channel's own threads are heard; a rule of hearing opens nothing to others."""
    policy = _loaded(
        tmp_path,
        """
        bots = ["B0001CI"]
        [collections.docs]
        open = true
        [channels.C0001]
        listen = "mentions"
        [channels.C0002]
        listen = "questions"
        auto = true
        """,
    )

    assert "mentions" == policy.channel("C0001").listen
    assert ChannelPolicy(listen="questions", auto=True) == policy.channel("C0002")
    assert ChannelPolicy(listen="threads", auto=False) == policy.channel("C0003")
    assert frozenset({"B0001CI"}) == policy.bots


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('team = "T1"\nopen = yes\n', r"is not TOML: .*line 2"),
        ("[collections.a]\n[collections.a]\n", r"is not TOML: .*line 2"),
        ("", "collections: there is none"),
        ("collections = 1", "collections: must be a table"),
        ("[collections]\ndocs = true", r"collections\.docs: must be a table"),
        (b"\xff\xfe", "is not UTF-8"),
    ],
)
def test_a_file_that_is_no_policy(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    """What is wrong is a sentence with the line or the key."""
    with pytest.raises(SettingsError, match=sentence):
        _loaded(tmp_path, text)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing policy is named, not passed over: passing over would open what it closes."""
    with pytest.raises(SettingsError, match=r"cannot be read: .*policy\.toml"):
        load(tmp_path / "policy.toml")
    with pytest.raises(SettingsError, match="cannot be read"):
        load(tmp_path)


def test_pages_that_a_script_renders_are_told(tmp_path: Path) -> None:
    """A collection says so in the file; all others take links into their sentences."""
    file = tmp_path / "policy.toml"
    file.write_text("[collections.docs]\nopen = true\n[collections.wiki]\ntext_fragments = false\n")

    assert {"wiki"} == load(file).scripted


def test_what_may_be_named_in_what_is_posted() -> None:
    """What is open anywhere; else where the policy names the channel for it."""
    policy = Policy(
        {
            "docs": CollectionPolicy(open=True),
            "payroll": CollectionPolicy(channels=frozenset({"C1"}), support="C2"),
        }
    )
    found = {
        channel: [name for name in ("docs", "payroll", "gone") if policy.names(channel, name)]
        for channel in ("C1", "C2", "C3", "")
    }

    both = ["docs", "payroll"]
    assert {"C1": both, "C2": both, "C3": ["docs"], "": ["docs"]} == found
