"""The site's settings for requests made up by the thousand: nobody comes too often, and a sign-in stays fresh."""

from msgspec.structs import replace

from armybuilder.core.rates import a_minute
from config import settings
from config.settings import *  # noqa: F403

MOST = a_minute(1_000_000)
THROTTLES = tuple(replace(limit, visitor=limit.visitor and MOST, address=MOST) for limit in settings.THROTTLES)
ACCOUNT_RATE_LIMITS = False
ACCOUNT_REAUTHENTICATION_TIMEOUT = 24 * 60 * 60
