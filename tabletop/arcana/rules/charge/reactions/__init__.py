"""What a charge provokes: responses, missiles, attacks of those flown over, and the runs of the berserk."""
