"""The commands, one file a stage. Each imports what it needs when it runs, so that a search starts fast."""
