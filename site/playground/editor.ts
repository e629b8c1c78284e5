import { make } from "../parts/elements.ts";
import { drawLine, linesOf } from "../parts/rows/draw-line.ts";
import { highlightPython, type Span } from "../parts/rows/highlight.ts";
import { markFinding } from "../parts/rows/mark-finding.ts";
import { changedWithin } from "../parts/rows/diff-lines.ts";
import type { ShownFinding } from "../parts/verdict.ts";
import { onEditorKey } from "./editor-keys.ts";

/** A short remark behind a line, such as how many examples fail; `line` is from 1. */
export type Lens = Readonly<{ line: number; text: string; isGood: boolean }>;

type Wishes = Readonly<{
  onChange: (path: string, text: string) => void;
  onRun: () => void;
  /** The caret went to another line, from 1. */
  onLine: (line: number) => void;
}>;

const hint = "Paste Python here, or drop files.\nFindings appear while you type. They are free.";

/** Beyond it text is shown without colours, so that typing stays fast. */
const maxColoured = 60_000;

/**
 * The editor: a field of plain text whose own text is not seen, before the same text in rows with colours and marks. So
 * the browser's own undo, selection, input methods and reading aloud all work.
 */
export function openEditor(box: HTMLElement, { onChange, onRun, onLine }: Wishes) {
  const rows = make("code");
  const sheet = make("div", { class: "sheet" }, make("pre", { class: "code", "aria-hidden": "true" }, rows));
  const fields = new Map<string, HTMLTextAreaElement>();
  let active = "";
  let findings: readonly ShownFinding[] = [];
  let lens: Lens | undefined;
  let drawn: { signature: string; element: HTMLElement }[] = [];
  let line = 0;
  box.replaceChildren(sheet);

  const field = (): HTMLTextAreaElement => fields.get(active)!;

  function createField(path: string, text: string): HTMLTextAreaElement {
    const created = make("textarea", {
      class: "source",
      "aria-label": path === "main.py" ? "Python source" : `Python source of ${path}`,
      "aria-describedby": "keys-help",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      wrap: "off",
      placeholder: path === "main.py" ? hint : undefined,
      hidden: true,
    });
    created.value = text;
    created.addEventListener("input", () => {
      draw();
      onChange(path, created.value);
    });
    created.addEventListener("keydown", (event) => onEditorKey(event, created, onRun));
    fields.set(path, created);
    sheet.append(created);
    return created;
  }

  function draw(): void {
    const text = field().value;
    const lines = linesOf(`${text}\n`);
    const spans = spansByLine(text.length > maxColoured ? [] : highlightPython(text), lines);
    const next = lines.map((place, at) => {
      const found = findings.find((one) => one.line === at + 1);
      const mark = found && markFinding(text.slice(place.from, place.to), place.from, found);
      const remark = lens?.line === at + 1 ? lens : undefined;
      const own = spans[at]!;
      const look = own
        .map(({ from, to, classes }) => `${from - place.from}-${to - place.from}${classes}`)
        .join();
      const marked = mark ? `${mark.from - place.from}-${mark.to - place.from}${mark.class}` : "";
      const signature = `${text.slice(place.from, place.to)}\u0000${look}\u0000${marked}\u0000${remark?.text ?? ""}`;
      return { signature, draw: () => drawRow(text, place, { spans: own, mark, remark }) };
    });
    let start = 0;
    while (start < next.length && drawn[start]?.signature === next[start]!.signature) start += 1;
    let end = 0;
    while (
      end < Math.min(next.length, drawn.length) - start &&
      drawn.at(-1 - end)!.signature === next.at(-1 - end)!.signature
    )
      end += 1;
    const after = end === 0 ? null : drawn.at(-end)!.element;
    for (const { element } of drawn.slice(start, drawn.length - end)) element.remove();
    const fresh = next
      .slice(start, next.length - end)
      .map(({ signature, draw: drawIt }) => ({ signature, element: drawIt() }));
    for (const { element } of fresh) rows.insertBefore(element, after);
    drawn = [...drawn.slice(0, start), ...fresh, ...drawn.slice(drawn.length - end)];
    for (const [at, { element }] of drawn.entries())
      if (at >= start) element.setAttribute("data-n", String(at + 1));
    showLine();
  }

  /** Where the caret is. */
  function showLine(): void {
    const at = field().value.slice(0, field().selectionStart).split("\n").length;
    const isHere = document.activeElement === field();
    for (const [index, { element }] of drawn.entries())
      element.classList.toggle("here", isHere && index + 1 === at);
    if (at === line || !isHere) return;
    line = at;
    onLine(at);
  }

  document.addEventListener("selectionchange", () => {
    if (fields.has(active)) showLine();
  });

  return {
    /** Shows a file, and puts it there where it is new. */
    show(path: string, text: string): void {
      if (!fields.has(path)) createField(path, text);
      active = path;
      for (const [name, one] of fields) one.hidden = name !== path;
      draw();
    },
    /** Forgets all files, with what could be undone in them. */
    clear(): void {
      for (const one of fields.values()) one.remove();
      fields.clear();
      findings = [];
      lens = undefined;
    },
    remove(path: string): void {
      fields.get(path)?.remove();
      fields.delete(path);
    },
    mark(found: readonly ShownFinding[], remark?: Lens): void {
      findings = found;
      lens = remark;
      draw();
    },
    /** Changes only what differs, so that the browser can undo it. */
    replace(path: string, text: string): void {
      const one = fields.get(path);
      if (!one || one.value === text) return;
      const { from, beforeTo, afterTo } = changedWithin(one.value, text);
      one.focus({ preventScroll: true });
      one.setSelectionRange(from, beforeTo);
      const put = text.slice(from, afterTo);
      const isDone =
        document.activeElement === one &&
        (put === "" ? document.execCommand("delete") : document.execCommand("insertText", false, put));
      if (isDone && one.value === text) return;
      one.value = text;
      one.dispatchEvent(new Event("input"));
    },
    goTo(at: number): void {
      const text = field().value;
      const place = linesOf(text)[at - 1];
      if (!place) return;
      const indent = /^\s*/.exec(text.slice(place.from, place.to))![0].length;
      field().focus({ preventScroll: true });
      field().setSelectionRange(place.from + indent, place.from + indent);
      drawn[at - 1]?.element.scrollIntoView({ block: "nearest" });
      showLine();
    },
    get line(): number {
      return field().value.slice(0, field().selectionStart).split("\n").length;
    },
  };
}

function drawRow(
  text: string,
  place: Readonly<{ from: number; to: number }>,
  {
    spans,
    mark,
    remark,
  }: { spans: readonly Span[]; mark: ReturnType<typeof markFinding> | undefined; remark: Lens | undefined },
): HTMLElement {
  return make(
    "span",
    { class: "row" },
    ...drawLine(text, place, { spans, mark }),
    remark && make("span", { class: remark.isGood ? "lens ok" : "lens" }, remark.text),
    "\n",
  );
}

/** Each line's own spans, so that drawing a line reads no others. */
function spansByLine(
  spans: readonly Span[],
  lines: ReturnType<typeof linesOf>,
): readonly (readonly Span[])[] {
  let first = 0;
  return lines.map(({ from, to }) => {
    while (first < spans.length && spans[first]!.to <= from) first += 1;
    let last = first;
    while (last < spans.length && spans[last]!.from < to) last += 1;
    return spans.slice(first, last);
  });
}
