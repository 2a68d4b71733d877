"""What a new person sees instead of an empty chat: who shall answer."""
