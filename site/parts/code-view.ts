import { python } from "@codemirror/lang-python";
import { syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** How Python looks in every view: colours come from the style sheet, so they follow light and dark. */
export function pythonLook(): readonly Extension[] {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
  return [EditorView.cspNonce.of(nonce), python(), syntaxHighlighting(classHighlighter), look];
}

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--raised)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.75rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--soft)", backgroundColor: "var(--raised)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--tint)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selected)",
  },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--paper)", borderColor: "var(--line)" },
  ".cm-diagnostic": { padding: "0.4rem 0.6rem", maxWidth: "32rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad)", backgroundImage: "none" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--warn)", backgroundImage: "none" },
  ".cm-lintRange-info": { textDecoration: "underline dotted var(--soft)", backgroundImage: "none" },
  ".cm-insertedLine, .cm-changedLine": { backgroundColor: "var(--good-tint)" },
  "&.cm-merge-b .cm-changedText": { background: "var(--good-mark)" },
  ".cm-deletedChunk": { backgroundColor: "var(--bad-tint)" },
  ".cm-deletedChunk .cm-deletedText": { background: "var(--bad-mark)" },
});
