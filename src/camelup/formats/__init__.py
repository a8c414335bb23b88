"""Positions, actions, events and games as text, as JSON and in sentences."""

__all__ = ["finished", "jsonform", "notation", "prose", "record", "schema"]
