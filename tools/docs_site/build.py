"""Build the documentation site: prepare its pages, run the gallery, run Sphinx, check the result.

make docs, or .venv/docs/bin/python -m tools.docs_site.build [--quick]. The site is in build/docs/html and needs neither
a server nor a network. `--quick` plays fewer games for the gallery, for a look at the pages.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from tools.docs_site import gallery
from tools.docs_site.checks import problems_of
from tools.docs_site.commands import command_reference
from tools.docs_site.python_api import python_reference
from tools.docs_site.rules_pictures import PAGE, illustrate
from tools.docs_site.sources import CONTENTS, ROOT, Section, for_the_site, links_of, place_of, sections, sources

HERE = Path(__file__).parent
FOLDER = ROOT / "build" / "docs"
SOURCE, HTML = FOLDER / "source", FOLDER / "html"
GENERATED = {"Reference": ("reference/commands.md", "reference/python.md")}
"""Pages that no file is the source of, by their section in the contents."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("--quick", action="store_true", help="play fewer games for the gallery")
    asked = parser.parse_args()
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.rmtree(HTML, ignore_errors=True)
    prepare(is_quick=asked.quick)
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--jobs", "auto", "--fail-on-warning"]
    done = subprocess.run([*command, "--keep-going", "--quiet", "--conf-dir", HERE, SOURCE, HTML], check=False)
    if done.returncode:
        sys.exit("The documentation was not built: the lines above say why.")
    if problems := problems_of(HTML):
        sys.exit("\n".join([*problems, "The documentation has the problems above."]))
    print(f"The documentation is built: open {(HTML / 'index.html').relative_to(ROOT)} in a browser.")


def prepare(*, is_quick: bool) -> None:
    """Write all pages as Sphinx wants them, and what they show."""
    for source in sources():
        path = ROOT / source
        if path.suffix == ".py":
            gallery.run(path, SOURCE / place_of(source), is_quick=is_quick)
            continue
        text = path.read_text(encoding="utf-8")
        for link in links_of(source, text):
            _take_along(link.target)
        page = for_the_site(source, text).replace("```jsonl\n", "```json\n")  # for the highlighter, both are the same
        if source == CONTENTS:
            page += "\n" + "\n".join(_toctree(section) for section in sections())
        if place_of(source) == PAGE:
            illustrated = illustrate(page)
            page = illustrated.text
            for name, picture in illustrated.pictures.items():
                _write(f"pictures/rules/{name}", picture)
        _write(place_of(source), page)
    _write("reference/commands.md", command_reference())
    for place, page in python_reference().items():
        _write(place, page)


def _take_along(target: str) -> None:
    """Copy a picture, or a file that a page offers."""
    if target not in sources():
        place = SOURCE / place_of(target)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / target, place)


def _toctree(section: Section) -> str:
    places = [place_of(page) for page in section.pages] + [*GENERATED.get(section.title, ())]
    listed = "\n".join(place.removesuffix(".md") for place in places)
    return f"```{{toctree}}\n:hidden:\n:caption: {section.title}\n\n{listed}\n```\n"


def _write(place: str, text: str) -> None:
    path = SOURCE / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
