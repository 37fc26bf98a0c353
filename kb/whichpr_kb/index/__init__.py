"""The search index: documents from the store, analysis of text, and the index itself behind a small interface."""
