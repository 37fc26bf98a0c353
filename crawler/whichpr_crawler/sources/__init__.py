"""The sources, one short file each, found by the entry-point group ``whichpr.sources``."""
