"""The site's settings and entry points."""

import os

# Small products of matrices are no faster in several threads, and work that a request's own thread doesn't do is
# counted by no budget. It has to be said before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
