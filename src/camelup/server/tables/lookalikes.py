"""Names that look alike, by the confusable characters of Unicode (UTS #39): "Ann", and the same with a Cyrillic A.

A skeleton is what is left of a text when each character is replaced by the one that it looks like. It is compared,
never shown.
"""

import unicodedata
from pathlib import Path

PATH = Path(__file__).with_name("confusables.txt")
"""Made by tools/make_confusables.py."""

NOTICE = """\
Characters that look alike: a text, a tab, and all characters that look like it.
Made by tools/make_confusables.py from confusables.txt of Unicode Security Mechanisms for UTS #39, version {version}.

COPYRIGHT AND PERMISSION NOTICE

Copyright © 1991-2020 Unicode, Inc. All rights reserved.
Distributed under the Terms of Use in https://www.unicode.org/copyright.html.

Permission is hereby granted, free of charge, to any person obtaining
a copy of the Unicode data files and any associated documentation
(the "Data Files") or Unicode software and any associated documentation
(the "Software") to deal in the Data Files or Software
without restriction, including without limitation the rights to use,
copy, modify, merge, publish, distribute, and/or sell copies of
the Data Files or Software, and to permit persons to whom the Data Files
or Software are furnished to do so, provided that either
(a) this copyright and permission notice appear with all copies
of the Data Files or Software, or
(b) this copyright and permission notice appear in associated
Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF
ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT OF THIRD PARTY RIGHTS.
IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS
NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL
DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE,
DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THE DATA FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder
shall not be used in advertising or otherwise to promote the sale,
use or other dealings in these Data Files or Software without prior
written authorization of the copyright holder.
"""


def fold(text: str) -> str:
    """Give what texts have in common that differ only in capitals or in the width of their letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def skeletons(text: str) -> frozenset[str]:
    """Give the skeletons of a text: as it is, in plain letters, and in small ones. Texts that share one look alike.

    Each has its reason: `I` looks like `l`, and `i` does not; of wide and raised letters the table has only some.
    """
    return frozenset(_skeleton(form) for form in (text, unicodedata.normalize("NFKC", text), fold(text)))


def _skeleton(text: str) -> str:
    mapped = unicodedata.normalize("NFD", text).translate(_PROTOTYPES)
    # Once more: folding may give a character that has a prototype, as the capital of one has none.
    mapped = unicodedata.normalize("NFD", fold(mapped)).translate(_PROTOTYPES)
    return "".join(unicodedata.normalize("NFD", fold(mapped)).split())


def _load() -> dict[int, str]:
    prototypes = {}
    for line in PATH.read_text(encoding="utf-8").split("\n"):
        target, _, sources = line.partition("\t")  # those of the notice have no tab
        prototypes.update(dict.fromkeys(map(ord, sources), target))
    return prototypes


_PROTOTYPES = _load()
