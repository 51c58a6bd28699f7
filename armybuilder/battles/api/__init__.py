"""Tables and battles for programs."""
