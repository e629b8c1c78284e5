import { describe, expect, test } from "vitest";
import { keepWhatHelps, type Judge } from "../../../engine/repair/gate.ts";
import { splicesOf } from "../../../engine/repair/side-by-side.ts";
import type { NamedRewrite } from "../../../engine/text/rewrite.ts";
import { repair, type RepairTools } from "../../../engine/repair/rounds.ts";
import type { StaticFindings } from "../../../engine/findings/static-findings.ts";
import type { Diagnostic } from "../../../engine/verdict.ts";

/** Stands in for the checkers: each word of the text is what it says. */
function findingsOf(text: string): StaticFindings {
  const words = text
    .split("\n")
    .flatMap((written, at) => written.split(/\s+/).map((word) => ({ word, line: at + 1 })));
  const say = (severity: "error" | "warning", rule: string, line: number): Diagnostic => ({
    severity,
    rule,
    message: rule,
    line,
    column: 1,
  });
  return {
    text,
    isBroken: words.some(({ word }) => word === "BROKEN"),
    diagnostics: words.flatMap(({ word, line }) => {
      if (word === "ERROR") return [say("error", "ruff:F821", line)];
      if (word === "WARNING") return [say("warning", "ruff:F401", line)];
      return word === "LOST" ? [say("error", "mypy:incomplete", line)] : [];
    }),
    security: words
      .filter(({ word }) => word === "LEAK")
      .map(({ line }) => ({
        tool: "policy",
        id: "leak",
        severity: "warning",
        message: "",
        line,
        cwe: null,
        confidence: null,
      })),
  };
}

const judge: Judge = async (text) => findingsOf(text);

const by = { repair: "of-a-test", kind: "certain" } as const;

/** Puts a word in the place of another, the first one unless it is said which. */
function replace(text: string, old: string, word: string, nth = 0): NamedRewrite {
  let start = text.indexOf(old);
  for (let n = 0; n < nth; n += 1) start = text.indexOf(old, start + 1);
  const splices = [{ start, end: start + old.length, text: word }];
  return { splices, words: `${old} to ${word}`, ...by };
}

function addLine(text: string, words = text.trim()): NamedRewrite {
  return { splices: [{ start: 0, end: 0, text }], words, at: 0, ...by };
}

async function keep(text: string, rewrites: readonly NamedRewrite[], maxChecks = 24) {
  const kept = await keepWhatHelps(judge, { text, findings: findingsOf(text) }, rewrites, maxChecks);
  return { text: kept.text, words: kept.rewrites.map(({ words }) => words) };
}

describe("the gate", () => {
  test("drops a rewrite that improves nothing", async () => {
    const text = "ERROR one";
    expect(await keep(text, [replace(text, "one", "two")])).toEqual({ text, words: [] });
    expect(await keep("fine", [replace("fine", "fine", "good")])).toEqual({ text: "fine", words: [] });
  });

  test("checks nothing when nothing is proposed", async () => {
    let looks = 0;
    const counting: Judge = async (text) => {
      looks += 1;
      return judge(text);
    };
    const start = { text: "ERROR", findings: findingsOf("ERROR") };
    expect(await keepWhatHelps(counting, start, [], 24)).toEqual({ ...start, rewrites: [] });
    expect(looks).toBe(0);
  });

  test("drops only the bad one of two rewrites", async () => {
    const text = "ERROR one two";
    const [good, bad] = [replace(text, "ERROR", "fine"), replace(text, "two", "ERROR")];
    const expected = { text: "fine one two", words: ["ERROR to fine"] };
    expect(await keep(text, [good, bad])).toEqual(expected);
    expect(await keep(text, [bad, good])).toEqual(expected);
  });

  test("drops one useless rewrite among many good ones", async () => {
    const text = "ERROR a ERROR b ERROR c ERROR d same";
    const rewrites = [
      replace(text, "ERROR", "ok", 0),
      replace(text, "ERROR", "ok", 1),
      replace(text, "same", "other"),
      replace(text, "ERROR", "ok", 2),
      replace(text, "ERROR", "ok", 3),
    ];
    const { text: after, words } = await keep(text, rewrites);
    expect(after).toBe("ok a ok b ok c ok d same");
    expect(words).toHaveLength(4);
  });

  test("drops a harmful rewrite beside one that fixes much", async () => {
    const text = "ERROR ERROR ERROR one two";
    const [good, bad] = [replace(text, "ERROR ERROR ERROR", "fine"), replace(text, "two", "WARNING")];
    const expected = { text: "fine one two", words: ["ERROR ERROR ERROR to fine"] };
    expect(await keep(text, [good, bad])).toEqual(expected);
    expect(await keep(text, [bad, good])).toEqual(expected);
  });

  test("accepts rewrites that fix as much as they claim with one check", async () => {
    const text = "ERROR ERROR ERROR one WARNING";
    const rewrites = [
      { ...replace(text, "ERROR ERROR ERROR", "fine"), findingCount: 3 },
      replace(text, "WARNING", "quiet"),
    ];
    expect((await keep(text, rewrites, 1)).text).toBe("fine one quiet");
    const boasting = [{ ...rewrites[0]!, findingCount: 5 }, replace(text, "one", "two"), rewrites[1]!];
    expect((await keep(text, boasting)).text).toBe("fine one quiet");
  });

  test("drops a rewrite that fixes nothing beside one that fixes much on another line", async () => {
    const text = "ERROR ERROR\none";
    const [good, idle] = [replace(text, "ERROR ERROR", "fine"), replace(text, "one", "two")];
    const expected = { text: "fine\none", words: ["ERROR ERROR to fine"] };
    expect(await keep(text, [good, idle])).toEqual(expected);
    expect(await keep(text, [idle, good])).toEqual(expected);
  });

  test("drops a rewrite that fixes nothing on the line of a remaining problem", async () => {
    const text = "ERROR ERROR\nWARNING one";
    const rewrites = [replace(text, "ERROR ERROR", "fine"), replace(text, "one", "two")];
    expect((await keep(text, rewrites)).text).toBe("fine\nWARNING one");
  });

  test("checks rewrites one by one when they fix more than they claim", async () => {
    const text = "ERROR ERROR\nWARNING";
    const rewrites = [replace(text, "ERROR ERROR", "fine"), replace(text, "WARNING", "quiet")];
    expect((await keep(text, rewrites, 1)).words).toEqual([]);
    expect((await keep(text, rewrites, 3)).text).toBe("fine\nquiet");
  });

  test("attributes a rewrite to the line it claims, even when it edits another line", async () => {
    const text = "one\nERROR\nWARNING";
    const imported: Judge = async (now) =>
      findingsOf(now.startsWith("import") ? now.replace("ERROR", "ok") : now);
    const far = { ...addLine("import math\n"), at: text.indexOf("ERROR") };
    const rewrites = [far, replace(text, "WARNING", "quiet")];
    const start = { text, findings: findingsOf(text) };
    const kept = await keepWhatHelps(imported, start, rewrites, 1);
    expect(kept.text).toBe("import math\none\nERROR\nquiet");
    const silent = [addLine("import math\n"), rewrites[1]!].map(({ splices, words }) => ({ splices, words }));
    expect((await keepWhatHelps(imported, start, silent, 1)).rewrites).toEqual([]);
  });

  test("accepts all rewrites that make a broken text parse with one check", async () => {
    const text = "BROKEN one\ntwo";
    const rewrites = [replace(text, "BROKEN", "ok"), replace(text, "two", "three")];
    expect((await keep(text, rewrites, 1)).text).toBe("ok one\nthree");
  });

  test("uses the lines of the text that the rewrites were made for", async () => {
    const text = `${"ERROR\n".repeat(3)}same\n${"ERROR\n".repeat(4)}`;
    const fixed = Array.from({ length: 7 }, (_, n) => replace(text, "ERROR", n === 0 ? "ok\nok" : "ok", n));
    const rewrites = [...fixed.slice(0, 3), replace(text, "same", "WARNING"), ...fixed.slice(3)];
    // All, the first four, two, two, one, one, and the last four at once.
    expect((await keep(text, rewrites, 7)).text).toBe(`${"ok\n".repeat(4)}same\n${"ok\n".repeat(4)}`);
  });

  test("distinguishes equal problems on two lines by how many remain", async () => {
    const text = "ERROR\nERROR\none";
    const rewrites = [
      replace(text, "ERROR", "ok", 0),
      replace(text, "ERROR", "ok", 1),
      replace(text, "one", "two"),
    ];
    expect((await keep(text, rewrites)).text).toBe("ok\nok\none");
  });

  test("splits a group that does not help and tries the first half first", async () => {
    const text = "ERROR\nERROR one\ntwo";
    const rewrites = [replace(text, "ERROR", "ok", 0), replace(text, "two", "WARNING")];
    expect((await keep(text, rewrites, 2)).words).toEqual(["ERROR to ok"]);
    expect((await keep(text, rewrites.toReversed(), 2)).words).toEqual([]);
    expect((await keep(text, rewrites.toReversed(), 3)).words).toEqual(["ERROR to ok"]);
  });

  test("accepts fewer warnings with as many errors, and drops a rewrite that changes neither count", async () => {
    const text = "ERROR WARNING WARNING";
    expect((await keep(text, [replace(text, "WARNING", "ok")])).text).toBe("ERROR ok WARNING");
    expect((await keep(text, [replace(text, "WARNING", "ERROR")])).words).toEqual([]);
    const moved = "ERROR one";
    expect((await keep(moved, [replace(moved, "ERROR one", "two ERROR")])).words).toEqual([]);
  });

  test("counts a duplicated security finding as new", async () => {
    const text = "LEAK ERROR ERROR";
    expect((await keep(text, [replace(text, "ERROR ERROR", "LEAK")])).words).toEqual([]);
    expect((await keep(text, [replace(text, "LEAK ERROR ERROR", "one LEAK")])).words).toHaveLength(1);
  });

  test("weighs an error more than warnings", async () => {
    const text = "ERROR one";
    expect((await keep(text, [replace(text, "ERROR", "WARNING WARNING")])).words).toHaveLength(1);
    const warned = "WARNING WARNING";
    expect((await keep(warned, [replace(warned, warned, "ERROR")])).words).toEqual([]);
  });

  test("drops a rewrite that adds a security finding although it removes an error", async () => {
    const text = "ERROR ERROR one";
    expect(await keep(text, [replace(text, "ERROR ERROR", "LEAK")])).toEqual({ text, words: [] });
  });

  test("accepts a rewrite that leaves a security finding where it was", async () => {
    const text = "LEAK ERROR one";
    expect((await keep(text, [replace(text, "ERROR", "fine")])).text).toBe("LEAK fine one");
  });

  test("drops rewrites when the text no longer parses or a tool cannot check it", async () => {
    const text = "ERROR ERROR";
    expect((await keep(text, [replace(text, text, "BROKEN")])).words).toEqual([]);
    expect((await keep(text, [replace(text, text, "LOST")])).words).toEqual([]);
  });

  test("prefers a text that parses to one that does not, whatever its findings", async () => {
    const text = "BROKEN one";
    expect((await keep(text, [replace(text, "BROKEN", "ERROR ERROR WARNING")])).words).toHaveLength(1);
  });

  test("stays within the max number of checks", async () => {
    const text = Array.from({ length: 40 }, () => "ERROR").join(" ");
    let looked = 0;
    const counting: Judge = async (seen) => {
      looked += 1;
      return judge(seen);
    };
    const rewrites = Array.from({ length: 40 }, (_, n) => replace(text, "ERROR", n % 2 ? "ok" : "LOST", n));
    await keepWhatHelps(counting, { text, findings: findingsOf(text) }, rewrites, 7);
    expect(looked).toBe(7);
  });

  test("tries the first of overlapping rewrites", async () => {
    const text = "one ERROR two";
    const rewrites = [replace(text, "one ERROR", "one"), replace(text, "ERROR two", "two")];
    expect(await keep(text, rewrites)).toEqual({ text: "one two", words: ["one ERROR to one"] });
  });

  test("adds an import only once when two rewrites need it", async () => {
    const text = "x ERROR ERROR\n";
    const adding = (nth: number): NamedRewrite => {
      const { splices, words } = replace(text, "ERROR", "fine", nth);
      return { splices: [{ start: 0, end: 0, text: "import math\n" }, ...splices], words, ...by };
    };
    const rewrites = [adding(0), adding(1)];
    const kept = await keep(text, rewrites);
    expect(kept).toEqual({ text: "import math\nx fine fine\n", words: ["ERROR to fine", "ERROR to fine"] });
    expect(splicesOf(rewrites)).toHaveLength(3);
  });

  test("adds two different lines at one place in the given order", async () => {
    const text = "x ERROR ERROR\n";
    const rewrites = ["import b\n", "import a\n"].map((line, nth) => {
      const { splices, words } = replace(text, "ERROR", "fine", nth);
      return { splices: [{ start: 0, end: 0, text: line }, ...splices], words, ...by };
    });
    expect((await keep(text, rewrites)).text).toBe("import b\nimport a\nx fine fine\n");
  });
});

type Propose = RepairTools["propose"];

async function run(text: string, propose: Propose, { rounds = 3 }: Readonly<{ rounds?: number }> = {}) {
  const { fixes, ...repaired } = await repair(
    { judge, propose },
    { text, findings: findingsOf(text) },
    rounds,
  );
  return { ...repaired, fixes: fixes.map((fix) => fix.text) };
}

/** Fixes the first word of a kind, in one kind of pass. */
function fixing(old: string, word: string, kind = "own"): Propose {
  return async (asked) =>
    asked.kind === kind && asked.text.includes(old) ? [replace(asked.text, old, word)] : [];
}

describe("the rounds", () => {
  test("overlapping rewrites are applied in separate rounds", async () => {
    const propose: Propose = async ({ kind, text }) =>
      kind === "own" && text.includes("ERROR ERROR ERROR")
        ? [replace(text, "ERROR ERROR", "one ERROR"), replace(text, "ERROR ERROR", "ERROR two", 1)]
        : kind === "own" && text.includes("ERROR ERROR")
          ? [replace(text, "ERROR ERROR", "ERROR two")]
          : [];
    const { text, fixes } = await run("ERROR ERROR ERROR", propose);
    expect(text).toBe("one ERROR two");
    expect(fixes).toEqual(["line 1: ERROR ERROR to one ERROR", "line 1: ERROR ERROR to ERROR two"]);
  });

  test("a text without problems is unchanged, whatever is proposed", async () => {
    const { text, fixes } = await run("fine", async (asked) => [replace(asked.text, "fine", "good")]);
    expect({ text, fixes }).toEqual({ text: "fine", fixes: [] });
  });

  test("no repair is proposed for a text that a tool could not check", async () => {
    const asked: string[] = [];
    const { text } = await run("ERROR LOST", async ({ kind }) => {
      asked.push(kind);
      return [];
    });
    expect({ text, asked }).toEqual({ text: "ERROR LOST", asked: [] });
  });

  test("a round ends, and the number of rounds is limited", async () => {
    const text = Array.from({ length: 100 }, () => "ERROR").join("\n");
    const fixesIn = async (rounds: number): Promise<number> =>
      (await run(text, fixing("ERROR", "ok"), { rounds })).fixes.length;
    const perRound = await fixesIn(1);
    expect(perRound).toBeGreaterThan(0);
    expect(await fixesIn(2)).toBe(2 * perRound);
    expect(await fixesIn(10)).toBe(10 * perRound);
  });

  test("a fix of ruff may enable another repair in the next round", async () => {
    const propose: Propose = async (asked) => [
      ...(await fixing("WARNING", "ready", "lint")(asked)),
      ...(asked.text.includes("ready") ? await fixing("ERROR", "ok")(asked) : []),
    ];
    expect((await run("WARNING ERROR", propose, { rounds: 1 })).text).toBe("ready ERROR");
    expect((await run("WARNING ERROR", propose, { rounds: 2 })).text).toBe("ready ok");
  });

  test("a broken text is first made to parse, and its findings are kept separately", async () => {
    const propose: Propose = async (asked) => [
      ...(await fixing("BROKEN", "ERROR", "syntax")(asked)),
      ...(await fixing("ERROR", "ok")(asked)),
    ];
    const { text, fixes, onceParsed } = await run("BROKEN one", propose);
    expect(text).toBe("ok one");
    expect(fixes).toEqual(["line 1: BROKEN to ERROR", "line 1: ERROR to ok"]);
    expect(onceParsed?.findings.diagnostics).toHaveLength(1);
  });

  test("a broken text that stays broken is unchanged", async () => {
    const { text, fixes, onceParsed } = await run("BROKEN ERROR", fixing("ERROR", "BROKEN", "syntax"));
    expect({ text, fixes, onceParsed }).toEqual({ text: "BROKEN ERROR", fixes: [], onceParsed: undefined });
  });

  test("a fix names the line of the submitted text, even when lines were added above", async () => {
    const propose: Propose = async ({ kind, text }) => {
      if (kind !== "own") return [];
      if (text.startsWith("WARNING")) {
        const { splices } = replace(text, "WARNING", "a\nb\nc");
        return [{ splices, words: "made three lines", ...by }];
      }
      return text.includes("ERROR") ? [replace(text, "ERROR", "ok")] : [];
    };
    const { fixes } = await run("WARNING\r\n\r\nx ERROR\r\n", propose);
    expect(fixes).toEqual(["line 1: made three lines", "line 3: ERROR to ok"]);
  });

  test("a fix names its own line, not that of an import added with it", async () => {
    const propose: Propose = async ({ kind, text }) => {
      if (kind !== "own" || !text.includes("ERROR")) return [];
      const { splices, words } = replace(text, "ERROR", "ok");
      const at = splices[0]!.start;
      return [
        {
          ...addLine("import math\n", words),
          splices: [...addLine("import math\n").splices, ...splices],
          at,
        },
      ];
    };
    expect((await run("\n\nERROR\n", propose)).fixes).toEqual(["line 3: ERROR to ok"]);
  });
});
