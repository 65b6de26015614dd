"""Outgoing mail: recipients, letters as text and HTML, invitations, and SMTP."""
