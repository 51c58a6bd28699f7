"""Designs: creatures, vehicles and war machines of one's own, and the formula that prices them."""
