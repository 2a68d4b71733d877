"""The dock that shows what the model will see, and why: the plan as a bar, as a tree, and as the prompt to the letter."""
