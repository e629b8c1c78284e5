import { expect, test } from "vitest";
import { Job } from "../../../engine/job.ts";
import { sizeOf } from "../../../service/access/judging.ts";

test("what waits is as large as all the text that was sent with it", () => {
  const sizes = (job: object): number => sizeOf(Job.parse({ code: "12345", ...job }));
  expect(sizes({})).toBe(5);
  expect(sizes({ options: { examples: "123", expected_output: "1" } })).toBe(9);
  expect(sizes({ files: { "a.py": "1234", "b/c.py": "12" } })).toBe(11);
});
