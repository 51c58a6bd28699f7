"""The laboratory: experiments of many battles, asked, counted by workers, kept, shown and shared."""
