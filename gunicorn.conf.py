"""What gunicorn does when it is started in this folder."""

# Where somebody turns on the log of answers: no addresses of pages, for those hold links, codes and words that people
# have searched for, and none of people.
access_log_format = '{"time": "%(t)s", "method": "%(m)s", "status": %(s)s, "milliseconds": %(M)s, "bytes": %(B)s}'
