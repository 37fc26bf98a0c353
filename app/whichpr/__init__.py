"""The front door: the ``whichpr`` command, and the pipeline that joins the stages."""

from importlib.metadata import version

__version__ = version("whichpr")
