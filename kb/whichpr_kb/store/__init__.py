"""The store: SQLModel tables, migrations, bulk writes. Import the module you need; this file imports nothing."""
