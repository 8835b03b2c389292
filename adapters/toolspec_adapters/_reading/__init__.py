"""Reading that wire formats share: errors, calls, texts and token counts in the forms hosts use."""
