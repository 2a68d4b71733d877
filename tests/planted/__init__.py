"""Facts planted early in a long chat, and whether a plan recalls them when they are asked for in other words."""
