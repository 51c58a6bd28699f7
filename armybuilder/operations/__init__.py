"""What hosting a site takes: backups and health."""
