"""The formats of mail: armor, order blocks, MIME parts, headers and zip files."""
