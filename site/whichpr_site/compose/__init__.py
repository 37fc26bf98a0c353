"""From records and facts to an article."""
