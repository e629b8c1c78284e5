import { beforeAll, describe, expect, test } from "vitest";
import { config, openTestSandbox, requireDocker, runOne, takeBox } from "../../../support/sandbox.ts";

const has = (name: string): boolean => config.SANDBOX_PACKAGES.some((pin) => pin.startsWith(`${name}==`));

// Too large for every run of the tests. docs/running.md has the command that builds the image and runs this file.
describe.skipIf(!has("numpy") || !has("pandas"))("numpy and pandas", () => {
  beforeAll(requireDocker);

  async function run(source: string) {
    await using sandbox = await openTestSandbox();
    await using box = await takeBox(sandbox);
    return await runOne(box, source);
  }

  test("compute in a box", async () => {
    const source = `
import numpy as np, pandas as pd
print(np.linalg.solve(np.array([[3.0, 1.0], [1.0, 2.0]]), np.array([9.0, 8.0])).round(6).tolist())
print((np.random.default_rng(1).random((500, 500)) @ np.eye(500)).shape, np.fft.rfft(np.ones(8)).real.tolist())
table = pd.DataFrame({"k": ["a", "b", "a"], "v": [1, 2, 3], "t": pd.to_datetime(["2026-01-01"] * 3)})
print(table.groupby("k")["v"].sum().to_dict(), table["t"].dt.year.max())
`;
    expect(await run(source)).toMatchObject({
      returncode: 0,
      stderr: "",
      stdout: "[2.0, 3.0]\n(500, 500) [8.0, 0.0, 0.0, 0.0, 0.0]\n{'a': 4, 'b': 2} 2026\n",
    });
  });

  test("do not start a thread per processor, and leave most of the memory", async () => {
    const source = `
import os, resource
import numpy as np, pandas as pd
np.ones((300, 300)) @ np.ones((300, 300))
print(len(os.listdir("/proc/self/task")), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 160 * 1024)
`;
    expect((await run(source)).stdout).toBe("1 True\n");
  });

  test("cannot use more memory than the box has", async () => {
    const report = await run("import numpy as np\nprint(np.ones(100_000_000).sum())\n");
    expect([report.stdout, report.returncode]).toEqual(["", -9]);
  });
});
