"""The sources of the documentation site: `make docs` builds it, and these tests keep its sources fit to be built."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from camelup.cli import COMMANDS
from tests.test_rules_document import rules_of
from tools.docs_site.build import GENERATED
from tools.docs_site.checks import problems_of
from tools.docs_site.commands import command_reference
from tools.docs_site.gallery import cells_of
from tools.docs_site.python_api import INNER, PACKAGES, constant_docstring, exported, find_exported, python_reference
from tools.docs_site.rules_pictures import illustrate
from tools.docs_site.sources import CONTENTS, PROJECT, ROOT, anchors_of, for_the_site, links_of, sections, sources
from tools.draw_architecture import LAYERS, architecture_svg
from tools.leg_picture import leg_svg

LANGUAGES = {"", "console", "javascript", "json", "jsonl", "python", "text"}
SOURCES = sources()
PAGES = [source for source in SOURCES if source.endswith(".md")]
GALLERY = [source for source in SOURCES if source.endswith(".py")]


def read(source: str) -> str:
    return (ROOT / source).read_text(encoding="utf-8")


def page_text(source: str) -> str:
    """What is written on a page, also on one that a script of the gallery makes."""
    if source.endswith(".py"):
        return "\n\n".join(cell.source for cell in cells_of(read(source)) if cell.is_text)
    return read(source)


def test_every_page_is_in_the_contents_once() -> None:
    listed = [page for section in sections() for page in section.pages]
    assert sorted(listed) == sorted(set(SOURCES) - {CONTENTS})
    assert set(GENERATED) <= {section.title for section in sections()}


@pytest.mark.parametrize("source", SOURCES)
def test_links_and_anchors_lead_somewhere(source: str) -> None:
    for link in links_of(source, page_text(source)):
        assert (ROOT / link.target).is_file(), link
        if link.anchor:
            assert link.anchor in anchors_of(page_text(link.target)), link


@pytest.mark.parametrize("source", PAGES)
def test_every_block_of_code_is_of_a_language_that_generators_know(source: str) -> None:
    """A fence with more than a word swallows what follows in some of them."""
    fences = re.findall(r"^ *```(.*)$", read(source), re.MULTILINE)
    assert len(fences) % 2 == 0
    assert set(fences[::2]) <= LANGUAGES
    assert set(fences[1::2]) <= {""}


@pytest.mark.parametrize("source", SOURCES)
def test_a_page_has_one_title_and_loads_nothing_from_elsewhere(source: str) -> None:
    text = re.sub(r"^( *```).*?^\1$", "", page_text(source), flags=re.MULTILINE | re.DOTALL)
    assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1
    assert not re.search(r"!\[[^\]]*\]\((?:https?:)?//|src=\"(?:https?:)?//", text)


def test_links_are_rewritten_for_the_site() -> None:
    text = "[a](rules.md#words) [b](../CONTRIBUTING.md) [c](../examples/online_bot.py) [d](#here) [e](https://x.org)\n"
    site = "[a](rules.md#words) [b](contributing.md) [c](files/examples/online_bot.py) [d](#here) [e](https://x.org)\n"
    assert for_the_site("docs/odds.md", f"{text}```\n{text}```\n") == f"{site}```\n{text}```\n"
    assert for_the_site("CONTRIBUTING.md", "[a](docs/odds.md)") == "[a](odds.md)"
    assert for_the_site("docs/tutorials/x.md", "[a](../odds.md)") == "[a](../odds.md)"
    assert {link.target for link in links_of("CHANGELOG.md", "[a](LICENSE) [b](#c)")} == {"LICENSE", "CHANGELOG.md"}
    assert set(PROJECT) <= set(SOURCES)


def test_the_command_line_is_described_with_every_argument() -> None:
    page = command_reference()
    assert re.findall(r"^## camelup (\w+)$", page, re.MULTILINE) == [*COMMANDS]
    assert "| `--edition {1,2}` |" in page
    assert "\n### camelup db check\n" in page


def test_every_public_name_is_described() -> None:
    for name in PACKAGES:
        module = import_module(name)
        for shown in exported(module):
            value = find_exported(module, shown)
            is_defined = inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value)
            assert value.__doc__ if is_defined else constant_docstring(module, shown), f"{name}.{shown}"
    pages = python_reference()
    assert ".. autofunction:: camelup.odds.values\n" in pages["reference/python/camelup.odds.md"]
    once = ".. autoclass:: camelup.envs.VectorGame\n"  # which is described in camelup.bulk
    assert once not in pages["reference/python/camelup.envs.md"]


def test_every_package_that_exports_something_has_a_page_or_a_reason() -> None:
    packages = (ROOT / "src" / "camelup").glob("*/__init__.py")
    exporting = {f"camelup.{path.parent.name}" for path in packages if "__all__ = [" in path.read_text()}
    assert "camelup.odds" in exporting
    assert exporting <= {*PACKAGES, *INNER}


def test_the_rules_are_drawn() -> None:
    page = read("docs/rules.md")
    drawn = illustrate(page)
    assert page.count("<!-- example ") == drawn.text.count("**Example.**") > 25
    assert len(drawn.pictures) >= page.count("<!-- example ")
    assert all(f"](pictures/rules/{name})" in drawn.text for name in drawn.pictures)
    assert all(picture.startswith("<svg") for picture in drawn.pictures.values())


@pytest.mark.parametrize("source", GALLERY)
def test_a_script_of_the_gallery_draws_something(source: str) -> None:
    """Only `make docs` runs it."""
    code = [cell.source for cell in cells_of(read(source)) if not cell.is_text]
    assert all(compile(cell, source, "exec") for cell in code)
    assert any(cell.rstrip().endswith(")") and "\npicture(" in f"\n{cell}" for cell in code)


def test_the_readme_counts_the_rules() -> None:
    assert f"{len(rules_of(read('docs/rules.md')))} rules" in read("README.md")


def test_the_pictures_of_the_project_are_those_that_its_tools_draw() -> None:
    assert read("docs/pictures/architecture.svg") == architecture_svg()
    assert read("docs/pictures/leg.svg") == leg_svg()
    packages = {path.parent.name for path in (ROOT / "src" / "camelup").glob("*/__init__.py")}
    assert packages <= {name for _, names in LAYERS for name in names}


def test_a_site_with_lost_links_and_foreign_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<h1 id="top">A</h1><a href="b.html#there">b</a><a href="#top">a</a><a href="https://x.org/">x</a>'
        '<img src="a.png">'
    )
    (tmp_path / "b.html").write_text('<h1 id="there">B</h1>')
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "fine.css").write_text("a { background: url(a.png) }")
    assert problems_of(tmp_path) == []
    (tmp_path / "b.html").write_text(
        '<a href="c.html">c</a><a href="index.html#gone">d</a><script src="https://cdn.x.org/a.js"></script>'
    )
    (tmp_path / "fine.css").write_text('@import "https://fonts.x.org/a.css";')
    (tmp_path / "a.js").write_text('load("https://unpkg.com/a.js")')
    problems = problems_of(tmp_path)
    assert len(problems) == 6
    assert "b.html links to index.html#gone: it has no such heading." in problems


def test_the_environment_of_the_documentation_is_locked_like_the_rest() -> None:
    def versions(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", read(name), re.MULTILINE))

    own, shared = versions("requirements-docs.lock"), versions("requirements.lock")
    assert {"furo", "myst-parser", "sphinx"} <= set(own)
    assert {name: own[name] for name in own.keys() & shared} == {name: shared[name] for name in own.keys() & shared}
    assert "://" not in read("requirements-docs.lock")
