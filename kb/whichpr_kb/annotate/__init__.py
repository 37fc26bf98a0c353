"""Facts from records: what each change is, what it is about, and which release first holds it."""
