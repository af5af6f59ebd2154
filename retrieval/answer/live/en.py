"""Questions that no document can answer, as they are asked in English."""

from __future__ import annotations

from retrieval.answer.live.wording import Kind, Wording

_NAMED = {
    "THERE": r"in the office|in a meeting|available|around|in(?= NOW)",
    "NOW": r"right now|now|currently|at the moment|today|tonight|yet|again|still|ongoing|yesterday"
    r"|this (?:morning|afternoon|evening|week|weekend)|next week|last night",
    "DAY": r"outside|now|right now|currently|at the moment|today|tonight|tomorrow|yesterday"
    r"|(?:this|tomorrow) (?:morning|afternoon|evening)|(?:this|next) (?:week|weekend)|last night",
    "AT": r"(?:in|at|of|for|on|between|to) [\w '.-]+",
    "SPAN": r"right now|currently|at the moment|today|yesterday(?:'s)?|tonight|so far|to date"
    r"|since (?:\w+day|yesterday|midnight)|(?:are|is) left|in stock"
    r"|(?:this|last) (?:morning|night|week|month|quarter|year|sprint)"
    r"|(?:in|over) the (?:last|past) (?:\d+|few|couple)\b[\w ]*",
    "BOUND": r"(?:may|can|should|must|allowed|entitled|required|needed|limit|target|maximum|minimum"
    r"|notice|policy|do(?:es)? [\w ]+ get)",
    "COUNT": r"how (?:many|much|full|long|often|high|large)"
    r"|(?:total|average) (?:number|amount|\w+)",
    "FIGURE": r"revenue|sales|turnover|churn|nps|conversion rate|error rate|hit rate|headcount"
    r"|uptime|usage|spend|costs?|profit|backlog|response time|latency|queue length|traffic|load",
    "ABSENT": r"on (?:vacation|holiday|leave|duty|shift)|out(?: sick| of office)?|off|back|sick"
    r"|away",
    "RECORD": r"(?:ticket|request|order|report|pr|pull request|claim|application|case|package"
    r"|parcel|invoice|reimbursement|laptop order|change|issue)s?",
    "PAGES": r"pages?|documents?|docs?|articles?|runbooks?|policy|policies|guides?",
    "DOWN": r"down|up|broken|slow|offline|online|unavailable|healthy|degraded|working|running"
    r"|having (?:problems|issues|trouble)|failing|stuck|frozen|full",
    "TROUBLE": r"incident|outage|freeze|maintenance",
    "JOB": r"deploy\w*|release|backup|migration|rollout|build|job",
    "SOMEONE": r"anyone|anybody|someone|somebody",
}
"""What the patterns name in capitals."""

_PATTERNS: dict[Kind, str] = {
    "world": r"""
        ^(?:so )?what(?:'s| is) the weather(?: forecast)?(?: like)?(?: AT)?(?: DAY(?: AT)?)?$
        ^(?:so )?what(?:'s| is) the (?:temperature|forecast)(?: AT)?(?: for)? DAY(?: AT)?$
        ^what time is it(?: DAY)?(?: AT)?(?: DAY)?$
        ^what(?:'s| is) (?:\w+ ){0,3}(?:exchange rate|(?:stock|share) price)(?: AT)? DAY$
        ^is it a (?:public |bank )?holiday\b(?: AT)? DAY(?: AT)?$
        ^is (?:today|tomorrow) a (?:public |bank )?holiday\b
        ^what(?:'s| is)(?: there)? (?:for (?:breakfast|lunch|dinner)|on the menu)\b.*\bDAY\b
        ^(?:is|are) (?:the |any )?(?:canteen|trains?|bus|buses)\b.*\bRUNS\b.*\bDAY\b
        ^who(?:'s| is| are)? (?:won|winning|plays|playing)\b.*\b(?:match|game)\b.*\bDAY\b
    """.replace("RUNS", "(?:running|open|closed|late|delayed|on time|on strike|cancell?ed)"),
    "own": r"""
        ^how (?:many|much)\b.*\b(?:do|have) i (?:have )?(?:got )?(?:left|remaining|taken|used)\b
        ^what(?:'s| is) my (?:remaining|current)\b(?! (?:role|level|title))
        ^(?:what(?:'s| is) the )?status of (?:my |the )?RECORD(?:$|\?| [a-z]+-?\d+)
        ^(?:has|have|did|is|was|why (?:was|is|has)) my [\w -]*RECORD\b(?!.*\bpolicy\b)
        ^(?:is|was|has|what about) [a-z]{2,10}-\d+ \w+
        ^where(?:'s| is) my (?:\w+ )?(?:package|parcel|order|delivery|laptop)\b
        ^am i (?:on[- ]?call|on duty|scheduled)\b
        ^when (?:is|are|does) my (?:next|contract|probation)\b.*(?:\?|$|end)
        ^(?:has|did) SOMEONE\b.*\bmy (?:\w+ )?RECORD
        ^(?:what|which|how many|list|show|is|are|any)\b.*\bassigned to me\b
        ^(?:what|which) (?:meetings|tasks|reviews)\b.*\b(?:do i|are my|today)\b
        ^which of my\b
        ^did i (?:get|receive)\b.*\bSPAN
    """,
    "people": r"""
        ^(?:who|which \w+)(?:'s| is| was| are)?(?: currently| now)? (?:the )?on[- ]?call\b(?! RULES)
        ^(?:who|which \w+)(?:'s| is| was| are)?(?: currently| now)? on duty\b(?! RULES)
        ^who (?:is|are|has|was|will be)\b.*\b(?:duty|ABSENT|commander|cover\w*)\b.*\bNOW\b
        ^who(?:'s| is) (?:covering|filling in|standing in)\b.*\bNOW\b
        ^who(?:'s| is) ABSENT\b.*\bNOW\b
        ^(?:is|are) (?:\w+ ){1,5}THERE\b.*\bNOW\b
        ^where(?:'s| is) \w+ NOW\b
        ^when (?:is|will) \w+ (?:be )?ABSENT\b
        ^(?:which|what|is|are|any)\b.*\brooms?\b.*\bfree\b(?! (?:to|of)\b).*\bNOW\b
        ^is (?:the )?room [\w. ]+ free\b(?! (?:to|of)\b)
    """.replace("RULES", "(?:schedule|rota|rotation|policy|process)"),
    "figures": r"""
        ^COUNT\b(?!.*\bBOUND\b).*\bSPAN
        ^what(?:'s|'re| is| are| was| were)\b(?!.*\bBOUND\b).*\bFIGURE\b.*\bSPAN
        ^what (?:were|was) (?:last|this|yesterday's|today's)\b.*\bFIGURE\b
        ^what(?:'s| is) (?:our|the) current FIGURE\b
        ^how many (?:people|employees|customers|users)\b.*\bNOW\b
    """,
    "state": r"""
        ^(?:so )?(?:is|are|isn't)\b(?!.*\b(?:allowed|required|possible)\b).*\bDOWN\b.*\bNOW\b
        ^(?:is|are)\b.*\bDOWN\b.*\b(?:or is it (?:just )?(?:only )?me|for (?:every|any)(?:one|body))
        ^(?:is|are)\b.*\b(?:still|currently)\b.*\bDOWN\b
        ^(?:is|are) (?:there|we)\b.*\bTROUBLE\b(?! policy)
        ^any (?:TROUBLEs?|problems)\b.*\bNOW\b
        ^(?:is )?(?:anyone|anybody) else\b.*\b(?:NOW|unable|cannot|can't)\b
        ^what(?:'s| is) the (?:current|present) (?:status|state) of\b
        ^(?:has|have|did)\b.*\bJOB\b.*\b(?:NOW|succeed|fail|finish)\b
        ^did NOW
        ^(?:which|what) (?:version|release|build)\b.*\b(?:running|live|deployed)\b.*\bNOW\b
        ^why (?:is|are)\b.*\bDOWN\b.*\bNOW\b
        ^(?:what is|what's|how) (?:full|the queue|the load)\b.*\bNOW\b
        ^who (?:deployed|merged|pushed|released|changed)\b.*\blast\b
        ^who (?:last|just) \w+ed\b
    """,
    "everything": r"""
        (?<!where is )everything (?:you (?:know|have) |there is |we have )?(?:about|on|regarding)\b
        ^GIVE(?: me)? (?:all|every|each)(?: of)?(?: the| our)? PAGES\b
        ^how many PAGES\b.*\b(?:are there|do we have|mention|about)\b
        ^(?:what|which) PAGES (?:do we have|are there|exist|were|was|have been)\b
        ^(?:what|which) PAGES are (?:out of date|outdated|stale|old)\b
        ^what(?:'s| is) all\b
    """.replace("GIVE", "(?:list|show|give|find|summari[sz]e|tell)"),
}

_ADVICE = (
    r"\b(?:what|how|whom?|where|when) (?:do|should|can|could|must|may|shall) (?:i|we)\b"
    r"(?! have (?!to\b))"
    r"|\b(?:what|how|whom?|where) (?:am i|are we) (?:supposed|meant|expected) to\b"
    r"|\b(?:allowed|permitted) to\b"
)
"""What is to be done or may be: a page says that, also to whoever has to do it now."""

WORDING = Wording(_NAMED, _PATTERNS, _ADVICE)
