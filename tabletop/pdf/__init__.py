"""Printed sheets at true size: paper, type, drawing and the flow of blocks over pages."""
