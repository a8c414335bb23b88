"""Write web/src/pages/puzzle/puzzles.txt: the client's copy of the bank of puzzles, from the package."""

from pathlib import Path

from camelup.puzzles.bank import BANK

TARGET = Path(__file__).parent.parent / "web" / "src" / "pages" / "puzzle" / "puzzles.txt"

if __name__ == "__main__":
    TARGET.write_bytes(BANK.read_bytes())
