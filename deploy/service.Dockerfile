# The service. Built from the root of the checkout: docker build -f deploy/service.Dockerfile -t assay-service .
# To pin what it stands on: --build-arg BASE=node:24-trixie-slim@sha256:<digest>, where the digest is what
# docker buildx imagetools inspect node:24-trixie-slim tells.
# The packages of deploy/sandbox.Dockerfile, so that their types are known: --build-arg PACKAGES=numpy==2.4.6,pytest==9.2.0.
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

# What browsers load. Its tools stay behind.
FROM base AS site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY CHANGELOG.md ./
COPY docs ./docs
COPY site ./site
COPY scripts/build-site.ts ./scripts/build-site.ts
COPY scripts/site ./scripts/site
COPY engine/checks ./engine/checks
COPY engine/policy ./engine/policy
RUN node scripts/build-site.ts

# On the same base as the service: an environment works only with the interpreter it was made from.
FROM base AS python
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv
COPY engine/python/requirements.txt ./
COPY engine/packages/requirements.txt ./packages-requirements.txt
RUN python3 -m venv /opt/python \
 && /opt/python/bin/python -m pip install --no-cache-dir --require-hashes --only-binary=:all: --compile -r requirements.txt -r packages-requirements.txt
ARG PACKAGES=
RUN mkdir -p /opt/sandbox/packages \
 && if [ -n "$PACKAGES" ]; then /opt/python/bin/python -m pip install --no-cache-dir --only-binary=:all: --target=/opt/sandbox/packages $(echo "$PACKAGES" | tr , ' '); fi \
 && /opt/python/bin/python -m pip uninstall --yes pip
# A start then finds the types of the standard library and of the packages as they were read here.
COPY engine/python/*.py ./
RUN /opt/python/bin/python -c "import type_checker; type_checker.warm_checker('/tmp', '3.13', ['/opt/sandbox/packages'], '/opt/sandbox/types-cache')"

FROM base
# Memory that glibc keeps apart for each thread: 80 MB more without this.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8402 \
    DATA_DIR=/data \
    PYTHON=/opt/python/bin/python \
    SANDBOX_PACKAGES_DIR=/opt/sandbox/packages
COPY --from=python /opt/python /opt/python
COPY --from=python /opt/sandbox /opt/sandbox
COPY --from=packages /app/node_modules ./node_modules
COPY package.json CHANGELOG.md ./
COPY platform ./platform
COPY engine ./engine
COPY parts ./parts
COPY service ./service
COPY deploy/clients/assay.py ./deploy/clients/assay.py
COPY --from=site /app/site/dist ./site/dist
RUN install -d -o node -g node /data /data/packages
USER node
VOLUME /data
EXPOSE 8402
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--liftoff-only", "--max-semi-space-size=16", "--disable-warning=ExperimentalWarning", "service/main.ts"]
