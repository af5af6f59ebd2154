"""What encoding a page of HTML says it has, and how Python decodes that.

Labels and their encodings are those of the WHATWG Encoding Standard, 4.2 "Names and labels".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LOOKED_AT = 65_536
"""Bytes; browsers look at 1,024 first, and begin again when the declaration stands later."""
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_BODY = re.compile(rb"<body[\s>]", re.IGNORECASE)
_META = re.compile(rb"<meta[\s/]([^<>]{0,2000})", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"([a-zA-Z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([^\s\"';]+)", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*[\"']([^\"'>]{1,60})[\"']")
_UNSAFE = re.compile(r"[^a-z0-9_.:+-]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding: its name, and the codecs for it, the closest one first."""

    name: str
    codecs: tuple[str, ...]
    single: bool = True
    """Whether each character is one byte."""


def declared(data: bytes) -> str:
    """Return the label that a page of HTML gives its encoding, in small letters, or nothing.

    It stands in `<meta charset>`, in `<meta http-equiv="content-type">` or in an XML declaration.
    """
    head = _BODY.split(_COMMENT.sub(b"", data[:_LOOKED_AT]), maxsplit=1)[0]
    for match in _META.finditer(head):
        if label := _label(match[1]):
            return _plain(label)
    xml = _XML.match(head)
    return _plain(xml[1]) if xml else ""


def encoding_of(label: str) -> Encoding | None:
    """Return the encoding that browsers take for a label, or None for one that is not known."""
    return _BY_LABEL.get(label.strip().lower())


def _label(inside: bytes) -> bytes:
    """Return what the attributes of one `meta` say."""
    found = {name.lower(): one or two or bare for name, one, two, bare in _pairs(inside)}
    if b"charset" in found:
        return found[b"charset"]
    if found.get(b"http-equiv", b"").strip().lower() != b"content-type":
        return b""
    match = _CHARSET.search(found.get(b"content", b""))
    return match[1] if match else b""


def _pairs(inside: bytes) -> list[tuple[bytes, bytes, bytes, bytes]]:
    return [match.group(1, 2, 3, 4) for match in _ATTRIBUTE.finditer(inside)]  # type: ignore[misc]


def _plain(label: bytes) -> str:
    """Return a label as it can be shown."""
    return _UNSAFE.sub("", label.decode("ascii", "ignore").strip().lower())[:40]


def _iso(part: int, others: str, *, name: str = "", codec: str = "") -> tuple[Encoding, str]:
    """Return a part of ISO 8859 with its usual labels and `others`."""
    usual = f"iso-8859-{part} iso8859-{part} iso8859{part} iso_8859-{part}"
    made = Encoding(name or f"ISO-8859-{part}", (codec or f"iso8859_{part}",))
    return made, f"{usual} {others}"


def _windows(page: int) -> tuple[Encoding, str]:
    names = f"cp{page} windows-{page} x-cp{page}"
    return Encoding(f"Windows-{page}", (f"cp{page}",)), names


def _several(name: str, codecs: str, labels: str) -> tuple[Encoding, str]:
    """Return an encoding whose characters are of several bytes."""
    return Encoding(name, tuple(codecs.split()), single=False), labels


_TABLE = (
    _several("UTF-8", "utf-8", "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8"
             " x-unicode20utf8 csunicode iso-10646-ucs-2 ucs-2 unicode utf-16 utf-16le utf-16be"
             " unicodefeff unicodefffe"),
    _iso(1, "ansi_x3.4-1968 ascii us-ascii cp819 ibm819 csisolatin1 iso-ir-100 iso_8859-1:1987 l1"
         " latin1 x-user-defined", name="Windows-1252", codec="cp1252"),
    _iso(2, "csisolatin2 iso-ir-101 iso_8859-2:1987 l2 latin2"),
    _iso(3, "csisolatin3 iso-ir-109 iso_8859-3:1988 l3 latin3"),
    _iso(4, "csisolatin4 iso-ir-110 iso_8859-4:1988 l4 latin4"),
    _iso(5, "csisolatincyrillic cyrillic iso-ir-144 iso_8859-5:1988"),
    _iso(6, "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e"
         " iso-8859-6-i iso-ir-127 iso_8859-6:1987"),
    _iso(7, "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso_8859-7:1987"
         " sun_eu_greek"),
    _iso(8, "csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8-e iso-8859-8-i iso-ir-138"
         " iso_8859-8:1988 logical visual"),
    _iso(9, "csisolatin5 iso-ir-148 iso_8859-9:1989 l5 latin5",
         name="Windows-1254", codec="cp1254"),
    _iso(10, "csisolatin6 iso-ir-157 l6 latin6"),
    _iso(11, "dos-874 tis-620 windows-874", name="Windows-874", codec="cp874"),
    _iso(13, ""),
    _iso(14, ""),
    _iso(15, "csisolatin9 l9"),
    _iso(16, ""),
    *map(_windows, range(1250, 1259)),
    (Encoding("IBM866", ("cp866",)), "866 cp866 csibm866 ibm866"),
    (Encoding("KOI8-R", ("koi8_r",)), "cskoi8r koi koi8 koi8-r koi8_r"),
    (Encoding("KOI8-U", ("koi8_u",)), "koi8-ru koi8-u"),
    (Encoding("macintosh", ("mac_roman",)), "csmacintosh mac macintosh x-mac-roman"),
    (Encoding("x-mac-cyrillic", ("mac_cyrillic",)), "x-mac-cyrillic x-mac-ukrainian"),
    _several("GBK", "gb18030", "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80"
             " gbk iso-ir-58 x-gbk"),
    _several("Big5", "big5hkscs cp950", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    _several("EUC-JP", "euc_jp euc_jis_2004", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    _several("ISO-2022-JP", "iso2022_jp iso2022_jp_ext", "csiso2022jp iso-2022-jp"),
    _several("Shift_JIS", "cp932", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j"
             " x-sjis"),
    _several("EUC-KR", "cp949", "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987"
             " ks_c_5601-1989 ksc5601 ksc_5601 windows-949"),
)  # fmt: skip
_BY_LABEL = {label: made for made, labels in _TABLE for label in labels.split()}
