"""What comes in and goes out, as the window shows it: one window for every way in, one dialog for every way out."""
