"""What one side says was otherwise than the log has it, and how that is settled."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battle.commands.command import Command, Moment
from tabletop.arcana.battle.facts.course import ClaimAgreed, ClaimContested
from tabletop.arcana.battle.refusals import Refused
from tabletop.battle.events import RefusalError
from tabletop.battle.seats import REFEREE, Right
from tabletop.values import NO_CONTROLS

Said = Annotated[str, Meta(min_length=1, max_length=500, pattern=NO_CONTROLS)]
MOST_CLAIMS = 20


class Contest(Command, frozen=True, kw_only=True, tag="contest"):
    """Say that an event of the log, by its number and in the log's words, was otherwise, and why."""

    while_waiting = True

    event: Annotated[int, Meta(ge=1)]
    about: Said
    why: Said

    def decided(self, moment: Moment) -> None:
        claims = moment.state.claims
        if any(claim.about == self.about for claim in claims) or len(claims) >= MOST_CLAIMS:
            raise RefusalError(Refused.CLAIMED_ALREADY)
        moment.happens(ClaimContested(event=self.event, about=self.about, by=moment.side, why=self.why))


class AgreeClaim(Command, frozen=True, kw_only=True, tag="agree_claim"):
    """Settle what was contested: it `stands`, or was otherwise, which the other side or the referee grants."""

    while_waiting = True
    right = Right.CORRECT

    about: Said
    stands: bool = True

    def decided(self, moment: Moment) -> None:
        claim = next((claim for claim in moment.state.claims if claim.about == self.about), None)
        if claim is None:
            raise RefusalError(Refused.NO_CLAIM)
        is_own = moment.seat == claim.by
        if moment.seat != REFEREE and is_own is not self.stands:
            raise RefusalError(Refused.CLAIM_OF_OTHERS)
        by = "referee" if moment.seat == REFEREE else moment.side
        moment.happens(ClaimAgreed(about=self.about, stands=self.stands, by=by))
