const indent = "    ";
/** Escape, then Tab, leaves the editor: who cannot use a mouse must get out. */
let isLeaving = false;

export function onEditorKey(event: KeyboardEvent, field: HTMLTextAreaElement, onRun: () => void): void {
  const wasLeaving = isLeaving;
  isLeaving = event.key === "Escape" || (isLeaving && event.key === "Shift");
  if (event.isComposing || event.altKey) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    onRun();
  } else if (event.ctrlKey || event.metaKey) return;
  else if (event.key === "Tab" && !wasLeaving) {
    event.preventDefault();
    shiftLines(field, event.shiftKey);
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    put(`\n${indentAfter(field.value.slice(0, field.selectionStart))}`);
  } else if (event.key === "Backspace" && stepsBack(field)) {
    event.preventDefault();
    field.setSelectionRange(field.selectionStart - indent.length, field.selectionStart);
    document.execCommand("delete");
  }
}

/** As an edit of the user, which the browser can undo. */
function put(text: string): void {
  document.execCommand("insertText", false, text);
}

/** As far in as the line before, and one step more where a block begins. */
function indentAfter(before: string): string {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const own = /^[ \t]*/.exec(line)![0];
  const beginsBlock = [line, line.split("#", 1)[0]!].some((text) => text.trimEnd().endsWith(":"));
  return beginsBlock ? own + indent : own;
}

/** Whether only whole steps stand before the caret in its line. */
function stepsBack({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
  return selectionStart === selectionEnd && line.length > 0 && /^(?: {4})+$/.test(line);
}

function shiftLines(field: HTMLTextAreaElement, isBack: boolean): void {
  const { value, selectionStart: from, selectionEnd: to } = field;
  const isInOneLine = !value.slice(from, to).includes("\n");
  if (isInOneLine && !isBack) return put(indent);
  const start = value.lastIndexOf("\n", from - 1) + 1;
  const lines = value.slice(start, to).split("\n");
  const shifted = lines.map((line) => (isBack ? line.replace(/^ {1,4}|^\t/, "") : indent + line)).join("\n");
  field.setSelectionRange(start, to);
  put(shifted);
  if (isInOneLine) field.setSelectionRange(start + shifted.length, start + shifted.length);
  else field.setSelectionRange(start, start + shifted.length);
}
