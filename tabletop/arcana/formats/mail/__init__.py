"""Lists as people write them in mails and chats: read line by line, what was guessed with a mark."""
