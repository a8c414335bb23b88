"""Positions, actions, events and games as text, as JSON and in sentences."""
