"""Names that look alike, by the confusable characters of Unicode (UTS #39): "Ann", and the same with a Cyrillic A.

A skeleton is what is left of a text when each character is replaced by the one that it looks like. It is compared,
never shown.
"""

import re
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


RIGHT_TO_LEFT = frozenset({"R", "AL"})
"""The directions of letters as in Hebrew and in Arabic."""
_DOT = "\u0307"
_SOFT_DOTTED = (
    "ij\u012f\u0249\u0268\u029d\u02b2\u03f3\u0456\u0458\u1d62\u1d96\u1da4\u1da8\u1e2d\u1ecb\u2071\u2148\u2149\u2c7c"
    "\U0001df1a\U0001e04c\U0001e04d\U0001e068"
    + "".join(map(chr, (start + more for start in range(0x1D422, 0x1D693, 52) for more in (0, 1))))
)
"""Letters whose own dot gives way to a dot above them (Soft_Dotted of Unicode), so that nobody sees the difference."""
_LOST_DOT = re.compile(f"(?<=[{_SOFT_DOTTED}])([\u0316-\u0333]*){_DOT}")
"""A dot above such a letter; marks below it may come first."""


def fold(text: str) -> str:
    """Give what texts have in common that differ only in capitals or in the width of their letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def skeletons(text: str) -> frozenset[str]:
    """Give the skeletons of a text: as it is, in plain letters, and in small ones. Texts that share one look alike.

    Each has its reason: `I` looks like `l`, and `i` does not; of wide and raised letters the table has only some.
    """
    forms = [text, unicodedata.normalize("NFKC", text), fold(text)]
    if not RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, text)):
        forms += [_gather_letters(form) for form in forms]
    return frozenset(map(_skeleton, forms))


def _gather_letters(text: str) -> str:
    """Put letters that run right to left first: a figure before them and one behind them are shown at one place."""
    letters = [letter for letter in text if unicodedata.bidirectional(letter) in {*RIGHT_TO_LEFT, "NSM"}]
    others = [letter for letter in text if unicodedata.bidirectional(letter) not in {*RIGHT_TO_LEFT, "NSM"}]
    return "".join(letters + sorted("(" if unicodedata.mirrored(letter) else letter for letter in others))


def _skeleton(text: str) -> str:
    mapped = _LOST_DOT.sub(r"\1", unicodedata.normalize("NFD", text)).translate(_PROTOTYPES)
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
