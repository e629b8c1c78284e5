import type { ReadVerdict } from "../../engine/verdict.ts";
import { make } from "../parts/elements.ts";
import { readTable } from "./csv.ts";

type WrittenFile = NonNullable<ReadVerdict["runtime"]["outputs"]>[number];

/** Those that a browser shows as an image. What is in an SVG neither runs nor loads anything there. */
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"]);
const maxRows = 50;
const maxColumns = 30;
const maxCharacters = 4000;

/** A file that the program wrote: what it shows, and a link that saves it. It is the program's, so it is never markup here. */
export function drawWritten(file: WrittenFile): readonly HTMLElement[] {
  const { path, media_type: mediaType, base64 } = file;
  // As a download whatever it is: a page of the program's would be opened nowhere.
  const save = make(
    "a",
    {
      class: "small",
      href: `data:application/octet-stream;base64,${base64}`,
      download: path.split("/").at(-1),
    },
    `Download ${path}`,
  );
  return [
    make(
      "div",
      { class: "sub" },
      make("h3", {}, path),
      make("span", { class: "small soft" }, `${mediaType.split(";")[0]}, ${sizeOf(base64)}`),
      save,
    ),
    ...contentOf(file),
  ];
}

function contentOf({ path, media_type: mediaType, base64 }: WrittenFile): readonly HTMLElement[] {
  if (pictures.has(mediaType))
    return [
      make("img", {
        class: "picture",
        src: `data:${mediaType};base64,${base64}`,
        alt: `${path}, as the program drew it`,
      }),
    ];
  if (mediaType.startsWith("text/csv")) return tableOf(path, textOf(base64));
  return mediaType.startsWith("text/") || mediaType === "application/json"
    ? [beginningOf(path, textOf(base64))]
    : [];
}

function tableOf(path: string, text: string): readonly HTMLElement[] {
  const { rows, hasMore } = readTable(text, { maxRows: maxRows + 1, maxColumns });
  const [head, ...body] = rows;
  if (!head) return [];
  const note = hasMore
    ? [make("p", { class: "small soft" }, `The first ${body.length} rows, of ${maxColumns} columns at most.`)]
    : [];
  return [
    make(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": `Table ${path}` },
      make(
        "table",
        { class: "runs" },
        make("thead", {}, make("tr", {}, ...head.map((cell) => make("th", { scope: "col" }, cell)))),
        make("tbody", {}, ...body.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))),
      ),
    ),
    ...note,
  ];
}

function beginningOf(path: string, text: string): HTMLElement {
  const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return make(
    "pre",
    { class: "output", tabindex: "0", role: "region", "aria-label": path },
    make("code", {}, shown),
  );
}

function textOf(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0)));
}

function sizeOf(base64: string): string {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const bytes = (base64.length / 4) * 3 - padding;
  return bytes < 1000
    ? `${bytes} bytes`
    : `${(bytes / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} kB`;
}
