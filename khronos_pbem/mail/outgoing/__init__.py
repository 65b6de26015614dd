"""Outgoing mail: recipients, letters as text and HTML, invitations, SMTP."""
