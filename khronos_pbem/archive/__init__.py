"""Finished games kept, shown and studied: chronicle, text record, pictures, pages, statistics."""
