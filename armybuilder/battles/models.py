"""Battles with their events, those that are tables without phases too, and who may act in them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import models
from django.db.models import UniqueConstraint

from armybuilder.core.models import Kept
from armybuilder.sharing.models import new_token


class Battle(Kept):
    """A battle in play: `header` is the first line of its `muster-battle/1` file, its events are rows of their own.

    `head` is the number of the last event, `digest` that of the chain there. What stands is the fold of the events.
    """

    header = models.TextField()
    head = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64)


class TableRow(Battle):
    """A battle that was begun on a table without phases.

    `content` is the table as it stands, a `muster-table/1` file: the fold of its events, kept so that lists needn't
    fold them. While phases are played it is what stood as they began. `share` is the token by which others look at it,
    None where it isn't shared.
    """

    content = models.JSONField()
    share = models.CharField(max_length=16, unique=True, null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "table"


class BattleEvent(models.Model):
    """One event of a battle, as its line stands in the file; it is never changed."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    line = models.TextField()

    class Meta:
        ordering = ["seq"]
        constraints = [UniqueConstraint(fields=["battle", "seq"], name="battleevent_has_its_own_number")]

    def __str__(self) -> str:
        return f"{self.battle_id}.{self.seq}"


class AnsweredCommand(models.Model):
    """A command that was carried out: sent again with the same content, it gets the same answer and does nothing."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="commands")
    command_id = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [UniqueConstraint(fields=["battle", "command_id"], name="answeredcommand_counts_once")]

    def __str__(self) -> str:
        return f"{self.command_id}: {self.first} to {self.last}"


class Role(models.TextChoices):
    """What a seat may do. Whoever plays several of more than two sides has their roles with spaces between them."""

    BOTH = "both", "Both sides on one phone"
    RED = "red", "The first army"
    BLUE = "blue", "The second army"
    THIRD = "third", "The third side"
    FOURTH = "fourth", "The fourth side"
    REFEREE = "referee", "Referee"
    WATCHER = "watcher", "Watcher"


SIDES = (Role.RED.value, Role.BLUE.value, Role.THIRD.value, Role.FOURTH.value)  # a battle's sides in their order


class Seat(models.Model):
    """A link into a battle: whoever has its token acts in its role, with or without an account.

    `given_by` is the seat that gave it away and may take it back; the first seat, of the battle's owner, has none.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="seats")
    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    role = models.CharField(max_length=32, choices=Role.choices)
    given_by = models.ForeignKey("self", models.CASCADE, related_name="given", null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.role} {self.token}"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that it plays in a battle of a red and a blue army."""
        return self.plays(SIDES[:2])

    def plays(self, sides: Sequence[str]) -> tuple[str, ...]:
        """Which of a battle's sides it plays, whatever they are called; none where it watches."""
        if self.role == Role.BOTH:
            return tuple(sides)
        mine = self.role.split()
        return tuple(side for role, side in zip(SIDES, sides, strict=False) if role in mine)

    @property
    def is_player(self) -> bool:
        return bool(self.plays(SIDES))
