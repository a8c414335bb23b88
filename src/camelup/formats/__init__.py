"""Positions, actions, events and games as text, as JSON and in sentences."""

__all__ = ["jsonform", "notation", "prose", "record"]
