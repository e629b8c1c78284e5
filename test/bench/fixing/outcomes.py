"""A plugin of pytest that writes what came of each test to the file that ASSAY_OUTCOMES names, as JSON by its id."""

import json
import os

outcomes = {}


def pytest_runtest_logreport(report):
    # A test that passes may fail again while it is taken down.
    if report.when == "call" or report.outcome != "passed":
        outcomes[report.nodeid] = f"{report.when} {report.outcome}"


def pytest_collectreport(report):
    if report.failed:
        outcomes[report.nodeid] = "not collected"


def pytest_sessionfinish():
    with open(os.environ["ASSAY_OUTCOMES"], "w", encoding="utf-8") as file:
        json.dump(outcomes, file)
