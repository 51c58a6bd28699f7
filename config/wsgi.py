"""What a WSGI server (gunicorn) serves."""

import os

from django.core.wsgi import get_wsgi_application

from armybuilder.core.errors import WebRequest
from config.ready import get_ready, leave_out_what_stays, prepare_answers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
application.request_class = WebRequest
get_ready()
prepare_answers()
leave_out_what_stays()
