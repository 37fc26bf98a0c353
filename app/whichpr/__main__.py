"""``python -m whichpr``."""

from whichpr.cli import main

main()
