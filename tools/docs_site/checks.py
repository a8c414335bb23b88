"""The built site, checked: every link and anchor leads somewhere, and nothing is loaded from another host."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
"""What a browser fetches by itself, by tag."""
_IN_STYLES = re.compile(r"(?:@import|url\()\s*[\"']?((?:https?:)?//[^\"')\s]+)")
_IN_SCRIPTS = re.compile(r"[\"'`](?:https?:)?//[\w.-]*(?:cdn|unpkg|jsdelivr|googleapis|gstatic|polyfill)[^\"'`]*")


class Page(HTMLParser):
    """The ids of a page, where its links lead, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.ids |= {value for name, value in given.items() if name in {"id", "name"}}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if _LOADED.get(tag) in given and given.get("rel") != "canonical":
            self.loaded.append(given[_LOADED[tag]])


def problems_of(site: Path) -> list[str]:
    """List all that is wrong with a site, in sentences."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        where = path.relative_to(site)
        for address in page.loaded:
            if _is_elsewhere(address):
                found.append(f"{where} loads {address}.")
            elif not _file_of(path, address).is_file():
                found.append(f"{where} loads {address}, which does not exist.")
        found += [
            f"{where} links to {address}: {why}." for address in page.links if (why := _lost(path, address, pages))
        ]
    for path in sorted((*site.rglob("*.css"), *site.rglob("*.js"))):
        pattern = _IN_STYLES if path.suffix == ".css" else _IN_SCRIPTS
        text = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(site)} loads {address}." for address in pattern.findall(text)]
    return found


def _is_elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in {"", "data"}


def _file_of(path: Path, address: str) -> Path:
    target = unquote(urlsplit(address).path)
    return (path.parent / target).resolve() if target else path


def _lost(path: Path, address: str, pages: dict[Path, Page]) -> str:
    """Say why a link leads nowhere; links to other hosts are for people to follow, and not looked at."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return ""
    target = _file_of(path, address)
    if not target.is_file():
        return "there is no such file"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
        return "it has no such heading"
    return ""
