"""Lets `python -m camelup` do what the command `camelup` does."""

import sys

from camelup.cli import main

if __name__ == "__main__":
    sys.exit(main())
