# What programs run in. Built from the root of the checkout:
# docker build -f deploy/sandbox.Dockerfile -t assay-sandbox .
# To pin what it stands on: --build-arg BASE=python:3.13-slim@sha256:<digest>.
# What programs may import beside the standard library: --build-arg PACKAGES=numpy==2.4.6,pytest==9.2.0. The npm commands
# bring SANDBOX_PACKAGES along in the base instead, which may have no pip.
ARG BASE=python:3.13-slim
FROM ${BASE}
ARG PACKAGES=
RUN ["python3", "-I", "-B", "-c", "import os, subprocess, sys; pins = os.environ.get('PACKAGES', '').replace(',', ' ').split(); pins and subprocess.run([sys.executable, '-I', '-B', '-m', 'pip', 'install', '--no-cache-dir', '--no-compile', '--only-binary=:all:', '--target=/packages', *pins], check=True)"]
# Looked at last, so that no package stands in the place of a module of Python's own.
RUN ["python3", "-I", "-B", "-c", "import pathlib, site; folder = pathlib.Path(site.getsitepackages()[0]); folder.mkdir(parents=True, exist_ok=True); (folder / 'packages.pth').write_text('/packages')"]
# Compiled without looking at dates: the root is read-only, so whatever seems stale would be compiled at every start.
# The base may have no shell, hence this form.
RUN ["python3", "-I", "-B", "-c", "import compileall, py_compile, re, sysconfig; [compileall.compile_dir(folder, quiet=2, force=True, rx=re.compile('/packages/.*/tests/'), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH) for folder in (sysconfig.get_path('stdlib'), '/packages')]"]
COPY engine/python/sandbox /sandbox
# An interpreter imports both at its start, from wherever they are found first: never from a package. The first is ours.
RUN ["python3", "-I", "-S", "-B", "-c", "import pathlib, py_compile, sysconfig; ours = pathlib.Path('/sandbox/interpreter_start.py'); texts = {'sitecustomize': ours.read_text(), 'usercustomize': ''}; folder = pathlib.Path(sysconfig.get_path('stdlib')); [((folder / f'{name}.py').unlink(missing_ok=True), (folder / f'{name}.py').write_text(text), py_compile.compile(str(folder / f'{name}.py'), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)) for name, text in texts.items()]; ours.unlink()"]
RUN ["python3", "-I", "-B", "-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash", "/sandbox"]
# The same order of sets in every box, hence -s -P and not -I, which ignores the seed.
ENV PYTHONHASHSEED=0
USER 65532:65532
WORKDIR /tmp
# Without site (-S): what packages bring must not run in the first process.
ENTRYPOINT ["python3", "-S", "-s", "-P", "-u", "/sandbox/harness.py"]
