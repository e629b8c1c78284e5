# The marketplace agent. Built from the root of the checkout: docker build -f deploy/agent.Dockerfile -t assay-agent .
# To pin what it stands on: --build-arg BASE=node:24-trixie-slim@sha256:<digest>, where the digest is what
# docker buildx imagetools inspect node:24-trixie-slim tells.
ARG BASE=node:24-trixie-slim
FROM ${BASE} AS base
WORKDIR /app
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
# Types, source maps and pages are for those who write programs, and .bare files for another runtime. Node reads none of them, and
# runs no TypeScript of packages.
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/typescript node_modules/@typescript node_modules/@types \
 && find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' -o -name '*.bare' \
    -o -name '*.md' ! -iname 'licen*' \) -delete

# For static verdicts while the service cannot be reached; on the same base as the agent, as an environment needs its interpreter.
FROM base AS python
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv
COPY engine/python/requirements.txt ./
RUN python3 -m venv /opt/python \
 && /opt/python/bin/python -m pip install --no-cache-dir --require-hashes --only-binary=:all: --compile -r requirements.txt \
 && /opt/python/bin/python -m pip uninstall --yes pip
# A start then finds the standard library's types as they were read here.
COPY engine/python/*.py ./
RUN /opt/python/bin/python -c "import type_checker; type_checker.warm_checker('/tmp', '3.13')"

FROM base
# Memory that glibc keeps apart for each thread: 80 MB more without this.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    AGENT_PORT=8403 \
    DATA_DIR=/data \
    PYTHON=/opt/python/bin/python
COPY --from=python /opt/python /opt/python
COPY --from=packages /app/node_modules ./node_modules
COPY package.json CHANGELOG.md ./
COPY platform ./platform
COPY engine ./engine
COPY parts ./parts
COPY agent ./agent
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 8403
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.AGENT_PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--liftoff-only", "--disable-warning=ExperimentalWarning", "agent/main.ts"]
