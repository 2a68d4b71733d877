"""What the program writes down about itself: the rotating log and the crash hooks. Standard library only."""
