"""Make the table of lookalike characters from Unicode's confusables.txt (https://www.unicode.org/Public/security/).

.venv/bin/python tools/make_confusables.py confusables.txt
Each line of the result has a text and all characters that look like it; the notice of the source stays at its head.
"""

import argparse
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from camelup.server.tables.lookalikes import NOTICE, PATH

_COLUMNS = 3


def read_mappings(text: str) -> dict[str, str]:
    """Read which character looks like which text."""
    mappings = {}
    for line in text.lstrip("\ufeff").splitlines():
        parts = [part.strip() for part in line.partition("#")[0].split(";")]
        if len(parts) == _COLUMNS:
            source, target = ("".join(chr(int(code, 16)) for code in part.split()) for part in parts[:2])
            mappings[source] = target.replace("\t", "")  # one has a tab, which shows nothing
    return mappings


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description="Make the table of lookalike characters.")
    parser.add_argument("source", type=Path, help="confusables.txt of Unicode")
    text = parser.parse_args().source.read_text(encoding="utf-8")
    version = next(line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("# Version:"))
    groups: dict[str, list[str]] = defaultdict(list)
    for source, target in sorted(read_mappings(text).items()):
        if unicodedata.normalize("NFD", source) == source:  # letters with marks are taken apart before it is asked
            groups[target].append(source)
    lines = [f"{target}\t{''.join(sources)}" for target, sources in sorted(groups.items())]
    head = NOTICE.format(version=version)
    PATH.write_text("\n".join([*(f"# {line}".rstrip() for line in head.splitlines()), *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
