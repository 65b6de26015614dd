"""Write `khronos_pbem/archive/page/noble.js`: run `python -m tests.make_noble` for a new version of noble.

`tests/noble/` has the files of two packages of npm, unchanged: @noble/curves and @noble/hashes. This program
puts the parts of them that a verifier needs into one script. It leaves out comments, blanks, and every
declaration that nothing needs. It changes nothing else, not even a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "tests" / "noble"
BUNDLE = ROOT / "khronos_pbem" / "archive" / "page" / "noble.js"
VERSIONS = {
    "@noble/curves 2.4.0": "sha512-P4/62zrgfH33CneE3Dn4WhJVA22YUU0eR51wKIan4NVRvwsA0YnPTwWGpNbpuacSujmSFLvyzpyuR30+fbq2Ew==",  # noqa: E501
    "@noble/hashes 2.4.0": "sha512-X5XaVWZIBCT7HHZGm5I7ZQXDwLG+bGXuSrMQAW+7Zvl87h1kmc1ZB1VSRJcpUfoUrGQp4Fkoxm5kZ+Ms+aW+eA==",  # noqa: E501
}
"""The packages, and the hashes of their archives in the registry of npm."""

WANTED = {"curves/ed25519.js": {"ed25519_Point"}, "hashes/sha2.js": {"sha256", "sha512"}}
"""What the verifier uses, by module."""

_TOKEN = re.compile(
    r"""
      (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
    | (?P<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)
    | (?P<word>[A-Za-z_$\#][\w$]*)
    | (?P<number>\d[\w.]*)
    | (?P<sign>=>|\.\.\.|[<>=!*&|?]{2,3}=?|\+\+|--|[-+*/%&|^<>]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_OPEN, _CLOSE = "([{", ")]}"
_NO_BREAK = re.compile(r"[;,({\[.=:?&|+*<>!]$|=>$")


class Token(NamedTuple):
    """A token of JavaScript, with its kind, and whether a new line comes before it."""

    kind: str
    text: str
    new_line: bool


class Statement(NamedTuple):
    """A statement at the top of a module: its tokens and the names it declares."""

    tokens: tuple[Token, ...]
    names: tuple[str, ...]

    @property
    def words(self) -> set[str]:
        """All words of the statement, those inside template texts too."""
        texts = (token.text for token in self.tokens if token.kind == "word" or token.text[0] == "`")
        return {word for text in texts for word in re.findall(r"[A-Za-z_$][\w$]*", text)}


def tokens(source: str) -> Iterator[Token]:
    """The tokens of a script, without comments and blanks."""
    place, new_line, before = 0, False, ""
    while place < len(source):
        regex = _REGEX.match(source, place) if not before or before[-1] in "(,=:[!&|?{};" else None
        match = _TOKEN.match(source, place)
        assert match
        if regex is not None and match.lastgroup == "sign":
            match, kind = regex, "text"
        else:
            kind = str(match.lastgroup)
        place = match.end()
        if kind == "blank":
            new_line = new_line or "\n" in match.group()
            continue
        yield Token(kind, match.group(), new_line)
        new_line, before = False, match.group()


def statements(found: Iterable[Token]) -> Iterator[tuple[Token, ...]]:
    """The statements at the top of a module."""
    depth, now = 0, list[Token]()
    for token in found:
        now.append(token)
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
        ends = token.text == ";" or (token.text == "}" and _is_block(now))
        if depth == 0 and ends:
            yield tuple(now)
            now = []
    assert not now, now


def _is_block(now: list[Token]) -> bool:
    first = [token.text for token in now[:2]]
    return (first[1] if first[0] == "export" else first[0]) in {"function", "class", "async"}


def declared(statement: tuple[Token, ...]) -> tuple[str, ...]:
    """The names that a statement declares."""
    words = [token.text for token in statement]
    if words[0] in {"function", "class"}:
        return (words[1],)
    if words[0] not in {"const", "let"}:
        return ()
    names, depth = list[str](), 0
    for before, token in pairwise(statement):
        if depth == 0 and token.kind == "word" and before.text in {"const", "let", ","}:
            names.append(token.text)
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
    return tuple(names)


class Module:
    """A module: its statements without `import` and `export`, and where imported names come from."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.statements: list[Statement] = []
        self.imported: dict[str, tuple[str, str]] = {}
        self.kept: set[int] = set()
        self.wanted: set[str] = set()
        for found in statements(tokens((SOURCES / path).read_text(encoding="utf-8"))):
            if found[0].text == "import":
                self._read_import(found)
                continue
            rest = found[1:] if found[0].text == "export" else found
            if rest[0].text != "{":
                self.statements.append(Statement(rest, declared(rest)))

    def _read_import(self, statement: tuple[Token, ...]) -> None:
        source = statement[-2].text[1:-1]
        folder = "" if source.startswith("@noble/") else str(Path(self.path).parent)
        path = _resolved(f"{folder}/{source.removeprefix('@noble/')}")
        words = [token.text for token in statement[1:-3]]
        if words[0] == "*":
            self.imported[words[2]] = (path, "*")
        for names in " ".join(words).strip("{} ").split(",") if words[0] == "{" else []:
            name, _, own = names.strip().partition(" as ")
            if name:
                self.imported[own or name] = (path, name)


def _resolved(path: str) -> str:
    parts = list[str]()
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


class Bundle:
    """The modules, and what of them is needed."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}
        self.order: list[Module] = []
        for path, names in WANTED.items():
            for name in sorted(names):
                self._need(path, name)

    def _module(self, path: str) -> Module:
        if path not in self.modules:
            module = self.modules[path] = Module(path)
            for source in dict.fromkeys(source for source, _ in module.imported.values()):
                if (SOURCES / source).exists():
                    self._module(source)
            self.order.append(module)
        return self.modules[path]

    def _need(self, path: str, name: str) -> None:
        """Keep the declaration of a name, and all that it uses; of a `*`, every declaration."""
        module = self._module(path)
        if name in module.wanted:
            return
        module.wanted.add(name)
        for number, statement in enumerate(module.statements):
            if (name in statement.names or name == "*") and number not in module.kept:
                module.kept.add(number)
                for word in sorted(statement.words):
                    self._use(module, word)

    def _use(self, module: Module, word: str) -> None:
        if word in module.imported:
            self._need(*module.imported[word])
        elif any(word in statement.names for statement in module.statements):
            self._need(module.path, word)

    def text(self) -> str:
        """The script, each module a function of its own."""
        parts = list[str]()
        for module in self.order:
            body = [statement for number, statement in enumerate(module.statements) if number in module.kept]
            if body:
                parts.append(_module_text(module, body, self.modules))
        wanted = [(path, name) for path, names in WANTED.items() for name in sorted(names)]
        roots = [f"{name}:{_variable(path)}.{name}" for path, name in wanted]
        return f"{_head()}const noble=(()=>{{{''.join(parts)}return{{{','.join(roots)}}};}})();\n"


def _head() -> str:
    packages = "".join(f"   {name}  {digest}\n" for name, digest in VERSIONS.items())
    licence = (SOURCES / "LICENSE").read_text(encoding="utf-8").strip()
    return (
        f"/* noble: parts of two packages of npm, put together by tests/make_noble.py, otherwise unchanged.\n"
        f"{packages}\n{licence} */\n"
    )


def _variable(path: str) -> str:
    return re.sub(r"\W", "_", path.removesuffix(".js"))


def _module_text(module: Module, body: list[Statement], modules: dict[str, Module]) -> str:
    used = {word for statement in body for word in statement.words}
    uses = []
    for own, (path, name) in module.imported.items():
        if own in used and path in modules:
            uses.append(f"{own}={_variable(path)}" + ("" if name == "*" else f".{name}"))
    start = f"const {','.join(uses)};" if uses else ""
    names = sorted(name for statement in body for name in statement.names)
    text = start + "".join(_shortened(statement.tokens) for statement in body)
    return f"const {_variable(module.path)}=(()=>{{{text}return{{{','.join(names)}}};}})();\n"


def _shortened(found: tuple[Token, ...]) -> str:
    """The tokens with no more blanks than they need; a new line stays where it could end a statement."""
    text = ""
    for token in found:
        both_words = text and re.match(r"[\w$]", text[-1]) and re.match(r"[\w$#]", token.text)
        signs = text and text[-1] in "+-/" and token.text[0] in "+-/"
        if token.new_line and text and not _NO_BREAK.search(text) and token.text[0] not in ")]},;.?:&|=<>":
            text += "\n"
        elif both_words or signs:
            text += " "
        text += token.text
    return text


if __name__ == "__main__":
    BUNDLE.write_text(Bundle().text(), encoding="utf-8")
    print(BUNDLE.relative_to(ROOT), BUNDLE.stat().st_size)
