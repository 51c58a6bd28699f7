"""The creature creation formula: prices of creatures, equipment, vehicles and war machines of one's own."""
