"""The dialog of settings: a page for each subject, and a search over all of them."""
