# A server for live tables, with the browser client and what PostgreSQL needs. compose.yaml runs it beside a database.
FROM python:3.13-slim-bookworm AS build
WORKDIR /source
COPY . .
# The build fetches Node for the client by itself. pip takes no hashes from constraints, so only the versions are kept.
RUN sed -n 's/^\([a-z0-9].*==.*\) \\$/\1/p' requirements.lock >/constraints.txt \
    && pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim-bookworm
# A file, not the build stage's tools: the image has Python, camelup and what it imports.
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    --mount=type=bind,from=build,source=/constraints.txt,target=/constraints.txt \
    pip install --no-cache-dir --constraint /constraints.txt "$(echo /wheels/camelup-*.whl)[postgresql]" \
    && useradd --uid 10001 --create-home --home-dir /var/lib/camelup camelup \
    && install --directory --owner camelup /var/cache/camelup
ENV CAMELUP_DATA=/var/lib/camelup \
    CAMELUP_CACHE=/var/cache/camelup \
    PYTHONUNBUFFERED=1
# The tables, if no database is named, and the compiled code, which takes minutes to make again.
VOLUME ["/var/lib/camelup", "/var/cache/camelup"]
USER 10001
EXPOSE 8000
HEALTHCHECK --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/ready', timeout=3)"]
# SIGTERM, which Docker sends, ends it after everything was stored.
ENTRYPOINT ["camelup"]
CMD ["serve"]
