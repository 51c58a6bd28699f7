"""The site without a network: its manifest, its service worker, the look-up to take along."""
