"""The print shop: orders, long jobs and their pages."""
