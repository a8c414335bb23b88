"""Positions, actions, events and games as text, as JSON and in sentences."""

__all__ = ["finished_game", "json_codec", "notation", "record", "schema", "sentences"]
