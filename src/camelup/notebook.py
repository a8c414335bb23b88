"""Pictures in notebooks: one way for everything that can be drawn.

What is shown knows nothing of drawing, so it is taught from here; the drawing is loaded for the first picture.
"""


def _repr_svg_(self: object) -> str:
    from camelup.drawing import draw  # noqa: PLC0415 - looks outwards, so only when a picture is asked for

    return draw(self)


def show_as_picture(*kinds: type) -> None:
    """Let notebooks show values of these types as pictures."""
    for kind in kinds:
        kind._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]
