"""How the tests are run: their order, what they cover, how long they may take, and what runs side by side."""
