"""Letters that leave: recipients, texts, HTML pages, invitations, SMTP."""
