"""What stands around a list in a mail: greetings, good wishes, signatures, quotes, headings, sentences."""

from __future__ import annotations

import re
from enum import Enum

from tabletop.arcana.formats.mail.amounts import POINTS, WHOLE, whole
from tabletop.arcana.formats.mail.wording import words_of

SHORTEST_SENTENCE = 5
LONGEST_WISH = 60
LONGEST_NAME = 3  # words
CALLED = re.compile(r"[+0-9][0-9 ()/.-]{5,20}")


class Aside(Enum):
    """Why a line was left out, in words."""

    GREETING = "greeting"
    WISHES = "good wishes"
    SIGNATURE = "signature"
    MAIL_HEAD = "head of a mail"
    QUOTE = "quote"
    HEADING = "heading"
    SENTENCE = "sentence"


# Those that a line says itself to be; the others are told by what stands around them.
PLAIN_ASIDES = frozenset({Aside.GREETING, Aside.WISHES, Aside.MAIL_HEAD, Aside.HEADING})
GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|ok|okay|dear|greetings|good (?:morning|evening|afternoon)|howdy)\b(?!.*\d)", re.I
)
WISHES = re.compile(
    r"(?:cheers|(?:kind |best |warm )?regards|best wishes|all the best|best|thanks|thank you|many thanks|thx|ta"
    r"|see (?:you|ya)|yours(?: sincerely| truly)?|sincerely|good luck|bye|later)\b(?!.*\d)",
    re.IGNORECASE,
)
MAIL_HEAD = re.compile(
    r"(?:from|to|cc|date|sent|subject|re|fwd?|reply-to|player|club|event|opponent)\s*:.*|on\b.*\bwrote:|"
    r"-{2,}\s*(?:original|forwarded) message.*|begin forwarded message.*",
    re.IGNORECASE,
)
SIGNATURE = re.compile(r"(?:--|__+)\s*$|sent (?:from|with|by|via)\b.*|get outlook\b.*", re.IGNORECASE)
HEADING_WORD = re.compile(
    r"a|all|pt|and|archer|army|artillery|battle|beast|big|cavalry|character|core|creature|engine|elite|"
    r"general|hero|infantry|leader|list|lord|machine|magic|missile|monster|mounted|normal|of|other|point|pts|"
    r"ranged|rare|roster|shooter|special|the|thing|troop|unit|vehicle|war|wizard"
)
SUBTOTAL = re.compile(rf"sub[- ]?total\s*[:=\-–—]*\s*({WHOLE})\s*(?:{POINTS})?", re.IGNORECASE)
HEADED_POINTS = re.compile(
    rf"[^\d\[(=]+?(?:\s*[:=\-–—]\s*|\s*[\[(]\s*|\s+)({WHOLE})\s*{POINTS}\s*[\])]?", re.IGNORECASE
)
FROM = re.compile(r"(?:from|player)\s*:\s*([^<(\[|,]{1,60})", re.IGNORECASE)
SIGNED_OFF = re.compile(
    r".*\b(?:cheers|regards|best wishes|all the best|thanks|thx|yours)[,!]?\s+([^\W\d_]{2,20})[.!]?", re.IGNORECASE
)
SENTENCE_WORD = re.compile(
    r"am|any|are|at|be|but|can|do|else|forget|from|game|had|has|have|he|hope|how|i|if|ill|im|is|it|its|ive|"
    r"let|me|my|no|not|ok|or|our|please|see|should|so|sorry|that|thats|there|they|think|this|to|was|we|"
    r"what|when|who|will|would|yet|you|your|here|for"
)


def aside_of(text: str) -> Aside | None:
    """What a line is that says no part of a list; None where it may be one."""
    if SIGNATURE.match(text):
        return Aside.SIGNATURE
    if MAIL_HEAD.fullmatch(text):
        return Aside.MAIL_HEAD
    if GREETING.match(text):
        return Aside.GREETING
    if len(text) <= LONGEST_WISH and WISHES.match(text):
        return Aside.WISHES
    return None


def is_signature(text: str) -> bool:
    """Whether a line below good wishes is a name or a number to call."""
    return bool(CALLED.fullmatch(text)) or (len(text.split()) <= LONGEST_NAME and not any(map(str.isdigit, text)))


def player_of(text: str) -> str:
    """Who a line says has written the list: `From: Mia <mia@…>`, `Cheers, Rob`; empty for any other line."""
    match = FROM.match(text) or SIGNED_OFF.fullmatch(text)
    called = match[1].strip(" \"'.-–—") if match else ""
    return called if called.isprintable() and any(map(str.isalpha, called)) and "@" not in called else ""


def subtotal_of(text: str) -> int | None:
    """The points that a heading gives for what stands below it, or a `Subtotal` for what stands above."""
    match = SUBTOTAL.fullmatch(text) or (HEADED_POINTS.fullmatch(text) if is_heading(text) else None)
    return whole(match[1]) if match else None


def is_heading(text: str) -> bool:
    """Whether a line only says what kind of thing stands below it."""
    words = [word for word in words_of(text) if not word.isdecimal()]
    return bool(words) and all(map(HEADING_WORD.fullmatch, words))


def is_sentence(text: str) -> bool:
    """Whether people talk like that, and lists don't."""
    words = [word.replace("'", "") for word in re.findall(r"[a-z']+", text.lower().replace("’", "'"))]
    common = sum(1 for word in words if SENTENCE_WORD.fullmatch(word))
    ends = text.rstrip()[-1:] in (".", "!", "?")
    return len(words) >= SHORTEST_SENTENCE and common >= (1 if ends else 2)
