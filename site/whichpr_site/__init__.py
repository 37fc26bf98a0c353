"""The site: articles composed from the knowledge base, and the static pages."""
