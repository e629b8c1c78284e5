# What programs run in. Built from the root of the checkout:
# docker build -f deploy/sandbox.Dockerfile -t assay-sandbox .
# To pin what it stands on: --build-arg BASE=python:3.13-slim@sha256:<digest>.
ARG BASE=python:3.13-slim
FROM ${BASE}
# Compiled without looking at dates: the root is read-only, so whatever seems stale would be compiled at every start.
# The base may have no shell, hence this form.
RUN ["python3", "-I", "-B", "-c", "import compileall, py_compile, sysconfig; compileall.compile_dir(sysconfig.get_path('stdlib'), quiet=2, force=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)"]
COPY engine/python/sandbox /sandbox
RUN ["python3", "-I", "-B", "-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash", "/sandbox"]
# The same order of sets in every box, hence -s -P and not -I, which ignores the seed.
ENV PYTHONHASHSEED=0
USER 65532:65532
WORKDIR /tmp
ENTRYPOINT ["python3", "-s", "-P", "-u", "/sandbox/harness.py"]
