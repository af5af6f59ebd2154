"""Questions that no document can answer, as they are asked in German.

A verb may come first or, after "Weiß jemand, ...", last; words of time stand nearly anywhere.
"""

from __future__ import annotations

from retrieval.answer.live.wording import Kind, Wording

_NAMED = {
    "^": r"^(?:(?:hallo|hi|hey|moin|guten (?:morgen|tag)|und|sagt? mal|also|bitte)[ ,!]+)*"
    r"(?:(?:weiss|weisst|wissen)(?: du| ihr| sie| wir)?(?: jemand| wer| einer)?[ ,]+)?",
    "JETZT": r"TAG|noch|schon|bereits|wieder|mittlerweile|inzwischen",
    "TAG": r"gerade|grade?|jetzt|momentan|aktuell|derzeit|zurzeit|zur zeit|im moment|im augenblick"
    r"|heute|gestern|vorgestern|morgen|(?:diese|nächste|letzte) (?:woche|nacht)"
    r"|am (?:wochenende|\w+tag|morgen|vormittag|nachmittag|abend)|(?:dieses|nächstes) wochenende"
    r"|diesen (?:morgen|vormittag|nachmittag|abend)",
    "EBEN": r"gerade|jetzt|heute|im moment|momentan",
    "BISHER": r"noch|schon|bereits|bisher|bislang",
    "SPANNE": r"gerade|grade?|jetzt|momentan|aktuell|derzeit|zurzeit|zur zeit|im moment|heute"
    r"|gestern|vorgestern|bisher|bislang|seit (?:\w+tag|gestern|mitternacht|\w*beginn)|auf lager"
    r"|übrig|im (?:januar|februar|märz|april|mai|ju[nl]i|august|\w+ber)"
    r"|(?:diese[mnrs]?|(?:letzte|vergangene)[mnrs]?) (?:\w+ )?"
    r"(?:morgen|nacht|tag\w*|woche\w*|monat\w*|quartal\w*|jahr\w*|sprint\w*|\d+ \w+)",
    "GRENZE": r"darf|dürfen|kann|können|soll\w*|muss|müssen|erlaubt|zulässig|höchstens|mindestens"
    r"|maximal\w*|zusteh\w*|steht|stehen|bekomm\w*|erhalte|bekommt|anspruch|grenze|limit|ziel\w*"
    r"|richtlinie|regel\w*|habe ich|brauch\w*|\w*feiertage?",
    "WERT": r"\w*umsatz|\w*umsätze|verkäufe|absatz|churn(?:[- ]rate)?|abwanderung\w*|nps|gewinn"
    r"|conversion[- ]rate|konversionsrate|fehlerrate|fehlerquote|mitarbeiterzahl|verfügbarkeit"
    r"|auslastung|\w*ausgaben|\w*kosten|backlog|antwortzeit|latenz|last|traffic|krankenstand"
    r"|\w*zahlen",
    "DIENST": r"(?:ruf)?bereitschaft(?:sdienst)?|on[- ]?call|rufdienst|support-?dienst|spätdienst"
    r"|\w*dienst|schicht|pikett",
    "FORT": r"im urlaub|in elternzeit|krank(?:geschrieben)?|abwesend|nicht da|da|im homeoffice"
    r"|im büro|im haus|auf dienstreise|unterwegs|in (?:einem|einer) (?:meeting|besprechung)"
    r"|zurück|ausser haus",
    "VORGANG": r"(?:\w*(?:ticket|antrag|anfrage|bestellung|abrechnung|anforderung|paket|lieferung"
    r"|sendung|rechnung|bewerbung|erstattung|beschwerde|laptop|urlaub|zugang|meldung|änderung)"
    r"|pr|pull request|merge request)(?:s|es|e|en)?",
    "SEITEN": r"\w*(?:seiten?|dokumente?|docs?|artikeln?|runbooks?|richtlinien?|anleitung(?:en)?"
    r"|handbücher)",
    "DEFEKT": r"down|kaputt|offline|online|langsam|lahm|nicht (?:erreichbar|verfügbar)"
    r"|gestört|ausgefallen|überlastet|instabil|defekt|tot|voll|gesund|stabil|in ordnung|blockiert"
    r"|oben|am laufen|fehlerhaft",
    "GEHT": r"geht|gehen|läuft|laufen|funktioniert|funktionieren|klappt|klappen|hängt|hängen|steht"
    r"|streikt|spinnt|antwortet|lädt|hakt",
    "PANNE": r"störung(?:en)?|ausfall|ausfälle|problem|probleme|incidents?|wartung(?:sarbeiten)?"
    r"|schwierigkeiten|aussetzer|(?:change|deploy|code)[- ]?freeze",
    "LAUF": r"\w*(?:deploy(?:ment)?|release|backup|migration|rollout|build|job)",
    "FERTIG": r"durch|fertig|erfolgreich|geklappt|fehlgeschlagen|durchgelaufen|abgeschlossen|live"
    r"|draussen|raus|gelaufen|beendet|funktioniert",
}
"""What the patterns name in capitals; "^" also passes over a greeting, or "Weiß jemand"."""

_PATTERNS: dict[Kind, str] = {
    "world": r"""
        ^(?:wie|was) (?:ist|wird|war)\b.*\bdas wetter\b
        ^(?:regnet|schneit|stürmt) es\b
        ^wie (?:warm|kalt) (?:ist|wird) es\b.*\b(?:TAG|draussen)\b
        ^wie (?:spät|viel uhr) (?:ist es|es)\b
        ^(?:was|wie)(?: hoch)? (?:ist|steht|liegt)\b(?=.*\bTAG\b).*\b(?:\w*kurs|euro|dollar)\b
        ^(?:ist|ob) (?:TAG\b.*\b\w*feiertag|.*\bTAG (?:ein )?\w*feiertag)\b
        ^was (?:gibt es|gibt's|gibts|es)\b(?=.*\bTAG\b).*\b(?:kantine|mensa|zu essen|mittag\w*)\b
        ^(?:fahren|fährt|streikt|streiken)\b(?=.*\bTAG\b).*\b(?:züge?|\w*bahn(?:en)?|bus|busse)\b
        ^(?:hat|ist) die (?:kantine|mensa)\b(?=.*\bTAG\b).*\b(?:offen|auf|zu|geöffnet|geschlossen)\b
        ^wer (?:hat|spielt)\b(?=.*\bTAG\b).*\b(?:spiel|match)\b
    """,
    "own": r"""
        ^wie ?viele? [\w -]+(?:habe? ich|bleib(?:t|en) mir)\b.*\b(?:BISHER|übrig|offen)\b
        ^wie ?viele? [\w -]+habe? ich\b.*\b(?:genommen|verbraucht)
        ^(?:wie|was|wie hoch|wie viel) ist mein\w* (?:rest|verbleibend|übrig|aktuelle[rs]? stand)
        ^(?:(?:wie|was) ist der )?(?:\w+ )?(?:status|stand) (?:\w+ )?(?:mein\w* )?VORGANG$
        ^(?:(?:wie|was) ist der )?(?:\w+ )?(?:status|stand) (?:\w+ )?(?:VORGANG )?[a-z]{2,10}-\d+$
        ^wie ?viele? (?:\w+ )?rest\w* (?:habe?|bleibt) (?:ich|mir)\b
        ^(?:wurden?|hat|(?:warum|wieso) (?:wurden?|ist|sind)|wo (?:ist|sind|bleibt)) VON VORGANG\b
        ^(?:ist|sind|war|wann (?:kommt|wird))\b VON VORGANG\b(?: JETZT| \w*ge\w+[tn]$)
        ^wann komm\w* VON VORGANG$
        ^was (?:ist|wurde) (?:aus|mit) VON VORGANG\b
        ^(?:ist|wurde|war|was ist mit) [a-z]{2,10}-\d+ (?:JETZT|erledigt|gelöst|behoben|geschlossen)
        ^(?:habe|bin) ich\b(?=.*\bTAG\b).*\b(?:DIENST|eingeteilt|dran)\b
        ^wann (?:ist|sind|endet|läuft) mein\w* (?:nächst\w*|vertrag|probezeit)\b
        ^hat\b.*\b(?:jemand|wer)\b.*\bmein\w* (?:\w+ )?VORGANG\b
        ^(?:was|welche|wie viele|ist|sind|gibt es)\b.*\bmir (?:zugewiesen|zugeteilt|zugeordnet)
        ^welche (?:termine|meetings|besprechungen|aufgaben|reviews)\b.*\b(?:ich|meine)\b.*\bTAG\b
        ^welche (?:termine|meetings|besprechungen|aufgaben|reviews) (?:habe ich|sind meine)$
        ^welche[rs]? (?:von )?meine[rn]?\b
        ^(?:habe|hab) ich\b(?=.*\bSPANNE\b).*\b(?:bekommen|erhalten)\b
    """.replace("VON", r"mein\w*(?: [\w-]+)?"),
    "people": r"""
        ^wer (?:hat|ist|macht|war)(?: TAG)?(?: die| der)? (?:(?:ruf)?bereitschaft|on[- ]?call)\b
        ^wer (?:hat|ist|macht|hatte|war|übernimmt)\b(?=.*\bTAG\b).*\b(?:im |auf )?DIENST\b
        ^wer\b.*\bDIENST (?:hat|ist|macht|übernimmt)$
        ^wer (?:ist|war)\b(?=.*\bTAG\b).*\bFORT\b
        ^wer (?:fehlt|vertritt|übernimmt für|springt für)\b.*\bTAG\b
        ^(?:ist|sind)\b(?=.*\bJETZT\b)(?: [\w.-]+){1,7} FORT(?: JETZT)?$
        ^ist (?:jemand|wer|herr|frau)\b[\w .-]* EBEN (?:verfügbar|erreichbar|ansprechbar)$
        ^wo (?:ist|steckt|sitzt) \w+ TAG$
        ^wo \w+ TAG (?:ist|steckt|sitzt)$
        ^wann (?:ist|kommt)\b.*\b(?:wieder (?:da|zurück|im büro)|(?:urlaub|elternzeit) zurück)$
        ^(?:welche[rs]?|ist|sind|gibt es)\b(?=.*\bTAG\b).*(?:raum|räume|zimmer)\b.*\bfrei\b
    """,
    "figures": r"""
        ^(?:wie ?viele?|wie oft)\b(?!.*\bGRENZE\b).*\bSPANNE\b
        ^(?:wie ?viele?)\b(?!.*\bGRENZE\b).*\bnoch\b.*\b(?:auf lager|frei|übrig|offen|verfügbar)\b
        ^(?:wie|was)(?: hoch)? WAR\b(?!.*\bGRENZE\b)(?=.*\bSPANNE\b).*\bWERT\b(?! für (?:ein|jede))
        ^was haben wir\b(?=.*\bSPANNE\b).*\b(?:umgesetzt|verdient|ausgegeben|eingenommen|verkauft)$
        ^(?:wie|was)(?: hoch)? WAR (?:unser\w*|der|die) (?:aktuell|derzeitig|momentan)\w* WERT\b
    """.replace("WAR", "(?:ist|sind|war|waren)"),
    "state": r"""
        ^(?:ist|sind|ob)\b(?!ERLAUBT)(?=.*\bJETZT\b).*\bDEFEKT\b
        ^(?:ist|sind|ob)\b.*\bEBEN erreichbar\b
        ^(?:ist|sind)\b.*\bDEFEKT\b.*\b(?:oder (?:liegt|ist) (?:das|es) (?:an|bei|nur)|bei mir)
        ^(?:GEHT)(?: [\w.-]+){1,6} JETZT(?: (?:nicht|wieder|noch|mehr|richtig|normal|bei euch))*$
        ^ob\b(?=.*\bJETZT\b).*\bGEHT$
        ^(?:GEHT)\b(?=.*\bTAG\b).*\bnicht(?: mehr| richtig)?$
        ^(?:gibt es|haben wir|sind wir|ist)\b(?=.*\bJETZT\b).*\bPANNE\b(?! geplant)
        ^(?:ist|sind|GEHT)\b.*\b(?:bei (?:euch|dir|jemandem) auch|auch bei (?:euch|dir|jemandem))\b
        ^komm\w* (?:ihr|du|jemand|wer)\b(?=.*\bTAG\b).*\b(?:in|ins|auf)\b
        ^ob\b(?=.*\bJETZT\b).*\bPANNE (?:gibt|haben|hat|macht|machen)$
        ^(?:macht|machen)\b(?=.*\bTAG\b).*\bPANNE$
        ^wann (?:ist|sind)\b.*\b(?:PANNE|LAUF) (?:FERTIG|vorbei|behoben|zu ende)$
        ^(?:hat|haben)\b.*\b(?:jemand|wer|andere|ihr)\b.*\bPANNE\b
        ^(?:gibt es )?(?:irgendwelche )?PANNE (?:TAG|bekannt)\b
        ^gibt es (?:bekannte|aktuelle|akute) PANNE\b
        ^(?:ist|sind|hat|haben|wurden?)\b(?!ERLAUBT).*\bLAUF(?![-\w])(?=.*\bFERTIG$)
        ^(?:warum|wieso|weshalb) (?:ist|sind)\b(?=.*\bTAG\b).*\bDEFEKT\b
        ^(?:warum|wieso|weshalb) (?:GEHT)\b(?=.*\bTAG\b).*\b(?:nicht|langsam)\b
        ^welche[rs]? (?:version|release|build)\b(?=.*\bTAG\b).*\b(?:GEHT|live|deployt|ausgerollt)\b
        ^(?:wie|was) ist (?:TAG )?(?:der|die) (?:aktuelle|derzeitige|momentane) STAND\b
        ^welche[rs]? \w+ (?:läuft|laufen)\b.*\bTAG\b
        ^wurden?\b(?!ERLAUBT)(?=.*\b(?:gestern|heute|letzte nacht)\b).*(?:t|en)$
        ^wie voll\b.*\bJETZT\b
        ^wer hat\b.*\b(?:zuletzt|als letzte[rs]?)\b.*\b(?:de?ployt|deployed|gemerge?[td]|geändert)\b
    """.replace(
        "ERLAUBT", r".*\b(?:erlaubt|nötig|erforderlich|möglich|zulässig|pflicht)\b"
    ).replace("STAND", "(?:status|stand|lage)(?! (?:der|des) (?:technik|regel|richtlinie))"),
    "everything": r"""
        ^ZEIG\w* (?:(?:mir|uns|bitte|doch|mal) )*alles\b(?:,| .*\b(?:über|zu[mr]?|von)\b)
        ^ZEIG\w* (?:(?:mir|uns|bitte|doch|mal) )*(?:alle|jede[sn]?|sämtliche)(?: \w+)? SEITEN\b
        ^ZEIG\w* .*\b(?:liste|übersicht) (?:aller|sämtlicher|von allen) SEITEN\b
        ^alles(?:,? was \w+ \w+| was wir haben)? (?:über|zu[mr]?)\b(?! \d)
        ^wie viele SEITEN\b.*\b(?:gibt es|haben wir|erwähn\w*)
        ^welche SEITEN (?:haben wir|gibt es|existieren|wurden|erwähn\w*)
        ^welche SEITEN sind (?:\w+ )?(?:veraltet|überholt|alt|nicht mehr aktuell)
        ^was (?:steht|weisst|wisst|wissen|haben|gibt)\b.*\balles (?:\w+ )*(?:über|zu[mr]?)\b
    """.replace("ZEIG", "(?:zeig|list|gib|nenn|erzähl|sag|such|finde|fass|stell)"),
}

_PASSED = (
    r"\b(?:wenn|falls|sobald|bevor)\b"
    r"|\b(?:was|wie|wo|wohin|wen|wem|wann|womit|woran) (?:mach|tu|soll|kann|könn|muss|müss|darf"
    r"|dürf|find|seh|prüf|meld|wend|bekomm|beantrag|stell|richt|erfahr)\w* (?:ich|wir|man)\b"
    r"|\bzu tun\b|\b(?:darf|dürfen) (?:ich|wir|man)\b"
)
"""What is to be done or may be, and what holds in some case: a page says that."""

WORDING = Wording(_NAMED, _PATTERNS, _PASSED, {"ä": "(?:ä|ae)", "ö": "(?:ö|oe)", "ü": "(?:ü|ue)"})
