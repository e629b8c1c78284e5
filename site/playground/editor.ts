import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { pythonLook } from "../parts/code-view.ts";

type Wishes = Readonly<{ onRun: () => void; onPaste: () => void; onChange: () => void }>;

/** The editor. Escape, then Tab, leaves it by keyboard. */
export function openEditor(parent: HTMLElement, { onRun, onPaste, onChange }: Wishes): EditorView {
  return new EditorView({
    parent,
    extensions: [
      keymap.of([
        { key: "Mod-Enter", run: () => (onRun(), true) },
        ...lintKeymap,
        ...historyKeymap,
        indentWithTab,
        ...defaultKeymap,
      ]),
      lineNumbers(),
      history(),
      drawSelection(),
      indentUnit.of("    "),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      EditorView.contentAttributes.of({
        "aria-label": "Python source",
        "aria-describedby": "editor-help",
        tabindex: "0",
        spellcheck: "false",
        autocapitalize: "off",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange();
        if (update.transactions.some((one) => one.isUserEvent("input.paste"))) onPaste();
      }),
      ...pythonLook(),
    ],
  });
}

export function textOf(view: EditorView): string {
  return view.state.doc.toString();
}

export function setText(view: EditorView, text: string): void {
  if (text === textOf(view)) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
