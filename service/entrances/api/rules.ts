import { listRules, type Rules } from "../../../engine/rules.ts";
import type { Route } from "../http/route.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };

export const rulesRoute: Route = {
  method: "get",
  path: "/v1/rules",
  summary: "Rules and repairs",
  description:
    "Every rule of our own with what it finds, which rules of ruff and codes of mypy take part, and what mode repair " +
    "fixes. All of it may change with every version.",
  isDocument: true,
  isOpenToPages: true,
  response: {
    status: 200,
    description: "The rules of the serving version.",
    schema: {
      type: "object",
      required: ["version", "rules", "ruff", "mypy", "repairs"],
      properties: {
        version: text,
        rules: {
          type: "array",
          items: {
            type: "object",
            required: ["rule", "tool", "finds", "severity", "cwe"],
            properties: {
              rule: { ...text, description: "As a diagnostic's `rule`, or a finding's `tool` and `id`." },
              tool: { enum: ["python", "policy", "credentials"] },
              finds: text,
              severity: {
                enum: ["error", "warning", null],
                description: "null where it depends on what was found.",
              },
              cwe: { type: ["string", "null"] },
            },
          },
        },
        ruff: {
          type: "object",
          required: ["selected", "left_out", "errors"],
          properties: { selected: texts, left_out: texts, errors: texts },
        },
        mypy: { type: "object", required: ["errors"], properties: { errors: texts } },
        repairs: {
          type: "array",
          items: {
            type: "object",
            required: ["id", "mends", "kind"],
            properties: {
              id: text,
              mends: text,
              kind: {
                enum: ["preserving", "certain", "changing", "mixed"],
                description:
                  "What its edits usually do: the program does the same, was certain to fail there, or does something else.",
              },
            },
          },
        },
      },
    },
  },
  answer: ({ release }) => {
    const { own, ruff, mypy, repairs } = knownRules();
    return {
      status: 200,
      headers: { "cache-control": "public, max-age=300" },
      body: {
        version: release.version,
        rules: own.map(({ rule, tool, finds, severity, cwe }) => ({
          rule,
          tool,
          finds,
          severity: severity ?? null,
          cwe: cwe ?? null,
        })),
        ruff: { selected: ruff.selected, left_out: ruff.leftOut, errors: ruff.errors },
        mypy,
        repairs: repairs.map(({ id, mends, kind }) => ({ id, mends, kind })),
      },
    };
  },
};

let known: Rules | undefined;

/** Read at the first request, not at the start. */
export function knownRules(): Rules {
  return (known ??= listRules());
}
