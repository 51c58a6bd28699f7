"""What gunicorn does when it is started in this folder: the same in the image and by hand."""

worker_class = "config.server.Worker"
logger_class = "config.server.Log"
workers = 2
threads = 16  # five of them may work long or wait to (WORK_WAITING in settings): the others answer everybody else
timeout = 30  # seconds without a sign of life, not of an answer: threads work while the worker answers for itself
max_requests = 20_000  # a worker is replaced by a fresh one now and then
max_requests_jitter = 2_000

# Where somebody turns on the log of answers: no addresses of pages, for those hold links, codes and words that people
# have searched for, and none of people.
access_log_format = '{"time": "%(t)s", "method": "%(m)s", "status": %(s)s, "milliseconds": %(M)s, "bytes": %(B)s}'
