"""What is said of where the right page of an answer was lost, in German."""

from __future__ import annotations


def diagnosed_now(stage_: str, page: str) -> str:
    """Say which stage loses a page now."""
    return f"*Jetzt:* {_STAGES.get(stage_, _STAGES['unknown'])} ({page})"


def diagnosed_then(stage_: str, page: str) -> str:
    """Say which stage lost a page when it was asked."""
    return f"*Als gefragt wurde:* {_STAGES.get(stage_, _STAGES['unknown'])} ({page})"


def diagnosed_same() -> str:
    """Say that it was the same then."""
    return "Als gefragt wurde, war es ebenso."


def diagnosis_evidence(evidence: str) -> str:
    """Give the evidence."""
    return f"_Beleg:_ {evidence}"


def diagnosis_to_do(stage_: str) -> str:
    """Say what to do about a stage."""
    return f"_Zu tun:_ {_TO_DO.get(stage_, _TO_DO['unknown'])}"


def diagnosis_place(order_: str, place: int) -> str:
    """Say at which place of an order a page stood."""
    return f"{_ORDERS.get(order_, 'Platz')} {place}"


def diagnosis_places(places: str) -> str:
    """Say where a page stood in each order."""
    return f"_Plätze unter den Seiten:_ {places}"


def diagnosis_kept(case: str) -> str:
    """Say that the page is kept as the right one, and how to see it again."""
    return (
        f"Als richtige Seite des Falls {case} vermerkt. Nach der Behebung: "
        f"`scripts.diagnose {case}`"
    )


def diagnosis_no_page(link: str) -> str:
    """Say that no page that they may see has a link."""
    return (
        f"Keine Seite, die du sehen darfst, hat den Link {link}: Sie ist nicht indiziert oder hat "
        "einen anderen Link. Es wurde nichts vermerkt."
    )


def diagnosis_nothing() -> str:
    """Say that there is no answer that a page could be the right one of."""
    return "Hier steht keine Antwort von mir, deren richtige Seite das sein könnte."


def diagnosis_hidden() -> str:
    """Say that the answer rests on pages that they may not see."""
    return (
        "Für diese Antwort wurde dort gesucht, wo du nicht suchen darfst; mehr kann ich dazu nicht "
        "sagen."
    )


def diagnosis_failed(reason: str) -> str:
    """Say that it could not be found out."""
    return f"Ich konnte nicht herausfinden, wo die Seite verloren ging: {reason}"


_STAGES = {
    "not_read": "die Seite wurde nicht gelesen",
    "in_no_source": "die Seite steht in keiner Quelle ihrer Sammlung",
    "not_indexed": "die Seite ist nicht indiziert",
    "not_written": "auf der Seite steht es noch nicht",
    "cut_apart": "die Antwort ist zwischen zwei Stücken zerschnitten",
    "outside_scope": "die Seite liegt außerhalb dessen, was dort durchsucht werden darf",
    "rewrite_drifted": "die Frage wurde umformuliert und ist dabei abgedriftet",
    "not_found": "weder Wörter noch Bedeutung haben die Seite gefunden",
    "not_found_by_words": "Wörter haben die Seite nicht gefunden, Bedeutung wurde nicht durchsucht",
    "not_found_by_meaning": "Bedeutung hat die Seite nicht gefunden, Wörter wurden nicht "
    "durchsucht",
    "lost_in_fusion": "die Seite ging verloren, als Wörter und Bedeutung verschmolzen wurden",
    "lost_by_reranker": "der Reranker hat die Seite verloren",
    "lost_by_budget": "die Seite wurde nicht mitgegeben",
    "packed_not_used": "der Schreiber hat die Seite gesehen und nicht benutzt",
    "claim_dropped": "was aus der Seite geschrieben wurde, hat die Prüfung nicht bestanden",
    "stale_or_conflicting": "die Seite gilt als veraltet, oder eine andere sagt etwas anderes",
    "answered_rightly": "die Seite wird zitiert, nichts ging verloren",
    "unknown": "keine mir bekannte Stufe erklärt es",
}
_TO_DO = {
    "not_read": "in einer lesbaren Form speichern und neu indizieren.",
    "in_no_source": "eine Seite nennen, die es gibt, oder den Ordner indizieren, in dem sie steht.",
    "not_indexed": "mit scripts.ingest indizieren.",
    "not_written": "die Antwort auf die Seite schreiben und neu indizieren; steht sie schon "
    "da, den Fall labeln.",
    "cut_apart": "Zusammengehöriges unter eine Überschrift, in eine Liste oder Tabelle setzen.",
    "outside_scope": "die Sammlung in der Policy öffnen oder fragen, wo sie offen ist.",
    "rewrite_drifted": "die Suche unter der Antwort ansehen; aus einer Korrektur wird gelernt.",
    "not_found": "der Seite die üblichen Wörter geben oder ein Synonym eintragen.",
    "not_found_by_words": "die Seiten einbetten lassen (scripts.index status).",
    "not_found_by_meaning": "den Fehler der Wortsuche im Trace ansehen.",
    "lost_in_fusion": "die Suche ansehen, die sie nicht hat.",
    "lost_by_reranker": "den Reranker mit scripts.tune anlernen oder einen anderen versuchen.",
    "lost_by_budget": "gleichlautende Seiten vereinen oder mehr mitgeben (FOOTNOTE_SOURCES).",
    "packed_not_used": "Prompt und Schreibmodell ansehen oder den zitierenden Schreiber "
    "einstellen (scripts.calibrate).",
    "claim_dropped": "das Zitat ansehen: Es muss wörtlich auf der Seite stehen.",
    "stale_or_conflicting": "Daten oder Status der Seite richtigstellen oder die andere ablösen.",
    "answered_rightly": "nichts; ist es trotzdem falsch, im Label sagen, was richtig wäre.",
    "unknown": "jeden Schritt mit scripts.explain ansehen.",
}
_ORDERS = {
    "words": "nach Wörtern",
    "meaning": "nach Bedeutung",
    "fused": "verschmolzen",
    "reranked": "neu geordnet",
}
