"""What the rosters of every game share: files, digests, verdicts, what differs, an organiser's table."""
