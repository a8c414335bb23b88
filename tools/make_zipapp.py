"""Write dist/camelup.pyz, or another file: the plain terminal game, in one file that any Python 3.11 or newer runs.

It has the whole package but the browser client and the learned net. What needs an installed package says so.
"""

import shutil
import sys
import tempfile
import zipapp
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "dist" / "camelup.pyz"
LEFT_OUT = ("__pycache__", "static", "learned.npz")
"""The client, which no server in here could send, and a net that needs NumPy."""
MAIN = """import sys

if sys.version_info < (3, 11):
    sys.exit("camelup needs Python 3.11 or newer.")
# Compiled code is kept by the files that it was made of, and the full screen and the server start further processes:
# neither works inside an archive, so a machine that has these packages gets the same answer as one that has not.
for name in ("numba", "starlette", "textual"):
    sys.modules[name] = None
from camelup.cli import main

sys.exit(main())
"""


def make(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        inside = Path(folder)
        shutil.copytree(ROOT / "src" / "camelup", inside / "camelup", ignore=shutil.ignore_patterns(*LEFT_OUT))
        (inside / "__main__.py").write_text(MAIN)
        target.parent.mkdir(exist_ok=True)
        zipapp.create_archive(inside, target, "/usr/bin/env python3", compressed=True)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if sys.argv[1:] else TARGET)
