import type { VerdictSummary } from "../../../marketplace/verdict-summary.ts";
import { escapeHtml, withCode } from "../frame/assets.ts";
import { mark as brandMark } from "../frame/frame.ts";

/** A row of the folded details; `html` is markup already. */
export type Detail = Readonly<{ name: string; html: string }>;

/** All that the page of a verdict says, wherever the verdict comes from. */
export type VerdictPage = Readonly<{
  /** Of the code that was sent; undefined where nobody holds it. */
  hasCode: boolean;
  summary: VerdictSummary | undefined;
  /** Why there is no verdict. */
  refusal: string;
  isSigned: boolean;
  problems: readonly string[];
  /** Who signed, in a sentence's beginning: `Signed by …`. */
  signedBy: string;
  /** What is said of the signer: whose key it is, as markup. */
  signer: Readonly<{ title: string; html: string; outcome: "good" | "bad" | "unknown" }>;
  /** When it was signed or run, and until when its link works, as ISO 8601 has it. */
  at: string | undefined;
  expiresAt?: string;
  notSigned: readonly string[];
  details: readonly Detail[];
}>;

const ticks = {
  good: '<svg class="ic" viewBox="0 0 14 14" aria-hidden="true"><path d="m2.500 8 3.500 3.500L12 3.500"/></svg>',
  bad: '<svg class="ic" viewBox="0 0 14 14" aria-hidden="true"><path d="m3 3 8 8M11 3l-8 8"/></svg>',
  unknown: '<svg class="ic" viewBox="0 0 14 14" aria-hidden="true"><path d="M7 3v5M7 11v.1"/></svg>',
} as const;

export function writeVerdict(page: VerdictPage): string {
  return `<p class="intro">This is a signed verdict by <b>Assay</b>, a service that checks Python, fixes it and proves the fix by running it.</p>
${page.isSigned ? top(page) : alarm}
<div class="cols">
<section id="source" aria-labelledby="code-title"${page.hasCode ? "" : " hidden"}><h2 id="code-title">The code <span id="code-about">${page.isSigned ? "as it was sent" : "as received, not verified"}</span></h2>
<div id="code" class="block"></div>
<p class="acts">${page.isSigned ? '<a id="open" class="button primary" href="/">Open in the playground</a>' : ""}<button id="copy-fixed" class="copy outlined" type="button" data-what="fixed code" hidden>Copy the fixed code</button></p></section>
<div>
<section id="fix" aria-labelledby="fix-title" hidden><h2 id="fix-title">The fix <span id="fix-about"></span></h2><div id="diff" class="block"></div><ul id="fixes" class="plain small"></ul></section>
<section id="examples" aria-labelledby="examples-title" hidden><h2 id="examples-title">The examples <span>run before and after the fix</span></h2>
<table><thead><tr><th scope="col">Example</th><th scope="col">As sent</th><th scope="col" id="after-fix">With the fix</th></tr></thead><tbody id="example-rows"></tbody></table></section>
<section id="findings" hidden><h2>Other findings</h2><ul id="other-findings" class="plain small"></ul></section>
<section id="run" hidden><h2>Output <span id="run-about"></span></h2><pre id="output" tabindex="0" role="group" aria-label="Output"></pre></section>
</div>
</div>
${signature(page)}
<details class="fold"><summary><b>Details</b><span class="soft">hashes, addresses, how to check it yourself</span></summary><div><dl class="pairs">
${page.details.map(({ name, html }) => `<dt>${name}</dt><dd>${html}</dd>`).join("\n")}
</dl></div></details>
<p id="note" class="small soft" role="status"></p>`;
}

const alarm = `<div class="alarm" role="alert"><h1>Do not rely on this: the verdict is not as it was signed.</h1><p>Its content and its signature do not belong together. Ask the sender for the original link, or run the code yourself.</p><p><a id="open" class="button primary" href="/">Run the code yourself</a></p></div>`;

function top({ summary, refusal, at, expiresAt }: VerdictPage): string {
  if (!summary) return `<div class="top"><div><h1>No verdict</h1><p>${escapeHtml(refusal)}</p></div></div>`;
  const { headline, withFix, mode, counts, outcome, how } = summary;
  const look = summary.isValid ? ' class="good"' : "";
  const link = expiresAt ? ` The link works until ${inWords(expiresAt, false)}.` : "";
  return `<div class="top"><div><h1><span${look}>${headline}</span>${withFix === undefined ? "" : ` <span class="good">${withFix}</span>`}</h1><p>${[mode, inWords(at, true)].filter(Boolean).join(", ")}. ${counts}${link}</p></div>
<ul class="stamp" aria-label="The verdict's stamp"><li><b>${brandMark}<span class="sr">Assay</span></b>signed</li><li><b>${outcome.mark}</b>${outcome.caption}</li><li><b>${how.mark}</b>${how.caption}</li>${dateMark(at)}</ul></div>`;
}

function signature(page: VerdictPage): string {
  const { isSigned, problems, signer, notSigned } = page;
  const points = isSigned
    ? [
        { outcome: "good" as const, title: "The signature is valid", html: `${page.signedBy}.` },
        {
          outcome: "good" as const,
          title: "Nothing was changed",
          html: "The SHA-256 of this verdict equals the one that was signed.",
        },
        signer,
      ]
    : problems.map((problem) => ({
        outcome: "bad" as const,
        title: "Not as signed",
        html: withCode(problem),
      }));
  const headline = isSigned
    ? '<span class="good">The signature is valid.</span>'
    : '<span class="bad">Not the verdict that was signed.</span>';
  return `<section id="signature" class="who${isSigned ? "" : " no"}" aria-labelledby="signature-title"><div class="headline"><h2 id="signature-title">${headline} <span id="checked" role="status">Checked by this service just now.</span></h2><button id="check" type="button">Check again</button></div>
<ul>${points.map(({ outcome, title, html }) => `<li class="${outcome}"><i class="node">${ticks[outcome]}</i><div><b>${title}</b><p>${html}</p></div></li>`).join("")}</ul>
${notSigned.length > 0 ? `<p class="not">Not covered by the signature: ${escapeHtml(notSigned.join(", "))}.</p>` : ""}</section>`;
}

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** Year, month, day and time of an ISO date in UTC; undefined for anything else. */
function readDate(iso: string | undefined) {
  const read = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/.exec(iso ?? "");
  const month = months[Number(read?.[2]) - 1];
  if (!read || month === undefined) return undefined;
  return { year: read[1]!, month, number: Number(read[2]), day: Number(read[3]), time: read[4]! };
}

function inWords(iso: string | undefined, hasTime: boolean): string | undefined {
  const date = readDate(iso);
  return date && `${date.day} ${date.month} ${date.year}${hasTime ? `, ${date.time} UTC` : ""}`;
}

function dateMark(iso: string | undefined): string {
  const date = readDate(iso);
  if (!date) return "";
  return `<li><b>${date.number}·${date.year.slice(2)}</b>${date.month.slice(0, 3)} ${date.year}</li>`;
}

export function copyButton(what: string, text: string): string {
  return ` <button class="copy quiet" type="button" data-what="${what}" data-copy="${escapeHtml(text)}">Copy</button>`;
}
