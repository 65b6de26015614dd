"""Parts that commands share to send, receive and answer."""
