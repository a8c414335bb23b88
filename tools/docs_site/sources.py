"""The pages of the site: which files of the repository they are, their order, and the links between them.

Sources are plain Markdown, which a reader of the repository sees as it is. docs/index.md is the contents: each of its
sections is a list of links, and the navigation of the site is made of them.
"""

import re
from collections.abc import Callable, Iterator
from os.path import relpath
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CONTENTS = "docs/index.md"
PROJECT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages beside docs/, and what they are called on the site."""

_FENCE = re.compile(r"^( *```).*?^\1 *$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?P<before>\]\()(?P<target>[^)#:\s]*)(?P<anchor>#[^)\s]*)?(?P<after>\))")
_IMAGE = re.compile(r'(?P<before><img src=")(?P<target>[^":]+)(?P<anchor>)(?P<after>")')
_SECTION = re.compile(r"^## (?P<title>.*)\n(?P<body>(?:(?!## ).*\n?)*)", re.MULTILINE)
_ENTRY = re.compile(r"^- \[[^\]]*\]\((?P<target>[^)]+)\)", re.MULTILINE)


class Link(NamedTuple):
    """A link within the repository."""

    target: str
    """The file it leads to, from the root of the repository; that of the page itself for a bare anchor."""
    anchor: str
    """The heading it leads to, without #; empty for the whole page."""


class Section(NamedTuple):
    """A section of the contents."""

    title: str
    pages: tuple[str, ...]
    """Sources, from the root of the repository."""


def sources() -> list[str]:
    """List every page that is written by hand, and the scripts of the gallery, from the root of the repository."""
    pages = {*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs" / "gallery").glob("*.py")}
    return [*PROJECT, *sorted(path.relative_to(ROOT).as_posix() for path in pages)]


def place_of(source: str) -> str:
    """Return where a source is on the site.

    >>> place_of("docs/odds.md"), place_of("CHANGELOG.md"), place_of("docs/gallery/luck.py"), place_of("LICENSE")
    ('odds.md', 'changelog.md', 'gallery/luck.md', 'files/LICENSE')
    """
    if source in PROJECT:
        return PROJECT[source]
    path = PurePosixPath(source)
    if path.parts[0] != "docs":
        return f"files/{source}"
    inner = PurePosixPath(*path.parts[1:])
    return str(inner.with_suffix(".md") if inner.match("gallery/*.py") else inner)


def sections() -> list[Section]:
    """Read the contents."""
    text = (ROOT / CONTENTS).read_text(encoding="utf-8")
    found = []
    for section in _SECTION.finditer(text):
        pages = tuple(_resolve(CONTENTS, target) for target in _ENTRY.findall(section["body"]))
        if pages:
            found.append(Section(section["title"], pages))
    return found


def links_of(source: str, text: str) -> list[Link]:
    """List the links of a page to other files of the repository and to headings."""
    found: list[Link] = []

    def note(match: re.Match[str]) -> str:
        found.append(Link(_resolve(source, match["target"]), (match["anchor"] or "")[1:]))
        return match[0]

    _outside_code(text, note)
    return found


def for_the_site(source: str, text: str) -> str:
    """Rewrite the links of a page, so that they lead to where their targets are on the site."""
    folder = PurePosixPath(place_of(source)).parent

    def rewrite(match: re.Match[str]) -> str:
        if not match["target"]:
            return match[0]
        target = relpath(place_of(_resolve(source, match["target"])), folder).replace("\\", "/")
        return f"{match['before']}{target}{match['anchor'] or ''}{match['after']}"

    return _outside_code(text, rewrite)


def anchors_of(text: str) -> set[str]:
    r"""List the anchors of a page's headings, as GitHub and the site make them.

    >>> sorted(anchors_of("# Who may act?\n## A `die`, or two"))
    ['a-die-or-two', 'who-may-act']
    """
    titles = re.findall(r"^#+ (.*)$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def _resolve(source: str, target: str) -> str:
    """Return what a link leads to, from the root of the repository."""
    if not target:
        return source
    path = (ROOT / source).parent / target
    return Path(relpath(path, ROOT)).as_posix()


def _outside_code(text: str, rewrite: Callable[[re.Match[str]], str]) -> str:
    """Rewrite all links of a page except those in blocks of code."""
    return "".join(
        part if is_code else _IMAGE.sub(rewrite, _LINK.sub(rewrite, part)) for part, is_code in _parts_of(text)
    )


def _parts_of(text: str) -> Iterator[tuple[str, bool]]:
    """Divide a page into text and blocks of code."""
    end = 0
    for fence in _FENCE.finditer(text):
        yield text[end : fence.start()], False
        yield fence[0], True
        end = fence.end()
    yield text[end:], False
