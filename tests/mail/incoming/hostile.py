"""Letters that were made to stop the reader, of any size: by name, from a number of bytes."""

from __future__ import annotations

import base64
import io
import struct
import zipfile
from collections.abc import Callable
from random import Random

from khronos_pbem.mail.formats.armor import _line, armor

MIXED = b"multipart/mixed; boundary=b"
MAIL = b"Subject: x\nMIME-Version: 1.0\n"
ID = b"A" * 22
SAVE = b'format = "khronos-pbem/3"\n'


def fill(unit: bytes, size: int) -> bytes:
    """A unit again and again."""
    return (unit * (size // len(unit) + 1))[:size]


def mail(kind: bytes, body: bytes) -> bytes:
    return MAIL + b"Content-Type: " + kind + b"\n\n" + body


def tags(size: int) -> bytes:
    """Armor lines, each of another armor."""
    return "\n".join(_line(f"{n % 65536:04x}", 1 + n // 65536, "A" * 47) for n in range(size // 63)).encode()


def claims(lines: int) -> Callable[[int], bytes]:
    """First lines of armors, which claim to have so many lines."""
    head = base64.b64encode(struct.pack(">II16s", 5, lines, bytes(16))).decode()
    return lambda size: "\n".join(_line(f"{n:04x}", 1, head) for n in range(max(1, size // 47))).encode()


def bombs(size: int) -> bytes:
    """Armors that unpack to a thousand times as much."""
    texts = [armor(SAVE + b"#" * 4_000_000 + str(n).encode()) for n in range(max(1, size // 10_000))]
    return "\n".join(texts).encode()


def zipped(*files: tuple[str, bytes]) -> bytes:
    """A zip with some files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return packed.getvalue()


def attached(data: bytes, kind: bytes, beside: bytes = b"hello") -> bytes:
    """A mail with a text and an attachment."""
    head = b"\n--b\nContent-Type: " + kind + b"\nContent-Transfer-Encoding: base64\n\n"
    return mail(
        b"multipart/mixed; boundary=b", b"--b\n\n" + beside + head + base64.encodebytes(data) + b"\n--b--\n"
    )


def nested(size: int) -> bytes:
    inner = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000))
    return MAIL + inner + fill(b"\n", size)


def jpeg(size: int) -> bytes:
    return attached(b"\xff\xd8\xff\xe0\x00\x10JFIF" + Random(1).randbytes(size * 7 // 10), b"image/jpeg")


ORDERS = b"-----BEGIN KHRONOS ORDERS " + ID + b" %s-----\nresign\n-----END KHRONOS ORDERS-----\n"

FORMS: dict[str, Callable[[int], bytes]] = {
    "tags without end": lambda size: mail(b"text/html", b"<p>" + fill(b"<br ", size)),
    "brackets": lambda size: b"<p>" + fill(b"<", size),
    "tags": lambda size: b"<p>" + fill(b"<br><b>", size),
    "entities": lambda size: b"<p>" + fill(b"&gt;&a", size),
    "an entity of many digits": lambda size: b"<p>&#" + fill(b"9", size),
    "orders without end": lambda size: fill(ORDERS.split(b"-----END")[0] % b"5", size),
    "one order block without end": lambda size: ORDERS.split(b"-----END")[0] % b"5" + fill(b"resign\n", size),
    "orders for a block of many digits": lambda size: ORDERS % fill(b"9", size),
    "blank lines before the format": lambda size: fill(b"\n", size) + SAVE,
    "blanks before the format": lambda size: fill(b" ", size) + SAVE[:-2],
    "carriage returns": lambda size: fill(b"\r", size),
    "quote marks": lambda size: fill(b"> ", size),
    "quoted lines": lambda size: fill(b"> a\n", size),
    "blanks": lambda size: fill(b" ", size),
    "parameters": lambda size: mail(b"text/plain" + fill(b"; a=b", size), b"hello"),
    "quoted parameters": lambda size: mail(b'text/plain; x="' + fill(b';\\"', size), b"hello"),
    "brackets in a header": lambda size: b"From: " + fill(b"(<[", size) + b"\n\nhello",
    "a folded header": lambda size: mail(b"a" + fill(b"\n b", size), b"hello"),
    "nested multiparts": nested,
    "nested messages": lambda size: MAIL + fill(b"Content-Type: message/rfc822\n\n", size),
    "many parts": lambda size: mail(MIXED, fill(b"--b\n\nx\n", size)),
    "almost boundaries": lambda size: mail(b"multipart/mixed; boundary=bbb", fill(b"--bb\n", size)),
    "a boundary before blanks": lambda size: mail(
        b"multipart/mixed; boundary=b", b"--b" + fill(b" ", size) + b"x"
    ),
    "a run of base64": lambda size: fill(b"A", size),
    "lines of base64": lambda size: base64.encodebytes(Random(1).randbytes(size * 3 // 4)),
    "short runs of base64": lambda size: fill(b"A" * 150 + b"!", size),
    "runs of base64 before blanks": lambda size: fill(b"A" * 30 + b" " * 1000 + b"!", size),
    "quoted-printable": lambda size: fill(b"=3D3D3D41\n", size),
    "sixteen bits": lambda size: fill("[ab > <br>&gt;=41\n".encode("utf-16-le"), size),
    "no text at all": lambda size: Random(1).randbytes(size),
    "a picture": jpeg,
    "armor of many tags": tags,
    "armors that claim 9,999 lines": claims(9999),
    "armors that claim 2^32 - 1 lines": claims(2**32 - 1),
    "armor brackets": lambda size: fill(b"[00010001", size),
    "armor marks": lambda size: (
        fill(b"KHRONOS SAVE 0001 of 9999 lines ", size) + _line("0001", 3, "A").encode()
    ),
    "armors that unpack to very much": bombs,
    "all of it": lambda size: fill(b"> <br>&gt;=41=\n[0001", size),
    "tables": lambda size: SAVE + fill(b"[[a]]\n", size),
    "an open list": lambda size: SAVE + b"x = [" + fill(b"[", size),
    "a number of many digits": lambda size: SAVE + b"x = " + fill(b"9", size),
}
"""Each in time and memory linear in the size."""

SMALL: dict[str, bytes] = {
    "an armor line shorter than its head": _line("0001", 1, "AAAA").encode(),
    "an armor line that is no base64": _line("0001", 1, "A").encode(),
    "armor that says it has no lines": claims(0)(1),
    "a charset called undefined": mail(b"text/plain; charset=undefined", b"hello"),
    "a charset called punycode": mail(b"text/plain; charset=punycode", b"-" * 5000),
    "a charset called idna": mail(b"text/plain; charset=idna", b"." * 5000),
    "a charset called unicode_escape": mail(b"text/plain; charset=unicode_escape", b"\\N{x}\\ud800"),
    "a charset called rot13": mail(b"text/plain; charset=rot13", b"hello"),
    "a charset with a zero byte": mail(b"text/plain; charset=\x00", b"hello"),
    "a charset of UTF-7 with half a pair": mail(b"text/plain; charset=utf-7", b"+2AA- [0001"),
    "a charset as an extended parameter": mail(b"text/plain; charset*=\x00'x'%00", b"hello"),
    "a boundary of nothing": mail(b'multipart/mixed; boundary=""', b"--\n\nx\n--\n"),
    "a boundary of brackets": mail(b"multipart/mixed; boundary=(((((", b"--(((((\n\nx\n"),
    "a parameter with a number of many digits": mail(b"text/plain; a*" + b"9" * 1900 + b"=b", b"hello"),
    "base64 cut short": MAIL + b"Content-Transfer-Encoding: base64\n\nQUJ",
    "a kind of zero bytes": mail(b"\x00/\x00", b"hello"),
    "a label of many digits": b"Message-ID: <" + b"0" * 32 + b"." + b"9" * 5000 + b".0@khronos.invalid>\n\n",
    "a label for nothing": b"Message-ID: <" + b"0" * 32 + b".5." + b"0" * 16 + b"@khronos.invalid>\n\nhello",
    "a label with zero bytes": b"Message-ID: <\x00\xff>\n\nhello",
    "a save of nothing": SAVE,
    "a save of a newer program": b'format = "khronos-pbem/9"\n',
    "half of a UTF-16 mark": b"\xff\xfe\x00",
    "an empty file": b"",
    "a zip of nothing": zipped(),
    "a zip that is broken": zipped(("a", SAVE))[:-30],
    "a zip that begins like one": b"PK\x03\x04" + bytes(200),
    "a zip with many files": zipped(*((str(n), b"") for n in range(300))),
    "a zip that unpacks to very much": zipped(("a", SAVE + bytes(40_000_000))),
    "a zip with a path": zipped(("../../a.khronos", SAVE)),
}
"""Each of them once stopped a reader, or might."""
