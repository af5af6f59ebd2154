"""Recognises by its words what a message does: asks, calls an answer wrong, addresses somebody.

In English, German and Japanese, and a little of French and Spanish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.slack.asked import small_talk
from bot.slack.decode import SHORTCODE, TOKEN, cut
from bot.slack.escaping import visible

_I = re.IGNORECASE
_QUOTED = re.compile(r"^[ \t]*(?:>|&gt;).*$", re.MULTILINE)
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_ADDRESS = re.compile(r"https?://\S+", _I)
_OPENER = (
    r"(?:(?:and|but|so|ok|okay|oh|hm+|well|also|then|sorry|wait|thanks|thank you|thx|cool|nice"
    r"|great|perfect|yes|yeah|no|btw|und|aber|also|danke|super|oder|et|mais|merci|y|pero|gracias)"
    r"(?: a lot| so much| dir| vielmals)?\b[\s,.!;:–-]*+){0,12}"
)
_ASKS_EN = (
    r"(?:who|whom|whose|what|what's|when|where|which|why|how|is|are|was|were|do|does|did|can|could"
    r"|will|would|shall|should|may|must|has|have|isn't|aren't|doesn't|don't|can't"
    r"|any(?: \w+)? for)\b"
    r"|(?:please |can you )?(?:show|tell|give|explain|list|describe|summari[sz]e|compare|find|link"
    r"|walk) (?:me|us|it|the|this|that|how|what|why|all|through)\b"
    r"|(?:sorry,? )?i (?:mean|meant)\b|i was asking\b"
)
_ASKS_DE = (
    r"(?:wer|wen|wem|was|wann|wo|wohin|woher|welche[rsnm]?|warum|wieso|weshalb|wie|wieviel|ist|sind"
    r"|gibt|gilt|gelten|kann|können|darf|dürfen|muss|müssen|soll|sollte|hat|haben|wird|geht|brauche?"
    r"|wofür|womit|worauf|ab wann|bis wann)\b"
    r"|(?:bitte )?(?:zeig|erklär|nenn|sag)e? (?:mir|uns|das)\b|ich meine?te?\b"
)
_ASKS_MORE = (
    r"(?:qui|que|quoi|quand|où|quel(?:le)?s?|pourquoi|comment|combien|est-ce|peut-on|puis-je"
    r"|quién|qué|cuándo|dónde|cuál(?:es)?|por qué|cómo|cuánt[oa]s?|se puede|puedo)\b"
)
_ASKS = re.compile(rf"{_OPENER}(?:{_ASKS_EN}|{_ASKS_DE}|{_ASKS_MORE})", _I)
_GOES_ON = re.compile(
    r"(?:and|what about|how about|or|und|oder|et|y|sowie|was ist mit|wie ist es mit)\b", _I
)
_GOES_ON_WORDS = 7
_ASKS_JA = re.compile(r"(?:か|かな|でしょう|ください|教えて|どう|は|たら)[。!！]?$")
_NO_QUESTION = re.compile(
    r"(?:oh |ah |hm+,? |wow,? )?(?:really|seriously|huh|what|oh|right|no way|yes|yeah|no|sorry|eh"
    r"|echt|wirklich|ach so|ach ja|ah bon|vraiment|de verdad|本当|そうなん(?:ですか|だ)?)\s*[?？]+",
    _I,
).fullmatch
_SENTENCES = re.compile(r"(?<=[.!;?？。！])\s+")
_SENTENCE_END = re.compile(r"[?？؟]")
_SELF_TALK = re.compile(
    rf"{_OPENER}(?:let me\b|lemme\b|i'?ll\b|i will\b|i'm going to\b|gonna\b|i wonder\b|i guess\b"
    r"|ich (?:frag|schau|probier|werde|guck)|je vais\b|voy a\b)",
    _I,
)

_YOU = re.compile(
    r"\b(?:you|your|yours|u|ya|yall|y'all|du|dir|dich|dein\w*|ihr|euch|euer|eure\w*|tu|toi|ton"
    r"|vous|votre|vos|tú|usted(?:es)?|vosotros|want me to|shall we|let's|should i (?:get|bring))\b"
    r"|さん|あなた|\bSie\b",
    _I,
)
_EVERYONE = re.compile(
    r"\b(?:any(?:one|body) (?:here|know|knows|else|seen|got|have|has|tried|able)"
    r"|(?:does|do|has|is|can|could) (?:any(?:one|body)|some(?:one|body))"
    r"|(?:hey|hi|hello) (?:all|everyone|everybody|folks|team|guys)|@?(?:here|channel|everyone):"
    r"|you (?:all|guys)|weiß (?:das )?(?:hier )?jemand|kennt (?:hier )?jemand|hat (?:hier )?jemand"
    r"|quelqu'un (?:sait|peut)|alguien (?:sabe|puede))\b|誰か|どなたか",
    _I,
)
_NOT_A_NAME = frozenset(
    """a actually again ah alright also and any anyway are aber bitte bot btw but can cool could
    danke did do does either else en et exactly finally fine first followup footnote for from good
    great hallo has have hello hey hi hm hmm hola how however i if in is it just last later maybe
    meanwhile merci mean more nein next nice no nope not now off oh ok okay on one or otherwise
    perfect please question quick right salut secondly seriously should since so sorry still sure
    thank thanks that then there these they this those to today tomorrow und unfortunately wait was
    well what when where which who why wie will with would yeah yep yes you""".split()  # noqa: SIM905 - easier to read
)
_NAME = r"(?P<name>[^\W\d_][\w'’-]{1,30})"
_CALLED = (
    re.compile(rf"(?:(?:hey|hi|hello|yo|hallo|salut|hola|dear|thanks|ok|so|and)\s+)?{_NAME},\s"),
    re.compile(rf"(?:hey|hi|hello|yo|hallo|salut|hola|dear)\s+{_NAME}\b", _I),
    re.compile(
        rf"{_NAME}[,:]? (?:can|could|would|will|do|did|have|are|were|what do|kannst|könntest|hast"
        r"|bist|weißt|peux|as|es|puedes|sabes) (?:you|u|du|tu)\b",
        _I,
    ),
    re.compile(r".*,\s*(?P<name>[A-Z][a-zäöüéè'’-]{1,30})\s*[?!.]*$", re.DOTALL),
)
_LAUGHS = re.compile(
    r":(?:joy|rofl|laughing|sweat_smile|smile|grin|stuck_out_tongue\w*|wink|upside_down_face|smirk"
    r"|troll\w*):|[😂🤣😆😅😜😝😉🙃😏😄😁]|\b(?:lol|lmao|rofl|ha(?:ha)+h?|hehe|hihi|xd|jaja|mdr)\b|[wｗ笑]$",
    _I,
)
_AGREES = re.compile(r"(?:\+1|same(?: here| question)?|me too|ditto|following|\^+|this)\b", _I)
_OF_A_BOT = re.compile(
    r"\b(?:the|this|our|that|a|der|die|den|dem|dieser|le|ce|el|este) (?:bot|footnote|robot)\b", _I
)

_WRONG = re.compile(
    r"(?:(?:no|nope|nah|hm+|sorry|but|well|nein|nee|non|いいえ|いや)\b[\s,.!、-]*+){0,12}(?:"
    r"(?:that|this|it)(?:'s|’s| is| was)(?: still)? (?:not|wrong|incorrect|the wrong|outdated)\b"
    r"|(?:that|this|it) (?:isn'?t|wasn'?t|is not) (?:it|right|correct|what|helpful|true|the)\b"
    r"|not (?:it|what i|helpful|the (?:right|answer))\b|(?:you'?re|you are) wrong\b"
    r"|wrong (?:page|answer|doc(?:ument)?|one|place)\b"
    r"|(?:that|this|it)? ?(?:still )?(?:doesn'?t|does not|didn'?t|did not) (?:answer|help|work)\b"
    r"|still (?:not|doesn'?t|the same|fails|broken|no luck)\b"
    r"|(?:please )?(?:try|search|look) again\b"
    r"|das (?:ist|war|stimmt|passt|hilft)(?: es| mir| so)? (?:leider )?(?:nicht|falsch|veraltet)\b"
    r"|nicht das,? was\b|falsche (?:seite|antwort)\b|das beantwortet\b.*\bnicht\b"
    r"|(?:das )?(?:funktioniert|geht|klappt) (?:so |immer noch |leider )?nicht\b"
    r"|ce n'est pas (?:ça|ce que)\b|pas ça\b|no es eso\b|eso no (?:es|funciona)\b"
    r"|(?:それは)?(?:違い|ちがい)ます|(?:そう|それ)(?:では|じゃ)(?:な|あり)|聞きたいのは)",
    _I,
)
_WRONG_WORDS = 6
_PERSON = r"(?:humans?|real (?:person|human)|(?:human|live) (?:agent|being)|person|actual person)"
_HUMAN = re.compile(
    rf"(?:talk|speak|chat|escalate|connect|transfer|hand)\b.{{0,24}}\b(?:to|with|over to) "
    rf"(?:a |an |some )?{_PERSON}\b"
    r"|^(?:ask |get |give |i (?:want|need) |i'd (?:like|rather have) )?(?:me )?(?:a |an )?"
    rf"{_PERSON}[,.!]?(?: please)?[.!]*$"
    r"|(?:mit|von|an) eine[mnr] (?:echten )?(?:menschen|mitarbeiter\w*|person)\b.*\b"
    r"(?:sprechen|reden|verbunden|weiterleiten|geholfen)"
    r"|^(?:einen? )?mensch(?:en)?,? bitte|bitte einen menschen"
    r"|(?:人間|担当者|オペレーター|人)(?:と|に)(?:話|つない|繋|代わ|相談)"
    r"|(?:parler|discuter) (?:à|avec) un(?:e)? (?:humain|personne|vraie personne)"
    r"|hablar con (?:una persona|un humano)",
    _I,
)
_HUMAN_WORDS = 14
_SOLVED = re.compile(
    rf"{_OPENER}(?:(?:that|this|it)(?:'s| is| has been| was)?(?: all| now| already)? "
    r"(?:solved|resolved|fixed|sorted|settled)\b|(?:that|this|it) (?:solved|fixed|settled) it\b"
    r"|(?:my |the )?(?:problem|issue|question)(?:'s| is| was| has been)? (?:re)?solved\b"
    r"|(?:all )?(?:solved|resolved|sorted)\b(?! by| in)|never ?mind\b"
    r"|(?:das |es )?(?:hat sich|ist|wurde)(?: schon| inzwischen| jetzt)? (?:erledigt|gelöst)\b"
    r"|(?:das )?(?:problem|thema) (?:ist |hat sich )?(?:gelöst|erledigt)\b|(?:erledigt|gelöst)\b"
    r"|(?:問題は|質問は|もう)?解決(?:しました|した|済み|できました))",
    _I,
)
_SOLVED_WORDS = 8
_ASKS_WHO = re.compile(r"(?:who|whom|which|what|when|how|why|wer|wen|wann|wie|warum)\b", _I)


def bare(text: str) -> str:
    """Return Slack's text without quotes, code and addresses; of a long one the beginning."""
    plain = _CODE.sub(" ", _QUOTED.sub(" ", visible(cut(text))))
    plain = TOKEN.sub(lambda token: " " if token[1].startswith("http") else token[0], plain)
    return " ".join(_ADDRESS.sub(" ", plain).replace("’", "'").split())


def asks(text: str) -> bool:
    """Whether bare text asks or requests something, or continues a question."""
    sentences = [
        one for one in _SENTENCES.split(SHORTCODE.sub(" ", text).strip()) if not _NO_QUESTION(one)
    ]
    said = " ".join(sentences)
    if not said or small_talk(said):
        return False
    if _SENTENCE_END.search(said):
        return True
    if _SELF_TALK.match(said):
        return False
    if any(_ASKS.match(sentence) for sentence in sentences):
        return True
    return bool(_ASKS_JA.search(said)) or (
        bool(_GOES_ON.match(said)) and len(said.split()) <= _GOES_ON_WORDS and "!" not in said
    )


def begins_by_asking(text: str) -> bool:
    """Whether the first sentence of bare text is a question."""
    first = _SENTENCES.split(text.strip(), maxsplit=1)[0]
    return _ASKS.match(first) is not None and bool(_SENTENCE_END.search(first))


def says_wrong(text: str) -> bool:
    """Whether bare text says that an answer was not it, at its beginning or in a short sentence."""
    return any(True for _ in says_wrong_at(text))


def says_wrong_at(text: str) -> Iterator[int]:
    """Yield where bare text says so: its beginning, and each short sentence after that."""
    if _WRONG.match(text):
        yield 0
    gaps = list(_SENTENCES.finditer(text))
    ends = [*(gap.start() for gap in gaps[1:]), len(text)]
    for gap, end in zip(gaps, ends, strict=False):
        one = text[gap.end() : end]
        if "?" not in one and len(one.split()) <= _WRONG_WORDS and _WRONG.match(one):
            yield gap.end()


def begins_wrong(text: str, at: int = 0) -> bool:
    """Whether bare text says from a place on, with its next words, that an answer was not it."""
    return _WRONG.match(text, at) is not None


def wants_person(text: str) -> bool:
    """Whether bare text asks to be put through to a person."""
    short = len(text.split()) <= _HUMAN_WORDS and not _ASKS_WHO.match(text)
    return short and _HUMAN.search(text) is not None


def says_solved(text: str) -> bool:
    """Whether bare text says that nothing is left to do about what was asked."""
    short = len(text.split()) <= _SOLVED_WORDS and not _SENTENCE_END.search(text)
    return short and _SOLVED.match(text) is not None


def to_you(text: str) -> bool:
    """Whether bare text speaks to a person: "you", an offer, a proposal."""
    return _YOU.search(text) is not None


def to_everyone(text: str) -> bool:
    """Whether bare text asks everybody who reads it."""
    return _EVERYONE.search(text) is not None


def called(text: str, bot: str = "") -> str:
    """Return the name that bare text calls somebody by: "bot" for the bot, empty for nobody."""
    names = "|".join(["bot", "footnote", *([re.escape(bot)] if bot else [])])
    ours = rf"(?:{_OPENER})(?:hey |hi |hello |dear |hallo |ok )?@?(?:{names})(?:[,:!?]|\s|$)"
    if re.match(ours, text, _I) or re.search(rf",\s*@?(?:{names})\s*[?!.]*$", text, _I):
        return "bot"
    for form in _CALLED:
        found = form.match(text)
        if found and found["name"].casefold().replace("'", "") not in _NOT_A_NAME:
            return found["name"]
    return ""


def laughs(text: str) -> bool:
    """Whether text is not meant quite seriously."""
    return _LAUGHS.search(text) is not None


def adds_nothing(text: str) -> bool:
    """Whether bare text only agrees, greets, thanks or shows an emoji."""
    said = SHORTCODE.sub(" ", text).strip()
    silent = not any(character.isalnum() for character in said)
    return silent or bool(small_talk(said)) or bool(_AGREES.match(said))


def about_a_bot(text: str) -> bool:
    """Whether bare text talks about a bot, and so not to it."""
    return _OF_A_BOT.search(text) is not None
