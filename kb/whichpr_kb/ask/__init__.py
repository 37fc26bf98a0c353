"""Answers: search, show, released, diff. Import the module you need; this file imports nothing."""
