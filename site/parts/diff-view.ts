import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { pythonLook } from "./code-view.ts";

/** What changed from one text to the other, to be read. */
export function openDiff(parent: HTMLElement, before: string, after: string): EditorView {
  return new EditorView({
    parent,
    doc: after,
    extensions: [
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ "aria-label": "Changes", tabindex: "0" }),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
      }),
      ...pythonLook(),
    ],
  });
}
