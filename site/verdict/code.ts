import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { pythonLook } from "../parts/code-view.ts";

/** The submitted code, to be read. */
export function openCode(parent: HTMLElement, code: string): EditorView {
  return new EditorView({
    parent,
    doc: code,
    extensions: [
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({
        "aria-label": "Submitted code",
        tabindex: "0",
        role: "textbox",
        "aria-readonly": "true",
        "aria-multiline": "true",
      }),
      ...pythonLook(),
    ],
  });
}
