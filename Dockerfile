FROM python:3.11-slim AS build
COPY requirements/run.txt /tmp/run.txt
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes --requirement /tmp/run.txt

FROM python:3.11-slim
# Two arenas: by glibc's own rule a worker's sixteen threads have as many, each with holes of its own.
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 MALLOC_ARENA_MAX=2
RUN useradd --system --create-home muster && install --directory --owner muster /backups
COPY --from=build /venv /venv
WORKDIR /muster
COPY . .
# Nobody may write here later, so that every start would compile anew what it loads.
RUN python -m compileall -q armybuilder config tabletop
RUN SECRET_KEY=unused-while-building python manage.py collectstatic --noinput
USER muster
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000"]
