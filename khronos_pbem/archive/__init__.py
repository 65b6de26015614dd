"""Read games from start to end: timeline, text records, pictures, pages, statistics."""
