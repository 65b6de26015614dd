"""Code that commands share to send letters, receive them and react to them."""
