import { describe, expect, test } from "vitest";
import { readConfig } from "../../service/config.ts";

describe("the configuration has defaults:", () => {
  test("an empty environment is enough", () => {
    expect(readConfig({})).toMatchObject({
      HOST: "127.0.0.1",
      PORT: 8402,
      DATA_DIR: "./data",
      TRUST_PROXY: 0,
      LOG_LEVEL: "info",
      FREE_CALLS_PER_DAY: 25,
      KEYS_PER_ADDRESS_PER_DAY: 3,
      TRIAL_CALLS_PER_DAY: 0,
      MAX_CODE_LENGTH: 200_000,
      MODES: ["static", "repair", "execute"],
      MAX_TIMEOUT_S: 60,
      PYTHON: expect.stringMatching(/\/\.tools\/python\/bin\/python$/),
    });
  });

  test.for(["", "  "])("a variable set to %j counts as not set", (blank) => {
    const names = ["PORT", "BASE_URL", "REDIS_URL", "DATABASE_URL", "SERVICE_KEY", "MODES", "LOG_LEVEL"];
    const env = Object.fromEntries(names.map((name) => [name, blank]));
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  test("variables of other programs are ignored", () => {
    expect(readConfig({ PATH: "/bin", EDITOR: "ed" })).toEqual(readConfig({}));
  });
});

describe("values are read:", () => {
  test("a base address loses its trailing slashes", () => {
    expect(readConfig({ BASE_URL: "https://assay.example/api//" }).BASE_URL).toBe(
      "https://assay.example/api",
    );
  });

  test("modes are read from a list with or without spaces", () => {
    expect(readConfig({ MODES: "static, repair" }).MODES).toEqual(["static", "repair"]);
  });

  test("packages of the sandbox are read from a list of exact versions", () => {
    const pins = readConfig({ SANDBOX_PACKAGES: "NumPy==2.4.6, ruamel.yaml==0.19" }).SANDBOX_PACKAGES;
    expect(pins).toEqual(["numpy==2.4.6", "ruamel.yaml==0.19"]);
  });

  test("images of other Python versions are read from a list, and not beside a warm pool", () => {
    const images = { SANDBOX_IMAGES: "3.12=registry.example:5000/box:3.12, 3.14=box@sha256:12" };
    expect(readConfig(images).SANDBOX_IMAGES).toEqual([
      ["3.12", "registry.example:5000/box:3.12"],
      ["3.14", "box@sha256:12"],
    ]);
    const pool = { SANDBOX_WARM_POOL: "boxes", SANDBOX_WARM_POOL_SECRET: "x".repeat(32) };
    expect(messageOf(() => readConfig({ ...images, ...pool }))).toContain(
      "must not be set together with SANDBOX_WARM_POOL",
    );
    expect(readConfig(pool).SANDBOX_IMAGES).toEqual([]);
  });

  test("node selectors and tolerations of the sandbox are read from lists, case-sensitively", () => {
    const { SANDBOX_NODE_SELECTOR, SANDBOX_TOLERATIONS } = readConfig({
      SANDBOX_NODE_SELECTOR: "assay.dev/boxes=true, pool=Boxes",
      SANDBOX_TOLERATIONS: "assay.dev/boxes=true:NoSchedule",
    });
    expect(SANDBOX_NODE_SELECTOR).toEqual([
      ["assay.dev/boxes", "true"],
      ["pool", "Boxes"],
    ]);
    expect(SANDBOX_TOLERATIONS).toEqual([{ key: "assay.dev/boxes", value: "true", effect: "NoSchedule" }]);
  });

  test.for<[string, string]>([
    ["SANDBOX", "podman"],
    ["SANDBOX_NAMESPACE", "Boxes"],
    ["SANDBOX_NODE_SELECTOR", "boxes"],
    ["SANDBOX_TOLERATIONS", "boxes=true"],
    ["SANDBOX_TOLERATIONS", "boxes=true:Never"],
    ["SANDBOX_SECCOMP_PROFILE", "/etc/assay.json"],
    ["SANDBOX_WARM_POOL_SECRET", "short"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", "http"],
    ["BASE_URL", "ftp://assay.example"],
    ["BASE_URL", "assay.example"],
    ["REDIS_URL", "http://127.0.0.1:6379"],
    ["DATABASE_URL", "mysql://127.0.0.1/assay"],
    ["DATABASE_URL", "./data/assay.sqlite"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "17"],
    ["LOG_LEVEL", "loud"],
    ["FREE_CALLS_PER_DAY", "-1"],
    ["KEYS_PER_ADDRESS_PER_DAY", "three"],
    ["TRIAL_CALLS_PER_DAY", "0.5"],
    ["MAX_CODE_LENGTH", "0"],
    ["MAX_CODE_LENGTH", "200001"],
    ["MODES", "static,guess"],
    ["MODES", ","],
    ["MAX_TIMEOUT_S", "0"],
    ["MAX_TIMEOUT_S", "61"],
    ["CHAIN_RPC_URL", "127.0.0.1:8545"],
    ["CHAIN_ID", "0"],
    ["CHAIN_ID", "gnosis"],
    ["IDENTITY_REGISTRY", "0x8004"],
    ["REPUTATION_REGISTRY", "assay.eth"],
    ["AGENT_ID", "-1"],
    ["AGENT_ID", "1.5"],
    ["SERVICE_KEY", "x".repeat(31)],
    ["SERVICE_KEY", `${"x".repeat(31)} y`],
    ["SERVICE_KEY", "ä".repeat(40)],
    ["ADMIN_TOKEN", "x".repeat(31)],
    ["RECORD_REJECTED", "yes"],
    ["SANDBOX_PACKAGES", "numpy"],
    ["SANDBOX_PACKAGES", "numpy>=2"],
    ["SANDBOX_PACKAGES", "numpy==2.*"],
    ["SANDBOX_PACKAGES", "numpy==2.4.6 pandas==3.1.1"],
    ["SANDBOX_PACKAGES", "pandas[excel]==3.1.1"],
    ["SANDBOX_PACKAGES", "--index-url=http://127.0.0.1"],
    ["SANDBOX_PACKAGES", "ruamel.yaml==0.19,ruamel_yaml==0.18"],
    ["SANDBOX_IMAGES", "assay-sandbox"],
    ["SANDBOX_IMAGES", "3.9=assay-sandbox"],
    ["SANDBOX_IMAGES", "3.10=assay-sandbox"],
    ["SANDBOX_IMAGES", "3.13=assay-sandbox"],
    ["SANDBOX_IMAGES", "3.12=one,3.12=two"],
    ["SANDBOX_PACKAGES_DIR", "/nowhere/packages"],
  ])("%s=%s is refused, and the error names it", ([name, value]) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });
});

describe("recording", () => {
  test("is off by default", () => {
    expect(readConfig({}).RECORD_REJECTED).toBe("off");
    expect(readConfig({ ADMIN_TOKEN: "x".repeat(32) }).RECORD_REJECTED).toBe("off");
  });

  test("needs a token for reading", () => {
    expect(() => readConfig({ RECORD_REJECTED: "on" })).toThrow(
      /must be set together with RECORD_REJECTED\n.*ADMIN_TOKEN/,
    );
    expect(readConfig({ RECORD_REJECTED: "on", ADMIN_TOKEN: "x".repeat(32) }).RECORD_REJECTED).toBe("on");
  });
});

describe("registries", () => {
  const address = "0x8004A169FB4a3325136EB29fA0ceB6D2e539a432";

  test("are read with the agent's id, which may be 0", () => {
    const env = { CHAIN_ID: "100", IDENTITY_REGISTRY: address, AGENT_ID: "0" };
    expect(readConfig(env)).toMatchObject({
      CHAIN_ID: 100,
      IDENTITY_REGISTRY: address.toLowerCase(),
      AGENT_ID: 0,
    });
  });

  test.for<[string, string, Record<string, string>]>([
    ["IDENTITY_REGISTRY", "CHAIN_ID", {}],
    ["REPUTATION_REGISTRY", "CHAIN_ID", { CHAIN_RPC_URL: "http://127.0.0.1:1" }],
    ["REPUTATION_REGISTRY", "CHAIN_RPC_URL", { CHAIN_ID: "100" }],
  ])("are refused when %s is set without %s, and the error names both", ([name, missing, env]) => {
    const message = messageOf(() => readConfig({ ...env, [name]: address }));
    expect(message).toContain(missing);
    expect(message).toContain(`must be set together with ${name}`);
  });
});

describe("a configuration", () => {
  test("is refused with all of its problems and where to read more", () => {
    const bad = {
      PORT: "x",
      BASE_URL: "x",
      TRUST_PROXY: "x",
      MODES: "x",
      SERVICE_KEY: "x",
      SANDBOX_PACKAGES: "x",
    };
    const message = messageOf(() => readConfig(bad));
    for (const name of Object.keys(bad)) expect(message).toContain(name);
    expect(message).toContain("deploy/example.env");
  });

  test("is refused with missing and wrong variables in one message", () => {
    const message = messageOf(() =>
      readConfig({
        PORT: "x",
        CHAIN_ID: "gnosis",
        RECORD_REJECTED: "on",
        DEPOSIT_CONTRACT: "0x12",
        STRIPE_SECRET_KEY: "sk_test_x",
        X402_PAYEE: "nobody",
        X402_FACILITATOR_URL: "https://facilitator.example",
        CDP_API_KEY_ID: "id",
      }),
    );
    const alone = ["PORT", "CHAIN_ID", "DEPOSIT_CONTRACT", "X402_PAYEE"];
    const beside = ["ADMIN_TOKEN", "CHAIN_RPC_URL", "STRIPE_WEBHOOK_SECRET", "CDP_API_KEY_SECRET"];
    const named = [...message.matchAll(/→ at (\w+)/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set([...alone, ...beside, "X402_NETWORK", "CDP_API_KEY_ID"]));
    expect(named.filter((name) => name === "CHAIN_ID")).toHaveLength(1);
  });

  test("is not reported as lacking a value that is unreadable", () => {
    const x402 = { X402_PAYEE: `0x${"1".repeat(40)}`, X402_FACILITATOR_URL: "https://facilitator.example" };
    const networked = { ...x402, X402_NETWORK: "eip155:8453" };
    for (const env of [
      { ...x402, X402_NETWORK: "base" },
      { ...networked, X402_RPC_URL: "nowhere" },
      { ...networked, CHAIN_ID: "8453", CHAIN_RPC_URL: "nowhere" },
      { ...networked, CHAIN_RPC_URL: "https://node.example", CHAIN_ID: "base" },
    ]) {
      const message = messageOf(() => readConfig(env));
      expect([...message.matchAll(/→ at/g)]).toHaveLength(1);
    }
  });

  test.for(["postgres://assay@db/assay", "postgresql://assay:word@db:5432/assay?sslmode=verify-full"])(
    "accepts %s as a store",
    (DATABASE_URL) => {
      expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
    },
  );

  test.for([{}, { DATABASE_URL: "postgres://db/assay" }])(
    "accepts a Redis beside the store of %j",
    (store) => {
      const REDIS_URL = "rediss://redis:6379/1";
      expect(readConfig({ ...store, REDIS_URL })).toMatchObject({ ...store, REDIS_URL });
    },
  );

  test("is refused without repeating a secret", () => {
    const env = {
      REDIS_URL: "http://user:hunter2@host",
      DATABASE_URL: "mysql://user:hunter2@host",
      SERVICE_KEY: "hunter2",
    };
    expect(messageOf(() => readConfig(env))).not.toContain("hunter2");
  });
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}
