"""What an ASGI server serves."""

import os

from django.core.asgi import get_asgi_application

from armybuilder.core.errors import AsyncWebRequest
from config.ready import get_ready, leave_out_what_stays, prepare_answers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_asgi_application()
application.request_class = AsyncWebRequest
get_ready()
prepare_answers()
leave_out_what_stays()
