"""Commands about identities, contacts, settings and seats."""
