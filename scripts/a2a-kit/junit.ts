export type TestResult = Readonly<{
  name: string;
  outcome: "passed" | "failed" | "skipped";
  /** The first line of what the test says about it. */
  why: string;
}>;

/** The tests in a report of pytest's. */
export function readJunit(xml: string): readonly TestResult[] {
  return Array.from(xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g), ([, head, body]) => {
    const { classname, name } = attributesOf(head!);
    const told = /<(failure|error|skipped)([^>]*)>/.exec(body ?? "");
    const outcome = told === null ? "passed" : told[1] === "skipped" ? "skipped" : "failed";
    const [why = ""] = (told === null ? "" : (attributesOf(told[2]!)["message"] ?? "")).split("\n");
    return { name: `${classname?.replace(/^tests\./, "")}::${name}`, outcome, why };
  });
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name, value]) => [name!, unescape(value!)]),
  );
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function unescape(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, number: string | undefined, name: string) =>
    number === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(number)),
  );
}
