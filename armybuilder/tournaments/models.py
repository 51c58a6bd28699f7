"""Events, who takes part by which link, the lists they handed in, and who did what when."""

from __future__ import annotations

from django.db import models
from django.db.models import UniqueConstraint

from armybuilder.core.models import Kept, Owned
from armybuilder.sharing.models import new_token


class Tournament(Kept):
    """An event of an organiser: its content is a `muster-event/1` file without players and rounds.

    `sealing` is when lists are handed in and what is shown when (`tabletop/tournament/sealing.py`); `rules` are those
    that lists are judged by, in the words of its game. With `mails` players who gave an address are told by mail.
    """

    content = models.JSONField()
    sealing = models.JSONField(default=dict, blank=True)
    rules = models.CharField(max_length=80, blank=True)
    mails = models.BooleanField(default=False)

    class Meta(Kept.Meta):
        verbose_name = "event"


class Season(Owned):
    """Events of one owner added up; the table is for whoever has its token, as far as each event shows standings."""

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    name = models.CharField(max_length=120)
    rules = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    events = models.ManyToManyField(Tournament, related_name="seasons", blank=True)

    class Meta(Owned.Meta):
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What somebody does at an event."""

    ORGANISER = "organiser", "Organiser"
    JUDGE = "judge", "Judge"
    HELPER = "helper", "Helper"
    PLAYER = "player", "Player"
    WATCHER = "watcher", "Watcher"


class Participant(models.Model):
    """Somebody at an event, who comes in by a link of their own, with or without an account.

    The organiser's link opens for the event's owner alone, the watcher's is for everybody who is given it. `ref` stands
    for a player in pairings; `open_until` is until when a list is taken from this player alone; `email` is an address
    that its owner has confirmed.
    """

    event = models.ForeignKey(Tournament, models.CASCADE, related_name="participants")
    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    role = models.CharField(max_length=10, choices=Role.choices)
    ref = models.CharField(max_length=32)
    name = models.CharField(max_length=120)
    club = models.CharField(max_length=120, blank=True)
    travels_with = models.CharField(max_length=120, blank=True)
    ranking = models.PositiveIntegerField(null=True, blank=True)
    joined = models.PositiveIntegerField(default=1)
    dropped_after = models.PositiveIntegerField(null=True, blank=True)
    sits_out = models.JSONField(default=list, blank=True)
    open_until = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    email = models.EmailField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [UniqueConstraint(fields=["event", "ref"], name="participant_has_a_ref_of_its_own")]

    def __str__(self) -> str:
        return f"{self.role} {self.ref}"

    @property
    def is_staff(self) -> bool:
        return self.role in (Role.ORGANISER, Role.JUDGE, Role.HELPER)

    @property
    def may_judge(self) -> bool:
        return self.role in (Role.ORGANISER, Role.JUDGE)

    @property
    def is_player(self) -> bool:
        return self.role == Role.PLAYER


class ListState(models.TextChoices):
    """How far a list has come. A draft is seen by who made it; what was handed in is never changed, only followed."""

    DRAFT = "draft", "Draft"
    SUBMITTED = "submitted", "Handed in"
    RETURNED = "returned", "Returned"
    APPROVED = "approved", "Approved"
    REPLACED = "replaced", "Replaced"


class HandIn(models.Model):
    """A list as it was handed in: a frozen copy of the roster with its digest, and the verdict of that moment.

    `judged` is its row in the organiser's table, with the text that it was read from; `basis` is the catalogue and the
    pack that it was judged by. A newer catalogue changes nothing here.
    """

    participant = models.ForeignKey(Participant, models.CASCADE, related_name="hand_ins")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=ListState.choices, default=ListState.DRAFT)
    roster = models.JSONField(null=True, blank=True)
    judged = models.JSONField()
    digest = models.CharField(max_length=64, blank=True)
    basis = models.CharField(max_length=200, blank=True)
    comment = models.TextField(blank=True)
    by_staff = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [UniqueConstraint(fields=["participant", "number"], name="handin_is_numbered_once")]

    def __str__(self) -> str:
        return f"{self.participant_id}.{self.number} {self.state}"


class Round(models.Model):
    """A round: its content is that of a `muster-event/1` file, with its certificate, results and corrections.

    Only staff see it until it is published. Its clock runs until `ends_at`, or stands with so many seconds `left`.
    """

    event = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    content = models.JSONField()
    published_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    left = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [UniqueConstraint(fields=["event", "number"], name="round_is_numbered_once")]

    def __str__(self) -> str:
        return f"{self.event_id}: round {self.number}"


class Report(models.Model):
    """What a player says of how a game ended; it counts once the other says the same."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="reports")
    participant = models.ForeignKey(Participant, models.CASCADE, related_name="reports")
    result = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [UniqueConstraint(fields=["round", "participant"], name="report_is_one_a_player")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.participant_id}"


class Judging(models.Model):
    """All lists of an event judged anew by a worker: how far it is, and the lists whose verdict differs by now."""

    event = models.ForeignKey(Tournament, models.CASCADE, related_name="judgings")
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    differing = models.JSONField(default=list, blank=True)
    begun_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.done} of {self.total}"


class PairingJob(models.Model):
    """A round of many players that a worker pairs: its seed, what is put by hand, how far it is, what came of it.

    `seen` is the mark of the preview in whose place the new one comes; `problem` says why there is none.
    """

    event = models.ForeignKey(Tournament, models.CASCADE, related_name="pairing_jobs")
    number = models.PositiveIntegerField()
    seed = models.CharField(max_length=60)
    kept = models.JSONField(default=list, blank=True)
    seen = models.CharField(max_length=16, blank=True)
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)
    heartbeat_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event_id}: round {self.number}, {self.done} of {self.total}"


class Step(models.Model):
    """One thing that was done at an event: who, when and why. Steps are only added."""

    event = models.ForeignKey(Tournament, models.CASCADE, related_name="steps")
    participant = models.ForeignKey(Participant, models.CASCADE, related_name="steps", null=True, blank=True)
    what = models.CharField(max_length=20)
    number = models.PositiveIntegerField(null=True, blank=True)
    by = models.CharField(max_length=140)
    at = models.DateTimeField()
    why = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.what}"
