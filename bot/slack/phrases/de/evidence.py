"""What the evidence of a diagnosis says, in German."""

from __future__ import annotations


def evidence_sentence(kind: str) -> str:
    """Return the words of a sentence of evidence, or of a part of one, by its kind."""
    return _EVIDENCE.get(kind, _EVIDENCE["no_check"])


_EVIDENCE = {
    "passed_over": "{page} wird nicht gelesen: {reason}.",
    "in_source": "{page} steht in der Quelle ({root}) und kann gelesen werden, ist aber nicht "
    "im Index.",
    "nowhere": "{page} steht weder im Index von {collection} noch in dessen Quellen.",
    "source_unknown": "{page} steht nicht im Index von {collection}; die Quelle lässt sich nicht "
    "ansehen.",
    "changed_since": "{wording} steht jetzt in {page}, aber nicht im Text, der im Index ist.",
    "reading_lost": "{wording} steht in der Datei von {page}, ging aber beim Lesen verloren.",
    "reader_said": "Beim Lesen wurde gemeldet: {warnings}",
    "no_text": "{wording} steht nicht im Text von {page}: {warnings}",
    "not_written": "{page} ist im Index, sagt aber noch nicht, was ein Mensch geantwortet hat: "
    "{wording}.",
    "cut_apart": "{wording} steht ganz in {page}, aber in keinem Abschnitt davon: Es reicht "
    "von {start} bis {end}, und {boundaries}.",
    "boundary": "Abschnitt {chunk} endet bei Zeichen {end}",
    "outside_scope": "{page} liegt in {collection}; darin darf {asker} nicht suchen von {place} "
    "aus, dort nur in {scope}.",
    "not_asked_of": "{page} liegt in {collection}; gefragt wurde das nur in {scope}.",
    "asker_unnamed": "jemand ohne Namen",
    "place_unnamed": "einem Ort ohne Namen",
    "nothing": "nichts",
    "drifted": "Gesucht wurde mit {query}; das findet die Seite {at}, doch {reference}.",
    "as_it_stood": "der Nachricht, wie sie dastand",
    "own_words": "die eigenen Worte der Person finden die Seite auf Platz {place}",
    "reference": "„{query}“ findet die Seite auf Platz {place}",
    "at": "auf Platz {place}",
    "not_there": "gar nicht dabei",
    "not_at_all": "überhaupt nicht",
    "legs": "Nach Wörtern: {words}; nach Bedeutung: {meaning}.",
    "not_searched": "nicht gesucht ({reasons})",
    "no_leg": "diese Suche gab es nicht",
    "not_among": "nicht unter den {count} gefundenen Abschnitten",
    "not_among_scored": "nicht unter den {count} gefundenen Abschnitten (Werte {best} bis {least})",
    "another_index": "Gesucht wurde im Index {index}; ob die Seite darin stand, ist nicht bekannt.",
    "fused_out": "Nach Wörtern {words}, nach Bedeutung {meaning}, zusammengeführt {fused}: "
    "Die ersten {first} Seiten kommen weiter.",
    "left_out": "{page} wurde ausgelassen: {reason}.",
    "freshness_out": "Die Regeln zur Aktualität haben {page} ausgelassen: {reason}.",
    "newer_first": "Die Regeln zur Aktualität haben {page} von Platz {before} verschoben, jetzt "
    "{at}: Neuere Seiten kommen zuerst.",
    "reranked_out": "Zusammengeführt {fused}; {reranker} setzte sie {at}, und von den Seiten "
    "zählen die ersten {top}.",
    "the_reranker": "der Reranker {name}",
    "nobody": "niemand",
    "at_score": "auf Platz {place} (Wert {score})",
    "notes": "Dazu wurde vermerkt: {notes}.",
    "not_packed": "Geordnet {at}, aber nicht mitgegeben: {reason}.",
    "no_room": "Geordnet {at}, aber {count} Abschnitte wurden davor mitgegeben: {pages}.",
    "passage_missing": "{page} wurde mitgegeben, aber nicht der Abschnitt mit der Antwort.",
    "passage_left_out": "{page} wurde mitgegeben, aber nicht der Abschnitt mit der Antwort: {at} "
    "und wurde ausgelassen ({reason}).",
    "chunk_at": "er steht auf Platz {place} der Abschnitte",
    "not_ranked": "er ist nicht unter den geordneten Abschnitten",
    "full": "kein Platz",
    "cited": "{page} ist in dem zitiert, was gezeigt wurde ({labels}).",
    "dropped": "Geschrieben wurde {claim} aus {page}; die Prüfung „{check}“ hat es verworfen: "
    "{reason}.",
    "outdone": "{other} wurde zitiert mit {quote}, während {page} sagt: {sentence}.",
    "undated": "{page} (ohne Datum)",
    "not_used": "{page} wurde mitgegeben ({labels}), aber {why}.",
    "writer_cited": "der Schreiber {writer} zitierte stattdessen {pages}",
    "writer_unshown": "nichts, was der Schreiber {writer} aus anderen Stellen schrieb, bestand die "
    "Prüfung",
    "writer_said": "der Schreiber {writer} sagte {status}",
    "about_live": "es wurde nichts geschrieben: Die Frage galt als eine nach {live}, was keine "
    "Seite weiß",
    "half_used": "{page} wurde mitgegeben ({labels}) und zitiert, aber was gezeigt wurde, "
    "sagt nicht {wording}.",
    "unknown": "{page} kam bis hierher: {step}; {why}.",
    "step_in_scope": "im Suchbereich",
    "step_found": "gefunden",
    "step_fused": "zusammengeführt",
    "step_packed": "mitgegeben",
    "ended_early": "die Frage endete vorzeitig: {failure}",
    "no_check": "keine Prüfung erklärt es",
}
