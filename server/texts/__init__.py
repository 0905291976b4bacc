"""The catalogues of texts in `locales`: extracted from the code, and compared with their translations."""
