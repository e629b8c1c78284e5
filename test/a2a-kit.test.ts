import { expect, test } from "vitest";
import { readJunit } from "../scripts/a2a-kit/junit.ts";

test("pytest's report is read with names, outcomes and reasons", () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" tests="4">
<testcase classname="tests.a.test_b" name="test_fine[x&gt;y]" time="0.1" />
<testcase classname="tests.a.test_b" name="test_bad" time="0.1"><failure message="AssertionError: &quot;x&quot;&#10;more">trace
&lt;testcase name="no test" /&gt;</failure></testcase>
<testcase classname="tests.a.test_b" name="test_error" time="0.1"><error message="failed on setup">trace</error></testcase>
<testcase classname="tests.a.test_b" name="test_left_out" time="0.0"><skipped type="pytest.skip" message="No &amp; never">at</skipped></testcase>
</testsuite></testsuites>`;
  expect(readJunit(xml)).toEqual([
    { name: "a.test_b::test_fine[x>y]", outcome: "passed", why: "" },
    { name: "a.test_b::test_bad", outcome: "failed", why: 'AssertionError: "x"' },
    { name: "a.test_b::test_error", outcome: "failed", why: "failed on setup" },
    { name: "a.test_b::test_left_out", outcome: "skipped", why: "No & never" },
  ]);
});
