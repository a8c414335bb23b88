"""Settings of Sphinx, which `make docs` runs on the pages that tools/docs_site prepared in build/docs/source."""

from camelup import __version__

project = "camelup"
author = "the camelup authors"
project_copyright = "the camelup authors, MIT licence"
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
source_suffix = {".md": "markdown"}
exclude_patterns = ["files"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 6
highlight_language = "none"
# Docstrings mark code as Markdown does.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 100
maximum_signature_line_length = 100
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"camelup {release}"
html_copy_source = False
html_show_sphinx = False
# Excerpts in search results are fetched, which browsers forbid for pages that are opened as files.
html_show_search_summary = False
html_static_path = ["static"]
html_css_files = ["camelup.css"]
