"""From an article to Markdown, HTML and JSON."""
