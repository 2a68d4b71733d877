"""What is offered when the database is damaged: save what can be read, restore a backup, or leave it all as it is."""
