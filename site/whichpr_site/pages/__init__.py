"""The pages of the site, one module a kind of page."""
