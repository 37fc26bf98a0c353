"""The knowledge base: records, store, facts, index and search of whichpr."""
