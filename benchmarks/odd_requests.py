"""Requests that no browser sends, made from ones that browsers do send, byte for byte and by a seed.

A request begins as a right one: a method that the route answers, a form that stands on the person's own page or a file
of the right format, the token against forgery. Then one to three `TWISTS` spoil it. Each request has a word of its own
in whatever it sends: it is looked for in the server's logs.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from msgspec import Struct

MARK = "quokka"
FORM = "application/x-www-form-urlencoded"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "BREW", "PROPFIND")
UNUSUAL = 0.12  # of requests have a method that the route doesn't answer

HUGE = ("1" + "0" * 400, "-" + "9" * 30, "1e309", "NaN", "Infinity", "-0", "0x10", "1" * 5000, "٣", "1_000", "0.1e-400")
STRANGE = (
    "",
    "\x00",
    "a\x00b",
    "\ud800",
    "\udfff\ud800",
    "\U0001f9d9" * 50,
    "\u202e\u2066",
    "﷽" * 500,
    "<script>alert(1)</script>",
    "{{ 1 }}{% now %}",
    "%s%n%(name)s{0.__class__}",
    "'; DROP TABLE x; --",
    "../../../etc/passwd",
    "\r\nX-Sent: 1",
    "x" * 70_000,
    "null",
    "[]",
    "{}",
    '{"a":' * 500,
    "[" * 20_000,
    "u1",
    "dwarves/axemen",
)
JSON_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1e308,
    10**400,
    [],
    {},
    [[[[]]]],
    "",
    "\ud800",
    "\x00",
    "u1",
    ["x"] * 99,
)
JSON_TEXTS = (
    b"",
    b"{",
    b"[" * 50_000,
    b"NaN",
    b"null",
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\x00}\x00",
    b'"\\ud800"',
    b"1" * 6000,
)
RAW_PATHS = (
    b"%00",
    b"%ff%fe",
    b"%ed%a0%80",
    b"%2e%2e%2f",
    b"%",
    b"%zz",
    b"\xe4",
    b"\xff\xfe",
    b"//",
    b"/../",
    b";a=1",
    b"%0d%0a",
)
RAW_QUERIES = (
    b"a=%00",
    b"a=%ff%fe&%ff=1",
    b"%ed%a0%80=%ed%a0%80",
    b"a=1&a=2&a=3",
    b"&&&==;",
    b"a=\xe4\xff",
    b"?a?b",
    b"%",
    b"a=" + b"x" * 3_500,
    b"a=" + b"x" * 9_000,
    b"&".join(b"a%d=1" % number for number in range(400)),
)
KEYS = (
    *("look", "unit", "to", "find", "outfit", "d", "page", "sort", "ordering", "q", "paper", "army", "points", "kinds"),
    *("next", "words", "format", "version", "kind", "copies", "roster", "seed", "size", "table", "against", "limit"),
    *("offset", "e", "p", "o", "_popup", "app_label", "term", "left", "right", "list", "tag", "state", "token"),
)
CHARSETS = ("utf-7", "latin-1", "utf-16", "utf-32", "no-such", "", "idna", "rot13", "base64", "\x00", "utf-8" * 50)
BOUNDARIES = (b"", b"\xe4", b'""', b"a b", b"x" * 300, b"a\x00b", b"--", b"%00")


class Request(Struct):
    """What is sent: a line, headers and a body. `cut` leaves the body's end out.

    `ends` says that nothing more will come, where the server may wait for more.
    """

    method: bytes
    target: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""
    fields: tuple[tuple[str, str], ...] = ()
    cut: bool = False
    ends: bool = False

    def set(self, name: bytes, value: bytes) -> None:
        """The one header of this name."""
        self.headers = [each for each in self.headers if each[0].lower() != name.lower()] + [(name, value)]

    def send_form(self, content_type: bytes, body: bytes) -> None:
        if self.method not in (b"PUT", b"PATCH", b"DELETE"):
            self.method = b"POST"
        self.body = body
        self.set(b"Content-Type", content_type)

    def wire(self) -> bytes:
        named = {name.lower() for name, _ in self.headers}
        lengths = (
            [] if {b"content-length", b"transfer-encoding"} & named else [(b"Content-Length", b"%d" % len(self.body))]
        )
        lines = [
            b"%s: %s\r\n" % each for each in (*self.headers, *(lengths if self.body or self.method == b"POST" else ()))
        ]
        body = self.body[: len(self.body) // 2] if self.cut else self.body
        return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (self.method, self.target, b"".join(lines), body)


def made(
    random: Random, who: dict[str, Any], address: Sequence[Any], mark: str, forms: Sequence[Any], file: Any
) -> Request:
    """A right request to an address, spoilt; `forms` are those that post there, `file` is what the API would read."""
    _, path, methods = address
    method = random.choice(METHODS if random.random() < UNUSUAL else methods)
    cookies = "; ".join(f"{key}={value}" for key, value in {**who["cookies"], "word": mark}.items())
    right = {
        "Host": "localhost",
        "X-Forwarded-Proto": "https",
        "Cookie": cookies,
        "Connection": "close",
        "Origin": "https://localhost",
        "User-Agent": mark,
        "X-CSRFToken": who["cookies"]["csrftoken"],
    }
    headers = [(key.encode(), value.encode()) for key, value in right.items()]
    request = Request(method.encode(), path.encode(), headers)
    if method not in ("GET", "HEAD", "OPTIONS", "TRACE", "CONNECT"):
        give_body(
            random, request, mark, random.choice(forms) if forms else [], file if path.startswith("/api/") else None
        )
    for twist in random.choices(TWISTS, k=random.choice((0, 1, 1, 1, 2, 3))):
        twist(random, request, mark)
    if mark.encode() not in request.target and not path.startswith("/api/"):  # which refuses what it doesn't know
        add_query(request, b"word=" + mark.encode())
    return request


def give_body(random: Random, request: Request, mark: str, form: Sequence[Sequence[str]], file: Any) -> None:
    if file is not None:
        content = spoilt_json(random, file, mark) if random.random() < 0.7 else file
        request.body = json.dumps(content).encode()
        request.set(b"Content-Type", b"application/json")
        request.set(b"If-Match", random.choice((b'"1"', b"*", b'"2"', b'W/"1"', mark.encode())))
        return
    fields = [(name, value) for name, value in form] or [("name", mark), ("version", "1")]
    request.fields = tuple((name, value or (mark if random.random() < 0.5 else "")) for name, value in fields)
    encode(request)


def encode(request: Request, content_type: str = FORM) -> None:
    request.body = urlencode(request.fields, errors="surrogatepass").encode()
    request.set(b"Content-Type", content_type.encode(errors="surrogatepass"))


def spoilt_json(random: Random, value: Any, mark: str) -> Any:
    """The value with something somewhere in it replaced, dropped or added."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(sorted(value))
        changed = random.random()
        if changed < 0.15:
            return {name: each for name, each in value.items() if name != key}
        if changed < 0.3:
            return value | {mark: mark}
        return value | {key: spoilt_json(random, value[key], mark)}
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        return [*value[:place], spoilt_json(random, value[place], mark), *value[place + 1 :]]
    return random.choice((*JSON_VALUES, mark))


def add_query(request: Request, query: bytes) -> None:
    request.target += (b"&" if b"?" in request.target else b"?") + query


def strange(random: Random, mark: str) -> str:
    return random.choice((*HUGE, *STRANGE, mark, mark * 40))


def spoil_query(random: Random, request: Request, mark: str) -> None:
    pairs = [(random.choice(KEYS), strange(random, mark)[:1000]) for _ in range(random.randint(1, 4))]
    add_query(request, urlencode(pairs, errors="surrogatepass").encode())


def spoil_query_raw(random: Random, request: Request, mark: str) -> None:
    add_query(request, random.choice(RAW_QUERIES) + b"&" + mark.encode())


def spoil_path(random: Random, request: Request, mark: str) -> None:
    parts = request.target.split(b"/")
    junk = random.choice(
        (*RAW_PATHS, mark.encode(), b"x" * 3000, quote(strange(random, "x")[:300], errors="ignore").encode())
    )
    place = random.randrange(len(parts))
    parts[place] = random.choice((junk, parts[place] + junk, junk + mark.encode()))
    request.target = b"/".join(parts)


def spoil_target(random: Random, request: Request, mark: str) -> None:
    """No path at all: another form of a request's target, or one that is no form."""
    word = mark.encode()
    request.target = random.choice(
        (
            b"*",
            b"http://" + word + b".example/",
            word,
            b"/" + word + b" x",
            b"//" + word + b"/..",
            b"/?" + word * 700,
            b"",
        )
    )


def spoil_fields(random: Random, request: Request, mark: str) -> None:
    fields = [list(each) for each in request.fields] or [["name", mark], ["version", "1"]]
    for _ in range(random.randint(1, 3)):
        field = random.choice(fields)
        field[1] = strange(random, mark)
        fields += random.choice(([], [field], [[mark, "1"]], [[strange(random, mark)[:50], mark]]))
    request.fields = tuple((name, value) for name, value in fields)
    request.method = b"POST"
    encode(request)


def spoil_charset(random: Random, request: Request, mark: str) -> None:
    charset = random.choice(CHARSETS)
    text = urlencode([*request.fields, ("word", mark)], errors="surrogatepass")
    body = text.encode(charset) if charset in ("utf-7", "latin-1", "utf-16", "utf-32") else text.encode()
    kind = random.choice((FORM, FORM, "multipart/form-data; boundary=x", "application/json", "text/plain"))
    request.send_form(f"{kind}; charset={charset}".encode(), body)


def multipart(fields: Sequence[tuple[str, str]], boundary: bytes, mark: str, filename: bytes) -> bytes:
    parts = [
        b'--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        % (boundary, name.encode(errors="surrogatepass"), value.encode(errors="surrogatepass"))
        for name, value in fields
    ]
    file = b'--%s\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n' % (boundary, filename)
    content = b'{"name": "%s"}' % mark.encode()
    return b"%s%sContent-Type: text/%s\r\n\r\n%s\r\n--%s--\r\n" % (
        b"".join(parts),
        file,
        mark.encode(),
        content,
        boundary,
    )


def spoil_multipart(random: Random, request: Request, mark: str) -> None:
    boundary = random.choice((b"edge", b"edge", *BOUNDARIES))
    filename = random.choice(
        (mark.encode() + b".json", b"\x00", b"../../" + mark.encode(), b"x" * 9000, b"\xff\xfe", b'"')
    )
    body = multipart(request.fields, boundary, mark, filename)
    spoilt = random.choice(
        (
            body,
            body[: random.randrange(len(body))],
            body.replace(b"form-data", b"attachment"),
            body.replace(b"\r\n", b"\n"),
            body.replace(b"Content-Type: text", b"Content-Transfer-Encoding: base64\r\nContent-Type: text"),
            body.replace(b"name=", b"name*=utf-7''"),
            body.replace(b"name=", b"name*=" + mark.encode() + b"''%ff"),
            body * 200,
        )
    )
    request.send_form(random.choice((b"multipart/form-data; boundary=" + boundary, b"multipart/form-data")), spoilt)


def spoil_length(random: Random, request: Request, mark: str) -> None:
    request.send_form(FORM.encode(), request.body or b"word=" + mark.encode())
    length = len(request.body)
    wrong = (
        b"%d" % (length - 3),
        b"%d" % (length + 50),
        b"-1",
        b"0",
        b"ten",
        mark.encode(),
        b"9" * 30,
        b"",
        b"+5",
        b" 5 5",
    )
    request.set(b"Content-Length", random.choice(wrong))
    request.cut = random.random() < 0.3
    request.ends = True


def spoil_transfer(random: Random, request: Request, mark: str) -> None:
    word = mark.encode()
    chunked = b"5\r\nword=\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(word), word)
    body = random.choice(
        (chunked, chunked[:-9], b"zz\r\n" + word, b"fffffffff\r\n" + word, b"5;" + word + b"\r\nword=\r\n0\r\n\r\n")
    )
    request.send_form(FORM.encode(), body)
    request.set(
        b"Transfer-Encoding",
        random.choice((b"chunked", b"chunked", b"gzip, chunked", word, b"identity", b"chunked, chunked")),
    )
    request.ends = True


def spoil_encoding(random: Random, request: Request, mark: str) -> None:
    """A body that claims to be packed, and is or isn't."""
    body = request.body or b"word=" + mark.encode()
    request.send_form(
        FORM.encode(), random.choice((body, gzip.compress(body, mtime=0), gzip.compress(b"0" * 10**6, mtime=0)))
    )
    request.set(b"Content-Encoding", random.choice((b"gzip", b"br", b"deflate, gzip", mark.encode())))


def spoil_json(random: Random, request: Request, mark: str) -> None:
    texts = (
        *JSON_TEXTS,
        b'{"%s": "%s"}' % (mark.encode(), mark.encode()),
        request.body[:-2],
        request.body.decode("utf-8", "replace").encode("utf-16"),
    )
    request.send_form(
        random.choice((b"application/json", b"text/json", b"application/" + mark.encode())), random.choice(texts)
    )


def spoil_header(random: Random, request: Request, mark: str) -> None:
    word = mark.encode()
    name = random.choice(tuple(HEADERS))
    values = (*HEADERS[name], word, b"", b"\xff\xe4" + word, b"x" * 5000, word + b"\x00", b"a\x0bb" + word)
    value = random.choice((*HEADERS[name], *HEADERS[name], *values)).replace(b"WORD", word)
    if random.random() < 0.85:
        request.set(name, value)
    else:
        request.headers.append((name, value))


def spoil_header_line(random: Random, request: Request, mark: str) -> None:
    """A header that is no header, or too many of them."""
    word = mark.encode()
    lines = (
        [(b"X " + word, b"1")],
        [(b"X-" + word, b"1\r\n folded " + word)],
        [(b"X_Forwarded_For", word)],
        [(word, b"1")] * 150,
        [(b"X-Long", word * 2000)],
        [(b"\xff" + word, b"1")],
        [(b"", word)],
    )
    request.headers += random.choice(lines)


def spoil_htmx(random: Random, request: Request, mark: str) -> None:
    word = mark.encode()
    request.set(b"HX-Request", random.choice((b"true", b"false", word)))
    request.set(b"HX-Target", random.choice((b"desk", b"notice", word, b"\xff")))
    request.set(
        b"HX-Current-URL", random.choice((b"https://localhost/" + word, b"http://[", b"%ff%00", b"javascript:" + word))
    )
    request.set(b"HX-Current-URL-URI-AutoEncoded", random.choice((b"true", word)))
    request.set(b"HX-Trigger", word)
    request.set(b"HX-Prompt", b"%ed%a0%80" + word)


def spoil_cut(random: Random, request: Request, mark: str) -> None:
    request.send_form(FORM.encode(), request.body or b"word=" + mark.encode())
    request.cut = request.ends = True


def spoil_cookies(random: Random, request: Request, mark: str) -> None:
    word = mark.encode()
    odd = (
        b"sessionid=" + word,
        b"csrftoken=" + word + b"; csrftoken=x",
        b"messages=" + word + b"; sessionid=" + b"x" * 4000,
        b"sessionid=\xff\x00",
        b"=;=;" + word,
        b"messages=eyJ:1:" + word,
    )
    request.set(b"Cookie", random.choice(odd))


HEADERS: dict[bytes, tuple[bytes, ...]] = {
    b"Host": (b"WORD.example", b"localhost:99999", b"[::1", b"localhost, WORD", b"local_host", b"localhost\xff", b""),
    b"X-Forwarded-For": (b"WORD", b"1.2.3.4, WORD", b"999.1.1.1", b"::1%WORD", b"," * 200),
    b"X-Forwarded-Proto": (b"http", b"WORD", b"https, http"),
    b"X-Forwarded-Host": (b"WORD",),
    b"Forwarded": (b"for=WORD;proto=https",),
    b"Accept": (
        b"WORD/*",
        b"*/*;q=WORD",
        b"text/html;" * 300,
        b"application/xml",
        b"application/json; indent=WORD",
        b";;;",
        b"application/vnd.oai.openapi;x",
    ),
    b"Accept-Language": (b"WORD", b"en;q=9" + b",xx" * 300, b"xx-WORD-" + b"y" * 600),
    b"Accept-Encoding": (b"WORD", b"gzip;q=WORD", b"*;q=0", b"br"),
    b"Accept-Charset": (b"utf-16", b"WORD"),
    b"Range": (
        b"bytes=0-0",
        b"bytes=-5",
        b"bytes=9-1",
        b"bytes=WORD",
        b"bytes=" + b"0-1," * 300,
        b"bytes=" + b"9" * 300 + b"-",
    ),
    b"If-Range": (b"WORD",),
    b"If-None-Match": (b"*", b'"WORD"', b'W/"', b'"1"', b"," * 300, b'"\xff"'),
    b"If-Match": (b"*", b'"WORD"', b'"1"', b'"' + b"9" * 400 + b'"', b'"\xd9\xa1"'),
    b"If-Modified-Since": (
        b"WORD",
        b"Thu, 01 Jan 1970 00:00:00 GMT",
        b"Thu, 99 Jan 99999 99:99:99 GMT",
        b"Mon, 01 Jan 0000 00:00:00 GMT",
    ),
    b"If-Unmodified-Since": (b"Thu, 01 Jan 1970 00:00:00 GMT", b"WORD"),
    b"Referer": (b"https://WORD.example/", b"http://[", b"\xff", b"https://localhost/" + b"x" * 3000),
    b"Origin": (b"null", b"https://WORD", b"http://["),
    b"Authorization": (
        b"Bearer WORD",
        b"Bearer",
        b"Bearer \xff",
        b"Basic WORD",
        b"Bearer a b",
        b"Bearer " + b"x" * 4000,
    ),
    b"Content-Type": (
        b"WORD",
        b"text/html; charset=WORD",
        b"a/b; c*=WORD''%e4",
        b";",
        b"application/json; charset=utf-16",
        b"multipart/mixed; boundary=x",
    ),
    b"Expect": (b"100-continue", b"WORD"),
    b"Upgrade": (b"h2c", b"websocket", b"WORD"),
    b"Connection": (b"keep-alive", b"Upgrade, HTTP2-Settings", b"WORD"),
    b"X-CSRFToken": (b"WORD", b"\xff"),
    b"X-HTTP-Method-Override": (b"DELETE", b"WORD"),
    b"X-Requested-With": (b"XMLHttpRequest", b"WORD"),
    b"User-Agent": (b"WORD\xff", b""),
    b"Date": (b"WORD",),
    b"SCRIPT_NAME": (b"/WORD",),
    b"Script-Name": (b"/WORD",),
    b"Remote-User": (b"WORD",),
    b"Sec-Fetch-Site": (b"WORD",),
}
TWISTS: tuple[Callable[[Random, Request, str], None], ...] = (
    *(spoil_query, spoil_query, spoil_query_raw, spoil_path, spoil_target),
    *(spoil_fields, spoil_fields, spoil_fields, spoil_charset, spoil_multipart, spoil_multipart),
    *(spoil_length, spoil_transfer, spoil_encoding, spoil_json, spoil_cut),
    *(spoil_header, spoil_header, spoil_header, spoil_header_line, spoil_htmx, spoil_cookies),
)
