"""The version, here and nowhere else: the package, the client and what is released take it from this line."""

__version__ = "0.1.0"
"""The version of this package, as Semantic Versioning has it."""
