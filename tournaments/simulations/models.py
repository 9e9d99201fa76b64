"""Simulations: deals that workers play with bots to answer a question."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.clubs.models import Club, User
from tournaments.core.models.columns import Keyed, checks, text


class SimulationStatus(models.TextChoices):
    RUNNING = "running", _("being played")
    DONE = "done", pgettext_lazy("a simulation", "done")
    CANCELLED = "cancelled", pgettext_lazy("a simulation", "cancelled")
    FAILED = "failed", _("failed")


class Simulation(Keyed):
    """Deals that bots play to answer a question about rules or bots, cut into chunks for the workers.

    The answer depends on `spec` only. The counts here are sums over `chunks`, updated in the same
    transactions. The transaction of the last chunk writes the report and deletes the chunks.
    """

    club = models.ForeignKey(
        Club,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="simulations",
        help_text="null: started by a command, for no club",
        db_index=False,
    )
    title = text(200)
    """What somebody called it. Empty: `shown_title` makes the title for each reader."""
    status = models.CharField(
        max_length=10, choices=SimulationStatus.choices, default=SimulationStatus.RUNNING
    )
    spec = models.JSONField(help_text="rules, bots, number of tables and deals, seed: poch-simulation-spec/1")
    deals_planned = models.PositiveBigIntegerField(help_text="tables that end early play fewer")
    deals_done = models.PositiveBigIntegerField(default=0)
    chunks_planned = models.PositiveIntegerField()
    chunks_sent = models.PositiveIntegerField(
        default=0, help_text="chunks with lower numbers were sent to the workers; the others follow"
    )
    chunks_started = models.PositiveIntegerField(
        default=0, help_text="how many of them a worker has started; the others wait in the queue"
    )
    times_sent = models.PositiveIntegerField(
        default=0, help_text="how often its missing chunks were sent again: the further copies of a message"
    )
    chunks_done = models.PositiveIntegerField(default=0)
    report = models.JSONField(null=True, blank=True, help_text="poch-simulation/1, once it is done")
    failure = models.JSONField(null=True, blank=True, help_text="why it failed: code, params, cause")
    started_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    began_at = models.DateTimeField(null=True, blank=True, help_text="when a worker started the first chunk")
    moved_at = models.DateTimeField(help_text="when chunks were last sent, or a result last came back")
    stalls = models.PositiveSmallIntegerField(
        default=0, help_text="how often chunks were sent again since the last result"
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-created_at"], name="simulation_of_club"),
            models.Index(fields=["moved_at"], condition=Q(status="running"), name="simulation_that_runs"),
            models.Index(
                fields=["finished_at"],
                condition=Q(club=None) | ~Q(status="done"),
                name="simulation_to_be_forgotten",
            ),
        ]
        constraints = checks(
            simulation_status_known=Q(status__in=SimulationStatus.values),
            simulation_no_chunk_twice=Q(chunks_done__lte=F("chunks_planned"), chunks_planned__gte=1),
            simulation_report_once_done=Q(
                status="done", report__isnull=False, chunks_done=F("chunks_planned")
            )
            | ~Q(status="done") & Q(report__isnull=True),
            simulation_finished_or_running=Q(status="running", finished_at__isnull=True)
            | ~Q(status="running") & Q(finished_at__isnull=False),
        )

    def __str__(self) -> str:
        return self.title or str(self.id)

    @property
    def is_running(self) -> bool:
        return self.status == SimulationStatus.RUNNING

    @property
    def percent(self) -> int:
        """How much is done, by chunks: when tables end early, fewer deals are played than planned."""
        done = 100 * self.chunks_done // self.chunks_planned
        return 100 if self.status == SimulationStatus.DONE else min(99, done)

    @property
    def seconds_left(self) -> float | None:
        """An estimate; None before the first chunk is stored and after the end."""
        if self.began_at is None or not self.chunks_done or not self.is_running:
            return None
        spent = max(0.001, (self.moved_at - self.began_at).total_seconds())
        return spent / self.chunks_done * (self.chunks_planned - self.chunks_done)

    @property
    def stamp(self) -> str:
        """A mark that changes with the progress."""
        return f"{self.pk}/{self.status}/{self.chunks_done}/{self.moved_at.timestamp():.6f}"


class SimulationChunk(models.Model):
    """One chunk of a running simulation: how often a worker started it, and its outcome, which counts once.

    A start is committed before the chunk is played, so it stays when the worker dies. Many starts without an
    outcome show that the chunk kills workers.
    """

    id = models.BigAutoField(primary_key=True)
    simulation = models.ForeignKey(
        Simulation, on_delete=models.CASCADE, related_name="chunks", db_index=False
    )
    number = models.PositiveIntegerField(help_text="0, 1, ... in the order of the plan")
    starts = models.PositiveIntegerField(default=0)
    outcome = models.JSONField(null=True, help_text="the counts of each batch; null: not played yet")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["simulation", "number"], name="simulation_chunk_once")]

    def __str__(self) -> str:
        return f"{self.simulation_id} / {self.number}"
